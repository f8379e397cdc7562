"""The state of a fight under Tides of Ichor, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.engine.encounter import Combatant, EncounterState
from app.rules.tides_of_ichor.sheet import STRICT, Condition, DiceNotation, Sheet, StatName
from app.rules.tides_of_ichor.tables.ranges import range_name

Base = Annotated[int, Field(ge=1, le=99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    base_number: Annotated[
        Base, Field(description="Of every roll: 40, or 50 as first printed (TI-HIT-3).")
    ] = 40
    hit_base: Annotated[Base | None, Field(description="Of rolls to hit, if another.")] = None
    wound_base: Annotated[Base | None, Field(description="Of rolls to wound, if another.")] = None
    zones: Annotated[int, Field(ge=1, le=20, description="Length of the line (TI-LINE-1).")] = 6
    charge_attack: Annotated[
        Literal["melee", "any"],
        Field(description="What a charge ends with: a melee attack, or any in range (TI-MOVE-3)."),
    ] = "melee"
    unarmed_damage: Annotated[
        DiceNotation, Field(description="Of the fists of someone without a weapon.")
    ] = "1d5"
    enforce_spell_requirements: Annotated[
        bool, Field(description="Refuse sheets whose spells could not be known yet (TI-CAST-7).")
    ] = True

    @property
    def to_hit(self) -> int:
        """The base of rolls to hit."""
        return self.base_number if self.hit_base is None else self.hit_base

    @property
    def to_wound(self) -> int:
        """The base of rolls to wound."""
        return self.base_number if self.wound_base is None else self.wound_base


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now.

    `initiative`: the face of its initiative roll (its group's). `used`: powerful abilities used.
    """

    sheet: Sheet
    wounds: int
    zone: int
    initiative: int | None = None
    used: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def stat(self, name: StatName) -> int:
        """A stat as it counts now, conditions included; never below 1."""
        changes: int = sum(getattr(condition, name) for condition in self.conditions)
        value: int = getattr(self.sheet, name)
        return max(1, value + changes)

    @property
    def initiative_unit(self) -> str:
        """Who shares an initiative roll: the group, or the fighter alone (TI-INIT-2)."""
        return f"group {self.group}" if self.group is not None else self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """The whole fight at one moment."""

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)

    def distance(self, a: str, b: str) -> int:
        """Zones between two combatants (TI-LINE-2)."""
        return abs(self.combatants[a].zone - self.combatants[b].zone)

    def distance_name(self, a: str, b: str) -> str:
        """The same in words."""
        return range_name(self.distance(a, b))
