"""Spells a command out: weapons and grips as the sheet has them."""

from collections.abc import Sequence
from dataclasses import replace

from app.engine.encounter import Command
from app.rules.wfrp4.commands import Attack, Fortune, Load, PickUp, Ready, Resilience, Tend, Treat
from app.rules.wfrp4.fate import turned_test
from app.rules.wfrp4.hands import wanted_grip
from app.rules.wfrp4.magic_commands import Cast, Channel, Pray
from app.rules.wfrp4.spells import Power
from app.rules.wfrp4.state import Fighter, State


def settle(state: State, command: Command) -> Command:
    """The command with what was left out filled in."""
    fighter = state.combatants.get(command.actor or "")
    if fighter is None:
        return command
    match command:
        case Attack():
            return replace(command, weapon=_spelled(fighter, command.weapon))
        case Load() | PickUp():
            return replace(command, weapon=_spelled(fighter, command.weapon))
        case Ready():
            main, off = wanted_grip(fighter, command.main, command.off)
            return replace(command, main=main, off=off)
        case Tend(target=None) | Treat(target=None):
            return replace(command, target=fighter.id)
        case Cast() | Channel():
            return replace(command, spell=_named(fighter.sheet.spells, command.spell))
        case Pray():
            return replace(command, prayer=_named(fighter.sheet.prayers, command.prayer))
        case Fortune(test=None) | Resilience(test=None):
            return replace(command, test=turned_test(state, command))
        case _:
            return command


def _named(powers: Sequence[Power], name: str) -> str:
    folded = name.casefold()
    return next((power.name for power in powers if power.name.casefold() == folded), name)


def _spelled(fighter: Fighter, weapon: str | None) -> str:
    if weapon is None:
        return fighter.in_hand[0].name
    return wanted_grip(fighter, weapon, None)[0]
