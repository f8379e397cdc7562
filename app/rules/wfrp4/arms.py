"""A weapon as it is used: with its ammunition, and in hands that may not know it (WF-GEAR-2)."""

from dataclasses import replace

from app.rules.wfrp4.gear import Ammunition, Weapon
from app.rules.wfrp4.numbers import own_skill
from app.rules.wfrp4.ranges import ammunition_for, range_of
from app.rules.wfrp4.refusals import Untrained
from app.rules.wfrp4.state import Fighter
from app.rules.wfrp4.tables.qualities import FLAWS
from app.rules.wfrp4.tables.weapons import LIKE, RANGED_WITHOUT_SKILL

FLAIL = "flail"
KEPT = ("reload", "repeater", "pistol", "blast", "shield")  # what a weapon is, whoever has it


def in_use(fighter: Fighter, weapon: Weapon, ammunition: str | None) -> Weapon:
    """The weapon with what it shoots, and without the qualities its bearer can't use.

    Raises UnknownAmmunition, or Untrained for a ranged weapon that takes a skill it hasn't.
    """
    if weapon.kind == "ranged":
        shot = ammunition_for(fighter, weapon, ammunition)
        reach = range_of(fighter, weapon)
        if shot is not None:
            weapon, reach = _with_ammunition(weapon, shot, reach)
        weapon = replace(weapon, range=reach, range_by_strength=False)
    return _in_these_hands(fighter, weapon)


def skill_used(fighter: Fighter, weapon: Weapon) -> str:
    """The skill a weapon is used with: its own, or one that is like it."""
    alike = LIKE.get(weapon.group)
    if own_skill(fighter, weapon.skill) is None and alike is not None:
        other = f"{weapon.kind} ({alike})"
        return other if own_skill(fighter, other) is not None else weapon.skill
    return weapon.skill


def _with_ammunition(weapon: Weapon, shot: Ammunition, reach: int) -> tuple[Weapon, int]:
    reach = (reach // 2 if shot.half_range else reach) + shot.range
    damage = None if weapon.damage is None else weapon.damage + shot.damage
    qualities = (*weapon.qualities, *shot.qualities)
    return replace(weapon, damage=damage, qualities=qualities), max(0, reach)


def _in_these_hands(fighter: Fighter, weapon: Weapon) -> Weapon:
    """Without the skill a weapon loses its qualities, never its flaws."""
    if own_skill(fighter, weapon.skill) is not None:
        return weapon
    if weapon.kind == "melee":
        if weapon.group != FLAIL:
            return weapon
        return replace(weapon, qualities=(*_flaws(weapon), "dangerous"))
    if weapon.group in RANGED_WITHOUT_SKILL or skill_used(fighter, weapon) != weapon.skill:
        return replace(weapon, qualities=_flaws(weapon))
    raise Untrained(
        f"{fighter.id} can't use {weapon.name} without the skill {weapon.skill}.",
        weapon=weapon.name,
        skill=weapon.skill,
    )


def _flaws(weapon: Weapon) -> tuple[str, ...]:
    return tuple(q for q in weapon.qualities if q.split(" ")[0] in (*FLAWS, *KEPT))
