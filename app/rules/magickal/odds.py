"""What odds are given of: what a blow or a spell may come to, and whom an areal spell befalls."""

from collections.abc import Iterator, Sequence

from app.engine.encounter import Command, Event
from app.engine.ruleset import Outcome
from app.rules.magickal import events as e
from app.rules.magickal.commands import Cast
from app.rules.magickal.spells import known_spell
from app.rules.magickal.state import State
from app.rules.magickal.targets import foes

OUTCOMES = {
    "too_tired": "{of} is too tired",
    "swoon": "{of} swoons",
    "blocked": "{of} blocks",
    "hit": "{of} is hit",
    "critical": "a critical on {of}",
    "countered": "{of} counters the spell",
    "took_effect": "the spell takes effect on {of}",
    "damage": "HP that {of} loses",
    "fallen": "{of} falls",
}


def outcomes(event: Event) -> Iterator[Outcome]:
    """What an event means to the one it befalls."""
    match event:
        case e.FatigueTested(passed=False):
            yield Outcome("too_tired", event.combatant)
        case e.Swooned():
            yield Outcome("swoon", event.combatant)
        case e.DefenceTested(outcome="blocked" | "countered" | "took_effect" | "hit"):
            yield Outcome(event.outcome, event.defender)
        case e.DefenceTested(outcome="critical"):
            yield Outcome("hit", event.defender)
            yield Outcome("critical", event.defender)
        case e.HpLost():
            yield Outcome("damage", event.combatant, event.hp)
        case e.CombatantFell():
            yield Outcome("fallen", event.combatant)
        case _:
            pass


def area(state: State, command: Command) -> Sequence[str]:
    """The targets of an areal spell: those it names, or every foe."""
    match command:
        case Cast(actor=str(actor)) if actor in state.combatants:
            spell = known_spell(state.combatants[actor], command.spell)
            if spell is not None and spell.areal:
                return command.targets or tuple(foes(state, actor))
    return ()
