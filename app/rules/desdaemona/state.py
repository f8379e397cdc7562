"""The state of a fight under Standardized dice rolls, and its options."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.engine.encounter import Combatant, CombatantStatus, EncounterState
from app.rules.desdaemona.conditions import Condition, Penalty
from app.rules.desdaemona.fields import STRICT, KindName, Name, Rounding, by_name
from app.rules.desdaemona.sheet import Sheet
from app.rules.desdaemona.tables.disabilities import DISABILITIES_BY_NAME
from app.rules.desdaemona.tables.effects import EFFECTS_BY_NAME
from app.rules.desdaemona.tables.kinds import KINDS, Kind
from app.rules.desdaemona.tables.stamina import DIGEST, ONE_EACH, Costs


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kinds: Annotated[
        dict[KindName, Kind],
        Field(
            title="Kinds of attack",
            description="Those given are added to the four of the table, or take their places.",
            max_length=20,
            json_schema_extra={"default": {name: asdict(kind) for name, kind in KINDS.items()}},
        ),
    ] = field(default_factory=dict)
    stamina_costs: Annotated[
        Literal["one_each", "digest"] | dict[KindName, Costs],
        Field(
            title="Stamina costs",
            description="one_each: 1 for an attack, 1 for a defence. digest: by the table stamina. "
            "Or costs by kind; a kind that is left out costs 1 and 1 (SD-STA-1).",
        ),
    ] = "one_each"
    rounding: Annotated[
        Rounding,
        Field(
            title="Rounding",
            description="Of a roll in percent; nearest: halves go up (SD-DIS-1).",
        ),
    ] = "down"
    debuff_cap: Annotated[
        Literal["spells_only", "total"],
        Field(
            title="Cap of debuffs",
            description="spells_only: spells together take off 50% at most, disabilities what they "
            "do beside it. total: spells can't push the sum of both past 50% (SD-DIS-2).",
        ),
    ] = "spells_only"
    disabilities: Annotated[
        dict[Name, tuple[Penalty, ...]],
        Field(
            title="Disabilities",
            description="Rows of your own, beside those of the table or in their places.",
            max_length=100,
            json_schema_extra={"default": {}},
        ),
    ] = field(default_factory=dict)
    shake_off: Annotated[
        Literal["contest", "automatic"],
        Field(
            title="Shaking off",
            description="contest: two stats against the attack total it landed with (SD-PAS-3).",
        ),
    ] = "contest"
    order: Annotated[
        Literal["listed", "init"],
        Field(
            title="Order of turns",
            description="listed: as they joined. init: 1dDEX and the sheet's init (SD-TURN-1).",
        ),
    ] = "listed"
    open_sky: Annotated[bool, Field(title="Open sky", description="There is room to fly.")] = True

    def __post_init__(self) -> None:
        """Fills in the kinds of the table; all that is by name in order of names."""
        object.__setattr__(self, "kinds", KINDS | by_name(self.kinds))
        object.__setattr__(self, "disabilities", by_name(self.disabilities))
        if isinstance(self.stamina_costs, dict):
            object.__setattr__(self, "stamina_costs", by_name(self.stamina_costs))

    def costs(self, kind: str) -> Costs:
        """STA for an attack and a defence of a kind, before all that changes them."""
        match self.stamina_costs:
            case "one_each":
                return ONE_EACH
            case "digest":
                return DIGEST.get(kind, ONE_EACH)
            case costs:
                return costs.get(kind, ONE_EACH)

    @property
    def condition_rows(self) -> dict[str, Mapping[str, Any]]:
        """What the names of conditions stand for."""
        own = {
            name.casefold(): {
                "name": name,
                "penalties": [
                    {"kind": p.kind, "attack": p.attack, "defence": p.defence} for p in penalties
                ],
            }
            for name, penalties in self.disabilities.items()
        }
        return {**DISABILITIES_BY_NAME, **EFFECTS_BY_NAME, **own}


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now.

    `yielded`: its STA were at 0; more of them don't revive it. `airborne`: it flies; `landed`: it
    has come down before, so that taking off is a turn's work. `drunk`: how many of each potion.
    `initiative`: the total of its (its group's) roll, where the order is rolled.
    """

    sheet: Sheet
    hp: int
    sta: int
    yielded: bool = False
    airborne: bool = False
    landed: bool = False
    drunk: dict[str, int] = field(default_factory=dict)
    initiative: int | None = None
    conditions: tuple[Condition, ...] = ()

    def level(self, stat: str) -> int:
        """The current level of a stat: the sheet's, and what conditions add; 0 if it has none."""
        base = self.sheet.sta if stat == "STA" else self.sheet.stats.get(stat, 0)
        return base + sum(condition.change(stat) for condition in self.conditions)

    def potions_left(self, potion: str) -> int:
        """How many of a potion it still has."""
        count = next(p.count for p in self.sheet.potions if p.name == potion)
        return max(0, count - self.drunk.get(potion, 0))

    @property
    def held_by(self) -> tuple[Condition, ...]:
        """The conditions that make it skip its turns."""
        return tuple(condition for condition in self.conditions if condition.skip_turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """The whole fight at one moment."""

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)


def status_of(fighter: Fighter) -> CombatantStatus:
    """What HP and STA make of a fighter (SD-DMG-3, SD-STA-2); who left stays away."""
    if fighter.status == "left":
        return "left"
    if fighter.hp <= 0:
        return "dead"
    return "down" if fighter.yielded else "active"
