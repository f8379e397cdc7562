"""The character sheet: percentages and ratings, weapons, spells, and what is in the pack."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.engine.refusals import SheetContradiction
from app.engine.tables import check_names, with_row
from app.rules.quint.conditions import Condition
from app.rules.quint.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    ArmourName,
    Attacks,
    DiceNotation,
    Name,
    Percent,
    Points,
    Quints,
    Rating,
    WeaponKind,
    WeaponType,
)
from app.rules.quint.tables import fighters as average
from app.rules.quint.tables.armour import PROTECTION
from app.rules.quint.tables.conditions import CONDITIONS_BY_NAME
from app.rules.quint.tables.weapons import FIST, WEAPONS_BY_NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon. A name from the weapons table is enough; what else is given overrides the row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["long sword", "Old Biter"])]
    type: Annotated[WeaponType, Field(title="Type", description="Whose grievous chart it takes.")]
    damage_base: Annotated[Points, Field(title="Damage Base", description="Added to a d10.")]
    to_hit: Annotated[Percent | None, Field(title="% to hit", description="None: the sheet's.")] = (
        None
    )
    attacks: Annotated[
        Attacks | None, Field(title="Attacks", description="The full number; none: the sheet's.")
    ] = None
    kind: Annotated[WeaponKind, Field(title="Kind")] = "melee"
    hands: Annotated[int, Field(strict=True, title="Hands", ge=0, le=2)] = 1
    natural: Annotated[
        bool, Field(title="Natural", description="It counts as drawn, and can't be dropped.")
    ] = False
    needs_loading: Annotated[bool, Field(title="Needs loading", description="As crossbows do.")] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell: how long it takes, and what it does (QU-SPL-3)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["Fire bolt"])]
    quints: Annotated[Quints, Field(title="Quints", description="Of preparation.")] = 1
    to_hit: Annotated[
        Percent | Literal["sheet", "automatic"],
        Field(
            title="% to hit",
            description="sheet: the caster's. automatic: it hits, and can't be defended.",
        ),
    ] = "sheet"
    damage: Annotated[DiceNotation | None, Field(title="Damage", description="None: none.")] = None
    protection: Annotated[
        bool, Field(title="Protection", description="Whether it counts against the damage.")
    ] = False
    type: Annotated[
        WeaponType | None,
        Field(title="Type", description="Whose grievous chart; none: by the option."),
    ] = None
    stops_bleeding: Annotated[
        bool, Field(title="Stops bleeding", description="Internal bleeding too.")
    ] = False
    conditions: Annotated[tuple[Condition, ...], Field(title="Conditions", max_length=10)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something in the pack."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["rope"])]
    quints: Annotated[
        Quints, Field(title="Quints", description="To get it out: more, the deeper it is buried.")
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a combatant is: an average fighter, where it doesn't say otherwise."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    to_hit: Annotated[
        Percent, Field(title="% to hit", description="Of weapons and spells without their own.")
    ] = average.TO_HIT
    attacks: Annotated[
        Attacks, Field(title="Attacks", description="The full number of a quint.")
    ] = average.ATTACKS
    defense: Annotated[Percent, Field(title="Defense, %")] = average.DEFENSE
    protection: Annotated[
        Points | ArmourName,
        Field(title="Protection", description="Points off damage, or a name of the armour table."),
    ] = average.PROTECTION
    shield: Annotated[bool, Field(title="Shield", description="Adds to Defense.")] = False
    damage_points: Annotated[
        int, Field(strict=True, title="Damage Points", ge=1, le=1000, description="Unhurt.")
    ] = average.DAMAGE_POINTS
    reaction: Annotated[Rating, Field(title="Reaction", description="Initiative.")] = (
        average.REACTION
    )
    perception: Annotated[Rating, Field(title="Perception", description="When surprised.")] = (
        average.PERCEPTION
    )
    speed: Annotated[Rating, Field(title="Speed Rating", description="Of flight and pursuit.")] = (
        average.SPEED
    )
    nerve: Annotated[
        Percent, Field(title="Nerve, %", description="Of its group, when one of it falls.")
    ] = average.NERVE
    weapons: Annotated[
        tuple[Weapon, ...], Field(title="Weapons", max_length=20, description="Fists aside.")
    ] = ()
    drawn: Annotated[
        Name | None,
        Field(
            title="Drawn",
            description="The weapon in hand at the start; left out: the first. None: none.",
        ),
    ] = None
    spells: Annotated[tuple[Spell, ...], Field(title="Spells", max_length=50)] = ()
    invocative: Annotated[
        bool, Field(title="Invocative", description="Prepares and casts in one quint.")
    ] = False
    crossbow_experience: Annotated[
        bool, Field(title="Experienced with crossbows", description="Loads one in a quint.")
    ] = False
    healer: Annotated[
        bool, Field(title="Healer", description="Treats wounds, and internal bleeding.")
    ] = False
    pack: Annotated[tuple[Item, ...], Field(title="Pack", max_length=50)] = ()
    no_bleed: Annotated[
        bool,
        Field(title="Doesn't bleed", description="Undead, oozes, constructs; nor die at once."),
    ] = False

    @property
    def protection_points(self) -> int:
        """Points that come off damage."""
        worn = self.protection
        return worn if isinstance(worn, int) else PROTECTION[worn]

    @property
    def held(self) -> tuple[str, ...]:
        """The weapons that are drawn, and can fall, by name."""
        return tuple(weapon.name for weapon in self.weapons if not weapon.natural)

    @property
    def carried(self) -> tuple[Weapon, ...]:
        """All it can strike with, fists among them."""
        if any(weapon.name.casefold() == FIST for weapon in self.weapons):
            return self.weapons
        return (*self.weapons, Weapon(**WEAPONS_BY_NAME[FIST]))


SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)


def read_sheet(sent: Mapping[str, Any]) -> Sheet:
    """A sheet as a client sends it: names from the tables stand for their rows.

    Raises NotInTable, SheetContradiction, or ValidationError for fields that are wrong.
    """
    sheet = SHEET.validate_json(json.dumps(_with_rows(sent)))
    check_names("weapons", (weapon.name for weapon in sheet.weapons))
    check_names("spells", (spell.name for spell in sheet.spells))
    check_names("things in the pack", (item.name for item in sheet.pack))
    if sheet.drawn is not None and sheet.drawn not in sheet.held:
        raise SheetContradiction(
            f"{sheet.drawn!r} is drawn, but is none of the weapons a hand can hold.",
            field="drawn",
            name=sheet.drawn,
        )
    return sheet


def changed_sheet(sheet: Sheet, patch: Mapping[str, Any]) -> Sheet:
    """The sheet with some fields sent anew, validated as a whole."""
    if not patch:
        return sheet
    now = SHEET.dump_python(sheet, mode="json")
    if "weapons" in patch and "drawn" not in patch:
        del now["drawn"]
    return read_sheet({**now, **patch})


def _with_rows(sent: Mapping[str, Any]) -> dict[str, Any]:
    filled = dict(sent)
    if isinstance(sent.get("weapons"), list | tuple):
        filled["weapons"] = [
            with_row(weapon, WEAPONS_BY_NAME, "type", "damage_base") for weapon in sent["weapons"]
        ]
        filled.setdefault("drawn", _first_held(filled["weapons"]))
    if isinstance(sent.get("spells"), list | tuple):
        filled["spells"] = [_spell(spell) for spell in sent["spells"]]
    return filled


def _first_held(weapons: Iterable[Any]) -> Any:
    held = (w for w in weapons if isinstance(w, Mapping) and w.get("natural") is not True)
    return next((weapon.get("name") for weapon in held), None)


def _spell(sent: Any) -> Any:
    if isinstance(sent, Mapping) and isinstance(sent.get("conditions"), list | tuple):
        conditions = [with_row(c, CONDITIONS_BY_NAME) for c in sent["conditions"]]
        return {**sent, "conditions": conditions}
    return sent
