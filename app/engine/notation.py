"""Dice notation: `2d10+4`, read into terms that the rules and the odds can count with."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from app.engine.fair_dice import MAX_SIDES
from app.engine.refusals import BadNotation

MAX_LENGTH = 256  # characters of a notation
MAX_DICE = 100  # dice in one term
MAX_FLAT = 1_000_000  # the largest flat bonus, either way

_SPLIT_NUMBER = re.compile(r"[0-9%] +[0-9%]")
_TERM = re.compile(r"([+-]?)(?:(\d{1,9})?[dD](\d{1,9}|%)|(\d{1,9}))")


@dataclass(frozen=True, slots=True)
class DiceTerm:
    """`count` dice of `sides` faces, added (`sign` 1) or taken away (`sign` -1)."""

    count: int
    sides: int
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Expression:
    """What a notation means: dice terms in the order written, and the sum of the flat numbers."""

    text: str
    terms: tuple[DiceTerm, ...]
    flat: int

    @property
    def lowest(self) -> int:
        """The smallest total."""
        return self.flat + sum(t.count if t.sign > 0 else -t.count * t.sides for t in self.terms)

    @property
    def highest(self) -> int:
        """The largest total."""
        return self.flat + sum(t.count * t.sides if t.sign > 0 else -t.count for t in self.terms)


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """Reads `2d10+4`, `d%`, `1d6 + 1d4 - 2` or a plain number.

    At most 256 characters, 100 dice a term and 10 terms, a million sides. Raises BadNotation, which
    names the part it could not read.
    """
    if len(text) > MAX_LENGTH:
        raise BadNotation(f"Dice notation has at most {MAX_LENGTH} characters.", length=len(text))
    if _SPLIT_NUMBER.search(text):  # 1d6 2 is no d62
        raise BadNotation(
            f"There is a space inside a number, or a sign is missing, in the dice {text!r}.",
            notation=text,
        )
    compact = "".join(text.split(" "))
    terms: list[DiceTerm] = []
    flat = at = parts = 0
    while at < len(compact):
        match = _TERM.match(compact, at)
        if match is None or (at > 0 and not match[1]) or not match[0].isascii():
            raise BadNotation(
                f"Can't read {compact[at:]!r} in the dice {text!r}: write them like 2d10+4.",
                notation=text,
                rest=compact[at:],
            )
        sign = -1 if match[1] == "-" else 1
        if match[4]:
            flat += sign * _within(int(match[4]), 0, MAX_FLAT, "a flat number", text)
        else:
            count = _within(int(match[2] or 1), 1, MAX_DICE, "the number of dice", text)
            sides = 100 if match[3] == "%" else int(match[3])
            terms.append(
                DiceTerm(count, _within(sides, 1, MAX_SIDES, "the number of sides", text), sign)
            )
        at = match.end()
        parts += 1
        if parts > 10:
            raise BadNotation(f"The dice {text!r} have more than 10 parts.", notation=text)
    if not parts:
        raise BadNotation("Dice notation is empty: write it like 2d10+4.", notation=text)
    return Expression(text, tuple(terms), flat)


def spelled(text: str, faces: Iterable[int]) -> str:
    """A notation with the faces its dice fell on: `2d10+4` is `(d10)7 + (d10)3 + 4`."""
    expression, falling = parse(text), iter(faces)
    said = [
        signed(term.sign * next(falling), f"(d{term.sides})")
        for term in expression.terms
        for _ in range(term.count)
    ]
    if expression.flat or not said:
        said.append(signed(expression.flat))
    return " ".join(said).removeprefix("+ ")


def signed(number: int, die: str = "") -> str:
    """A number behind its sign, as a part of a sum: `+ 4`, or of a die `+ (d10)7`."""
    return f"{'-' if number < 0 else '+'} {die}{abs(number)}"


def _within(value: int, low: int, high: int, what: str, text: str) -> int:
    if not low <= value <= high:
        raise BadNotation(
            f"In the dice {text!r}, {what} must be {low} to {high}, not {value}.", notation=text
        )
    return value
