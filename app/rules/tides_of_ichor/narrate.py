"""An entry's events in a sentence or two; what each die is for."""

from collections.abc import Sequence

from app.engine.encounter import (
    Event,
    TurnEnded,
    TurnStarted,
)
from app.engine.narration import course
from app.engine.ruleset import Names
from app.rules.tides_of_ichor import events as e
from app.rules.tides_of_ichor.narrate_spells import SPELL_PURPOSES, spell_clause, spell_sentence
from app.rules.tides_of_ichor.spell_events import TurnSpent

PURPOSES = {
    "initiative": "initiative of {subject}",
    "roll-off": "{subject} to break the tie",
    "to-hit": "{subject} to hit {object}",
    "dodge": "{subject} to dodge {object}",
    "block": "{subject} to block {object}",
    "to-wound": "{subject} to wound {object}",
    "critical": "{subject} for a critical on {object}",
    "damage": "damage of {subject} to {object}",
    "ward": "ward of {subject} against {object}",
    **SPELL_PURPOSES,
}


def narrate(events: Sequence[Event], names: Names) -> str:
    """The story of an entry: a sentence for each thing done, with its rolls after it."""
    sentences: list[str] = []
    for before, event in zip((None, *events), events, strict=False):
        match event:
            case TurnStarted():
                pass  # the next entry tells what is done in it
            case TurnEnded() | TurnSpent():
                if not sentences:
                    sentences.append(f"{names[event.combatant]} passes")
            case _:
                _go_on(sentences, event, before, names)
    return " ".join(f"{sentence}." for sentence in sentences) or "Nothing happens."


def _go_on(sentences: list[str], event: Event, before: Event | None, names: Names) -> None:
    if said := _sentence(event, before, names):
        sentences.append(said[0].upper() + said[1:])
    elif (clause := _clause(event, names)) and sentences:
        sentences[-1] += clause
    elif clause := clause.lstrip(",; "):
        sentences.append(clause[0].upper() + clause[1:])


# What only ever goes on with a sentence.
CLAUSES = frozenset(
    {
        e.DodgeRolled, e.BlockRolled, e.WoundRolled, e.CriticalRolled, e.DamageRolled,
        e.WardRolled, e.WoundsLost, e.CombatantSlain,
    }
)  # fmt: skip


def _sentence(event: Event, before: Event | None, names: Names) -> str:
    """What begins a sentence of its own."""
    if type(event) in CLAUSES:
        return ""
    match event:
        case e.Moved():
            return _went(event, names)
        case e.AbilityUsed():
            return f"{names[event.combatant]} uses {event.ability}"
        case e.AttackRolled(because=str() as because):
            return f"{_attack(event, before, names)} with {event.weapon}: hit ({because})"
        case e.AttackRolled():
            hit = f"hit ({event.face} over" if event.hit else f"miss ({event.face}, not over"
            return f"{_attack(event, before, names)} with {event.weapon}: {hit} {event.number})"
        case e.InitiativeRolled():
            return "Initiative: " + ", ".join(
                f"{names[one.combatant]} {one.result} ({event.face} + 2 x {one.agility})"
                for one in event.results
            )
        case e.RollOffRolled():
            return f"Tie: {' and '.join(names[c] for c in event.combatants)} roll {event.face}"
        case e.ConditionTicked(left=0) if event.condition.by is not None:
            return f"{event.condition.name} of {names[event.combatant]} is over"
        case e.ConditionTicked(left=0):
            return f"{names[event.combatant]} is no longer {event.condition.name}"
        case _:
            return spell_sentence(event, names) or _course(event, names)


def _course(event: Event, names: Names) -> str:
    """The course of the encounter: who comes and goes, rounds, pauses, the end."""
    match event:
        case _:
            return course(event, names)


def _clause(event: Event, names: Names) -> str:
    """What goes on with the sentence before it."""
    match event:
        case e.DodgeRolled():
            return _chance("dodged", "not dodged", event.avoided, event.face, event.percent)
        case e.BlockRolled():
            return _chance("blocked", "not blocked", event.avoided, event.face, event.percent)
        case e.WoundRolled(because=str() as because):
            return f", wound ({because})"
        case e.WoundRolled():
            if event.wounded:
                return f", wound ({event.face} over {event.number})"
            return f", no wound ({event.face}, not over {event.number})"
        case e.CriticalRolled():
            return _chance("critical", "no critical", event.critical, event.face, event.percent)
        case e.DamageRolled():
            return f", {event.damage} damage"
        case e.WardRolled():
            return _chance("warded", "not warded", event.warded, event.face, event.percent)
        case e.WoundsLost() if event.remaining:
            return f"; {names[event.combatant]} has {event.remaining} W left"
        case e.CombatantSlain():
            return f"; {names[event.combatant]} is slain"
        case _:
            return spell_clause(event, names)


def _went(event: e.Moved, names: Names) -> str:
    if event.how == "charge":
        return ""  # the attack it ends in tells it
    way = {"move": "moves", "dash": "dashes"}[event.how]
    return f"{names[event.combatant]} {way} to zone {event.to_zone}"


def _attack(event: e.AttackRolled, before: Event | None, names: Names) -> str:
    attacker, defender = names[event.attacker], names[event.defender]
    match before:
        case e.Moved(how="charge") if event.distance:
            return f"{attacker} charges to zone {before.to_zone} and attacks {defender}"
        case e.Moved(how="charge"):
            return f"{attacker} charges {defender} in zone {before.to_zone}"
        case _:
            return f"{attacker} attacks {defender}"


def _chance(happened: str, failed: str, passed: bool, face: int, percent: int) -> str:
    if passed:
        return f", {happened} ({face} under {percent})"
    return f", {failed} ({face}, not under {percent})"
