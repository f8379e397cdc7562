"""What fighters carry: weapons, ammunition, armour. A name from the tables is enough ."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar

from pydantic import Field, StringConstraints

from app.rules.wfrp4.fields import (
    NAME_IS_ENOUGH,
    Change,
    ConditionName,
    Location,
    Name,
    Points,
    Reach,
    WeaponKind,
    Yards,
)
from app.rules.wfrp4.refusals import UnknownQuality
from app.rules.wfrp4.tables.qualities import QUALITIES

Quality = Annotated[
    str, StringConstraints(min_length=1, max_length=40, pattern=r"^[a-z ]+( [1-9][0-9]?)?$")
]
Qualities = Annotated[
    tuple[Quality, ...],
    Field(
        title="Qualities and flaws",
        max_length=20,
        description='By name, with their number: "impale", "shield 2". See the table.',
    ),
]


@cache
def ratings(qualities: tuple[str, ...]) -> Mapping[str, int]:
    """Qualities with their numbers; 1 for those without. Raises UnknownQuality."""
    found: dict[str, int] = {}
    for quality in qualities:
        name, _, number = quality.rpartition(" ")
        if not number.isdigit():
            name, number = quality, ""
        row = QUALITIES.get(name)
        if row is None or row[1] != bool(number):
            raise UnknownQuality(
                f"{quality!r} is no quality or flaw, or has a number too many or too few.",
                quality=quality,
                known=[f"{name} 1" if rated else name for name, (_, rated, _) in QUALITIES.items()],
            )
        found[name] = found.get(name, 0) + int(number) if number else 1
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon. What else is given than the name overrides the row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[
        Name,
        Field(
            title="Name", description="Of the table, or its own.", examples=["rapier", "Grudge axe"]
        ),
    ]
    kind: Annotated[WeaponKind, Field(title="Kind", description="Melee or ranged.")]
    group: Annotated[
        Name, Field(title="Group", description="Its skill is Melee or Ranged of the group.")
    ]
    damage: Annotated[
        Change | None,
        Field(title="Damage", description="Beside the Strength Bonus; none: it doesn't hurt."),
    ]
    strength: Annotated[
        bool, Field(title="Strength", description="Whether the Strength Bonus is added.")
    ] = True
    hands: Annotated[
        Points, Field(title="Hands", description="How many it takes; 0: none.", ge=0, le=2)
    ] = 1
    reach: Annotated[Reach, Field(title="Reach", description="Of a melee weapon.")] = "average"
    range: Annotated[
        Yards | None, Field(title="Range", description="Of a ranged weapon, in yards.")
    ] = None
    range_by_strength: Annotated[
        bool, Field(title="Range by strength", description="Range times the Strength Bonus.")
    ] = False
    qualities: Qualities = ()
    blade: Annotated[bool, Field(title="Blade", description="A Trap Blade catches it.")] = False
    inflicts: Annotated[
        ConditionName | None,
        Field(title="Inflicts", description="1 + SL levels of a condition on a hit."),
    ] = None

    def rating(self, quality: str) -> int:
        """The number of a quality or flaw; 1 for one without, 0 if it hasn't it."""
        return ratings(self.qualities).get(quality, 0)

    @property
    def skill(self) -> str:
        """The skill it is used with."""
        return f"{self.kind} ({self.group})"

    @property
    def is_shield(self) -> bool:
        """Whether it can be held against missiles."""
        return self.rating("shield") > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ammunition:
    """Ammunition for weapons of some groups: what it adds to them."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[
        Name, Field(title="Name", description="Of the table, or its own.", examples=["arrow"])
    ]
    groups: Annotated[
        tuple[Name, ...], Field(title="Groups", max_length=10, description="Of weapons it fits.")
    ]
    range: Annotated[Change, Field(title="Range", description="Added to it, in yards.")] = 0
    half_range: Annotated[bool, Field(title="Half range", description="It halves the range.")] = (
        False
    )
    damage: Annotated[Change, Field(title="Damage", description="Added to it.")] = 0
    qualities: Qualities = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Armour:
    """A piece of armour: its AP by location."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[
        Name, Field(title="Name", description="Of the table, or its own.", examples=["mail shirt"])
    ]
    head: Annotated[Points, Field(title="AP, head", description="Armour Points.", le=100)] = 0
    arms: Annotated[Points, Field(title="AP, arms", description="Of either arm.", le=100)] = 0
    body: Annotated[Points, Field(title="AP, body", description="Armour Points.", le=100)] = 0
    legs: Annotated[Points, Field(title="AP, legs", description="Of either leg.", le=100)] = 0
    metal: Annotated[bool, Field(title="Metal", description="Mail and plate are.")] = False
    qualities: Qualities = ()
    hinders: Annotated[
        Name | None, Field(title="Hinders", description="A skill it makes harder.")
    ] = None
    penalty: Annotated[Change, Field(title="Penalty", description="To that skill.")] = 0

    def rating(self, quality: str) -> int:
        """The number of a quality or flaw; 1 for one without, 0 if it hasn't it."""
        return ratings(self.qualities).get(quality, 0)

    def at(self, location: Location) -> int:
        """AP at a location, undamaged."""
        match location:
            case "head":
                return self.head
            case "body":
                return self.body
            case "left arm" | "right arm":
                return self.arms
            case "left leg" | "right leg":
                return self.legs
