"""Conditions: what injuries, spells, moods and game masters lay on a fighter (QU-GRI-2, QU-SPL-3).

A condition is what it does. Borne by a fighter it is an affliction: who dealt it, until when.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field, StringConstraints, TypeAdapter

from app.engine.conditions import check_number, without_all
from app.engine.tables import with_row
from app.rules.quint.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    Bleeding,
    Change,
    DiceNotation,
    Limb,
    Modified,
    Name,
    Points,
    Quints,
)
from app.rules.quint.tables.conditions import CONDITIONS_BY_NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """A number added wherever `to` counts, as a line of its own."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    to: Annotated[
        Modified, Field(title="To what", description="foes_to_hit: of those who strike its bearer.")
    ]
    by: Annotated[Change, Field(title="Change")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What clings to a fighter. A name from the conditions table brings its row."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["stunned", "Blinded"])]
    cause: Annotated[
        str,
        StringConstraints(max_length=100),
        Field(title="Cause", description="The injury or spell it comes from."),
    ] = ""
    quints: Annotated[
        Quints | None,
        Field(title="Quints", description="How long; none: until something ends it."),
    ] = None
    skip_turn: Annotated[bool, Field(title="Skips turns")] = False
    modifiers: Annotated[tuple[Modifier, ...], Field(title="Modifiers", max_length=10)] = ()
    damage: Annotated[Points, Field(title="Damage", description="At the end of each quint.")] = 0
    bleeding: Annotated[
        Bleeding | None,
        Field(title="Bleeding", description="open: staunching stops it. internal: only a healer."),
    ] = None
    unconscious: Annotated[bool, Field(title="Unconscious")] = False
    halves_defense: Annotated[bool, Field(title="Halves Defense")] = False
    prone: Annotated[bool, Field(title="Prone", description="Rising takes a quint.")] = False
    slow: Annotated[bool, Field(title="Slow", description="Halves the Speed Rating.")] = False
    mute: Annotated[bool, Field(title="Mute", description="No spells.")] = False
    flees: Annotated[bool, Field(title="Flees", description="Retreats by itself.")] = False
    limb: Annotated[Limb | None, Field(title="Useless limb")] = None
    lodged: Annotated[
        DiceNotation | None,
        Field(title="Lodged", description="Damage of pulling the missile out."),
    ] = None
    treatable: Annotated[bool, Field(title="Treatable", description="A healer ends it.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCondition(Condition):
    """What clings to a fighter. A name from the conditions table brings its row.

    Answers say also who dealt it, and until when.
    """

    by: Annotated[
        str | None,
        Field(title="By", description="Who dealt it.", json_schema_extra={"readOnly": True}),
    ] = None
    until_quint: Annotated[
        int | None,
        Field(
            title="Until quint",
            description="At whose end it is over; none: until something ends it.",
            json_schema_extra={"readOnly": True},
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Affliction:
    """A condition as somebody bears it.

    `by`: who dealt it. `until`: the quint at whose end it is over; None: none.
    """

    condition: Condition
    by: str | None = None
    until: int | None = None

    @property
    def name(self) -> str:
        """What the condition is called."""
        return self.condition.name

    @property
    def bleeds(self) -> bool:
        """Whether staunching stops it (QU-BLEED-1)."""
        return self.condition.bleeding == "open"


CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)


def read_condition(sent: Any) -> Condition:
    """A condition as a client sends it: an object, or a bare name. Raises ValidationError."""
    named = {"name": sent} if isinstance(sent, str) else sent
    return CONDITION.validate_json(json.dumps(with_row(named, CONDITIONS_BY_NAME)))


BY_NAME: Mapping[str, Condition] = {name: read_condition(name) for name in CONDITIONS_BY_NAME}
"""The conditions of the table."""


def afflictions_after(
    bearer: str, now: tuple[Affliction, ...], *, add: Iterable[Affliction], remove: Iterable[str]
) -> tuple[Affliction, ...]:
    """The afflictions once some are taken away (all of a name) and others added.

    Raises UnknownCondition or TooManyConditions.
    """
    now = without_all(bearer, now, remove)
    now = (*now, *add)
    check_number(bearer, now)
    return now


def modifiers_of(afflictions: Iterable[Affliction], to: Modified) -> Iterator[tuple[str, int]]:
    """What afflictions add to something, by name."""
    for affliction in afflictions:
        for modifier in affliction.condition.modifiers:
            if modifier.to == to:
                yield affliction.name, modifier.by
