"""Conditions: what clings to a fighter for a while, and changes its stats."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field, StringConstraints, TypeAdapter

from app.rules.tides_of_ichor.fields import STRICT, Bonus, Name, Turns
from app.rules.tides_of_ichor.refusals import TooManyConditions, UnknownCondition

MOST_CONDITIONS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that clings to a fighter, by name. Its changes count in every target number."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["Blinded"])]
    cause: Annotated[
        str,
        StringConstraints(max_length=100),
        Field(title="Cause", description="Who or what brought it."),
    ] = ""
    turns: Annotated[
        Turns | None,
        Field(title="Turns left", description="Of the bearer's own; none: the encounter."),
    ] = None
    ws: Annotated[Bonus, Field(title="Change of Ws")] = 0
    bs: Annotated[Bonus, Field(title="Change of Bs")] = 0
    s: Annotated[Bonus, Field(title="Change of S")] = 0
    t: Annotated[Bonus, Field(title="Change of T")] = 0
    ag: Annotated[Bonus, Field(title="Change of Ag")] = 0
    wp: Annotated[Bonus, Field(title="Change of Wp")] = 0


CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)


def conditions_after(
    bearer: str, now: Iterable[Condition], *, add: Iterable[Any], remove: Iterable[str]
) -> tuple[Condition, ...]:
    """The conditions once some are taken away (all of a name) and others added."""
    left = list(now)
    for name in remove:
        staying = [c for c in left if c.name.casefold() != name.casefold()]
        if len(staying) == len(left):
            raise UnknownCondition(
                f"{bearer} has no condition {name!r}.",
                condition=name,
                conditions=[c.name for c in left],
            )
        left = staying
    left.extend(read_condition(sent) for sent in add)
    if len(left) > MOST_CONDITIONS:
        raise TooManyConditions(
            f"{bearer} would have {len(left)} conditions; {MOST_CONDITIONS} is the most.",
            most=MOST_CONDITIONS,
        )
    return tuple(left)


def read_condition(sent: Any) -> Condition:
    """A condition as a client sends it; a bare name is a mark without numbers."""
    return CONDITION.validate_json(json.dumps({"name": sent} if isinstance(sent, str) else sent))
