"""The course of an encounter in sentences, the same under all rules."""

from app.engine.encounter import (
    CombatantAdjusted,
    CombatantJoined,
    CombatantLeft,
    EncounterFinished,
    EncounterOpened,
    EncounterPaused,
    EncounterResumed,
    EncounterStarted,
    Event,
    PlacesTaken,
    RoundStarted,
    SideFell,
)
from app.engine.ruleset import Names

PAUSED_BECAUSE = {
    "nobody-can-act": "nobody is able to act",
    "too-much-by-itself": "too much happened by itself",
}


def course(event: Event, names: Names, *, round: str = "Round") -> str:
    """Who comes and goes, the order, rounds (by what the rules call them), pauses, the end.

    Empty for any other event.
    """
    match event:
        case EncounterOpened():
            return "The encounter is open"
        case CombatantJoined():
            return f"{names[event.combatant.id]} joins {event.combatant.side}"
        case CombatantAdjusted():
            changed = ", ".join(event.changed) or "nothing"
            who = names[event.combatant.id]
            return f"The game master changes {who} ({changed}): {event.reason.rstrip('.')}"
        case CombatantLeft():
            why = f": {event.reason.rstrip('.')}" if event.reason else ""
            return f"{names[event.combatant]} leaves the fight{why}"
        case PlacesTaken():
            return f"In order: {', '.join(names[place.id] for place in event.places)}"
        case EncounterStarted():
            return "The fight begins"
        case EncounterResumed():
            return "The fight goes on"
        case EncounterPaused():
            return f"The fight pauses: {PAUSED_BECAUSE.get(event.reason, event.reason)}"
        case EncounterFinished():
            return f"The encounter ends; standing: {', '.join(event.standing) or 'nobody'}"
        case SideFell():
            left = " and ".join(event.standing) or "nobody"
            return f"Nobody of {event.side} can fight any more; standing: {left}"
        case RoundStarted() if event.round > 1:
            return f"{round} {event.round} begins"
        case _:
            return ""
