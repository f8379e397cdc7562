"""The state of a fight under Tides of Ichor, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.engine.encounter import Combatant, EncounterState
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.fields import STRICT, DiceNotation, StatName
from app.rules.tides_of_ichor.sheet import Sheet

Base = Annotated[int, Field(strict=True, ge=1, le=99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    base_number: Annotated[
        Base,
        Field(
            title="Base number",
            description="Of every roll: 40, or 50 as first printed (TI-HIT-3).",
        ),
    ] = 40
    hit_base: Annotated[
        Base | None,
        Field(title="Base to hit", description="Of rolls to hit, where it isn't the base number."),
    ] = None
    wound_base: Annotated[
        Base | None,
        Field(title="Base to wound", description="Of rolls to wound, if not the base number."),
    ] = None
    zones: Annotated[
        int,
        Field(strict=True, title="Zones", ge=1, le=20, description="Of the line (TI-LINE-1)."),
    ] = 6
    charge_attack: Annotated[
        Literal["melee", "any"],
        Field(
            title="Attack of a charge",
            description="melee: a charge ends with the target, in a melee attack. any: it ends "
            "anywhere a charge can reach, in an attack with any weapon in range (TI-MOVE-3).",
        ),
    ] = "melee"
    unarmed_damage: Annotated[
        DiceNotation,
        Field(title="Unarmed damage", description="Of the fists of who has no weapon."),
    ] = "1d5"
    enforce_spell_requirements: Annotated[
        bool,
        Field(
            title="Enforce spell requirements",
            description="Refuse sheets with spells that could not be known yet (TI-CAST-7).",
        ),
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

    def printed(self, stat: StatName) -> int:
        """A stat as the sheet has it."""
        value: int = getattr(self.sheet, stat)
        return value

    def changes(self, stat: StatName) -> tuple[tuple[str, int], ...]:
        """What conditions add to a stat, each by its name."""
        named = ((c.name, getattr(c, stat)) for c in self.conditions)
        return tuple((name, change) for name, change in named if change)

    def stat(self, stat: StatName) -> int:
        """A stat as it counts now, conditions included."""
        return self.printed(stat) + sum(change for _, change in self.changes(stat))

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
