"""Bands of numbers, each with a chance: how likely a wound is a grievous one (QU-GRI-1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.rules.quint.fields import STRICT, Percent

Number = Annotated[int, Field(strict=True, ge=0, le=10_000)]


@dataclass(frozen=True, slots=True)
class Band:
    """The numbers `first` to `last` (both included; none: and all above) have a chance."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    first: Annotated[Number, Field(title="From")]
    last: Annotated[Number | None, Field(title="To", description="None: and all above.")]
    chance: Annotated[Percent, Field(title="Chance, %")]


def check_bands(bands: Sequence[Band]) -> None:
    """Raises ValueError, naming the place, unless they cover all from 0 without gap or overlap."""
    expected: int | None = 0
    for band in bands:
        if expected is None or band.first != expected:
            after = "everything is covered" if expected is None else f"{expected} is next"
            raise ValueError(f"gate: a band begins at {band.first}, but {after}")
        if band.last is not None and band.last < band.first:
            raise ValueError(f"gate: a band goes from {band.first} to {band.last}")
        expected = None if band.last is None else band.last + 1
    if expected is not None:
        raise ValueError(f"gate: nothing covers {expected} and above: leave the last band open")


def chance_of(bands: Sequence[Band], number: int) -> int:
    """The chance, in percent, that a number (0 or more) has."""
    above = (band for band in bands if band.last is None or number <= band.last)
    return next(above).chance
