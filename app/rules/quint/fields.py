"""The kinds of fields that sheets, options, conditions and commands share, and their limits."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from app.engine.notation import parse
from app.engine.refusals import BadNotation

MOST_DICE = 100  # of one spell, missile or knock-out

STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True}
NAME_IS_ENOUGH: Mapping[str, Any] = {
    **STRICT,
    "json_schema_extra": lambda schema: schema.update(required=["name"]),
}


def _notation(text: str) -> str:
    try:
        expression = parse(text)
    except BadNotation as refusal:
        raise ValueError(refusal.detail) from None
    dice = sum(term.count for term in expression.terms)
    if dice > MOST_DICE:
        raise ValueError(f"{dice} dice are too many: at most {MOST_DICE}")
    if expression.lowest < 0:
        raise ValueError(f"{text} can be as low as {expression.lowest}: at least 0")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"\S")]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"\S")]
DiceNotation = Annotated[
    str,
    StringConstraints(min_length=1, max_length=256),
    AfterValidator(_notation),
    Field(examples=["2d6", "1d10+2"]),
]
Percent = Annotated[int, Field(strict=True, ge=0, le=100)]
Rating = Annotated[int, Field(strict=True, ge=0, le=100)]
Points = Annotated[int, Field(strict=True, ge=0, le=100)]
SomePoints = Annotated[int, Field(strict=True, ge=1, le=100)]
Change = Annotated[int, Field(strict=True, ge=-100, le=100)]
Quints = Annotated[int, Field(strict=True, ge=1, le=1000)]
Attacks = Annotated[int, Field(strict=True, ge=1, le=10)]

WeaponType = Literal["slashing", "piercing", "crushing"]
WeaponKind = Literal["melee", "ranged"]
ArmourName = Literal["none", "padded", "leather", "studded", "mail", "plate"]
Limb = Literal["weapon arm", "off arm", "leg"]
Bleeding = Literal["open", "internal"]
Modified = Literal[
    "to_hit", "ranged_to_hit", "foes_to_hit", "defense", "damage", "protection", "speed"
]
Ruling = Literal["miss", "hit", "defended", "strike"]
Mood = Literal["enraged", "steady", "shaken", "broken"]
