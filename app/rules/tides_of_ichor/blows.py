"""One blow on one target: to hit, to wound, damage (TI-HIT, TI-KEY, TI-WOUND, TI-DMG)."""

from dataclasses import dataclass

from app.engine.dice import Dice, Over, Tested, Under
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.events import (
    AttackRolled,
    BlockRolled,
    CriticalRolled,
    DamageRolled,
    DodgeRolled,
    Modifier,
    WoundRolled,
)
from app.rules.tides_of_ichor.fields import StatName
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.gear import Ability, Weapon
from app.rules.tides_of_ichor.harm import is_untouched, is_warded, lose
from app.rules.tides_of_ichor.lingering import OpenGuard
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.target_numbers import held, strength_part

CRITICAL_FACTOR = 2  # TI-KEY-4

# TI-HIT-2: the attacker's stat, and the defender's
STATS_TO_HIT: dict[str, tuple[StatName, StatName]] = {
    "melee":  ("ws", "ws"),
    "ranged": ("bs", "ag"),
}  # fmt: skip


PLAIN = Ability(name="attack", kind="attack")
CERTAIN = Tested(passed=True, face=None)


@dataclass(frozen=True, slots=True)
class Blow:
    """Who strikes whom, and what with: a weapon, and an ability's numbers where one is used."""

    attacker: Fighter
    defender: Fighter
    weapon: Weapon
    ability: Ability = PLAIN

    @property
    def unopposed(self) -> str | None:
        """The defender's condition that lets enemies hit and wound it at will (TI-MIS-R26)."""
        if not self.defender.conditions or self.attacker.side == self.defender.side:
            return None
        return next((c.name for c, _ in self.defender.borne(OpenGuard)), None)

    @property
    def can_be_dodged(self) -> bool:
        """Neither weapon, ability nor condition forbids it."""
        return not (self.weapon.no_dodge or self.ability.no_dodge or self.unopposed)

    @property
    def can_be_blocked(self) -> bool:
        """Neither weapon, ability nor condition forbids it."""
        return not (self.weapon.no_block or self.ability.no_block or self.unopposed)

    @property
    def own_strength(self) -> int | None:
        """A ranged weapon's own strength, in place of the attacker's (TI-WOUND-1)."""
        return self.weapon.strength if self.weapon.kind == "ranged" else None

    @property
    def strength(self) -> int:
        """The strength behind it."""
        return self.attacker.stat("s") if self.own_strength is None else self.own_strength


def strike(scene: Scene[State], dice: Dice, blow: Blow) -> None:
    """One blow to its end: a miss, avoided, no wound, or damage."""
    if is_untouched(scene, blow.defender.id, blow.attacker.id) or not _hits(scene, dice, blow):
        return
    if _is_dodged(scene, dice, blow) or _is_blocked(scene, dice, blow):
        return
    if not _wounds(scene, dice, blow):
        return
    critical = _is_critical(scene, dice, blow)
    damage = _damage(scene, dice, blow, critical)
    attacker, defender = blow.attacker.id, blow.defender.id
    if damage and not is_warded(scene, dice, defender, attacker, "ward"):
        lose(scene, defender, damage, by=attacker)


# --- the rolls, in their order --------------------------------------------------------------------


def _hits(scene: Scene[State], dice: Dice, blow: Blow) -> bool:
    """Ws against Ws, or Bs against Ag (TI-HIT-2); equal misses (TI-HIT-1)."""
    attacker, defender = blow.attacker, blow.defender
    skill, answer = STATS_TO_HIT[blow.weapon.kind]
    base = scene.state.options.to_hit
    modifiers = (
        *_named(defender, answer, 1),
        *_named(attacker, skill, -1),
        *_of_ability(blow, blow.ability.hit),
    )
    number = held(
        base + defender.printed(answer) - attacker.printed(skill) + sum(m.value for m in modifiers)
    )
    because = blow.unopposed
    rolled = CERTAIN
    if because is None:
        rolled = dice.test(100, Over(number), "to-hit", subject=attacker.id, object=defender.id)
    scene.record(
        AttackRolled(
            attacker=attacker.id,
            defender=defender.id,
            weapon=blow.weapon.name,
            kind=blow.weapon.kind,
            distance=scene.state.distance(attacker.id, defender.id),
            base=base,
            defender_stat=defender.printed(answer),
            attacker_stat=attacker.printed(skill),
            modifiers=modifiers,
            number=number,
            face=rolled.face or 0,
            hit=rolled.passed,
            because=because,
        )
    )
    return rolled.passed


def _is_dodged(scene: Scene[State], dice: Dice, blow: Blow) -> bool:
    """After a confirmed hit, and before any block (TI-KEY-2)."""
    attacker, defender = blow.attacker.id, blow.defender.id
    percent = blow.defender.sheet.dodge if blow.can_be_dodged else 0
    rolled = dice.test(100, Under(percent), "dodge", subject=defender, object=attacker)
    if rolled.face is not None:
        scene.record(
            DodgeRolled(
                attacker=attacker,
                defender=defender,
                percent=percent,
                face=rolled.face,
                avoided=rolled.passed,
            )
        )
    return rolled.passed


def _is_blocked(scene: Scene[State], dice: Dice, blow: Blow) -> bool:
    """With what the shield adds (TI-KEY-3)."""
    attacker, defender = blow.attacker.id, blow.defender.id
    guard = blow.defender.guard
    percent = guard.block + guard.shield if blow.can_be_blocked else 0
    rolled = dice.test(100, Under(percent), "block", subject=defender, object=attacker)
    if rolled.face is not None:
        scene.record(
            BlockRolled(
                attacker=attacker,
                defender=defender,
                own=guard.block,
                shield=guard.shield,
                percent=percent,
                face=rolled.face,
                avoided=rolled.passed,
            )
        )
    return rolled.passed


def _wounds(scene: Scene[State], dice: Dice, blow: Blow) -> bool:
    """Strength against toughness (TI-WOUND-1)."""
    attacker, defender = blow.attacker, blow.defender
    own = blow.own_strength
    strength = attacker.printed("s") if own is None else own
    base = scene.state.options.to_wound
    modifiers = (
        *_named(defender, "t", 1),
        *(_named(attacker, "s", -1) if own is None else ()),
        *_of_ability(blow, blow.ability.wound),
    )
    number = held(base + defender.printed("t") - strength + sum(m.value for m in modifiers))
    because = blow.unopposed
    rolled = CERTAIN
    if because is None:
        rolled = dice.test(100, Over(number), "to-wound", subject=attacker.id, object=defender.id)
    scene.record(
        WoundRolled(
            attacker=attacker.id,
            defender=defender.id,
            base=base,
            toughness=defender.printed("t"),
            strength=strength,
            modifiers=modifiers,
            number=number,
            face=rolled.face or 0,
            wounded=rolled.passed,
            because=because,
        )
    )
    return rolled.passed


def _is_critical(scene: Scene[State], dice: Dice, blow: Blow) -> bool:
    """Rolled after a successful wound roll (TI-KEY-4)."""
    attacker, defender = blow.attacker.id, blow.defender.id
    own = blow.attacker.sheet.critical
    percent = own + blow.weapon.critical + blow.ability.critical
    rolled = dice.test(100, Under(percent), "critical", subject=attacker, object=defender)
    if rolled.face is not None:
        scene.record(
            CriticalRolled(
                attacker=attacker,
                defender=defender,
                own=own,
                weapon=blow.weapon.critical,
                ability=blow.ability.critical,
                percent=percent,
                face=rolled.face,
                critical=rolled.passed,
            )
        )
    return rolled.passed


def _damage(scene: Scene[State], dice: Dice, blow: Blow, critical: bool) -> int:
    """Weapon, doubled on a critical, + strength part - armor - DR; never below 0 (TI-DMG-2)."""
    attacker, defender = blow.attacker.id, blow.defender.id
    rolled = dice.total(blow.weapon.damage, "damage", subject=attacker, object=defender)
    factor = CRITICAL_FACTOR if critical else 1
    weapon_damage = (rolled.value + blow.ability.damage) * factor
    toughness = blow.defender.stat("t")
    part = strength_part(blow.strength, toughness)
    guard = blow.defender.guard
    damage = max(0, weapon_damage + part - guard.armor - guard.dr)
    scene.record(
        DamageRolled(
            attacker=attacker,
            defender=defender,
            faces=rolled.faces,
            rolled=rolled.value,
            ability=blow.ability.damage,
            critical=critical,
            weapon_damage=weapon_damage,
            strength=blow.strength,
            toughness=toughness,
            strength_part=part,
            armor=guard.armor,
            dr=guard.dr,
            damage=damage,
        )
    )
    return damage


# --- what goes into a target number ---------------------------------------------------------------


def _named(fighter: Fighter, stat: StatName, sign: int) -> tuple[Modifier, ...]:
    """What conditions do to the number; `sign` is 1 for the defender, -1 for the attacker."""
    if not fighter.conditions:
        return ()
    return tuple(
        Modifier(of=fighter.id, name=name, value=sign * change)
        for name, change in fighter.changes(stat)
    )


def _of_ability(blow: Blow, bonus: int) -> tuple[Modifier, ...]:
    if not bonus:
        return ()
    return (Modifier(of=blow.attacker.id, name=blow.ability.name, value=-bonus),)
