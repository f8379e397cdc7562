"""The state of a fight under Tides of Ichor."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from app.engine.encounter import EncounterState
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.lingering import AT_TURN_END, AT_TURN_START
from app.rules.tides_of_ichor.options import Options
from app.rules.tides_of_ichor.spells import Spell

E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscastDue:
    """A row of the miscast table that is about to happen to `caster`.

    `target`, `zone`: what the spell was aimed at. `in_hand`: there is a spell that a row could let
    go off.
    """

    kind: Literal["miscast"] = "miscast"
    caster: str
    spell: Spell
    row: int
    target: str | None = None
    zone: int | None = None
    in_hand: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WindsDue:
    """A wizard bound to the winds is about to feel another's casting roll (TI-MIS-R24)."""

    kind: Literal["winds"] = "winds"
    combatant: str
    caster: str
    level: int
    passed: bool


Due = Annotated[MiscastDue | WindsDue, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """The whole fight at one moment.

    `due`: what happens next by itself, first things first. `upkeep`: the acting one's effects at
    the start of its turn are yet to come. `spent`: it has acted, and its turn ends when nothing
    is due any more. `fresh`: conditions it got in this turn, for which this turn doesn't count.
    """

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)
    due: tuple[Due, ...] = ()
    upkeep: bool = False
    spent: bool = False
    fresh: tuple[Condition, ...] = ()

    def distance(self, a: str, b: str) -> int:
        """Zones between two combatants (TI-LINE-2)."""
        return abs(self.combatants[a].zone - self.combatants[b].zone)

    @property
    def present(self) -> tuple[Fighter, ...]:
        """Everybody on the field who lives, in order of joining."""
        return tuple(c for c in self.combatants.values() if c.able)

    def near(self, zone: int) -> tuple[Fighter, ...]:
        """Everybody who lives within 1 zone."""
        return tuple(c for c in self.present if abs(c.zone - zone) <= 1)

    def bearers(self, kind: type[E]) -> tuple[tuple[Fighter, Condition, E], ...]:
        """Every effect of a kind on the field, with its bearer and the condition it is part of."""
        return tuple((f, c, effect) for f in self.present for c, effect in f.borne(kind))

    def starts_with_effects(self, combatant: str) -> bool:
        """Whether anything happens at the start of someone's turn."""
        fighter = self.combatants[combatant]
        return bool(fighter.conditions) and any(fighter.bears(kind) for kind in AT_TURN_START)

    def ends_with_effects(self, combatant: str) -> bool:
        """Whether anything happens at the end of someone's turn; not in the turn it came."""
        fighter = self.combatants[combatant]
        return bool(fighter.conditions) and any(
            condition not in self.fresh
            for kind in AT_TURN_END
            for condition, _ in fighter.borne(kind)
        )
