"""Conditions on a fighter: how they add up, ease, and what follows them (WF-COND-1)."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.engine.conditions import check_number, no_such_condition
from app.engine.refusals import Invalid
from app.rules.wfrp4.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    Cause,
    Change,
    Characteristic,
    CharacteristicChange,
    Level,
    Name,
    Points,
    Rounds,
)
from app.rules.wfrp4.tables.conditions import CONDITIONS, Row

MOST_LEVELS = 100
MOST_ENDS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted:
    """What a spell or a prayer gives its bearer while it lasts (WF-CAST-3)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    armour: Annotated[Points, Field(title="Armour", description="AP on all locations.")] = 0
    ward: Annotated[
        Annotated[int, Field(strict=True, ge=2, le=10)] | None,
        Field(title="Ward", description="So much on a d10 keeps a hit off."),
    ] = None
    stops_missiles: Annotated[
        bool, Field(title="Stops missiles", description="But for powder and magic.")
    ] = False
    dispel: Annotated[Points, Field(title="Dispel", description="SL to dispel.")] = 0
    changes: Annotated[
        tuple[CharacteristicChange, ...],
        Field(title="Changes", max_length=10, description="To tests of a characteristic."),
    ] = ()
    kind: Annotated[
        Literal["spell", "blessing", "miracle"], Field(title="Kind", description="What it is.")
    ] = "spell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that clings to a fighter: one of the twelve, or a game master's mark."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[
        Name,
        Field(
            title="Name",
            description="One of the twelve, or a mark.",
            examples=["bleeding", "Hexed"],
        ),
    ]
    level: Annotated[Level, Field(title="Level", description="They add up.")] = 1
    cause: Annotated[Cause, Field(title="Cause", description="Who or what brought it.")] = ""
    by: Annotated[
        Cause | None, Field(title="By", description="The id of the combatant who brought it.")
    ] = None
    strength: Annotated[
        Characteristic | None,
        Field(title="Strength", description="Of what entangles; none: 30."),
    ] = None
    difficulty: Annotated[
        Change, Field(title="Difficulty", description="The modifier of the test that ends it.")
    ] = 0
    rounds: Annotated[
        Rounds | None,
        Field(title="Rounds", description="It lasts so many ends of rounds; none: no end."),
    ] = None
    ends: Annotated[
        Points, Field(title="Ends of rounds", description="So many have passed since it eased.")
    ] = 0

    grants: Annotated[
        Granted | None, Field(title="Grants", description="By magic, while it lasts.")
    ] = None

    @property
    def row(self) -> Row | None:
        """What the table says of it; None of a mark."""
        return CONDITIONS.get(self.name)


CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)


def read_condition(sent: Any) -> Condition:
    """A condition as a client sends it: an object, or a bare name.

    Raises Invalid for one of the twelve with its level in its name, else ValidationError.
    """
    named = {"name": sent} if isinstance(sent, str) else sent
    if isinstance(named, Mapping) and isinstance(named.get("name"), str):
        name = named["name"].strip()
        known = name.casefold()
        _check_levelless(known)
        # a blank name stays, to be found wrong
        named = {**named, "name": known if known in CONDITIONS else name or named["name"]}
    return CONDITION.validate_json(json.dumps(named))


def _check_levelless(name: str) -> None:
    found = re.fullmatch(r"([a-z]+)\W*([0-9]+)\W*", name)
    if found is not None and found[1] in CONDITIONS:
        raise Invalid(
            f'Give the level beside the name: "name": "{found[1]}", "level": {found[2]} '
            '("levels" in effects).',
            condition=name,
        )


def level_of(now: Iterable[Condition], name: str) -> int:
    """How many levels of a condition there are."""
    return next((c.level for c in now if c.name == name), 0)


def gained(now: tuple[Condition, ...], new: Condition) -> tuple[Condition, ...]:
    """The conditions with one more: levels add up, but for those that don't stack.

    The stronger source of Entangled, and the harder test, stay.
    """
    old = next((c for c in now if c.name == new.name), None)
    if old is None:
        single = new.row is not None and not new.row.stacks
        return (*now, replace(new, level=1) if single else new)
    stacks = new.row is not None and new.row.stacks
    strengths = [c.strength for c in (old, new) if c.strength is not None]
    both = replace(
        old,
        level=min(MOST_LEVELS, old.level + new.level) if stacks else max(old.level, 1),
        cause=new.cause or old.cause,
        by=new.by or old.by,
        strength=max(strengths, default=None),
        difficulty=min(old.difficulty, new.difficulty),
        rounds=new.rounds if new.rounds is not None else old.rounds,
    )
    return tuple(both if c is old else c for c in now)


def eased(now: tuple[Condition, ...], name: str, levels: int) -> tuple[Condition, ...]:
    """The conditions with some levels of one fewer; after the last one follows what follows it."""
    old = next(c for c in now if c.name == name)
    if old.level > levels:
        fewer = replace(old, level=old.level - levels, ends=0)
        return tuple(fewer if c is old else c for c in now)
    left = tuple(c for c in now if c is not old)
    for following in () if old.row is None else old.row.then:
        if name != "stunned" or level_of(left, following) == 0:  # WF-COND-stunned
            left = gained(left, Condition(name=following, cause=name))
    return left


def conditions_after(
    bearer: str, now: tuple[Condition, ...], *, add: Iterable[Any], remove: Iterable[str]
) -> tuple[Condition, ...]:
    """The conditions once a game master has taken a level of some away and added others.

    Raises UnknownCondition, TooManyConditions, or ValidationError for fields that are wrong.
    """
    for wanted in remove:
        name = next((c.name for c in now if c.name.casefold() == wanted.strip().casefold()), None)
        if name is None:
            raise no_such_condition(bearer, now, wanted)
        now = eased(now, name, 1)
    for sent in add:
        now = gained(now, read_condition(sent))
    check_number(bearer, now)
    return now
