"""Toy fighters: what they are, and how a fight of theirs stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.encounter import Combatant, EncounterState

STRICT: Mapping[str, Any] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    storm: Annotated[bool, Field(title="Storm", description="Thunder without end, by itself.")] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a toy fighter is."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    hp: Annotated[int, Field(title="Hit points", ge=1, le=100, description="At full health.")] = 10
    power: Annotated[
        int, Field(title="Power", ge=0, le=20, description="Added to the damage of a strike.")
    ] = 0
    speed: Annotated[
        int, Field(title="Speed", ge=0, le=100, description="The fastest acts first.")
    ] = 10
    luck: Annotated[int, Field(title="Luck", ge=0, le=5, description="One for each reroll.")] = 0
    note: Annotated[
        str, Field(title="Note", max_length=200, description="Whatever is to be kept in mind.")
    ] = ""


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)
SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now. A beast is controlled by nobody."""

    sheet: Sheet
    hp: int
    luck: int
    burning: bool = False
    beast: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """`steps` and `strikes`: what is left of the turn.

    `missed`: the last thing that happened is a strike that missed, in a turn that goes on.
    `rerolled`: this turn's strike was rolled again. `to_burn`: who burns before the next action.
    """

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)
    steps: int = 0
    strikes: int = 0
    missed: bool = False
    rerolled: bool = False
    to_burn: tuple[str, ...] = ()

    @property
    def blocked(self) -> bool:
        """Whether somebody must answer before anything else happens."""
        return any(question.blocks for question in self.questions)

    def others(self, actor: str) -> list[str]:
        """Everybody else who can act, by joining."""
        return [f.id for f in self.combatants.values() if f.able and f.id != actor]
