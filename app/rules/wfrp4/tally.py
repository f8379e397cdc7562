"""Totals with the named lines they are the sum of, and tests made against them."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Something that counts, by its name: `Line("ws", 41)`."""

    name: str
    value: int


Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """`total` is the sum of the lines."""

    lines: Lines
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """A d100 against a number: whether it passed, and its Success Levels line by line (WF-TEST-1).

    `face` is None where nothing was rolled. `critical`, `fumble`: in combat (WF-ATT-6).
    """

    number: Tally
    face: int | None
    passed: bool
    sl: Tally
    critical: bool = False
    fumble: bool = False


def total(lines: Iterable[Line]) -> int:
    """What lines add up to."""
    return sum(line.value for line in lines)


def tally(lines: Iterable[Line]) -> Tally:
    """Lines with their total."""
    lines = tuple(lines)
    return Tally(lines, total(lines))


def those_that_count(*lines: Line) -> Lines:
    """The lines that aren't 0."""
    return tuple(line for line in lines if line.value)
