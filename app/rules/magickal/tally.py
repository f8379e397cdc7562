"""Totals with the named lines they are the sum of: one side of a contest, or a damage."""

from collections.abc import Iterable
from dataclasses import dataclass

DIE = 10  # every die of the game


@dataclass(frozen=True, slots=True)
class Line:
    """Something that counts, by its name: `Line("crd", 5)`."""

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


def with_die(lines: Lines, face: int) -> Tally:
    """Lines with a d10 on top."""
    return tally((*lines, Line("d10", face)))
