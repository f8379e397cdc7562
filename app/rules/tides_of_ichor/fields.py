"""The kinds of fields that sheets, options, conditions and commands share, and their limits."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from app.engine.notation import parse
from app.engine.refusals import BadNotation

MOST_DICE = 100  # of one weapon, spell or fist

STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True}
NAME_IS_ENOUGH: Mapping[str, Any] = {
    **STRICT,
    "json_schema_extra": lambda schema: schema.update(required=["name"]),
}
"""For what a table may know by its name."""


def _notation(text: str) -> str:
    try:
        expression = parse(text)
    except BadNotation as refusal:
        raise ValueError(refusal.detail) from None
    dice = sum(term.count for term in expression.terms)
    if dice > MOST_DICE:
        raise ValueError(f"{dice} dice are too many: at most {MOST_DICE}")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"\S")]
DiceNotation = Annotated[
    str,
    StringConstraints(min_length=1, max_length=256),
    AfterValidator(_notation),
    Field(examples=["2d10", "1d5+1"]),
]
Stat = Annotated[int, Field(strict=True, ge=1, le=100)]
Percent = Annotated[int, Field(strict=True, ge=0, le=100)]
Bonus = Annotated[int, Field(strict=True, ge=-100, le=100)]
Points = Annotated[int, Field(strict=True, ge=0, le=100)]
Zone = Annotated[int, Field(strict=True, ge=0, le=19)]
Turns = Annotated[int, Field(strict=True, ge=1, le=1000)]

Range = Literal["melee", "short", "medium", "long", "very_long"]
StatName = Literal["ws", "bs", "s", "t", "ag", "wp"]
Affects = Literal["enemies", "allies", "all"]
ArmorClass = Literal["none", "light", "heavy"]
