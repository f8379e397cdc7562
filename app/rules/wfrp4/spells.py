"""Spells and prayers as they stand on a sheet (WF-CAST-3, WF-PRAY-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from app.rules.wfrp4.fields import (
    NAME_IS_ENOUGH,
    Change,
    CharacteristicChange,
    CharacteristicName,
    ConditionName,
    Difficulty,
    Level,
    Name,
    Points,
    Rounds,
    SpellText,
    Yards,
)

Reaches = Literal["self", "touch", "wp", "wpb"]
Affects = Literal["self", "foes", "allies", "anyone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """What a spell or a prayer does where it takes effect.

    Yards and rounds may hang on the Willpower of its user: `wp`, or its bonus: `wpb`.
    """

    name: Annotated[Name, Field(title="Name", examples=["bolt", "blessing of might"])]
    range: Annotated[
        Reaches | Yards, Field(title="Range", description="In yd, by Willpower, touch, or self.")
    ] = "wp"
    affects: Annotated[
        Affects, Field(title="Affects", description="Whom it may be aimed at, or befalls around.")
    ] = "foes"
    targets: Annotated[Level, Field(title="Targets", description="Without overcasting.")] = 1
    area: Annotated[
        Literal["wp", "wpb"] | Yards | None,
        Field(title="Area", description="All within so many yd of the target; none: no area."),
    ] = None
    duration: Annotated[
        Literal["wpb"] | Rounds | None,
        Field(title="Duration", description="Of what it grants, in rounds; none: no end."),
    ] = None
    damage: Annotated[
        Change | None,
        Field(title="Damage", description="Of a magic missile, beside SL and WPB; none: no harm."),
    ] = None
    damage_bonus: Annotated[
        CharacteristicName | None,
        Field(title="Damage by bonus", description="The caster's bonus that is added too."),
    ] = None
    leaps: Annotated[
        bool,
        Field(
            title="Leaps",
            description="From who comes to 0 Wounds to the next foe within WPB yd, up to WPB "
            "times; by positions.",
        ),
    ] = False
    drains: Annotated[
        Points, Field(title="Drains", description="Wounds its user gets back if it hurts.")
    ] = 0
    heals: Annotated[Points, Field(title="Heals", description="Wounds that come back.")] = 0
    inflicts: Annotated[
        ConditionName | None, Field(title="Inflicts", description="A condition.")
    ] = None
    levels: Annotated[Level, Field(title="Levels", description="Of the condition.")] = 1
    resist: Annotated[
        Name | None,
        Field(title="Resisted by", description="A skill; its success keeps the condition off."),
    ] = None
    difficulty: Annotated[Difficulty, Field(title="Difficulty", description="Of resisting it.")] = (
        "challenging"
    )
    pushes: Annotated[
        bool, Field(title="Pushes", description="WPB yd away from its user, and prone.")
    ] = False
    terror: Annotated[
        Points, Field(title="Terror", description="Cool, or Broken by this and each SL below 0.")
    ] = 0
    armour: Annotated[
        Points, Field(title="Armour", description="AP it grants on all locations.")
    ] = 0
    ward: Annotated[
        Annotated[int, Field(strict=True, ge=2, le=10)] | None,
        Field(title="Ward", description="What it grants: so much on a d10 keeps a hit off."),
    ] = None
    stops_missiles: Annotated[
        bool,
        Field(title="Stops missiles", description="What it grants: only powder and magic hurt."),
    ] = False
    helps_dispel: Annotated[
        bool, Field(title="Helps to dispel", description="What it grants: WPB SL to dispel.")
    ] = False
    changes: Annotated[
        tuple[CharacteristicChange, ...],
        Field(
            title="Changes",
            max_length=10,
            description="What it grants: to tests of a characteristic.",
        ),
    ] = ()
    effect: Annotated[
        SpellText,
        Field(
            title="Effect",
            description="What else it does, in words: the game master is asked to settle it.",
        ),
    ] = ""

    @property
    def grants(self) -> bool:
        """Whether it leaves something on its target that lasts."""
        protects = self.armour or self.ward or self.stops_missiles
        return bool(protects or self.helps_dispel or self.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(Power):
    """A spell (WF-CAST-3). A name from the spells table is enough."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    cn: Annotated[Points, Field(title="CN", description="Casting Number; 0: petty.", le=100)]
    lore: Annotated[
        Name | None, Field(title="Lore", description="Its wind.", examples=["fire", "metal"])
    ] = None
    memorised: Annotated[
        bool, Field(title="Memorised", description="Else read from a grimoire: CN times two.")
    ] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Prayer(Power):
    """A blessing or a miracle (WF-PRAY-1). A name from the prayers table is enough."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    kind: Annotated[Literal["blessing", "miracle"], Field(title="Kind")]
