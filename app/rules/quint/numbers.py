"""Every number that is rolled against or added up, line by line."""

from collections.abc import Iterator

from app.engine.tally import Line, Tally, tally, total, within
from app.rules.quint.fields import WeaponKind
from app.rules.quint.state import Fighter
from app.rules.quint.tables.armour import SHIELD_DEFENSE

MOST_PERCENT = 100
LEG_DIVISOR = 4  # a useless leg: Speed Rating a quarter


def to_hit(attacker: Fighter, percent: int, kind: WeaponKind | None, target: Fighter) -> Tally:
    """What d100 must be at or under (QU-HIT-1), 0 to 100. `kind`: None for spells."""

    def lines() -> Iterator[Line]:
        yield Line("% to hit", percent)
        yield from attacker.changes("to_hit")
        if kind == "ranged":
            yield from attacker.changes("ranged_to_hit")
        for line in target.changes("foes_to_hit"):
            yield Line(f"foe {line.name}", line.value)

    return within(0, lines(), MOST_PERCENT)


def defense(defender: Fighter) -> Tally:
    """What d100 must be under (QU-DEF-1), 0 to 100."""

    def lines() -> Iterator[Line]:
        yield Line("defense", defender.sheet.defense)
        if has_shield(defender):
            yield Line("shield", SHIELD_DEFENSE)
        yield from defender.changes("defense")

    whole = within(0, lines(), MOST_PERCENT)
    halving = next((a.name for a in defender.conditions if a.condition.halves_defense), None)
    if halving is None:
        return whole
    return tally((*whole.lines, Line(halving, whole.total // 2 - whole.total)))


def has_shield(fighter: Fighter) -> bool:
    """Whether an arm is left for the shield beside the weapon in hand."""
    hands = fighter.weapon.hands if fighter.weapon is not None else 0
    return fighter.sheet.shield and fighter.sound_arms > hands


def damage_base(attacker: Fighter, base: int) -> Tally:
    """What is added to the d10 (QU-DMG-1)."""
    return tally((Line("damage base", base), *attacker.changes("damage")))


def protection(defender: Fighter) -> int:
    """What comes off damage (QU-DMG-1)."""
    points = defender.sheet.protection_points + total(defender.changes("protection"))
    return max(0, points)


def speed(fighter: Fighter) -> int:
    """The Speed Rating, injuries counted (QU-RET-2); 0 for who can't run now."""
    if not can_run(fighter):
        return 0
    rating = max(0, fighter.sheet.speed + total(fighter.changes("speed")))
    if any(a.condition.slow for a in fighter.conditions):
        rating //= 2
    if any(a.condition.limb == "leg" for a in fighter.conditions):
        rating //= LEG_DIVISOR
    return rating


def can_run(fighter: Fighter) -> bool:
    """Whether it is awake, on its feet, and not stunned."""
    return fighter.able and not fighter.prone and fighter.loses_turns_to is None
