"""Attacks, charges and abilities: whom one may strike, with what, from where."""

from collections.abc import Iterable

from app.engine.copies import altered
from app.engine.dice import Dice
from app.engine.encounter import Command, Scene
from app.engine.refusals import Invalid, Refused
from app.rules.tides_of_ichor.aiming import settle_cast
from app.rules.tides_of_ichor.blows import PLAIN, Blow, strike
from app.rules.tides_of_ichor.commands import Attack, Cast, Charge, UseAbility
from app.rules.tides_of_ichor.events import AbilityUsed, Moved
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.gear import Ability, Weapon
from app.rules.tides_of_ichor.line import CHARGE_ZONES, check_on_field, check_reach, reaches
from app.rules.tides_of_ichor.lingering import Feral
from app.rules.tides_of_ichor.refusals import (
    AlreadyUsed,
    CannotTarget,
    NobodyThere,
    OutOfRange,
    TargetDown,
    UnknownAbility,
    UnknownWeapon,
    WeaponUnclear,
)
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.tables.ranges import REACH, range_name
from app.rules.tides_of_ichor.turns import finish_turn

FIST = "fist"


def attack(scene: Scene[State], command: Attack, dice: Dice) -> None:
    """A basic attack on a foe within the weapon's range."""
    state = scene.state
    actor = str(command.actor)
    check_foe(state, actor, command.target)
    distance = state.distance(actor, command.target)
    weapon = chosen_weapon(weapons_of(state, actor), command.weapon, distance)
    feral = state.combatants[actor].bears(Feral)
    blows = feral.attacks if feral else 1  # TI-MIS-R17
    _strike_all(scene, dice, actor, [command.target] * blows, weapon)


def charge(scene: Scene[State], command: Charge, dice: Dice) -> None:
    """Up to one zone, then one basic attack, in one action (TI-MOVE-3)."""
    state = scene.state
    actor = str(command.actor)
    start = state.combatants[actor].zone
    check_foe(state, actor, command.target)
    foe_zone = state.combatants[command.target].zone
    zone = foe_zone if command.zone is None else command.zone
    check_on_field(state, zone)
    _check_charge(state, start, zone, foe_zone)
    weapon = chosen_weapon(charge_weapons(state, actor), command.weapon, abs(zone - foe_zone))
    scene.record(Moved(combatant=actor, how="charge", from_zone=start, to_zone=zone))
    _strike_all(scene, dice, actor, [command.target], weapon)


def use_ability(scene: Scene[State], command: UseAbility, dice: Dice) -> None:
    """An attack with an ability's numbers, on one foe or on a zone."""
    state = scene.state
    actor = str(command.actor)
    ability = _usable(state.combatants[actor], command.ability)
    if ability.kind == "attack":
        if command.target is None or command.zone is not None:
            raise Invalid(f"{ability.name} is used on a target: name one, and no zone.")
        check_foe(state, actor, command.target)
        targets = [command.target]
        distance = state.distance(actor, command.target)
    else:
        if command.zone is None or command.target is not None:
            raise Invalid(f"{ability.name} is used on a zone: name one, and no target.")
        check_on_field(state, command.zone)
        targets = affected(state, actor, ability, command.zone)
        distance = abs(state.combatants[actor].zone - command.zone)
        if not targets:
            raise NobodyThere(
                f"{ability.name} hits {ability.affects}, and zone {command.zone} has none.",
                zone=command.zone,
            )
    weapon = chosen_weapon(ability_weapons(state, actor, ability), command.weapon, distance)
    scene.record(AbilityUsed(combatant=actor, ability=ability.name, powerful=ability.powerful))
    _strike_all(scene, dice, actor, targets, weapon, ability)


def _strike_all(
    scene: Scene[State],
    dice: Dice,
    actor: str,
    targets: Iterable[str],
    weapon: Weapon,
    ability: Ability = PLAIN,
) -> None:
    """A blow at each, in turn; then the turn is over."""
    before = scene.state
    for target in targets:
        combatants = scene.state.combatants
        if not combatants[target].able:
            continue  # the blow before was enough
        strike(scene, dice, Blow(combatants[actor], combatants[target], weapon, ability))
    if scene.state.combatants is not before.combatants:
        scene.note_fallen_sides(before.standing)
    finish_turn(scene)


def settle(state: State, command: Command) -> Command:
    """An action with weapon, zone, ability or spell named in full; as it is if it can't be made."""
    actor = command.actor
    if actor is None or actor not in state.combatants:
        return command
    try:
        match command:
            case Attack():
                distance = state.distance(actor, command.target)
                weapon = chosen_weapon(weapons_of(state, actor), command.weapon, distance)
                return altered(command, weapon=weapon.name)
            case Charge():
                foe_zone = state.combatants[command.target].zone
                zone = foe_zone if command.zone is None else command.zone
                weapon = chosen_weapon(
                    charge_weapons(state, actor), command.weapon, abs(zone - foe_zone)
                )
                return altered(command, zone=zone, weapon=weapon.name)
            case UseAbility():
                ability = _usable(state.combatants[actor], command.ability)
                here = state.combatants[actor].zone
                there = here if command.zone is None else command.zone
                if command.target is not None:
                    there = state.combatants[command.target].zone
                weapon = chosen_weapon(
                    ability_weapons(state, actor, ability), command.weapon, abs(there - here)
                )
                return altered(command, ability=ability.name, weapon=weapon.name)
            case Cast():
                return settle_cast(state, actor, command)
            case _:
                return command
    except Refused:
        return command


# --- who and what -------------------------------------------------------------------------------


def foes(state: State, actor: str) -> list[str]:
    """Everyone of another side who still stands, in order of joining."""
    side = state.combatants[actor].side
    return [c.id for c in state.combatants.values() if c.side != side and c.able]


def check_foe(state: State, actor: str, target: str) -> None:
    """Refuses who can't be attacked: oneself, an ally, the dead, who has left."""
    combatant = state.combatants[target]
    if combatant.able and combatant.side != state.combatants[actor].side:
        return
    if not combatant.able:
        raise TargetDown(
            f"{target} is {combatant.status}: attack somebody who stands.",
            target=target,
            target_status=combatant.status,
        )
    raise CannotTarget(
        f"{actor} can't attack {target}: both are on the side {combatant.side}.",
        target=target,
        side=combatant.side,
    )


def affected(state: State, actor: str, ability: Ability, zone: int) -> list[str]:
    """Whom an attack on a zone hits: enemies, allies or all in it, never its maker (TI-LINE-4)."""
    side = state.combatants[actor].side
    return [
        c.id
        for c in state.combatants.values()
        if c.zone == zone
        and c.able
        and c.id != actor
        and (ability.affects == "all" or (c.side != side) == (ability.affects == "enemies"))
    ]


def weapons_of(state: State, actor: str) -> tuple[Weapon, ...]:
    """A fighter's weapons; who has none, or has dropped them, has fists (TI-MIS-R17)."""
    fighter = state.combatants[actor]
    if fighter.sheet.weapons and not fighter.bears(Feral):
        return fighter.sheet.weapons
    return (Weapon(name=FIST, kind="melee", damage=state.options.unarmed_damage),)


def charge_weapons(state: State, actor: str) -> tuple[Weapon, ...]:
    """What a charge may end with: *option* `charge_attack`."""
    weapons = weapons_of(state, actor)
    if state.options.charge_attack == "any":
        return weapons
    return tuple(w for w in weapons if w.kind == "melee")


def ability_weapons(state: State, actor: str, ability: Ability) -> tuple[Weapon, ...]:
    """What an ability is used with: its own weapon, or those of the sheet."""
    return (ability.weapon,) if ability.weapon else weapons_of(state, actor)


def chosen_weapon(weapons: tuple[Weapon, ...], name: str | None, distance: int) -> Weapon:
    """The weapon named, if it reaches; with none named, the only one that does."""
    if name is not None:
        named = next((w for w in weapons if w.name.casefold() == name.casefold()), None)
        if named is None:
            raise UnknownWeapon(
                f"There is no {name!r} to do this with.",
                weapon=name,
                weapons=[w.name for w in weapons],
            )
        check_reach(named.name, named.range, distance)
        return named
    fitting = [w for w in weapons if reaches(w.range, distance)]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        raise WeaponUnclear("Several weapons fit: name one.", weapons=[w.name for w in fitting])
    if not weapons:
        raise UnknownWeapon("There is no weapon to do this with.", weapons=[])
    farthest = max(weapons, key=lambda w: REACH[w.range])
    check_reach(farthest.name, farthest.range, distance)
    return farthest


def usable(fighter: Fighter, ability: Ability) -> bool:
    """Whether an ability is left to use (TI-KEY-5)."""
    return not (ability.powerful and ability.name in fighter.used)


def _usable(fighter: Fighter, name: str) -> Ability:
    ability = next(
        (a for a in fighter.sheet.abilities if a.name.casefold() == name.casefold()), None
    )
    if ability is None:
        raise UnknownAbility(
            f"{fighter.id} has no ability {name!r}.",
            ability=name,
            abilities=[a.name for a in fighter.sheet.abilities],
        )
    if not usable(fighter, ability):
        raise AlreadyUsed(
            f"{ability.name} is powerful: once an encounter, and it was used.",
            ability=ability.name,
        )
    return ability


def charge_ends(state: State, start: int, foe_zone: int) -> list[int]:
    """Where a charge may end: with the foe, or (*option* `charge_attack` any) anywhere near."""
    near = [z for z in range(state.options.zones) if abs(z - start) <= CHARGE_ZONES]
    return near if state.options.charge_attack == "any" else [z for z in near if z == foe_zone]


def _check_charge(state: State, start: int, zone: int, foe_zone: int) -> None:
    if zone in charge_ends(state, start, foe_zone):
        return
    far = abs(zone - start) > CHARGE_ZONES
    distance = abs(zone - start) if far else abs(zone - foe_zone)
    raise OutOfRange(
        f"A charge goes at most {CHARGE_ZONES} zone, and zone {zone} is {distance} away."
        if far
        else f"A charge ends with the target, in zone {foe_zone}; zone {zone} is {distance} away.",
        distance=distance,
        distance_name=range_name(distance),
        range=range_name(CHARGE_ZONES if far else 0),
    )
