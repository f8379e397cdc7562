"""The character sheet: stats, gear, keywords, abilities, and the spells a wizard brings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, StringConstraints, TypeAdapter, WithJsonSchema

from app.engine.notation import BadNotation, parse
from app.rules.tides_of_ichor.refusals import SpellRequirements, UnknownGear
from app.rules.tides_of_ichor.tables.gear import ARMOR_BY_NAME, SHIELDS_BY_NAME, WEAPONS_BY_NAME

STRICT: dict[str, Any] = {"extra": "forbid", "strict": True}
NAME_IS_ENOUGH: dict[str, Any] = {
    **STRICT,
    "json_schema_extra": lambda schema: schema.update(required=["name"]),
}


def _notation(text: str) -> str:
    try:
        parse(text)
    except BadNotation as refusal:
        raise ValueError(refusal.detail) from None
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
DiceNotation = Annotated[
    str, StringConstraints(min_length=1, max_length=256), AfterValidator(_notation)
]
Percent = Annotated[int, Field(ge=0, le=100)]
Bonus = Annotated[int, Field(ge=-100, le=100)]
Range = Literal["melee", "short", "medium", "long", "very_long"]
StatName = Literal["ws", "bs", "s", "t", "ag", "wp"]
STATS: tuple[StatName, ...] = ("ws", "bs", "s", "t", "ag", "wp")
Affects = Literal["enemies", "allies", "all"]

Stat = Annotated[int, Field(ge=1, le=100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon. A name from the weapons table is enough; what else is given overrides the row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Name
    kind: Annotated[
        Literal["melee", "ranged"], Field(description="Ws against Ws, or Bs against Ag.")
    ]
    damage: Annotated[DiceNotation, Field(description="Dice notation, such as 2d10.")]
    range: Annotated[Range, Field(description="The farthest it reaches.")] = "melee"
    strength: Annotated[
        int | None,
        Field(ge=1, le=100, description="Of a ranged weapon itself; none: the archer's S."),
    ] = None
    critical: Annotated[Percent, Field(description="Added to the wielder's critical chance.")] = 0
    no_dodge: Annotated[bool, Field(description="Can't be dodged.")] = False
    no_block: Annotated[bool, Field(description="Can't be blocked.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shield:
    """A shield: adds to the chance to block."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Name
    block: Percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something a skill lets one do: a basic attack with other numbers, or an attack on a zone."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Name
    kind: Annotated[Literal["attack", "zone_attack"], Field(description="One target, or a zone.")]
    weapon: Annotated[
        Weapon | None, Field(description="What it strikes with; none: a weapon of the sheet.")
    ] = None
    affects: Annotated[Affects, Field(description="Whom an attack on a zone hits.")] = "enemies"
    hit: Annotated[Bonus, Field(description="Makes hitting easier by this.")] = 0
    wound: Annotated[Bonus, Field(description="Makes wounding easier by this.")] = 0
    damage: Annotated[Bonus, Field(description="Added to the weapon's damage.")] = 0
    critical: Annotated[Percent, Field(description="Added to the critical chance.")] = 0
    no_dodge: bool = False
    no_block: bool = False
    powerful: Annotated[bool, Field(description="Once an encounter (TI-KEY-5).")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellStatChange:
    """What a spell does to a stat, for a number of the bearer's turns (none: the encounter)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    stat: StatName
    change: Bonus
    turns: Annotated[int | None, Field(ge=1, le=100)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell as its wizard knows it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Name
    level: Annotated[int, Field(ge=1, le=6)]
    rank: Annotated[int, Field(ge=1, le=20)] = 1
    max_rank: Annotated[int, Field(ge=1, le=20)] = 1
    lore: Name | None = None
    targeting: Literal["personal", "ranged", "projectile", "zone"] = "ranged"
    range: Range = "medium"
    affects: Affects = "enemies"
    resist: StatName = "wp"
    damage: DiceNotation | None = None
    healing: DiceNotation | None = None
    changes: Annotated[tuple[SpellStatChange, ...], Field(max_length=12)] = ()
    ignores_armor: bool = False
    powerful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant is. Current wounds and place are its state."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    ws: Annotated[Stat, Field(title="Weapon skill", description="Close combat, both ways.")]
    bs: Annotated[Stat, Field(title="Ballistic skill", description="Attacks from a distance.")]
    s: Annotated[Stat, Field(title="Strength")]
    t: Annotated[Stat, Field(title="Toughness")]
    ag: Annotated[Stat, Field(title="Agility", description="Twice it adds to initiative.")]
    wp: Annotated[Stat, Field(title="Willpower")]
    w: Annotated[int, Field(title="Wounds", ge=1, le=1000, description="At full health.")]
    zone: Annotated[int, Field(ge=0, le=19, description="Where it starts; the first is 0.")] = 0
    armor: Annotated[
        int,
        Field(ge=0, le=100),
        WithJsonSchema(
            {
                "anyOf": [
                    {"type": "integer", "minimum": 0, "maximum": 100},
                    {"type": "string", "enum": list(ARMOR_BY_NAME)},
                ],
                "description": "Points, or a name from the armor table.",
            }
        ),
    ] = 0
    armor_class: Annotated[
        Literal["none", "light", "heavy"], Field(description="Weighs on casting.")
    ] = "none"
    dr: Annotated[int, Field(title="Damage reduction", ge=0, le=100)] = 0
    ward: Annotated[Percent, Field(description="Chance to take no damage at all.")] = 0
    dodge: Percent = 0
    block: Percent = 0
    critical: Percent = 0
    weapons: Annotated[tuple[Weapon, ...], Field(max_length=20)] = ()
    shield: Shield | None = None
    abilities: Annotated[tuple[Ability, ...], Field(max_length=20)] = ()
    lores: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    spells: Annotated[tuple[Spell, ...], Field(max_length=50)] = ()
    casting_bonus: Bonus = 0
    spell_power_bonus: Bonus = 0
    force_bonus: Annotated[Bonus, Field(title="Irresistible force, %")] = 0
    miscast_bonus: Annotated[Bonus, Field(title="Miscast chance, %")] = 0
    miscast_roll_bonus: Annotated[Bonus, Field(title="Miscast table roll")] = 0
    summoned_by_lore: Annotated[Name | None, Field(description="For summons.")] = None

    @property
    def block_chance(self) -> int:
        """The chance to block, the shield's part included (TI-KEY-3)."""
        return self.block + (self.shield.block if self.shield else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that clings to a fighter, by name; its changes count in every target number.

    `turns`: how many of the bearer's turns it lasts; none: to the end of the encounter.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Name
    cause: Annotated[str, StringConstraints(max_length=100)] = ""
    turns: Annotated[int | None, Field(ge=1, le=1000)] = None
    ws: Bonus = 0
    bs: Bonus = 0
    s: Bonus = 0
    t: Bonus = 0
    ag: Bonus = 0
    wp: Bonus = 0


# TI-CAST-7: by the level of a spell, how many lower ones its wizard has mastered.
MASTERED_SPELLS_NEEDED = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}

SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)
CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)


def read_sheet(sent: Mapping[str, Any]) -> Sheet:
    """A sheet as a client sends it: names from the tables stand for their rows.

    Raises UnknownGear for a name in no table that doesn't say what it is, ValidationError for
    fields that are wrong.
    """
    return SHEET.validate_json(json.dumps(_filled(sent)))


def changed_sheet(sheet: Sheet, patch: Mapping[str, Any]) -> Sheet:
    """The sheet with some fields sent anew, validated as a whole."""
    if not patch:
        return sheet
    return SHEET.validate_json(
        json.dumps({**SHEET.dump_python(sheet, mode="json"), **_filled(patch)})
    )


def _filled(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent, with the rows of tables in place of their names."""
    filled = dict(sent)
    armor = filled.get("armor")
    if isinstance(armor, str):
        row = _row(ARMOR_BY_NAME, armor, "armor")
        filled["armor"] = row["armor"]
        filled["armor_class"] = sent.get("armor_class", row["armor_class"])
    if isinstance(filled.get("shield"), Mapping):
        filled["shield"] = _from_table(SHIELDS_BY_NAME, filled["shield"], ("block",))
    if isinstance(filled.get("weapons"), list | tuple):
        filled["weapons"] = [_weapon(weapon) for weapon in filled["weapons"]]
    if isinstance(filled.get("abilities"), list | tuple):
        filled["abilities"] = [_with_weapon(ability) for ability in filled["abilities"]]
    return filled


def check_spells(sheet: Sheet) -> None:
    """Refuses spells that their wizard could not know yet (TI-CAST-7)."""
    for spell in sheet.spells:
        needed = MASTERED_SPELLS_NEEDED[spell.level]
        mastered = [
            other.name
            for other in sheet.spells
            if other.level < spell.level and other.rank >= other.max_rank
        ]
        if len(mastered) < needed:
            raise SpellRequirements(
                f"{spell.name} is level {spell.level}: it takes {needed} spells of lower levels at "
                f"their highest rank, and there are {len(mastered)}.",
                spell=spell.name,
                level=spell.level,
                needed=needed,
                mastered=mastered,
            )


def _with_weapon(ability: Any) -> Any:
    if isinstance(ability, Mapping) and isinstance(ability.get("weapon"), Mapping):
        return {**ability, "weapon": _weapon(ability["weapon"])}
    return ability


def _weapon(sent: Any) -> Any:
    return _from_table(WEAPONS_BY_NAME, sent, ("kind", "damage"))


def _from_table(table: Mapping[str, Any], sent: Any, needed: tuple[str, ...]) -> Any:
    """A thing with what its row in a table says, unless it says otherwise itself."""
    if not isinstance(sent, Mapping) or not isinstance(sent.get("name"), str):
        return sent
    row = table.get(sent["name"].casefold(), {})
    if not row and not all(name in sent for name in needed):
        raise UnknownGear(
            f"{sent['name']!r} is in no table: give its {' and '.join(needed)} too.",
            name=sent["name"],
            known=list(table),
            needed=list(needed),
        )
    return {**row, **sent}


def _row(table: Mapping[str, Any], name: str, what: str) -> Any:
    row = table.get(name.casefold())
    if row is None:
        raise UnknownGear(
            f"There is no {what} {name!r}: name one of {', '.join(table)}, or give its points.",
            name=name,
            known=list(table),
        )
    return row
