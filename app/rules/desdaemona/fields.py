"""The kinds of fields that sheets, options, conditions and commands share, and their limits."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, StringConstraints

STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True}
NAME_IS_ENOUGH: Mapping[str, Any] = {
    **STRICT,
    "json_schema_extra": lambda schema: schema.update(required=["name"]),
}

Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"\S")]
StatName = Annotated[
    str, StringConstraints(to_upper=True, max_length=20, pattern=r"^[A-Za-z][A-Za-z0-9_]*$")
]
KindName = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]
Pair = tuple[StatName, StatName]

Level = Annotated[int, Field(strict=True, ge=0, le=1000)]
Points = Annotated[int, Field(strict=True, ge=1, le=10_000)]
Cost = Annotated[int, Field(strict=True, ge=0, le=1000)]
Change = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Penalty = Annotated[int, Field(strict=True, ge=-100, le=0, description="In %.")]
Percent = Annotated[int, Field(strict=True, ge=0, le=100)]
Turns = Annotated[int, Field(strict=True, ge=1, le=1000)]

Action = Literal["attack", "defence"]
Reach = Literal["close", "ranged"]
Rounding = Literal["down", "up", "nearest"]

T = TypeVar("T")


def by_name(named: Mapping[str, T]) -> dict[str, T]:
    """The same in order of names: a log stores it so, and a state must come back as it was."""
    return dict(sorted(named.items()))
