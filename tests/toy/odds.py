"""What odds are given of in a toy fight, and whom a blast befalls."""

from collections.abc import Iterator, Sequence

from app.engine.encounter import Command, Event
from app.engine.ruleset import Outcome
from tests.toy import events as e
from tests.toy.commands import Blast
from tests.toy.state import State

OUTCOMES = {
    "hit": "{of} is hit",
    "parried": "{of} parries",
    "damage": "hp that {of} loses",
    "burning": "{of} catches fire",
    "down": "{of} goes down",
}


def outcomes(event: Event) -> Iterator[Outcome]:
    match event:
        case e.StrikeRolled(hit=True) | e.BlowRolled(hit=True):
            yield Outcome("hit", event.defender)
        case e.ParryRolled(parried=True):
            yield Outcome("parried", event.defender)
        case e.HpLost():
            yield Outcome("damage", event.combatant, event.hp)
        case e.CaughtFire():
            yield Outcome("burning", event.combatant)
        case e.CombatantFell():
            yield Outcome("down", event.combatant)
        case _:
            pass


def area(state: State, command: Command) -> Sequence[str]:
    """A blast is for everybody else."""
    return state.others(str(command.actor)) if isinstance(command, Blast) else ()
