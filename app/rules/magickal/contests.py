"""What each side of a contest is made of, as named lines, but for its die (MG-ATT, MG-SPL, MG-FAT).

Every total in the game is one function here; `deeds` rolls the dice to them.
"""

from collections.abc import Iterable

from app.engine.tally import Line, Lines, Tally, tally, total
from app.rules.magickal.fields import StatName
from app.rules.magickal.sheet import Spell
from app.rules.magickal.state import Fighter
from app.rules.magickal.tables import fatigue
from app.rules.magickal.tables.armour import ARMOUR
from app.rules.magickal.tables.shields import ALL_OF_IT, SHIELDS

DIE = 10  # every die of the game


def with_die(lines: Lines, face: int) -> Tally:
    """Lines with a d10 on top."""
    return tally((*lines, Line("d10", face)))


def coordination(fighter: Fighter) -> Lines:
    """CRD less what shield and armour take off it; they never take it below 0 (MG-ARM-2)."""
    lines = list(fighter.lines("crd"))
    shield, armour = SHIELDS[fighter.shield].crd, ARMOUR[fighter.armour].crd
    for name, penalty in ((fighter.shield, shield), (fighter.armour, armour)):
        left = max(0, total(lines))
        taken = left if penalty is ALL_OF_IT else min(left, penalty)
        lines += _those_that_count(Line(f"crd: {name}", -taken))
    return tuple(lines)


def attack_of_blow(fighter: Fighter) -> Lines:
    """Weapon skill + related attribute (MG-ATT-1); CRD with its penalties (MG-ARM-2)."""
    weapon = fighter.weapon_in_hand
    name = weapon.name if weapon.skill is None else weapon.skill
    skill = next((s for s in fighter.sheet.skills if s.name.casefold() == name.casefold()), None)
    attribute = skill.attribute if skill and skill.attribute else weapon.attribute
    return (
        Line(f"skill: {name}", skill.value if skill else 0),
        *(coordination(fighter) if attribute == "crd" else fighter.lines("str")),
        *fighter.changes("attack"),
    )


def defence_against_blow(fighter: Fighter) -> Lines:
    """Evasion + CRD + shield (MG-ATT-1, MG-SHD-1)."""
    return (
        *fighter.lines("evasion"),
        *coordination(fighter),
        *_those_that_count(Line(fighter.shield, SHIELDS[fighter.shield].defend)),
        *fighter.changes("defend"),
    )


def attack_of_spell(fighter: Fighter) -> Lines:
    """Sorcery + POW (MG-SPL-1)."""
    return (*fighter.lines("sorcery", "pow"), *fighter.changes("attack"))


def defence_against_spell(fighter: Fighter, skills: Iterable[StatName]) -> Lines:
    """The best of the skills it may defend with, + PUR (MG-SPL-1)."""
    best = max((tuple(fighter.lines(skill)) for skill in skills), key=total)
    return (*best, *fighter.lines("pur"), *fighter.changes("defend"))


def fatigue_of(fighter: Fighter, penalties: Lines, deprivation_penalty: int) -> Lines:
    """Focus + PUR + penalties, of the one who acts (MG-FAT-1, MG-FAT-5)."""
    without = {
        "without rest": fighter.fatigue.hours_without_rest,
        "without food": fighter.fatigue.hours_without_food,
    }
    deprivation = (
        Line(name, hours // fatigue.HOURS_A_PENALTY * deprivation_penalty)
        for name, hours in without.items()
    )
    return (
        *fighter.lines("focus", "pur"),
        *penalties,
        *_those_that_count(*deprivation),
        *fighter.changes("fatigue"),
    )


def spell_penalties(fighter: Fighter, spell: Spell) -> Lines:
    """What makes up the spell's Difficulty (MG-FAT-2)."""
    points = fatigue.SPELL
    return _those_that_count(
        Line("casting", points["casting"]),
        Line("areal", points["areal"] if spell.areal else 0),
        Line(f"{spell.damage} damage", points.get(f"{spell.damage} damage", 0)),
        Line("earlier failures", points["earlier failure"] * fighter.fatigue.failed_casts),
    )


def blow_penalties(fighter: Fighter) -> Lines:
    """What weighs on a blow (MG-FAT-3)."""
    points, weight = fatigue.BLOW, f"{fighter.weapon_in_hand.weight} weapon"
    return _those_that_count(
        Line("attacking", points["attacking"]),
        Line(fighter.armour, ARMOUR[fighter.armour].crd),
        Line(fighter.shield, SHIELDS[fighter.shield].fatigue),
        Line(weight, points[weight]),
        Line("earlier failures", points["earlier failure"] * fighter.fatigue.failed_blows),
    )


def _those_that_count(*lines: Line) -> Lines:
    return tuple(line for line in lines if line.value)
