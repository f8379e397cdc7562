"""Toy fighters: what they are, and how a fight of theirs stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.encounter import Combatant, EncounterState

STRICT: dict[str, Any] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    storm: Annotated[bool, Field(description="Thunder without end, by itself.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    hp: Annotated[int, Field(ge=1, le=100)] = 10
    speed: Annotated[int, Field(ge=0, le=100)] = 10
    luck: Annotated[int, Field(ge=0, le=5)] = 0
    note: Annotated[str, Field(max_length=200, description="A secret of its owner.")] = ""


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)
SHEET: TypeAdapter[Sheet] = TypeAdapter(Sheet)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    sheet: Sheet
    hp: int
    luck: int
    burning: bool = False
    beast: bool = False  # controlled by nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """`steps` and `strikes`: what is left of the turn. `missed`: its last strike missed.

    `to_burn`: who still burns at the end of this round. `struck`: who answers for a hit, by whom.
    """

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)
    steps: int = 0
    strikes: int = 0
    missed: bool = False
    to_burn: tuple[str, ...] = ()
    struck_by: str | None = None
