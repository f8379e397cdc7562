"""What odds are given of (docs/odds.md)."""

from collections.abc import Iterator, Mapping, Sequence

from app.engine.copies import altered
from app.engine.encounter import Command, Event
from app.engine.ruleset import Outcome
from app.engine.tally import total
from app.rules.quint import events as e
from app.rules.quint.commands import OneAttack
from app.rules.quint.fields import Ruling
from app.rules.quint.state import ARMS, Fighter, State

OUTCOMES = {
    "hit": "{of} is hit",
    "defended": "{of} defends",
    "strike": "{of} is struck",
    "grievous": "grievous injuries of {of}",
    "damage": "Damage Points that {of} loses",
    "down": "{of} goes down",
    "dead": "{of} dies",
    "staunched": "the bleeding of {of} is staunched",
    "escaped": "{of} escapes",
}

_BY_RULING: Mapping[Ruling, tuple[str, ...]] = {
    "miss": (),
    "hit": ("hit",),
    "defended": ("hit", "defended"),
    "strike": ("hit",),
}


def outcomes(event: Event) -> Iterator[Outcome]:
    """What an event means to the one it befalls."""
    match event:
        case e.HitRolled(hit=True):
            yield Outcome("hit", event.defender)
        case e.AttackRuled():
            yield from (Outcome(name, event.defender) for name in _BY_RULING[event.ruling])
        case e.DefenseRolled(defended=True):
            yield Outcome("defended", event.defender)
        case e.Struck():
            yield Outcome("strike", event.defender)
        case e.GateRolled(grievous=True):
            yield Outcome("grievous", event.defender)
        case e.PointsLost():
            yield Outcome("damage", event.combatant, event.points)
        case e.CombatantFell():
            yield Outcome("down", event.combatant)
        case e.CombatantDied():
            names = ("down", "dead") if event.at_once else ("dead",)
            yield from (Outcome(name, event.combatant) for name in names)
        case e.StaunchRolled(staunched=True):
            yield Outcome("staunched", event.patient)
        case e.Escaped():
            yield Outcome("escaped", event.combatant)
        case _:
            pass


def foreseen(state: State, steps: Sequence[Command]) -> object:
    """What an attack looks at in those it strikes: of wounds what they add up to, not their names.

    A last injury meets no defence; on the dead nothing falls any more.
    """
    blows = any(isinstance(step, OneAttack) for step in steps)
    everybody = state.combatants.values()
    others = [f if f.id == state.acting else _struck(f, blows) for f in everybody]
    return altered(state, combatants={}, wound=None), _wound(state), others


def _wound(state: State) -> object:
    """The grievous one that is to be rolled for; option `severity_shift` looks at its damage."""
    if state.wound is None or state.options.severity_shift:
        return state.wound
    return altered(state.wound, actual=0, chance=0)


def _struck(fighter: Fighter, blows: bool) -> object:
    if fighter.status == "dead":
        return fighter.id, fighter.status
    bare = altered(fighter, conditions=(), drawn=None, dropped=(), struck_in=None)
    if not blows:
        return bare
    met = [total(fighter.changes(to)) for to in ("foes_to_hit", "protection")]
    return bare, met, _guard(fighter) if fighter.able else None


def _guard(fighter: Fighter) -> object:
    """What Defense hangs on; hands matter for a shield alone (QU-DEF-1)."""
    borne = [affliction.condition for affliction in fighter.conditions]
    hands = fighter.drawn, [any(condition.limb == arm for condition in borne) for arm in ARMS]
    return (
        total(fighter.changes("defense")),
        any(condition.halves_defense for condition in borne),
        fighter.prone,
        hands if fighter.sheet.shield else None,
    )
