"""Numbers with the named lines they are the sum of: what the log shows is what was counted."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Something that counts, by its name: `Line("shield", 10)`."""

    name: str
    value: int


Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """`total` is the sum of the lines."""

    lines: Lines
    total: int


def total(lines: Iterable[Line]) -> int:
    """What lines add up to."""
    return sum(line.value for line in lines)


def tally(lines: Iterable[Line]) -> Tally:
    """Lines with their total."""
    lines = tuple(lines)
    return Tally(lines, total(lines))


def held(lines: Iterable[Line], name: str, *, least: int) -> Lines:
    """Lines that add up to `least` at least, by one more of that name where they would not."""
    lines = tuple(lines)
    missing = least - total(lines)
    return (*lines, Line(name, missing)) if missing > 0 else lines


def within(low: int, lines: Iterable[Line], high: int) -> Tally:
    """Lines with their total, which a last line holds to `low`..`high`."""
    lines = tuple(lines)
    sum_of_all = total(lines)
    kept = max(low, min(high, sum_of_all))
    if kept != sum_of_all:
        lines = (*lines, Line("limit", kept - sum_of_all))
    return Tally(lines, kept)
