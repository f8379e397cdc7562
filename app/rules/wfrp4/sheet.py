"""The character sheet: characteristics, skills, talents, and what is carried."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.refusals import SheetContradiction
from app.engine.tables import check_names, with_row
from app.rules.wfrp4.fields import (
    STRICT,
    Advances,
    Characteristic,
    CharacteristicName,
    DefenceWanted,
    Dispels,
    Level,
    Location,
    Name,
    Points,
    Position,
    Size,
    Whole,
)
from app.rules.wfrp4.gear import Ammunition, Armour, Weapon, ratings
from app.rules.wfrp4.spells import Prayer, Spell
from app.rules.wfrp4.tables.ammunition import AMMUNITION_BY_NAME
from app.rules.wfrp4.tables.armour import ARMOUR_BY_NAME
from app.rules.wfrp4.tables.ladders import step
from app.rules.wfrp4.tables.prayers import PRAYERS_BY_NAME
from app.rules.wfrp4.tables.spells import SPELLS_BY_NAME
from app.rules.wfrp4.tables.talents import HARDY
from app.rules.wfrp4.tables.weapons import UNARMED, WEAPONS_BY_NAME

LARGE_FACTORS: Mapping[Size, int] = {"average": 1, "large": 2, "enormous": 4, "monstrous": 8}
TENS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill with its advances; it adds them to its characteristic (WF-TEST-1)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[
        Name,
        Field(
            title="Name", description="As on the paper sheet.", examples=["Melee (Basic)", "Dodge"]
        ),
    ]
    advances: Annotated[
        Advances, Field(title="Advances", description="Added to the characteristic.")
    ] = 0
    characteristic: Annotated[
        CharacteristicName | None,
        Field(title="Characteristic", description="Of a skill that isn't in the table."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talent:
    """A talent. One that names a skill gives +1 SL a level on its successes."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[
        Name, Field(title="Name", description="As on the paper sheet.", examples=["Ambidextrous"])
    ]
    level: Annotated[Level, Field(title="Level", description="How often it was taken.")] = 1
    skill: Annotated[
        Name | None, Field(title="Skill", description="By name.", examples=["Dodge"])
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant is. How it is now (Wounds, Advantage, conditions) is its state."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    ws: Annotated[Characteristic, Field(title="WS", description="Weapon Skill.")] = 30
    bs: Annotated[Characteristic, Field(title="BS", description="Ballistic Skill.")] = 30
    s: Annotated[Characteristic, Field(title="S", description="Strength.")] = 30
    t: Annotated[Characteristic, Field(title="T", description="Toughness.")] = 30
    i: Annotated[Characteristic, Field(title="I", description="Initiative.")] = 30
    ag: Annotated[Characteristic, Field(title="Ag", description="Agility.")] = 30
    dex: Annotated[Characteristic, Field(title="Dex", description="Dexterity.")] = 30
    int: Annotated[Characteristic, Field(title="Int", description="Intelligence.")] = 30
    wp: Annotated[Characteristic, Field(title="WP", description="Willpower.")] = 30
    fel: Annotated[Characteristic, Field(title="Fel", description="Fellowship.")] = 30
    skills: Annotated[
        tuple[Skill, ...], Field(title="Skills", max_length=100, description="With advances.")
    ] = ()
    talents: Annotated[
        tuple[Talent, ...],
        Field(title="Talents", max_length=100, description="See the table of talents."),
    ] = ()
    size: Annotated[
        Size,
        Field(title="Size", description="What it does to blows and shots: see the table of sizes."),
    ] = "average"
    move: Annotated[
        Points, Field(title="Move", le=100, description="Walk is twice, Run four times it, in yd.")
    ] = 4
    wounds: Annotated[
        Points | None,
        Field(title="Wounds", ge=1, description="At full health; none: by characteristics."),
    ] = None
    weapons: Annotated[
        tuple[Weapon, ...],
        Field(
            title="Weapons",
            max_length=30,
            description="The first is in hand; in the other the first that leaves a hand for it.",
        ),
    ] = ()
    ammunition: Annotated[
        tuple[Ammunition, ...],
        Field(title="Ammunition", max_length=30, description="The first that fits is used."),
    ] = ()
    armour: Annotated[
        tuple[Armour, ...], Field(title="Armour", max_length=30, description="All of it is on.")
    ] = ()
    spells: Annotated[
        tuple[Spell, ...], Field(title="Spells", max_length=100, description="See their table.")
    ] = ()
    prayers: Annotated[
        tuple[Prayer, ...], Field(title="Prayers", max_length=100, description="See their table.")
    ] = ()
    sin: Annotated[Points, Field(title="Sin", description="It brings wrath on prayers.")] = 0
    dispels: Annotated[
        Dispels,
        Field(title="Dispels", description="Spells at its own side, any of foes, or none."),
    ] = "hostile"
    defence: Annotated[
        DefenceWanted,
        Field(title="Defence", description="What it defends with, unless an attack says so."),
    ] = "best"
    fate: Annotated[
        Points, Field(title="Fate", le=20, description="As many Fortune at the start.")
    ] = 0
    resilience: Annotated[
        Points, Field(title="Resilience", le=20, description="As many Resolve at the start.")
    ] = 0
    corruption: Annotated[Points, Field(title="Corruption", description="At the start.")] = 0
    position: Annotated[
        Position | None,
        Field(title="Position", description="On a line, in yd; none: distances are told."),
    ] = None

    def bonus(self, characteristic: CharacteristicName) -> Whole:
        """The tens of a characteristic."""
        points: Whole = getattr(self, characteristic)
        return points // TENS

    def talent(self, name: Name) -> Whole:
        """Levels of a talent; 0 for none."""
        return sum(t.level for t in self.talents if t.name.casefold() == name)

    @property
    def max_wounds(self) -> Whole:
        """Wounds at full health: by Strength, Toughness and Willpower Bonus, and size."""
        if self.wounds is not None:
            return self.wounds
        sb, tb, wpb = self.bonus("s"), self.bonus("t"), self.bonus("wp")
        match self.size:
            case "tiny":
                body = 1
            case "little":
                body = tb
            case "small":
                body = 2 * tb + wpb
            case _:
                body = LARGE_FACTORS[self.size] * (sb + 2 * tb + wpb)
        return max(1, body + tb * self.talent(HARDY))

    @property
    def carried(self) -> tuple[Weapon, ...]:
        """The weapons it can fight with, bare hands among them."""
        if any(weapon.name.casefold() == UNARMED for weapon in self.weapons):
            return self.weapons
        return (*self.weapons, BARE_HANDS)

    @property
    def size_step(self) -> Whole:
        """Steps from Tiny."""
        return step(self.size)

    def pieces_at(self, location: Location) -> tuple[Armour, ...]:
        """What it wears there."""
        return tuple(piece for piece in self.armour if piece.at(location))


BARE_HANDS: Weapon = TypeAdapter(Weapon).validate_python(WEAPONS_BY_NAME[UNARMED], strict=False)
SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)

_TABLES: Mapping[str, tuple[Mapping[str, Mapping[str, Any]], tuple[str, ...]]] = {
    "weapons": (WEAPONS_BY_NAME, ("kind", "group", "damage")),
    "ammunition": (AMMUNITION_BY_NAME, ("groups",)),
    "armour": (ARMOUR_BY_NAME, ("head", "arms", "body", "legs")),
    "spells": (SPELLS_BY_NAME, ("cn",)),
    "prayers": (PRAYERS_BY_NAME, ("kind",)),
}


def read_sheet(sent: Mapping[str, Any]) -> Sheet:
    """A sheet as a client sends it: names from the tables stand for their rows.

    Raises NotInTable, UnknownQuality, SheetContradiction, or ValidationError.
    """
    sheet = SHEET.validate_json(json.dumps(_with_rows(sent)))
    for gear in (sheet.weapons, sheet.ammunition, sheet.armour):
        for thing in gear:
            ratings(thing.qualities)
    for weapon in sheet.weapons:
        if weapon.kind == "ranged" and weapon.range is None:
            raise SheetContradiction(f"{weapon.name} is ranged: give its range.", name=weapon.name)
    check_names("skills", (skill.name for skill in sheet.skills))
    check_names("talents", (talent.name for talent in sheet.talents))
    check_names("weapons", (weapon.name for weapon in sheet.weapons))
    check_names("ammunition", (kind.name for kind in sheet.ammunition))
    check_names("armour", (piece.name for piece in sheet.armour))
    check_names("spells", (spell.name for spell in sheet.spells))
    check_names("prayers", (prayer.name for prayer in sheet.prayers))
    return sheet


def changed_sheet(sheet: Sheet, patch: Mapping[str, Any]) -> Sheet:
    """The sheet with some fields sent anew, validated as a whole."""
    return read_sheet({**SHEET.dump_python(sheet, mode="json"), **patch}) if patch else sheet


def _with_rows(sent: Mapping[str, Any]) -> dict[str, Any]:
    filled = dict(sent)
    for field, (table, needed) in _TABLES.items():
        if isinstance(sent.get(field), list | tuple):
            filled[field] = [with_row(thing, table, *needed) for thing in sent[field]]
    return filled
