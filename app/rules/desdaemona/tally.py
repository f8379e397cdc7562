"""Totals with the named lines they are the sum of."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Something that counts, by its name: `Line("sword", 2)`."""

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


def held(lines: Iterable[Line], name: str, *, least: int) -> Lines:
    """Lines that add up to `least` at least, by one more of that name where they would not."""
    lines = tuple(lines)
    missing = least - total(lines)
    return (*lines, Line(name, missing)) if missing > 0 else lines
