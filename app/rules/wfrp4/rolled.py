"""A test that was made, line by line (WF-TEST-1)."""

from dataclasses import dataclass

from app.engine.tally import Line, Lines, Tally


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


def those_that_count(*lines: Line) -> Lines:
    """The lines that aren't 0."""
    return tuple(line for line in lines if line.value)
