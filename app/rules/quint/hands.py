"""Weapons in hand: drawing, picking up, and which of them can strike (QU-ACT-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.quint.commands import PickUp
from app.rules.quint.events import WeaponDrawn
from app.rules.quint.refusals import (
    AlreadyDrawn,
    NotDrawn,
    NothingThere,
    TooFewArms,
    UnknownWeapon,
    WrongWeapon,
)
from app.rules.quint.sheet import Weapon
from app.rules.quint.state import Fighter, State
from app.rules.quint.turns import finish_turn, leave_off


def carried(fighter: Fighter, name: str) -> Weapon | None:
    """The weapon of a name, however it is spelled."""
    wanted = name.casefold()
    return next((w for w in fighter.sheet.carried if w.name.casefold() == wanted), None)


def melee_weapons(fighter: Fighter) -> list[Weapon]:
    """What it can strike with as it stands: the weapon in hand, and natural ones."""
    return [
        weapon
        for weapon in fighter.sheet.carried
        if weapon.kind == "melee"
        and (weapon.natural or weapon.name == fighter.drawn)
        and fighter.can_hold(weapon)
    ]


def melee_weapon(fighter: Fighter, name: str | None) -> Weapon:
    """The weapon of a blow; unnamed, the one in hand, else the first natural one.

    Refuses what isn't carried, isn't drawn, is for shooting, or needs more arms.
    """
    if name is None:
        usable = melee_weapons(fighter)
        name = next((w.name for w in usable if not w.natural), None)
        name = name or next((w.name for w in usable), fighter.sheet.carried[-1].name)
    weapon = _known(fighter, name)
    if weapon.kind == "ranged":
        raise WrongWeapon(f"{weapon.name} is for shooting.", weapon=weapon.name)
    if not weapon.natural and weapon.name != fighter.drawn:
        raise NotDrawn(
            f"{fighter.id} has no {weapon.name} in hand: draw it.",
            weapon=weapon.name,
            in_hand=fighter.drawn,
        )
    check_arms(fighter, weapon)
    return weapon


def ranged_weapon(fighter: Fighter, name: str | None) -> Weapon:
    """The bow or crossbow in hand. Refuses anything else."""
    weapon = fighter.weapon if name is None else _known(fighter, name)
    if weapon is None or (weapon.kind == "ranged" and weapon.name != fighter.drawn):
        raise NotDrawn(
            f"{fighter.id} has no bow or crossbow in hand: draw one.", in_hand=fighter.drawn
        )
    if weapon.kind == "melee":
        raise WrongWeapon(f"{weapon.name} doesn't shoot.", weapon=weapon.name)
    check_arms(fighter, weapon)
    return weapon


def drawable(fighter: Fighter, name: str) -> Weapon:
    """A weapon that can be drawn now. Refuses what is drawn already, or lies on the ground."""
    weapon = _known(fighter, name)
    if weapon.natural or weapon.name == fighter.drawn:
        raise AlreadyDrawn(f"{weapon.name} counts as drawn already.", weapon=weapon.name)
    if weapon.name in fighter.dropped:
        raise NotDrawn(
            f"{weapon.name} lies on the ground: pick it up.",
            weapon=weapon.name,
            in_hand=fighter.drawn,
        )
    check_arms(fighter, weapon)
    return weapon


def take_in_hand(
    scene: Scene[State], holder: str, weapon: Weapon, *, picked_up: bool = False
) -> None:
    """The weapon is in hand; another is put away."""
    scene.record(WeaponDrawn(combatant=holder, weapon=weapon.name, picked_up=picked_up))


def pick_up(scene: Scene[State], command: PickUp, dice: Dice) -> None:
    """Takes a dropped weapon in hand, one that the arms can hold."""
    fighter = scene.state.combatants[str(command.actor)]
    name = command.weapon or (fighter.dropped[-1] if fighter.dropped else None)
    weapon = None if name is None else carried(fighter, name)
    if weapon is None or weapon.name not in fighter.dropped:
        raise NothingThere(
            f"{fighter.id} has dropped no such weapon.", dropped=list(fighter.dropped)
        )
    check_arms(fighter, weapon)
    leave_off(scene, fighter.id)
    take_in_hand(scene, fighter.id, weapon, picked_up=True)
    finish_turn(scene)


def check_arms(fighter: Fighter, weapon: Weapon) -> None:
    """Refuses what the sound arms can't hold."""
    if not fighter.can_hold(weapon):
        raise TooFewArms(
            f"{weapon.name} needs {weapon.hands} sound arms, and {fighter.id} has "
            f"{fighter.sound_arms}.",
            weapon=weapon.name,
            hands=weapon.hands,
            sound_arms=fighter.sound_arms,
        )


def _known(fighter: Fighter, name: str) -> Weapon:
    weapon = carried(fighter, name)
    if weapon is None:
        raise UnknownWeapon(
            f"{fighter.id} carries no {name!r}.",
            weapon=name,
            weapons=[w.name for w in fighter.sheet.carried],
        )
    return weapon
