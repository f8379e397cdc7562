"""Attacks with weapons: the full number, a shot, a weapon drawn and a single strike (QU-ACT-1)."""

from collections.abc import Sequence

from app.engine.dice import Dice
from app.engine.encounter import Command, Scene
from app.rules.quint.commands import Attack, Blow, Draw, OneAttack, RollInjury, Shoot
from app.rules.quint.events import WeaponShot
from app.rules.quint.fields import Ruling
from app.rules.quint.hands import drawable, melee_weapon, ranged_weapon, take_in_hand
from app.rules.quint.injuries import roll_injury
from app.rules.quint.refusals import NotLoaded, WrongTargets, WrongWeapon
from app.rules.quint.sheet import Weapon
from app.rules.quint.state import Fighter, State
from app.rules.quint.strikes import Strike, attempt, perform, weapon_strike
from app.rules.quint.targets import check_foe, check_in_reach
from app.rules.quint.turns import finish_turn, leave_off


def steps(state: State, command: Command) -> Sequence[Command]:
    """An attack is its attacks one by one, each with its wound, on what came before."""
    if not isinstance(command, Attack):
        return (command,)
    actor = state.combatants[str(command.actor)]
    weapon = melee_weapon(actor, command.weapon)
    targets = targets_of(actor, weapon, command)
    for target in targets:
        check_in_reach(state, actor.id, target)
    check_rulings(command, len(targets))
    found: list[Command] = []
    for number, target in enumerate(targets):
        last = number == len(targets) - 1
        attack = OneAttack(
            actor=actor.id,
            target=target,
            weapon=weapon.name,
            aware=command.aware,
            ruling=ruling_at(command, number),
            grievous=command.grievous,
            last=last and not command.grievous,
        )
        found.append(attack)
        if command.grievous:
            found.append(RollInjury(actor=actor.id, last=last))
    return found


def targets_of(actor: Fighter, weapon: Weapon, command: Attack) -> tuple[str, ...]:
    """A target for each attack: the one as often as the full number, or those that are named."""
    most = full_number(actor, weapon)
    if (command.target is None) == (not command.targets):
        raise WrongTargets("Name one target, or as `targets` one for each attack.", most=most)
    if command.target is not None:
        return (command.target,) * most
    if len(command.targets) > most:
        raise WrongTargets(
            f"{actor.id} has {most} attacks with {weapon.name}.", attacks=most, most=most
        )
    return command.targets


def full_number(actor: Fighter, weapon: Weapon) -> int:
    """How many attacks one has in a quint with a drawn weapon."""
    return actor.sheet.attacks if weapon.attacks is None else weapon.attacks


def ruling_at(command: Blow, number: int) -> Ruling | None:
    """The ruling on one of the attacks, counted from 0."""
    if isinstance(command.ruling, tuple):
        return command.ruling[number]
    return command.ruling


def check_rulings(command: Blow, attacks: int) -> None:
    """Refuses a list of rulings that hasn't one for each attack."""
    if isinstance(command.ruling, tuple) and len(command.ruling) != attacks:
        raise WrongTargets(
            f"There are {attacks} attacks and {len(command.ruling)} rulings: give one for each.",
            attacks=attacks,
            rulings=len(command.ruling),
        )


def one_attack(scene: Scene[State], command: OneAttack, dice: Dice) -> None:
    """One of the attacks; none at a target that an earlier one has killed."""
    actor = scene.state.combatants[str(command.actor)]
    leave_off(scene, actor.id)
    if scene.state.combatants[command.target].status != "dead":
        attempt(scene, dice, _strike(command, actor, command.target, command.weapon))
    if command.last:
        finish_turn(scene)


def injure(scene: Scene[State], command: RollInjury, dice: Dice) -> None:
    """The injury of one of the attacks, if its wound is a grievous one."""
    roll_injury(scene, dice)
    if command.last:
        finish_turn(scene)


def shoot(scene: Scene[State], command: Shoot, dice: Dice) -> None:
    """One shot; only what needs loading must be loaded."""
    actor = scene.state.combatants[str(command.actor)]
    weapon = ranged_weapon(actor, command.weapon)
    check_foe(scene.state, actor.id, command.target)
    check_rulings(command, 1)
    if weapon.needs_loading and weapon.name not in actor.loaded:
        raise NotLoaded(f"{weapon.name} isn't loaded.", weapon=weapon.name)
    leave_off(scene, actor.id)
    strike_once(scene, dice, command, actor, command.target, weapon.name)
    if weapon.needs_loading:
        scene.record(WeaponShot(combatant=actor.id, weapon=weapon.name))
    finish_turn(scene)


def draw(scene: Scene[State], command: Draw, dice: Dice) -> None:
    """A weapon in hand, and a single strike with it if a target is named."""
    actor = scene.state.combatants[str(command.actor)]
    weapon = drawable(actor, command.weapon)
    if command.target is not None:
        if weapon.kind == "ranged":
            raise WrongWeapon(
                f"{weapon.name} is drawn in one quint, and shoots in the next.",
                weapon=weapon.name,
            )
        check_in_reach(scene.state, actor.id, command.target)
        check_rulings(command, 1)
    leave_off(scene, actor.id)
    take_in_hand(scene, actor.id, weapon)
    if command.target is not None:
        strike_once(scene, dice, command, actor, command.target, weapon.name)
    finish_turn(scene)


def strike_once(
    scene: Scene[State], dice: Dice, command: Blow, actor: Fighter, target: str, weapon: str
) -> None:
    """A single attack, as its command says."""
    perform(scene, dice, _strike(command, actor, target, weapon))


def _strike(command: Blow, actor: Fighter, target: str, weapon: str) -> Strike:
    return weapon_strike(
        actor,
        target,
        next(w for w in actor.sheet.carried if w.name == weapon),
        aware=command.aware,
        ruling=ruling_at(command, 0),
        grievous=command.grievous,
    )
