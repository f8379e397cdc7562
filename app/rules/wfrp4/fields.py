"""The kinds of fields that sheets, options, conditions and commands share, and their limits."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True}
NAME_IS_ENOUGH: Mapping[str, Any] = {
    **STRICT,
    "json_schema_extra": lambda schema: schema.update(required=["name"]),
}

Whole = int  # a sheet has a field called `int`

Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"\S")]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"\S")]
SpellText = Annotated[str, StringConstraints(max_length=200)]
Cause = Annotated[str, StringConstraints(max_length=200)]
Characteristic = Annotated[int, Field(strict=True, ge=0, le=200)]
Advances = Annotated[int, Field(strict=True, ge=0, le=200)]
Level = Annotated[int, Field(strict=True, ge=1, le=100)]
Points = Annotated[int, Field(strict=True, ge=0, le=1000)]
Change = Annotated[int, Field(strict=True, ge=-200, le=200)]
Yards = Annotated[int, Field(strict=True, ge=0, le=10_000)]
Position = Annotated[int, Field(strict=True, ge=-10_000, le=10_000)]
Rounds = Annotated[int, Field(strict=True, ge=1, le=1000)]

CharacteristicName = Literal["ws", "bs", "s", "t", "i", "ag", "dex", "int", "wp", "fel"]
Size = Literal["tiny", "little", "small", "average", "large", "enormous", "monstrous"]
Reach = Literal["personal", "very short", "short", "average", "long", "very long", "massive"]
WeaponKind = Literal["melee", "ranged"]
Location = Literal["head", "left arm", "right arm", "body", "left leg", "right leg"]
ConditionName = Literal[
    "ablaze", "bleeding", "blinded", "broken", "deafened", "entangled", "fatigued", "poisoned",
    "prone", "stunned", "surprised", "unconscious",
]  # fmt: skip
Difficulty = Literal[
    "very easy", "easy", "average", "challenging", "difficult", "hard", "very hard"
]
Means = Literal["parry", "dodge"]
DefenceWanted = Literal["best", "parry", "dodge", "none"]
Dispels = Literal["hostile", "any", "never"]
Cover = Literal["none", "soft", "medium", "hard"]
Light = Literal["clear", "concealed", "darkness"]
Winner = Literal["attacker", "defender", "nobody"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicChange:
    """What a blessing adds to tests of a characteristic; its bonus stays (ours)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    characteristic: Annotated[CharacteristicName, Field(title="Characteristic")]
    change: Annotated[Change, Field(title="Change")]
