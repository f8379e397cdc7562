"""An entry's events in a sentence or two; what each die is for."""

from collections.abc import Sequence

from app.engine.encounter import (
    Event,
    TurnEnded,
)
from app.engine.narration import course
from app.engine.ruleset import Names
from app.engine.tally import Tally
from app.rules.magickal import events as e

PURPOSES = {
    "initiative": "initiative of {subject}",
    "roll-off": "{subject} to break the tie",
    "attack": "attack of {subject}",
    "defend": "{subject} to defend against {object}",
    "fatigue": "fatigue of {subject}",
    "swoon": "turns that {subject} lies in a swoon",
}

OUTCOMES: dict[str, str] = {
    "undelivered": "",  # told once, with the fatigue that was too much
    "not_cast": "",
    "blocked": "blocked",
    "countered": "countered",
    "hit": "hit",
    "critical": "critical hit",
    "took_effect": "takes effect",
}


def narrate(events: Sequence[Event], names: Names) -> str:
    """The story of an entry: a sentence for each thing done, with what came of it after it."""
    sentences: list[str] = []
    for event in events:
        if said := _sentence(event, names) or _course(event, names):
            sentences.append(said[0].upper() + said[1:])
        elif (clause := _clause(event, names)) and sentences:
            sentences[-1] += clause
        elif isinstance(event, TurnEnded) and not sentences:
            sentences.append(f"{names[event.combatant]} passes")
    return " ".join(f"{sentence}." for sentence in sentences) or "Nothing happens."


def _sentence(event: Event, names: Names) -> str:
    """What fighters do, and what befalls them."""
    match event:
        case e.FatigueTested():
            return _deed(event, names)
        case e.HpLost(condition=str(condition)):
            who = names[event.combatant]
            return f"{condition} costs {who} {event.hp} HP, {event.remaining} left"
        case e.Swooned():
            return f"{names[event.combatant]} swoons ({_turns(event.condition.turns)})"
        case e.ConditionTicked(left=0) if event.condition.unconscious:
            return f"{names[event.combatant]} comes to"
        case e.ConditionTicked(left=0):
            return f"{names[event.combatant]} is no longer {event.condition.name}"
        case e.TurnLost():
            return f"{names[event.combatant]} is {event.condition} and loses the turn"
        case e.Rested():
            return f"{names[event.combatant]} rests{_reset(event.reset, 'eating')}"
        case e.Ate():
            return f"{names[event.combatant]} eats{_reset(event.reset, 'resting')}"
        case e.Withdrew(limit=None):
            return f"{names[event.combatant]} withdraws"
        case e.Withdrew():
            who = names[event.combatant]
            return f"{who} withdraws by itself: {event.hp} HP left, and {event.limit} is its limit"
        case e.EquipmentChanged():
            worn = [thing for thing in (event.shield, event.armour) if thing != "none"]
            gear = ", ".join((event.weapon, *worn))
            return f"{names[event.combatant]} changes equipment: {gear}"
        case _:
            return ""


def _clause(event: Event, names: Names) -> str:
    """What goes on with the sentence before it."""
    match event:
        case e.DefenceTested():
            outcome = OUTCOMES[event.outcome]
            defence = f"; {names[event.defender]} defends with {event.defend.total}"
            return f"{defence}: {outcome}" if outcome else defence
        case e.DamageDealt():
            return f", {event.damage.total} damage"
        case e.HpLost():
            return f", {event.remaining} HP left"
        case e.CombatantFell():
            return f"; {names[event.combatant]} {'dies' if event.dead else 'falls'}"
        case e.ConditionGained():
            return f", {event.condition.name} ({_turns(event.condition.turns)})"
        case _:
            return ""


def _course(event: Event, names: Names) -> str:
    """The course of the encounter: who comes and goes, order, rounds, pauses, the end."""
    match event:
        case e.InitiativeRolled():
            return f"Initiative of {names[event.combatant]}: {_sum(event.initiative)}"
        case e.RollOffRolled():
            tied = " and ".join(names[c] for c in event.combatants)
            return f"To break a tie: {tied}, {event.face}"
        case e.TimePassed():
            return f"{event.hours} hours pass"
        case _:
            return course(event, names)


def _deed(event: e.FatigueTested, names: Names) -> str:
    """A blow or a spell up to its fatigue roll."""
    who, tired = names[event.combatant], event.fatigue.total
    if event.kind == "blow":
        done, undone = f"{who} strikes with {event.using}", "too tired to deliver the blow"
    else:
        done = f"{who} casts {event.using} (Difficulty {event.difficulty})"
        undone = "too tired to cast it"
    if event.passed:
        return f"{done}: {event.attack.total}, over fatigue {tired}"
    return f"{done}: {event.attack.total}, not over fatigue {tired}, {undone}"


def _reset(reset: bool, missing: str) -> str:
    if reset:
        return ": rested and fed, all fatigue penalties are gone"
    return f"; fatigue penalties stay until {missing} too"


def _turns(turns: int | None) -> str:
    if turns is None:
        return "to the end of the fight"
    return f"{turns} turn{'s' * (turns != 1)}"


def _sum(tally: Tally) -> str:
    lines = ", ".join(f"{line.name} {line.value}" for line in tally.lines)
    return f"{tally.total} ({lines})"
