"""The state of a fight under Magickal, and its options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.engine.encounter import Combatant, CombatantStatus, EncounterState
from app.engine.tally import Line
from app.rules.magickal.conditions import Condition
from app.rules.magickal.fields import (
    STRICT,
    ArmourName,
    Rounding,
    ShieldName,
    StatName,
    TotalName,
    Turns,
)
from app.rules.magickal.sheet import Sheet, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    order: Annotated[
        Literal["listed", "highest_crd", "roll"],
        Field(
            title="Order of turns",
            description="listed: as they joined. highest_crd: CRD, then evasion, then a d10 "
            "roll-off. roll: d10 + penalised CRD, then CRD, then a roll-off (MG-TURN-1).",
        ),
    ] = "listed"
    rounding: Annotated[
        Rounding,
        Field(title="Rounding", description="Of half points of damage; nearest: to even."),
    ] = "down"
    death_at: Annotated[
        Annotated[int, Field(strict=True, ge=-1000, le=0)] | None,
        Field(
            title="Death at, HP",
            description="At or under it the fallen are dead; none: HP stops at 0 (MG-DMG-4).",
        ),
    ] = None
    swoon: Annotated[
        Literal["double", "exceeds_by_half", "as_written", "formula_alone"],
        Field(
            title="Swoon",
            description="double: on a failure with Fatigue over 2 x Attack. exceeds_by_half: over "
            "1.5 x Attack. as_written: on every failure. formula_alone: on every roll with "
            "Fatigue over 0.5 x Attack (MG-FAT-6).",
        ),
    ] = "double"
    swoon_turns: Annotated[
        Turns | Literal["d10"],
        Field(title="Swoon, turns", description="Of one's own: d10, or a number (MG-FAT-7)."),
    ] = "d10"
    deprivation_penalty: Annotated[
        int,
        Field(
            strict=True,
            title="Deprivation penalty",
            ge=0,
            le=100,
            description="To fatigue, per full 12 hours without rest, and without food (MG-FAT-8).",
        ),
    ] = 1
    shield_with_heavy_weapon: Annotated[
        bool,
        Field(title="Shield with a heavy weapon", description="Heavy weapons leave a hand free."),
    ] = False


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fatigue:
    """What makes a fighter's fatigue harder to beat; rest and food together end it (MG-FAT-8).

    `rested`, `fed`: since the penalties were last reset.
    """

    failed_casts: int = 0
    failed_blows: int = 0
    hours_without_rest: int = 0
    hours_without_food: int = 0
    rested: bool = False
    fed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now.

    `weapon`, `shield`, `armour`: what it has in hand and on. `initiative`: the face of its (its
    group's) roll, where the order is rolled.
    """

    sheet: Sheet
    hp: int
    weapon: str
    shield: ShieldName
    armour: ArmourName
    fatigue: Fatigue = Fatigue()
    initiative: int | None = None
    conditions: tuple[Condition, ...] = ()

    @property
    def unconscious(self) -> bool:
        """Whether it lies there and defends with 0 (MG-FAT-7)."""
        return any(condition.unconscious for condition in self.conditions)

    @property
    def able(self) -> bool:
        """Whether it takes turns: those of the unconscious pass by themselves (MG-TURN-2)."""
        return self.status == "active" or (self.status == "down" and self.hp > 0)

    @property
    def losing_turns_to(self) -> str | None:
        """The name of a condition that makes it skip its turns."""
        skipping = (c.name for c in self.conditions if c.unconscious or c.skip_turn)
        return next(skipping, None)

    @property
    def withdraws_at(self) -> int | None:
        """The HP at or under which it withdraws by itself (MG-WD-2)."""
        limit = self.sheet.withdraw_at
        if isinstance(limit, str):
            return self.sheet.max_hp * int(limit.removesuffix("%")) // 100
        return limit

    @property
    def wants_to_withdraw(self) -> bool:
        """Whether damage has taken it that far."""
        limit = self.withdraws_at
        return limit is not None and self.hp <= limit and self.hp < self.sheet.max_hp

    @property
    def weapon_in_hand(self) -> Weapon:
        """What it strikes with."""
        return next(weapon for weapon in self.sheet.carried if weapon.name == self.weapon)

    @property
    def equipment(self) -> tuple[str, ShieldName, ArmourName]:
        """What it has in hand and on."""
        return self.weapon, self.shield, self.armour

    def lines(self, *stats: StatName) -> Iterator[Line]:
        """Attributes and skills of the sheet, each followed by what conditions add to it."""
        for stat in stats:
            yield Line(stat, getattr(self.sheet, stat))
            yield from self.changes(stat)

    def changes(self, to: StatName | TotalName) -> Iterator[Line]:
        """What conditions add to an attribute, a skill or a total."""
        for condition in self.conditions:
            for modifier in condition.modifiers:
                if modifier.to == to:
                    yield Line(condition.name, modifier.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """The whole fight at one moment."""

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)


def status_of(fighter: Fighter, options: Options) -> CombatantStatus:
    """What HP and conditions make of a fighter (MG-DMG-4, MG-FAT-7); who left stays away."""
    if fighter.status == "left":
        return "left"
    if options.death_at is not None and fighter.hp <= options.death_at:
        return "dead"
    return "down" if fighter.hp <= 0 or fighter.unconscious else "active"
