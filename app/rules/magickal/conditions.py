"""Conditions: what a spell, fatigue or a game master lays on a fighter for a while (MG-SPL-3)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field, StringConstraints, TypeAdapter

from app.engine.conditions import check_number, without, without_all
from app.engine.tables import with_row
from app.rules.magickal.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    Change,
    Name,
    StatName,
    TotalName,
    Turns,
)
from app.rules.magickal.tables.conditions import CONDITIONS_BY_NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """A number added to an attribute, a skill or a total; a line of its own wherever it counts."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    to: Annotated[StatName | TotalName, Field(title="To what")]
    by: Annotated[Change, Field(title="Change", description="Above 0 fatigue is harder to beat.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that clings to a fighter. A name from the conditions table brings its row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["stunned", "Blinded"])]
    cause: Annotated[
        str,
        StringConstraints(max_length=200),
        Field(title="Cause", description="Who or what brought it."),
    ] = ""
    turns: Annotated[
        Turns | None,
        Field(title="Turns left", description="Of the bearer's own; none: the encounter."),
    ] = None
    skip_turn: Annotated[bool, Field(title="Skips turns")] = False
    unconscious: Annotated[
        bool, Field(title="Unconscious", description="Skips turns too, and Defend is 0.")
    ] = False
    damage: Annotated[
        int,
        Field(strict=True, title="Damage", ge=0, le=100, description="At the end of each turn."),
    ] = 0
    modifiers: Annotated[tuple[Modifier, ...], Field(title="Modifiers", max_length=11)] = ()


CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)


def read_condition(sent: Any) -> Condition:
    """A condition as a client sends it: an object, or a bare name. Raises ValidationError."""
    named = {"name": sent} if isinstance(sent, str) else sent
    return CONDITION.validate_json(json.dumps(with_row(named, CONDITIONS_BY_NAME)))


def renewed(now: Iterable[Condition], gained: Condition) -> tuple[Condition, ...]:
    """The conditions with one more; it takes the place of an earlier one of its name."""
    return (*without(now, gained.name), gained)


def conditions_after(
    bearer: str, now: tuple[Condition, ...], *, add: Iterable[Any], remove: Iterable[str]
) -> tuple[Condition, ...]:
    """The conditions once some are taken away by name and others added.

    Raises UnknownCondition, TooManyConditions, or ValidationError for fields that are wrong.
    """
    now = without_all(bearer, now, remove)
    for sent in add:
        now = renewed(now, read_condition(sent))
    check_number(bearer, now)
    return now
