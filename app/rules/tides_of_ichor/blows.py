"""One blow on one target: to hit, to wound, damage (TI-HIT, TI-KEY, TI-WOUND, TI-DMG)."""

from dataclasses import dataclass

from app.engine.dice import Dice, Over, Under
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.events import (
    AttackRolled,
    BlockRolled,
    CombatantSlain,
    CriticalRolled,
    DamageRolled,
    DodgeRolled,
    WardRolled,
    WoundRolled,
    WoundsLost,
)
from app.rules.tides_of_ichor.sheet import Ability, Weapon
from app.rules.tides_of_ichor.state import Fighter, State

LOWEST_NUMBER, HIGHEST_NUMBER = 5, 95  # TI-HIT-4
CRITICAL_FACTOR = 2  # TI-KEY-4
POINTS_A_DAMAGE = 5  # TI-DMG-1


@dataclass(frozen=True, slots=True)
class Blow:
    """What an attack is made with: a weapon, and an ability's numbers where one is used."""

    attacker: str
    defender: str
    weapon: Weapon
    ability: Ability | None = None

    @property
    def hit_bonus(self) -> int:
        """What makes hitting easier."""
        return self.ability.hit if self.ability else 0

    @property
    def wound_bonus(self) -> int:
        """What makes wounding easier."""
        return self.ability.wound if self.ability else 0

    @property
    def damage_bonus(self) -> int:
        """What the ability adds to the weapon's damage."""
        return self.ability.damage if self.ability else 0

    @property
    def critical_bonus(self) -> int:
        """What weapon and ability add to the chance of a critical."""
        return self.weapon.critical + (self.ability.critical if self.ability else 0)

    @property
    def can_be_dodged(self) -> bool:
        """Neither weapon nor ability forbids it."""
        return not (self.weapon.no_dodge or (self.ability and self.ability.no_dodge))

    @property
    def can_be_blocked(self) -> bool:
        """Neither weapon nor ability forbids it."""
        return not (self.weapon.no_block or (self.ability and self.ability.no_block))


def target_number(base: int, defender: int, attacker: int, bonus: int = 0) -> int:
    """Base + defender's value - attacker's - bonus, held to 5..95 (TI-HIT-1, TI-HIT-4)."""
    return max(LOWEST_NUMBER, min(HIGHEST_NUMBER, base + defender - attacker - bonus))


def strength_part(strength: int, toughness: int) -> int:
    """(S - T) / 5, decimals dropped towards zero: 7/5 is 1, -7/5 is -1 (TI-DMG-1)."""
    difference = strength - toughness
    points = abs(difference) // POINTS_A_DAMAGE
    return points if difference >= 0 else -points


def strike(scene: Scene[State], dice: Dice, blow: Blow) -> None:
    """Rolls one blow to its end: a miss, avoided, no wound, or damage."""
    attacker = scene.state.combatants[blow.attacker]
    defender = scene.state.combatants[blow.defender]
    if not _hits(scene, dice, blow, attacker, defender):
        return
    if _avoids(scene, dice, blow, defender):
        return
    strength = _strength(blow.weapon, attacker)
    if not _wounds(scene, dice, blow, strength, defender):
        return
    critical = _is_critical(scene, dice, blow, attacker)
    damage = _damage(scene, dice, blow, strength, defender, critical)
    if damage and not _is_warded(scene, dice, blow, defender):
        lose_wounds(scene, defender, damage, by=blow.attacker)


def lose_wounds(scene: Scene[State], fighter: Fighter, wounds: int, by: str | None) -> None:
    """Takes wounds off; at 0 the fighter is slain, and W is never below (TI-DMG-3)."""
    remaining = max(0, fighter.wounds - wounds)
    scene.record(WoundsLost(combatant=fighter.id, wounds=wounds, remaining=remaining))
    if remaining == 0:
        scene.record(CombatantSlain(combatant=fighter.id, by=by))


def _hits(
    scene: Scene[State], dice: Dice, blow: Blow, attacker: Fighter, defender: Fighter
) -> bool:
    """Ws against Ws, or Bs against Ag (TI-HIT-2); equal misses."""
    melee = blow.weapon.kind == "melee"
    attack = attacker.stat("ws" if melee else "bs")
    defence = defender.stat("ws" if melee else "ag")
    base = scene.state.options.to_hit
    number = target_number(base, defence, attack, blow.hit_bonus)
    rolled = dice.test(100, Over(number), "to-hit", subject=blow.attacker, object=blow.defender)
    scene.record(
        AttackRolled(
            attacker=blow.attacker,
            defender=blow.defender,
            weapon=blow.weapon.name,
            kind=blow.weapon.kind,
            distance=scene.state.distance(blow.attacker, blow.defender),
            base=base,
            attack=attack,
            defence=defence,
            bonus=blow.hit_bonus,
            number=number,
            face=rolled.face or 0,
            hit=rolled.passed,
        )
    )
    return rolled.passed


def _avoids(scene: Scene[State], dice: Dice, blow: Blow, defender: Fighter) -> bool:
    """Dodge, then block, each after a confirmed hit (TI-KEY-2, TI-KEY-3)."""
    if blow.can_be_dodged:
        percent = defender.sheet.dodge
        dodged = dice.test(
            100, Under(percent), "dodge", subject=blow.defender, object=blow.attacker
        )
        if dodged.face is not None:
            scene.record(
                DodgeRolled(
                    defender=defender.id, percent=percent, face=dodged.face, avoided=dodged.passed
                )
            )
        if dodged.passed:
            return True
    if blow.can_be_blocked:
        percent = defender.sheet.block_chance
        blocked = dice.test(
            100, Under(percent), "block", subject=blow.defender, object=blow.attacker
        )
        if blocked.face is not None:
            scene.record(
                BlockRolled(
                    defender=defender.id, percent=percent, face=blocked.face, avoided=blocked.passed
                )
            )
        return blocked.passed
    return False


def _strength(weapon: Weapon, attacker: Fighter) -> int:
    """A ranged weapon's own strength; the wielder's otherwise (TI-WOUND-1)."""
    if weapon.kind == "ranged" and weapon.strength is not None:
        return weapon.strength
    return attacker.stat("s")


def _wounds(scene: Scene[State], dice: Dice, blow: Blow, strength: int, defender: Fighter) -> bool:
    toughness = defender.stat("t")
    base = scene.state.options.to_wound
    number = target_number(base, toughness, strength, blow.wound_bonus)
    rolled = dice.test(100, Over(number), "to-wound", subject=blow.attacker, object=blow.defender)
    scene.record(
        WoundRolled(
            attacker=blow.attacker,
            defender=blow.defender,
            base=base,
            strength=strength,
            toughness=toughness,
            bonus=blow.wound_bonus,
            number=number,
            face=rolled.face or 0,
            wounded=rolled.passed,
        )
    )
    return rolled.passed


def _is_critical(scene: Scene[State], dice: Dice, blow: Blow, attacker: Fighter) -> bool:
    percent = attacker.sheet.critical + blow.critical_bonus
    rolled = dice.test(100, Under(percent), "critical", subject=blow.attacker, object=blow.defender)
    if rolled.face is not None:
        scene.record(
            CriticalRolled(
                attacker=blow.attacker, percent=percent, face=rolled.face, critical=rolled.passed
            )
        )
    return rolled.passed


def _damage(
    scene: Scene[State], dice: Dice, blow: Blow, strength: int, defender: Fighter, critical: bool
) -> int:
    """Weapon, doubled on a critical, + strength part - armor - DR; never below 0 (TI-DMG-2)."""
    rolled = dice.total(blow.weapon.damage, "damage", subject=blow.attacker, object=blow.defender)
    weapon = max(0, rolled.value + blow.damage_bonus)
    part = strength_part(strength, defender.stat("t"))
    sheet = defender.sheet
    factor = CRITICAL_FACTOR if critical else 1
    damage = max(0, weapon * factor + part - sheet.armor - sheet.dr)
    scene.record(
        DamageRolled(
            attacker=blow.attacker,
            defender=blow.defender,
            faces=rolled.faces,
            weapon=weapon,
            critical=critical,
            strength_part=part,
            armor=sheet.armor,
            reduction=sheet.dr,
            damage=damage,
        )
    )
    return damage


def _is_warded(scene: Scene[State], dice: Dice, blow: Blow, defender: Fighter) -> bool:
    percent = defender.sheet.ward
    rolled = dice.test(100, Under(percent), "ward", subject=blow.defender, object=blow.attacker)
    if rolled.face is not None:
        scene.record(
            WardRolled(
                defender=defender.id, percent=percent, face=rolled.face, warded=rolled.passed
            )
        )
    return rolled.passed
