"""An entry's events in a sentence or two; what each die is for."""

from collections.abc import Sequence

from app.engine.encounter import (
    CombatantLeft,
    EncounterFinished,
    EncounterPaused,
    EncounterResumed,
    EncounterStarted,
    Event,
    PlacesTaken,
    RoundStarted,
    SideFell,
)
from app.engine.ruleset import Names
from app.rules.tides_of_ichor import events as e

PURPOSES = {
    "initiative": "initiative of {subject}",
    "roll-off": "{subject} to break the tie",
    "to-hit": "{subject} to hit {object}",
    "dodge": "{subject} to dodge {object}",
    "block": "{subject} to block {object}",
    "to-wound": "{subject} to wound {object}",
    "critical": "{subject} for a critical on {object}",
    "damage": "damage of {subject} to {object}",
    "ward": "ward of {subject}",
}

PAUSED_BECAUSE = {
    "nobody-can-act": "nobody is able to act",
    "too-much-by-itself": "too much happened by itself",
}


def narrate(events: Sequence[Event], names: Names) -> str:
    """The story of an entry. What needs no telling (whose turn it is) is left out."""
    told = [clause for event in events if (clause := _clause(event, names))]
    if not told:
        return "The turn passes."
    text = "".join(told).strip(" ,;:")
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _clause(event: Event, names: Names) -> str:
    match event:
        case e.EncounterOpened():
            return "The encounter is open. "
        case e.CombatantJoined():
            return f"{names[event.combatant.id]} joins {event.combatant.side}. "
        case e.CombatantAdjusted():
            changed = ", ".join(event.changed) or "nothing"
            return (
                f"The game master changes {names[event.combatant.id]} ({changed}): {event.reason}. "
            )
        case CombatantLeft():
            return f"{names[event.combatant]} leaves the fight. "
        case EncounterStarted():
            return "The fight begins. "
        case EncounterResumed():
            return "The fight goes on. "
        case EncounterPaused():
            return f" The fight pauses: {PAUSED_BECAUSE.get(event.reason, event.reason)}. "
        case EncounterFinished():
            return f"The encounter ends; standing: {', '.join(event.standing) or 'nobody'}. "
        case PlacesTaken():
            return f"Order: {', '.join(names[p.id] for p in event.places)}. "
        case SideFell():
            left = " and ".join(event.standing) or "nobody"
            return f" {event.side} can fight no more; {left} stands. "
        case RoundStarted() if event.round > 1:
            return f" Round {event.round} begins. "
        case e.ConditionTicked() if event.left == 0:
            return f" {names[event.combatant]} is no longer {event.condition.name}. "
        case _:
            return _blow(event, names)


def _blow(event: Event, names: Names) -> str:
    match event:
        case e.InitiativeRolled():
            return f"Initiative {' and '.join(names[c] for c in event.combatants)}: {event.face}. "
        case e.RollOffRolled():
            return f"Tie: {' and '.join(names[c] for c in event.combatants)} {event.face}. "
        case e.Moved():
            way = {"move": "moves", "dash": "dashes", "charge": "charges"}[event.how]
            return f"{names[event.combatant]} {way} to zone {event.to_zone}; "
        case e.AbilityUsed():
            return f"{names[event.combatant]} uses {event.ability}; "
        case e.AttackRolled():
            outcome = "hit" if event.hit else "miss"
            return (
                f"{names[event.attacker]} attacks {names[event.defender]} with {event.weapon}: "
                f"{outcome} ({event.face} {_against(event.hit, event.number)}), "
            )
        case e.DodgeRolled():
            return (
                f"{'dodged' if event.avoided else 'no dodge'} ({event.face} of {event.percent}), "
            )
        case e.BlockRolled():
            return (
                f"{'blocked' if event.avoided else 'no block'} ({event.face} of {event.percent}), "
            )
        case e.WoundRolled():
            outcome = "wound" if event.wounded else "no wound"
            return f"{outcome} ({event.face} {_against(event.wounded, event.number)}), "
        case e.CriticalRolled():
            outcome = "critical" if event.critical else "no critical"
            return f"{outcome} ({event.face} of {event.percent}), "
        case e.DamageRolled():
            return f"{event.damage} damage, "
        case e.WardRolled():
            return f"{'warded' if event.warded else 'no ward'} ({event.face} of {event.percent}), "
        case e.WoundsLost() if event.remaining:
            return f"{names[event.combatant]} has {event.remaining} W left; "
        case e.CombatantSlain():
            return f"{names[event.combatant]} is slain; "
        case _:
            return ""


def _against(passed: bool, number: int) -> str:
    return f"over {number}" if passed else f"not over {number}"
