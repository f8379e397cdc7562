"""The kinds of fields that sheets, options, conditions and commands share, and their limits."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True}
NAME_IS_ENOUGH: Mapping[str, Any] = {
    **STRICT,
    "json_schema_extra": lambda schema: schema.update(required=["name"]),
}

Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"\S")]
Attribute = Annotated[int, Field(strict=True, ge=1, le=100)]
Rank = Annotated[int, Field(strict=True, ge=0, le=100)]
Change = Annotated[int, Field(strict=True, ge=-100, le=100)]
Turns = Annotated[int, Field(strict=True, ge=1, le=1000)]
Count = Annotated[int, Field(strict=True, ge=0, le=1000)]

RelatedAttribute = Literal["str", "crd"]
StatName = Literal["str", "crd", "pow", "pur", "evasion", "sorcery", "willpower", "focus"]
TotalName = Literal["attack", "defend", "fatigue"]
Category = Literal["slashing", "piercing", "bludgeoning"]
Weight = Literal["light", "medium", "heavy"]
SpellDamage = Literal["none", "low", "medium", "high"]
ShieldName = Literal["none", "buckler", "small shield", "large shield", "tower shield"]
ArmourName = Literal[
    "none", "leather armour", "studded armour", "chain mail", "breastplate", "plate mail"
]
Rounding = Literal["down", "up", "nearest"]
