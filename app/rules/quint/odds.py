"""What odds are given of (docs/odds.md)."""

from collections.abc import Iterator, Mapping

from app.engine.encounter import Event
from app.engine.ruleset import Outcome
from app.rules.quint import events as e
from app.rules.quint.fields import Ruling

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
