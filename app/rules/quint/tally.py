"""Numbers with the named lines they are the sum of."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Something that counts, by its name: `Line("shield", 10)`."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Tally:
    """`total` is the sum of the lines."""

    lines: tuple[Line, ...]
    total: int


def total(lines: Iterable[Line]) -> int:
    """What lines add up to."""
    return sum(line.value for line in lines)


def tally(lines: Iterable[Line]) -> Tally:
    """Lines with their total."""
    lines = tuple(lines)
    return Tally(lines, total(lines))


def within(low: int, lines: Iterable[Line], high: int) -> Tally:
    """Lines with their total, which a last line holds to `low`..`high`."""
    lines = tuple(lines)
    sum_of_all = total(lines)
    held = max(low, min(high, sum_of_all))
    if held != sum_of_all:
        lines = (*lines, Line("limit", held - sum_of_all))
    return Tally(lines, held)
