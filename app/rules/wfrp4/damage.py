"""What a hit does, line by line (WF-ATT-5)."""

from collections.abc import Iterator

from app.engine.tally import Line, Lines, Tally, tally, total
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolled import those_that_count
from app.rules.wfrp4.state import Fighter

TENS = 10


def units(face: int | None) -> int:
    """The units of a roll; 0 counts as 10. Without a roll they are at their best."""
    return TENS if face is None else face % TENS or TENS


def damage_lines(
    attacker: Fighter, defender: Fighter, weapon: Weapon, sl: int, face: int | None
) -> Lines:
    """What a hit has before Toughness and armour; Damaging, Impact and size count here."""
    damaging, impact, steps = _harder(attacker, defender, weapon)
    lines = (
        Line("strength bonus", attacker.sheet.bonus("s") if weapon.strength else 0),
        Line(weapon.name, weapon.damage or 0),
        Line("damaging", units(face)) if damaging and units(face) > sl else Line("sl", sl),
        Line("impact", units(face) if impact else 0),
    )
    return (*lines, Line("size", total(lines) * (max(1, steps) - 1)))


def _harder(attacker: Fighter, defender: Fighter, weapon: Weapon) -> tuple[bool, bool, int]:
    """Damaging, Impact, and by how many steps the attacker is larger (WF-ATT-7)."""
    steps = attacker.sheet.size_step - defender.sheet.size_step
    if weapon.rating("undamaging"):
        return False, False, steps
    rested = weapon.rating("tiring") == 0 or attacker.charged
    damaging = (weapon.rating("damaging") > 0 and rested) or steps >= 1
    impact = (weapon.rating("impact") > 0 and rested) or steps >= 2
    return damaging, impact, steps


def stopped(
    defender: Fighter,
    weapon: Weapon,
    location: Location,
    face: int | None,
    *,
    critical: bool,
    shield: int,
) -> Lines:
    """What Toughness, armour and the shield that opposed take off."""
    twice = 2 if weapon.rating("undamaging") else 1
    armour = [
        Line(name, -points * twice)
        for name, points in _armour(defender, weapon, location, face, critical)
    ]
    return (
        Line("toughness bonus", -defender.sheet.bonus("t")),
        *armour,
        *(Line(name, -granted.armour * twice) for name, granted in defender.granted),
        *those_that_count(Line("shield", -shield * twice)),
    )


def _armour(
    defender: Fighter, weapon: Weapon, location: Location, face: int | None, critical: bool
) -> Iterator[tuple[str, int]]:
    """AP of each piece that counts (WF-GEAR-2)."""
    penetrated = False
    for piece, points in defender.armour_at(location):
        even = face is not None and face % 2 == 0
        if piece.rating("partial") and (even or critical):
            continue
        if piece.rating("weakpoints") and critical and weapon.rating("impale"):
            continue
        if weapon.rating("penetrating"):
            if not piece.metal:
                continue
            left = points if penetrated else points - 1
            penetrated = True
            if left:
                yield piece.name, left
            continue
        yield piece.name, points


def least_protected(defender: Fighter, locations: tuple[Location, ...]) -> int:
    """The AP of the location that has least (WF-COND-ablaze)."""
    magic = sum(granted.armour for _, granted in defender.granted)
    worn = (sum(points for _, points in defender.armour_at(place)) for place in locations)
    return magic + min(worn)


def dealt(options: Options, weapon: Weapon, does: Lines, stops: Lines) -> tuple[Tally, int]:
    """The damage line by line, and the Wounds it takes: at least 1 of a hit that hurts."""
    damage = tally(those_that_count(*does, *stops))
    if weapon.damage is None:
        return damage, 0
    least = 0 if weapon.rating("undamaging") or not options.least_wound else 1
    return damage, max(least, damage.total)
