"""What a fighter has in hand, takes up, and loads (WF-GEAR-1, WF-GEAR-2)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.wfrp4.arms import in_use, skill_used
from app.rules.wfrp4.commands import Load, PickUp, Ready
from app.rules.wfrp4.events import ExtendedTestGoesOn, ShotsChanged, WeaponPickedUp, WeaponsReadied
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.grips import HANDS, grips
from app.rules.wfrp4.refusals import (
    AlreadyLoaded,
    HandsFull,
    NothingChanges,
    NotInHand,
    UnknownWeapon,
    WrongWeapon,
)
from app.rules.wfrp4.rolls import make_test
from app.rules.wfrp4.sheet import Sheet
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.turns import require_action, require_courage, spend_action


def at_first(sheet: Sheet) -> tuple[str, str | None]:
    """What is in hand when one comes: the first weapon, and one that leaves it a hand."""
    main = sheet.carried[0]
    free = HANDS - main.hands
    fits = (w.name for w in sheet.weapons[1:] if w.kind == "melee" and 0 < w.hands <= free)
    return main.name, next(fits, None)


def weapon_in_hand(fighter: Fighter, name: str | None) -> Weapon:
    """The weapon that is named, or the main one. Raises UnknownWeapon, NotInHand."""
    held = fighter.in_hand
    if name is None:
        return held[0]
    found = next((w for w in fighter.sheet.carried if w.name.casefold() == name.casefold()), None)
    if found is None:
        raise UnknownWeapon(
            f"{fighter.id} has no weapon {name!r}.",
            weapon=name,
            weapons=[w.name for w in fighter.sheet.carried],
        )
    if found not in held:
        raise NotInHand(
            f"{found.name} is not in {fighter.id}'s hands: ready it first.",
            weapon=found.name,
            in_hand=[w.name for w in held],
        )
    return found


def wanted_grip(fighter: Fighter, main: str, off: str | None) -> tuple[str, str | None]:
    """Names as the sheet spells them; those it doesn't know stay as they are."""
    names = {w.name.casefold(): w.name for w in fighter.sheet.carried}
    return names.get(main.casefold(), main), off and names.get(off.casefold(), off)


def check_grip(fighter: Fighter, grip: tuple[str, str | None]) -> None:
    """Refuses what one hasn't about it, and more than two hands hold."""
    if grip in grips(fighter):
        return
    names = [w.name for w in fighter.usable]
    unknown = next((name for name in grip if name is not None and name not in names), None)
    if unknown is not None:
        raise UnknownWeapon(
            f"{fighter.id} has no {unknown!r} about it.", weapon=unknown, weapons=names
        )
    raise HandsFull(f"Two hands can't hold {' and '.join(str(g) for g in grip)}.", grip=list(grip))


def ready(scene: Scene[State], command: Ready, dice: Dice) -> None:
    """Free (ours)."""
    fighter = scene.state.combatants[str(command.actor)]
    require_courage(fighter)
    grip = wanted_grip(fighter, command.main, command.off)
    if grip == (fighter.main, fighter.off):
        raise NothingChanges(f"{fighter.id} holds just that already.")
    check_grip(fighter, grip)
    scene.record(WeaponsReadied(combatant=fighter.id, main=grip[0], off=grip[1]))


def pick_up(scene: Scene[State], command: PickUp, dice: Dice) -> None:
    """From the ground; it is in hand once it is readied."""
    fighter = scene.state.combatants[str(command.actor)]
    require_action(fighter)
    require_courage(fighter)
    lying = {name.casefold(): name for name in fighter.dropped}
    found = lying.get(command.weapon.casefold())
    if found is None:
        raise NotInHand(
            f"{command.weapon!r} doesn't lie there.", weapon=command.weapon, lying=[*lying.values()]
        )
    spend_action(scene, fighter.id)
    scene.record(WeaponPickedUp(combatant=fighter.id, weapon=found))


def load(scene: Scene[State], command: Load, dice: Dice) -> None:
    """An extended Ranged test: its SL add up to the Reload, and never go below 0."""
    fighter = scene.state.combatants[str(command.actor)]
    require_action(fighter)
    require_courage(fighter)
    weapon = weapon_in_hand(fighter, command.weapon)
    goal, shots = weapon.rating("reload"), fighter.shots_of(weapon)
    if not goal:
        raise WrongWeapon(f"{weapon.name} takes no loading.", weapon=weapon.name)
    full = max(1, weapon.rating("repeater"))
    if shots.left == full:
        raise AlreadyLoaded(f"{weapon.name} is loaded.", weapon=weapon.name)
    in_use(fighter, weapon, None)
    spend_action(scene, fighter.id)
    skill = skill_used(fighter, weapon)
    rolled = make_test(scene, dice, fighter.id, skill, "load")
    sl = max(0, shots.sl + rolled.sl.total)
    done = sl >= goal
    scene.record(
        ExtendedTestGoesOn(combatant=fighter.id, skill=skill, sl=sl, goal=goal, done=done),
        ShotsChanged(
            combatant=fighter.id,
            weapon=weapon.name,
            left=full if done else shots.left,
            sl=0 if done else sl,
        ),
    )


def spend_shot(scene: Scene[State], combatant: str, weapon: Weapon) -> None:
    """One fewer in what takes loading."""
    if weapon.rating("reload"):
        left = scene.state.combatants[combatant].shots_of(weapon).left - 1
        scene.record(ShotsChanged(combatant=combatant, weapon=weapon.name, left=left, sl=0))
