"""What odds are given of: what an action may come to, and whom an area spell befalls."""

from collections.abc import Iterator, Sequence

from app.engine.encounter import Command, Event
from app.engine.ruleset import Outcome
from app.rules.desdaemona import events as e
from app.rules.desdaemona.attacks import settled_attack
from app.rules.desdaemona.commands import Attack
from app.rules.desdaemona.state import State

OUTCOMES = {
    "hit": "the attack on {of} lands",
    "damage": "HP that {of} loses",
    "dead": "{of} dies",
    "affected": "{of} comes under a spell",
    "yields": "{of} yields",
    "recovered": "STA that {of} regains",
    "shaken_off": "{of} shakes it off",
}


def outcomes(event: Event) -> Iterator[Outcome]:
    """What an event means to the one it befalls.

    Whether an attacker yields or gasps once more hangs on everybody it attacks: that isn't told.
    """
    match event:
        case e.DefenceMade(landed=True):
            yield Outcome("hit", event.defender)
        case e.HpLost():
            yield Outcome("damage", event.combatant, event.hp)
        case e.CombatantDied():
            yield Outcome("dead", event.combatant)
        case e.ConditionGained() if event.condition.spell:
            yield Outcome("affected", event.combatant)
        case e.Yielded(on="defence"):
            yield Outcome("yields", event.combatant)
        case e.StaminaRegained(why="contested" | "potion"):
            yield Outcome("recovered", event.combatant, event.sta)
        case e.Evaded() if event.regained:
            yield Outcome("recovered", event.combatant, event.regained)
        case e.EffectContested(shaken=True):
            yield Outcome("shaken_off", event.combatant)
        case _:
            pass


def area(state: State, command: Command) -> Sequence[str]:
    """All whom an area spell goes for."""
    if not isinstance(command, Attack) or command.actor not in state.combatants:
        return ()
    return settled_attack(state, command).targets
