"""What the qualities of a weapon do beside its damage (WF-GEAR-2)."""

from app.engine.dice import AtMost, Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.contest import Blow, Verdict
from app.rules.wfrp4.events import ArmourDamaged, MeleeLeft, Pushed, WeaponDamaged
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.harm import gain
from app.rules.wfrp4.rolls import is_double, opposed, passes, plain_side
from app.rules.wfrp4.state import State

COOL = Line("average", 20)  # Blackpowder
SAVE_DIE = 10  # Durable
LODGED = "lodged missile"


def after_hit(scene: Scene[State], dice: Dice, blow: Blow, verdict: Verdict) -> None:
    """Distract, Hack, Pummel, Entangle, what the weapon inflicts, and Impale of missiles."""
    weapon = blow.weapon
    attacker, defender = blow.attacker.id, blow.defender.id
    place = blow.location(verdict.attack.face)
    if blow.push and weapon.rating("distract"):
        _push(scene, blow, verdict.margin)
        return
    if weapon.rating("hack"):
        _hack(scene, blow, place)
    if weapon.rating("pummel") and place == "head":
        _pummel(scene, dice, attacker, defender)
    inflict(scene, blow, verdict.margin)
    if weapon.rating("impale") and weapon.kind == "ranged":
        gain(scene, defender, Condition(name=LODGED, cause=weapon.name, by=attacker))


def inflict(scene: Scene[State], blow: Blow, sl: int) -> None:
    """The conditions of a hit: Entangle, and 1 + SL levels of what the weapon inflicts."""
    weapon, by, victim = blow.weapon, blow.attacker.id, blow.defender.id
    if weapon.rating("entangle"):
        gain(scene, victim, Condition(name="entangled", cause=weapon.name, by=by))
    if weapon.inflicts is not None:
        level = max(1, 1 + sl)
        gain(scene, victim, Condition(name=weapon.inflicts, level=level, cause=weapon.name, by=by))


def frighten(scene: Scene[State], dice: Dice, blow: Blow) -> None:
    """Blackpowder, hit or miss: Average (+20) Cool, or Broken."""
    target = scene.state.combatants[blow.defender.id]
    if not blow.weapon.rating("blackpowder") or not target.able:
        return
    by = blow.attacker.id
    if not passes(scene, dice, target.id, "cool", "blackpowder", COOL, against=by):
        broken = Condition(name="broken", cause=blow.weapon.name, by=by)
        gain(scene, target.id, broken)


def wear_out(scene: Scene[State], dice: Dice, bearer: str, weapon: Weapon, face: int) -> None:
    """What is shoddy breaks on a failed double."""
    if weapon.rating("shoddy") and is_double(face):
        break_weapon(scene, dice, bearer, weapon)


def break_weapon(scene: Scene[State], dice: Dice, bearer: str, weapon: Weapon) -> None:
    """Unless it is Unbreakable; Durable bears some damages, and then may be saved by a d10."""
    durable = weapon.rating("durable")
    if weapon.rating("unbreakable"):
        return
    borne = scene.state.combatants[bearer].loss(weapon.name) < durable
    face = None
    if durable and not borne:
        # d10 at or over 10 - n saves it: the same chance as at or under n + 1
        saved = dice.test(SAVE_DIE, AtMost(durable + 1), "save-weapon", subject=bearer)
        borne, face = saved.passed, saved.face
    scene.record(
        WeaponDamaged(combatant=bearer, weapon=weapon.name, points=1, broken=not borne, face=face)
    )


def _push(scene: Scene[State], blow: Blow, yards: int) -> None:
    """Away from the attacker, as far as the SL; out of the melee."""
    target = scene.state.combatants[blow.defender.id]
    here, there = scene.state.combatants[blow.attacker.id].position, target.position
    position = there
    if here is not None and there is not None:
        position = there + (yards if there >= here else -yards)
    scene.record(Pushed(combatant=target.id, by=blow.attacker.id, yards=yards, position=position))
    if yards and target.engaged:
        scene.record(MeleeLeft(combatant=target.id))


def _hack(scene: Scene[State], blow: Blow, place: Location) -> None:
    """The shield that opposed, or the outermost piece that was struck."""
    defender, defence = blow.defender, blow.defence
    if defence is not None and defence.weapon is not None and defence.shield:
        scene.record(
            WeaponDamaged(combatant=defender.id, weapon=defence.weapon.name, points=1, broken=False)
        )
        return
    worn = defender.armour_at(place)
    if worn:
        scene.record(ArmourDamaged(combatant=defender.id, item=worn[0][0].name, points=1))


def _pummel(scene: Scene[State], dice: Dice, attacker: str, defender: str) -> None:
    won, _ = opposed(
        scene,
        dice,
        "pummel",
        (attacker, "strength", plain_side(scene.state, attacker, "strength")),
        (defender, "endurance", plain_side(scene.state, defender, "endurance")),
    )
    if won:
        gain(scene, defender, Condition(name="stunned", cause="pummel", by=attacker))
