"""What odds are given of (docs/odds.md)."""

from collections.abc import Iterator

from app.engine.encounter import Event
from app.engine.ruleset import Outcome
from app.rules.quint import events as e

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


def outcomes(event: Event) -> Iterator[Outcome]:
    """What an event means to the one it befalls."""
    match event:
        case e.HitRolled(hit=True):
            yield Outcome("hit", event.defender)
        case e.AttackRuled() if event.ruling != "miss":
            yield Outcome("hit", event.defender)
            if event.ruling == "defended":
                yield Outcome("defended", event.defender)
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
            yield Outcome("dead", event.combatant)
            if event.at_once:
                yield Outcome("down", event.combatant)
        case e.StaunchRolled(staunched=True):
            yield Outcome("staunched", event.patient)
        case e.Escaped():
            yield Outcome("escaped", event.combatant)
        case _:
            pass
