"""The character sheet: stats, HP, STA, and whatever adds to rolls."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.engine.refusals import SheetContradiction
from app.engine.tables import check_names, with_row
from app.rules.desdaemona.conditions import Condition, Rows
from app.rules.desdaemona.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    Change,
    Cost,
    KindName,
    Level,
    Name,
    Points,
    StatName,
    by_name,
)
from app.rules.desdaemona.tables.gear import POTIONS, POWERS, SPELLS, WEAPONS

FIELDS_OF_THEIR_OWN = ("HP", "STA")

Additions = Annotated[
    tuple[Change, ...],
    Field(max_length=10, description="Each a line of its own.", examples=[[2, 2]]),
]
Kinds = Annotated[tuple[KindName, ...], Field(title="Kinds", max_length=20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageModifier:
    """What is done to the damage roll: (roll x times) + plus (SD-DMG-2)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    times: Annotated[int, Field(strict=True, title="Times", ge=0, le=20)] = 1
    plus: Annotated[Change, Field(title="Plus")] = 0
    respects_cap: Annotated[
        bool, Field(title="Respects the cap", description="What it makes is held to 50.")
    ] = False


DamageModifiers = Annotated[tuple[DamageModifier, ...], Field(title="Damage", max_length=10)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon, which counts in the attacks made with it. Some are in a table, by name."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["sword"])]
    kinds: Annotated[Kinds, Field(min_length=1)] = ("close_physical",)
    attack: Annotated[Additions, Field(title="Attack")] = ()
    damage: DamageModifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something worn or carried, which counts in every roll of its kinds: armor, a pendant."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["Pendant of Shielding"])]
    kinds: Annotated[Kinds, Field(description="None: all of them.")] = ()
    attack: Annotated[Additions, Field(title="Attack")] = ()
    defence: Annotated[Additions, Field(title="Defence")] = ()
    damage: DamageModifiers = ()

    def counts_for(self, kind: str) -> bool:
        """Whether it counts in rolls of a kind."""
        return not self.kinds or kind in self.kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill(Item):
    """A skill. It may bring the second weapon into play (SD-DUAL-1)."""

    second_weapon: Annotated[
        bool, Field(title="Second weapon", description="The next weapon of the kind counts too.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell to attack with. Some are in a table, by name."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["fireball"])]
    kind: Annotated[KindName, Field(title="Kind")]
    sta: Annotated[Cost, Field(title="STA", description="On top of what the attack costs.")] = 0
    area: Annotated[bool, Field(title="Area", description="It may have several targets.")] = False
    harmless: Annotated[bool, Field(title="Harmless", description="It does no damage.")] = False
    attack: Annotated[Additions, Field(title="Attack")] = ()
    damage: DamageModifiers = ()
    conditions: Annotated[tuple[Condition, ...], Field(title="Conditions", max_length=10)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """A defensive power, called up in place of an attack (SD-PAS-1). Some are in a table."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["ward"])]
    sta: Annotated[Cost, Field(title="STA", description="To call it up.")] = 0
    conditions: Annotated[tuple[Condition, ...], Field(title="Conditions", max_length=10)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Potion:
    """A potion (SD-PAS-4). Some are in a table, by name."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["healing draught"])]
    count: Annotated[int, Field(strict=True, title="How many", ge=0, le=100)] = 1
    hp: Annotated[Cost, Field(title="HP")] = 0
    sta: Annotated[Cost, Field(title="STA")] = 0
    conditions: Annotated[tuple[Condition, ...], Field(title="Conditions", max_length=10)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """How it flies, and what that costs (SD-FLY-1, SD-FLY-2)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    by: Annotated[Literal["nature", "spell"], Field(title="By")]
    sta: Annotated[
        Cost, Field(title="STA", description="More for each attack and defence in the air.")
    ] = 1
    take_off: Annotated[Cost, Field(title="STA to take off")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant is. How it is now (HP, STA, conditions) is its state."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    stats: Annotated[
        dict[StatName, Level],
        Field(
            title="Stats",
            description="By name: STR, DEX, CON, INT, and any other the game uses.",
            max_length=50,
            examples=[{"STR": 25, "DEX": 32, "CON": 20, "INT": 12}],
        ),
    ]
    hp: Annotated[Points, Field(title="HP", description="At full health.")]
    sta: Annotated[Points, Field(title="STA", description="Normal stamina, and the stat.", le=1000)]
    init: Annotated[Change, Field(title="Initiative", description="Added to 1dDEX.")] = 0
    weapons: Annotated[tuple[Weapon, ...], Field(title="Weapons", max_length=20)] = ()
    items: Annotated[tuple[Item, ...], Field(title="Items", max_length=50)] = ()
    skills: Annotated[tuple[Skill, ...], Field(title="Skills", max_length=50)] = ()
    spells: Annotated[tuple[Spell, ...], Field(title="Spells", max_length=50)] = ()
    powers: Annotated[tuple[Power, ...], Field(title="Powers", max_length=50)] = ()
    potions: Annotated[tuple[Potion, ...], Field(title="Potions", max_length=50)] = ()
    flight: Annotated[Flight | None, Field(title="Flight", description="None: it can't.")] = None
    conditions: Annotated[
        tuple[Condition, ...],
        Field(title="Conditions", max_length=50, description="Disabilities it comes with."),
    ] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "stats", by_name(self.stats))

    @property
    def constant(self) -> tuple[Item, ...]:
        """What counts in every roll of its kinds, whatever it is made with."""
        return (*self.items, *self.skills)


SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)


def read_sheet(sent: Mapping[str, Any], rows: Rows) -> Sheet:
    """A sheet as a client sends it; `rows`: what the names of conditions stand for.

    Raises NotInTable, SheetContradiction, or ValidationError for fields that are wrong.
    """
    sheet = SHEET.validate_json(json.dumps(_with_rows(sent, rows)))
    for name in FIELDS_OF_THEIR_OWN:
        if name in sheet.stats:
            raise SheetContradiction(
                f"{name} is a field of its own on the sheet, not one of the stats.", stat=name
            )
    for field in ("weapons", "items", "skills", "spells", "powers", "potions", "conditions"):
        check_names(field, (thing.name for thing in getattr(sheet, field)))
    return sheet


def changed_sheet(sheet: Sheet, patch: Mapping[str, Any], rows: Rows) -> Sheet:
    """The sheet with some fields sent anew, validated as a whole."""
    return read_sheet({**SHEET.dump_python(sheet, mode="json"), **patch}, rows) if patch else sheet


def _with_rows(sent: Mapping[str, Any], rows: Rows) -> dict[str, Any]:
    def conditions(of: Any) -> Any:
        return _each(of, lambda condition: with_row(condition, rows))

    def with_conditions(thing: Any) -> Any:
        if not isinstance(thing, Mapping) or "conditions" not in thing:
            return thing
        return {**thing, "conditions": conditions(thing["conditions"])}

    readers: dict[str, Callable[[Any], Any]] = {
        "weapons": lambda weapon: with_row(weapon, WEAPONS),
        "spells": lambda spell: with_conditions(with_row(spell, SPELLS, "kind")),
        "powers": lambda power: with_conditions(with_row(power, POWERS, "conditions")),
        "potions": lambda potion: with_conditions(with_row(potion, POTIONS)),
        "conditions": lambda condition: with_row(condition, rows),
    }
    return {
        field: _each(value, readers[field]) if field in readers else value
        for field, value in sent.items()
    }


def _each(several: Any, read: Callable[[Any], Any]) -> Any:
    """Each of several; what isn't a list is for validation to refuse."""
    return [read(one) for one in several] if isinstance(several, list | tuple) else several
