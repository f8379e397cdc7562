"""Every total of the game: two stats' dice, less disabilities, plus modifiers (SD-ROLL, SD-DIS)."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.engine import dice
from app.engine.tally import Line, Lines, held, total
from app.rules.desdaemona.fields import Action, Rounding
from app.rules.desdaemona.state import Fighter, Options

WHOLE = 100  # percent
MOST_OF_SPELLS = 50  # percent that detrimental spells can take off (SD-DIS-2)
TYPED = "as typed"
NO_DIE = "0"  # what a stat of 0 or less rolls (SD-ROLL-1)


@dataclass(frozen=True, slots=True)
class Part:
    """What is rolled, by its name: `Part("STR", "1d25")`."""

    name: str
    dice: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A total with all that made it: `sum` of the dice; `reduced` by `percent`; plus modifiers.

    `faces` are those of the dice of all parts, in order.
    """

    parts: tuple[Part, ...]
    faces: tuple[int, ...]
    sum: int
    penalties: Lines
    percent: int
    reduced: int
    modifiers: Lines
    total: int


@dataclass(frozen=True, slots=True)
class Formula:
    """A roll before its dice."""

    parts: tuple[Part, ...]
    penalties: Lines
    percent: int
    rounding: Rounding
    modifiers: Lines

    @property
    def notation(self) -> str:
        """What to roll: `1d25+1d32`."""
        return "+".join(part.dice for part in self.parts)

    def reduced(self, dice: int) -> int:
        """What disabilities leave of the dice (SD-DIS-1)."""
        hundredths = dice * self.percent
        match self.rounding:
            case "down":
                return hundredths // WHOLE
            case "up":
                return -(-hundredths // WHOLE)
            case "nearest":
                return (2 * hundredths + WHOLE) // (2 * WHOLE)

    def total(self, dice: int) -> int:
        """What the dice come to."""
        return self.reduced(dice) + total(self.modifiers)

    def rolled(self, fell: dice.Total) -> Roll:
        """The roll, once the dice have fallen."""
        return Roll(
            self.parts,
            fell.faces,
            fell.value,
            self.penalties,
            self.percent,
            self.reduced(fell.value),
            self.modifiers,
            self.total(fell.value),
        )


def formula_of(
    options: Options,
    fighter: Fighter,
    kind: str,
    action: Action,
    modifiers: Iterable[Line] = (),
    percent: int | None = None,
) -> Formula:
    """An attack or a defence of a kind: two stats, disabilities, modifiers (SD-ROLL-1).

    A percentage that was typed takes the place of the sheet's disabilities (SD-CMD-2).
    """
    penalties = _as_typed(percent)
    if percent is None:
        penalties = penalties_of(options, fighter, kind, action)
    return Formula(
        parts=stat_parts(fighter, getattr(options.kinds[kind], action)),
        penalties=penalties,
        percent=WHOLE + total(penalties),
        rounding=options.rounding,
        modifiers=(*modifiers, *_constant_modifiers(fighter, kind, action)),
    )


def stat_parts(fighter: Fighter, stats: Iterable[str]) -> tuple[Part, ...]:
    """A die of the current level for each stat (SD-ROLL-1)."""
    levels = ((stat, fighter.level(stat)) for stat in stats)
    return tuple(Part(stat, f"1d{level}" if level > 0 else NO_DIE) for stat, level in levels)


def free_formula(
    options: Options, parts: tuple[Part, ...], percent: int | None, modifiers: Lines
) -> Formula:
    """Any dice: their total, a percentage of it, modifiers, in that order (SD-CMD-1)."""
    penalties = _as_typed(percent)
    return Formula(parts, penalties, WHOLE + total(penalties), options.rounding, modifiers)


def typed(modifiers: Iterable[int]) -> Lines:
    """Modifiers that somebody typed, as lines."""
    return tuple(Line(TYPED, by) for by in modifiers)


def penalties_of(options: Options, fighter: Fighter, kind: str, action: Action) -> Lines:
    """Percent off such an action: spells held to their cap, all together to 100 (SD-DIS-2)."""
    spells = _percents(fighter, kind, action, spell=True)
    genuine = _percents(fighter, kind, action, spell=False)
    most = MOST_OF_SPELLS
    if options.debuff_cap == "total":
        most = max(0, MOST_OF_SPELLS + total(genuine))
    lines = (*genuine, *held(spells, f"spells take off {most}% at most", least=-most))
    return held(lines, "nothing is left to take", least=-WHOLE)


def _constant_modifiers(fighter: Fighter, kind: str, action: Action) -> Lines:
    """What items, skills and conditions add, each by its name (SD-ROLL-3)."""
    things = (thing for thing in fighter.sheet.constant if thing.counts_for(kind))
    added = ((thing.name, by) for thing in things for by in getattr(thing, action))
    changes = ((c.name, c.change(action, kind)) for c in fighter.conditions)
    return tuple(Line(name, by) for name, by in (*added, *changes) if by)


def _as_typed(percent: int | None) -> Lines:
    """A percentage that somebody typed, as a line."""
    return () if percent is None or percent == WHOLE else (Line(TYPED, percent - WHOLE),)


def _percents(fighter: Fighter, kind: str, action: Action, *, spell: bool) -> Lines:
    found = ((c.name, c.percent(kind, action)) for c in fighter.conditions if c.spell is spell)
    return tuple(Line(name, percent) for name, percent in found if percent)
