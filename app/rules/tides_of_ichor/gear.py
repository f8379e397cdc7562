"""Weapons, shields and abilities as a sheet has them; and what names from the tables stand for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from app.rules.tides_of_ichor.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    Affects,
    Bonus,
    DiceNotation,
    Name,
    Percent,
    Range,
    Stat,
)
from app.rules.tides_of_ichor.refusals import UnknownGear
from app.rules.tides_of_ichor.tables.armor import ARMOR_BY_NAME, SHIELDS_BY_NAME
from app.rules.tides_of_ichor.tables.spells import SPELLS_BY_NAME
from app.rules.tides_of_ichor.tables.weapons import WEAPONS_BY_NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon. A name from the weapons table is enough; what else is given overrides the row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["sword", "Great blade"])]
    kind: Annotated[
        Literal["melee", "ranged"],
        Field(title="Kind", description="melee: Ws against Ws. ranged: Bs against Ag."),
    ]
    damage: Annotated[DiceNotation, Field(title="Damage", description="Dice notation: 2d10.")]
    range: Annotated[
        Range, Field(title="Range", description="The farthest it reaches; nearer is fine.")
    ] = "melee"
    strength: Annotated[
        Stat | None,
        Field(
            title="Strength",
            description="Of a ranged weapon itself, to wound and in damage; none: the archer's S.",
        ),
    ] = None
    critical: Annotated[
        Percent, Field(title="Critical, %", description="Added to the wielder's.")
    ] = 0
    no_dodge: Annotated[bool, Field(title="No dodge", description="It can't be dodged.")] = False
    no_block: Annotated[bool, Field(title="No block", description="It can't be blocked.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shield:
    """A shield. A name from the shields table is enough."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["shield"])]
    block: Annotated[
        Percent, Field(title="Block, %", description="Added to the wielder's own chance.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something a skill lets one do: a basic attack with other numbers, or an attack on a zone."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["Mighty blow"])]
    kind: Annotated[
        Literal["attack", "zone_attack"],
        Field(title="Kind", description="attack: one foe. zone_attack: a blow at each in a zone."),
    ]
    weapon: Annotated[
        Weapon | None,
        Field(title="Weapon", description="What it strikes with; none: one of the sheet's."),
    ] = None
    affects: Annotated[
        Affects, Field(title="Affects", description="Whom an attack on a zone hits.")
    ] = "enemies"
    hit: Annotated[
        Bonus, Field(title="Hit", description="Taken off the number to hit: 10 hits more easily.")
    ] = 0
    wound: Annotated[Bonus, Field(title="Wound", description="Taken off the number to wound.")] = 0
    damage: Annotated[
        Bonus, Field(title="Damage", description="Added to the weapon's, doubled with it.")
    ] = 0
    critical: Annotated[
        Percent, Field(title="Critical, %", description="Added to the wielder's.")
    ] = 0
    no_dodge: Annotated[bool, Field(title="No dodge", description="It can't be dodged.")] = False
    no_block: Annotated[bool, Field(title="No block", description="It can't be blocked.")] = False
    powerful: Annotated[
        bool, Field(title="Powerful", description="Once an encounter (TI-KEY-5).")
    ] = False


# --- names from the tables, filled in -------------------------------------------------------------


def with_gear_filled_in(sent: Mapping[str, Any]) -> dict[str, Any]:
    """A sheet as sent, with what the tables say of the gear it names.

    Raises UnknownGear for a name in no table that doesn't say itself what it is.
    """
    filled = dict(sent)
    armor = filled.get("armor")
    if isinstance(armor, str):
        row = _armor(armor)
        filled["armor"] = row["armor"]
        filled.setdefault("armor_class", row["armor_class"])
    if "shield" in filled:
        filled["shield"] = _filled(SHIELDS_BY_NAME, filled["shield"], ("block",))
    if isinstance(filled.get("weapons"), list | tuple):
        filled["weapons"] = [_weapon(weapon) for weapon in filled["weapons"]]
    if isinstance(filled.get("abilities"), list | tuple):
        filled["abilities"] = [_ability(ability) for ability in filled["abilities"]]
    if isinstance(filled.get("spells"), list | tuple):
        filled["spells"] = [_filled(SPELLS_BY_NAME, s, ("level",)) for s in filled["spells"]]
    return filled


def _armor(name: str) -> Mapping[str, Any]:
    row: Mapping[str, Any] | None = ARMOR_BY_NAME.get(name.casefold())
    if row is None:
        raise UnknownGear(
            f"There is no armor {name!r}: name one of {', '.join(ARMOR_BY_NAME)}, or give points.",
            name=name,
            known=list(ARMOR_BY_NAME),
        )
    return row


def _ability(sent: Any) -> Any:
    if isinstance(sent, Mapping) and isinstance(sent.get("weapon"), Mapping):
        return {**sent, "weapon": _weapon(sent["weapon"])}
    return sent


def _weapon(sent: Any) -> Any:
    ranged = isinstance(sent, Mapping) and sent.get("kind") == "ranged"
    needed = ("kind", "damage", "range") if ranged else ("kind", "damage")
    return _filled(WEAPONS_BY_NAME, sent, needed)


def _filled(table: Mapping[str, Mapping[str, Any]], sent: Any, needed: tuple[str, ...]) -> Any:
    """A thing with what its row in a table says, unless it says otherwise itself."""
    if not isinstance(sent, Mapping) or not isinstance(sent.get("name"), str):
        return sent  # validation says what is wrong with it
    row = table.get(sent["name"].casefold())
    if row is None and not all(name in sent for name in needed):
        raise UnknownGear(
            f"{sent['name']!r} is in no table: give its {' and '.join(needed)} too.",
            name=sent["name"],
            known=list(table),
            needed=list(needed),
        )
    return {**(row or {}), **sent}
