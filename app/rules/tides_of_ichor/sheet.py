"""The character sheet: stats, keywords, gear, abilities, and the spells a wizard brings."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter, WithJsonSchema

from app.engine.refusals import SheetContradiction
from app.rules.tides_of_ichor.fields import (
    STRICT,
    ArmorClass,
    Bonus,
    Name,
    Percent,
    Points,
    Stat,
    Zone,
)
from app.rules.tides_of_ichor.gear import Ability, Shield, Weapon, with_gear_filled_in
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.tables.armor import ARMOR_BY_NAME

ARMOR_SCHEMA = {
    "title": "Armor",
    "description": "Points off each hit's damage, or a name from the armor table.",
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 100},
        {"type": "string", "enum": list(ARMOR_BY_NAME)},
    ],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant is. How it is now (wounds left, place) is its state."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    ws: Annotated[Stat, Field(title="Weapon skill", description="Close combat, both ways.")]
    bs: Annotated[Stat, Field(title="Ballistic skill", description="Attacks from a distance.")]
    s: Annotated[Stat, Field(title="Strength", description="To wound, and in damage.")]
    t: Annotated[Stat, Field(title="Toughness", description="Against wounds and damage.")]
    ag: Annotated[Stat, Field(title="Agility", description="Initiative; against shots.")]
    wp: Annotated[Stat, Field(title="Willpower", description="Magic, both ways.")]
    w: Annotated[
        int, Field(strict=True, title="Wounds", ge=1, le=1000, description="At full health.")
    ]
    zone: Annotated[
        Zone, Field(title="Starting zone", description="Of the line; the first is 0.")
    ] = 0
    armor: Annotated[Points, WithJsonSchema(ARMOR_SCHEMA)] = 0
    armor_class: Annotated[
        ArmorClass, Field(title="Armor class", description="Weighs on casting.")
    ] = "none"
    dr: Annotated[
        Points, Field(title="Damage reduction", description="Points off, after armor.")
    ] = 0
    ward: Annotated[
        Percent, Field(title="Ward, %", description="Chance to take no damage of a hit.")
    ] = 0
    dodge: Annotated[Percent, Field(title="Dodge, %", description="After a hit.")] = 0
    block: Annotated[
        Percent, Field(title="Block, %", description="After a hit; a shield adds to it.")
    ] = 0
    critical: Annotated[
        Percent, Field(title="Critical, %", description="Doubles the weapon's damage.")
    ] = 0
    weapons: Annotated[
        tuple[Weapon, ...],
        Field(title="Weapons", max_length=20, description="Who has none has fists."),
    ] = ()
    shield: Annotated[Shield | None, Field(title="Shield")] = None
    abilities: Annotated[tuple[Ability, ...], Field(title="Abilities", max_length=20)] = ()
    lores: Annotated[
        tuple[Name, ...], Field(title="Lores", max_length=20, description="Known lores of magic.")
    ] = ()
    spells: Annotated[tuple[Spell, ...], Field(title="Spells", max_length=50)] = ()
    casting_bonus: Annotated[Bonus, Field(title="Bonus to casting")] = 0
    spell_power_bonus: Annotated[Bonus, Field(title="Bonus to spell power")] = 0
    force_bonus: Annotated[Bonus, Field(title="Bonus to irresistible force, %")] = 0
    miscast_bonus: Annotated[Bonus, Field(title="Bonus to the miscast chance, %")] = 0
    miscast_roll_bonus: Annotated[Bonus, Field(title="Bonus to miscast table rolls")] = 0
    summoned_by_lore: Annotated[
        Name | None, Field(title="Summoned by", description="The lore that called a summon.")
    ] = None


SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)


def read_sheet(sent: Mapping[str, Any]) -> Sheet:
    """A sheet as a client sends it: names from the tables stand for their rows.

    Raises UnknownGear, SheetContradiction, or ValidationError for fields that are wrong.
    """
    sheet = SHEET.validate_json(json.dumps(with_gear_filled_in(sent)))
    _check_names("weapons", (w.name for w in sheet.weapons))
    _check_names("abilities", (a.name for a in sheet.abilities))
    _check_names("spells", (s.name for s in sheet.spells))
    for spell in sheet.spells:
        if spell.rank > spell.max_rank:
            raise SheetContradiction(
                f"{spell.name} has rank {spell.rank}, over its highest, {spell.max_rank}.",
                field="spells",
                name=spell.name,
            )
    return sheet


def changed_sheet(sheet: Sheet, patch: Mapping[str, Any]) -> Sheet:
    """The sheet with some fields sent anew, validated as a whole."""
    if not patch:
        return sheet
    return read_sheet({**SHEET.dump_python(sheet, mode="json"), **with_gear_filled_in(patch)})


def _check_names(field: str, names: Iterable[str]) -> None:
    """What is chosen by name can't have a namesake."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise SheetContradiction(
                f"The sheet has two {field} called {name!r}: tell them apart.",
                field=field,
                name=name,
            )
        seen.add(name.casefold())
