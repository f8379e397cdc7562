"""A command spelled out: so that one intent is one, however it is spelled."""

from dataclasses import replace

from app.engine.encounter import Command
from app.engine.refusals import Refused
from app.rules.quint import commands as c
from app.rules.quint.attacks import full_number
from app.rules.quint.hands import carried, melee_weapon, ranged_weapon
from app.rules.quint.state import Fighter, State
from app.rules.quint.tasks import in_pack, known_spell
from app.rules.quint.wounds import treatable


def settle(state: State, command: Command) -> Command:
    """A command with weapon, spell, item and patient named in full, as the sheet has them."""
    fighter = state.combatants.get(command.actor or "")
    if fighter is None:
        return command
    try:
        return _settled(state, fighter, command)
    except Refused:
        return command  # deciding it says what is wrong with it


def _settled(state: State, fighter: Fighter, command: Command) -> Command:
    match command:
        case c.Attack():
            return _attack(fighter, command)
        case c.Pursue():
            return replace(command, weapon=melee_weapon(fighter, command.weapon).name)
        case c.Shoot() | c.Load():
            return replace(command, weapon=ranged_weapon(fighter, command.weapon).name)
        case c.Draw():
            weapon = carried(fighter, command.weapon)
            return command if weapon is None else replace(command, weapon=weapon.name)
        case c.PickUp():
            name = command.weapon or (fighter.dropped[-1] if fighter.dropped else "")
            weapon = carried(fighter, name)
            return command if weapon is None else replace(command, weapon=weapon.name)
        case c.GetItem():
            item = in_pack(fighter, command.item)
            return command if item is None else replace(command, item=item.name)
        case c.Prepare() | c.Cast():
            return replace(command, spell=known_spell(fighter, command.spell).name)
        case c.Staunch() | c.PullOut():
            return replace(command, target=command.target or fighter.id)
        case c.Treat():
            target = command.target or fighter.id
            found = treatable(state.combatants[target], command.condition)
            condition = found[0].name if found else command.condition
            return replace(command, target=target, condition=condition)
        case _:
            return command


def _attack(fighter: Fighter, command: c.Attack) -> c.Attack:
    """All at one is said by one target, however often it was named."""
    weapon = melee_weapon(fighter, command.weapon)
    named = command.targets
    command = replace(command, weapon=weapon.name)
    all_at_one = len(set(named)) == 1 and len(named) == full_number(fighter, weapon)
    if all_at_one and command.target is None:
        return replace(command, target=named[0], targets=())
    return command
