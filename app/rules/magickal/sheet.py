"""The character sheet: attributes, skills, what is carried, and the spells that are known."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.tables import check_names, with_row
from app.rules.magickal.conditions import Condition
from app.rules.magickal.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    ArmourName,
    Attribute,
    Category,
    Name,
    Rank,
    RelatedAttribute,
    ShieldName,
    SpellDamage,
    Weight,
)
from app.rules.magickal.tables.conditions import CONDITIONS_BY_NAME
from app.rules.magickal.tables.spells import SPELLS_BY_NAME
from app.rules.magickal.tables.weapons import FISTS, WEAPONS_BY_NAME

HP_FACTOR = 3  # MG-HP-1


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon. A name from the weapons table is enough; what else is given overrides the row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["sword", "Great spear"])]
    category: Annotated[Category, Field(title="Category", description="When it is critical.")]
    weight: Annotated[Weight, Field(title="Weight", description="How much damage, and fatigue.")]
    attribute: Annotated[
        RelatedAttribute, Field(title="Attribute", description="Where the skill names none.")
    ] = "str"
    skill: Annotated[
        Name | None, Field(title="Skill", description="By name; none: that of the weapon's name.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponSkill:
    """Skill with a weapon, or with several that name it."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["sword"])]
    value: Annotated[Rank, Field(title="Value")]
    attribute: Annotated[
        RelatedAttribute | None,
        Field(title="Related attribute", description="None: the weapon's."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell. A name from the spells table is enough (MG-SPL-1 to 3)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["hail", "Ghost fire"])]
    damage: Annotated[SpellDamage, Field(title="Damage", description="POW, times 1, 1.5 or 2.")]
    areal: Annotated[bool, Field(title="Areal", description="It may have several targets.")] = False
    mind_affecting: Annotated[
        bool, Field(title="Mind-affecting", description="Willpower may defend against it.")
    ] = False
    conditions: Annotated[tuple[Condition, ...], Field(title="Conditions", max_length=10)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant is. How it is now (HP, fatigue, what is in its hands) is its state."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    str: Annotated[Attribute, Field(title="STR", description="Strength: blows, damage, HP.")]
    crd: Annotated[Attribute, Field(title="CRD", description="Coordination: evading, HP.")]
    pow: Annotated[Attribute, Field(title="POW", description="Power: casting, and its damage.")]
    pur: Annotated[Attribute, Field(title="PUR", description="Purity: against spells; fatigue.")]
    skills: Annotated[
        tuple[WeaponSkill, ...], Field(title="Weapon skills", max_length=20, description="Else 0.")
    ] = ()
    evasion: Annotated[Rank, Field(title="Evasion", description="Against blows.")] = 0
    sorcery: Annotated[Rank, Field(title="Sorcery", description="Casting; against spells.")] = 0
    willpower: Annotated[
        Rank, Field(title="Willpower", description="Against mind-affecting spells.")
    ] = 0
    focus: Annotated[Rank, Field(title="Focus", description="Counts in one's own fatigue.")] = 0
    hp_bonus: Annotated[Rank, Field(title="HP bonus", description="Three HP each.")] = 0
    weapons: Annotated[
        tuple[Weapon, ...],
        Field(title="Weapons", max_length=20, description="The first is in hand; none: fists."),
    ] = ()
    shield: Annotated[ShieldName, Field(title="Shield", description="In hand at the start.")] = (
        "none"
    )
    armour: Annotated[ArmourName, Field(title="Armour", description="On at the start.")] = "none"
    spells: Annotated[
        tuple[Spell, ...], Field(title="Spells", max_length=50, description="What it can cast.")
    ] = ()
    withdraw_at: Annotated[
        Annotated[int, Field(strict=True, ge=1, le=1000)]
        | Annotated[Name, Field(pattern=r"^([1-9][0-9]?|100)%$")]
        | None,
        Field(
            title="Withdraws at",
            description="HP or a share of them, as 25%: hurt to it, an NPC withdraws by itself.",
        ),
    ] = None

    @property
    def max_hp(self) -> int:
        """HP at full health (MG-HP-1)."""
        return HP_FACTOR * (self.str + self.crd + self.hp_bonus)

    @property
    def carried(self) -> tuple[Weapon, ...]:
        """The weapons one can take in hand, fists among them."""
        if any(weapon.name.casefold() == FISTS for weapon in self.weapons):
            return self.weapons
        return (*self.weapons, Weapon(**WEAPONS_BY_NAME[FISTS]))


SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)


def read_sheet(sent: Mapping[str, Any]) -> Sheet:
    """A sheet as a client sends it: names from the tables stand for their rows.

    Raises NotInTable, SheetContradiction, or ValidationError for fields that are wrong.
    """
    sheet = SHEET.validate_json(json.dumps(_with_rows(sent)))
    check_names("skills", (skill.name for skill in sheet.skills))
    check_names("weapons", (weapon.name for weapon in sheet.weapons))
    check_names("spells", (spell.name for spell in sheet.spells))
    return sheet


def changed_sheet(sheet: Sheet, patch: Mapping[str, Any]) -> Sheet:
    """The sheet with some fields sent anew, validated as a whole."""
    return read_sheet({**SHEET.dump_python(sheet, mode="json"), **patch}) if patch else sheet


def _with_rows(sent: Mapping[str, Any]) -> dict[str, Any]:
    filled = dict(sent)
    if isinstance(sent.get("weapons"), list | tuple):
        filled["weapons"] = [
            with_row(weapon, WEAPONS_BY_NAME, "category", "weight") for weapon in sent["weapons"]
        ]
    if isinstance(sent.get("spells"), list | tuple):
        filled["spells"] = [_spell(spell) for spell in sent["spells"]]
    return filled


def _spell(sent: Any) -> Any:
    spell = with_row(sent, SPELLS_BY_NAME, "damage")
    if isinstance(spell, Mapping) and isinstance(spell.get("conditions"), list | tuple):
        conditions = [with_row(c, CONDITIONS_BY_NAME) for c in spell["conditions"]]
        return {**spell, "conditions": conditions}
    return spell
