"""What target numbers are made of, line by line (TI-HIT-4, TI-CAST-1, TI-CAST-3)."""

from collections.abc import Iterable

from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.fields import StatName
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.lingering import AllCasting, DarkBargain
from app.rules.tides_of_ichor.spell_events import Line
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.state import State

LOWEST_NUMBER, HIGHEST_NUMBER = 5, 95  # TI-HIT-4
POINTS_A_DAMAGE = 5  # TI-DMG-1
CASTING_A_LEVEL = 10  # TI-CAST-1
CASTING_AN_OTHER_SPELL = 5  # TI-CAST-1
ARMOR_PENALTIES = {"none": 0, "light": 5, "heavy": 10}  # TI-CAST-1


def held(number: int) -> int:
    """A target number within 5..95, so that nothing is ever certain (TI-HIT-4)."""
    return max(LOWEST_NUMBER, min(HIGHEST_NUMBER, number))


def strength_part(strength: int, toughness: int) -> int:
    """(S - T) / 5, decimals dropped towards zero: 7/5 is 1, -7/5 is -1 (TI-DMG-1)."""
    difference = strength - toughness
    points = abs(difference) // POINTS_A_DAMAGE
    return points if difference >= 0 else -points


def casting_lines(state: State, caster: Fighter, spell: Spell) -> tuple[Line, ...]:
    """What adds up to a casting number (TI-CAST-1); what is 0 is left out, but base and Wp."""
    options = state.options
    others = sum(1 for cast in caster.casts if cast.spell != spell.name)
    numbers = (
        ("level", CASTING_A_LEVEL * spell.level),
        ("repeats", options.repeat_cast_penalty * caster.times_cast(spell.name)),
        ("other-spells", CASTING_AN_OTHER_SPELL * others),
        ("armor", ARMOR_PENALTIES[caster.guard.armor_class]),
        ("missing-w", caster.missing_w),
        *_bargains(caster),
        *((name, -change) for name, change in caster.changes("wp")),
        ("casting-bonus", -caster.sheet.casting_bonus),
        *((c.name, -c.casting) for c in caster.conditions),
    )
    return (
        Line(name="base", value=options.casting_base, of=caster.id),
        Line(name="wp", value=-caster.printed("wp"), of=caster.id),
        *_lines(numbers, caster),
        *_of_the_field(state),
    )


def _bargains(caster: Fighter) -> Iterable[tuple[str, int]]:
    """A dark bargain doubles the weight of missing W, or turns it round (TI-MIS-R25)."""
    for condition, bargain in caster.borne(DarkBargain):
        yield condition.name, caster.missing_w * (-2 if bargain.blood else 1)


def _of_the_field(state: State) -> Iterable[Line]:
    """What the miscasts of some do to the casting of all (TI-MIS-R24, TI-MIS-R29)."""
    for bearer, condition, all_casting in state.bearers(AllCasting):
        yield Line(name=condition.name, value=-all_casting.change, of=bearer.id)


def spell_power_lines(
    state: State, caster: Fighter, defender: Fighter, stat: StatName
) -> tuple[Line, ...]:
    """What adds up to a spell power number (TI-CAST-3); what is 0 is left out."""
    conditions: tuple[Condition, ...] = caster.conditions
    return (
        Line(name="base", value=state.options.spell_power, of=caster.id),
        Line(name=stat, value=defender.printed(stat), of=defender.id),
        *_lines(defender.changes(stat), defender),
        Line(name="wp", value=-caster.printed("wp"), of=caster.id),
        *_lines(((name, -change) for name, change in caster.changes("wp")), caster),
        *_lines([("armor", ARMOR_PENALTIES[caster.guard.armor_class])], caster),
        *_lines([("spell-power-bonus", -caster.sheet.spell_power_bonus)], caster),
        *_lines(((c.name, -c.spell_power) for c in conditions), caster),
    )


def comet_lines(state: State, defender: Fighter, strength: int) -> tuple[Line, ...]:
    """What adds up to the number of a comet to wound: base + T - its own strength (TI-MIS-R21)."""
    return (
        Line(name="base", value=state.options.to_wound, of=defender.id),
        Line(name="t", value=defender.printed("t"), of=defender.id),
        *_lines(defender.changes("t"), defender),
        Line(name="strength", value=-strength, of=defender.id),
    )


def _lines(numbers: Iterable[tuple[str, int]], of: Fighter) -> tuple[Line, ...]:
    return tuple(Line(name=name, value=value, of=of.id) for name, value in numbers if value)


def summed(lines: Iterable[Line]) -> int:
    """What lines add up to, before it is held."""
    return sum(line.value for line in lines)
