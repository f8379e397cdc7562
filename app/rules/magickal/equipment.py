"""What a fighter has in hand and on, of what it carries (MG-TURN-2)."""

from itertools import product

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.magickal.commands import ChangeEquipment
from app.rules.magickal.events import EquipmentChanged
from app.rules.magickal.fields import ArmourName, ShieldName
from app.rules.magickal.refusals import HandsFull, NotCarried, NothingChanges
from app.rules.magickal.sheet import Sheet
from app.rules.magickal.state import Fighter, Options, State
from app.rules.magickal.turns import finish_turn

Equipment = tuple[str, ShieldName, ArmourName]
"""Weapon, shield, armour."""


def possible(sheet: Sheet, options: Options) -> list[Equipment]:
    """Every way to bear what a sheet has; the first is how its owner comes.

    A heavy weapon leaves no hand for a shield, but for *option* `shield_with_heavy_weapon`.
    """
    shields = dict.fromkeys((sheet.shield, "none"))
    armours = dict.fromkeys((sheet.armour, "none"))
    return [
        (weapon.name, shield, armour)
        for weapon, shield, armour in product(sheet.carried, shields, armours)
        if shield == "none" or weapon.weight != "heavy" or options.shield_with_heavy_weapon
    ]


def wanted(
    fighter: Fighter, weapon: str | None, shield: ShieldName | None, armour: ArmourName | None
) -> Equipment:
    """What is asked for, the weapon as the sheet spells it; what isn't stays as it is."""
    names = {w.name.casefold(): w.name for w in fighter.sheet.carried}
    return (
        fighter.weapon if weapon is None else names.get(weapon.casefold(), weapon),
        fighter.shield if shield is None else shield,
        fighter.armour if armour is None else armour,
    )


def check_possible(sheet: Sheet, options: Options, equipment: Equipment) -> None:
    """Refuses what isn't carried, and a shield beside a heavy weapon."""
    if equipment in possible(sheet, options):
        return
    weapon, shield, armour = equipment
    weapons = [w.name for w in sheet.carried]
    carried = shield in ("none", sheet.shield) and armour in ("none", sheet.armour)
    if carried and weapon in weapons:
        raise HandsFull(
            f"{weapon} needs both hands: put the {shield} away.", weapon=weapon, shield=shield
        )
    raise NotCarried(
        "Only what the sheet has can be taken in hand or put on.",
        weapons=weapons,
        shield=sheet.shield,
        armour=sheet.armour,
    )


def change_equipment(scene: Scene[State], command: ChangeEquipment, dice: Dice) -> None:
    """One turn, whatever is changed."""
    fighter = scene.state.combatants[str(command.actor)]
    equipment = wanted(fighter, command.weapon, command.shield, command.armour)
    if equipment == fighter.equipment:
        raise NothingChanges(f"{fighter.id} bears just that already.")
    check_possible(fighter.sheet, scene.state.options, equipment)
    weapon, shield, armour = equipment
    scene.record(
        EquipmentChanged(combatant=fighter.id, weapon=weapon, shield=shield, armour=armour)
    )
    finish_turn(scene)
