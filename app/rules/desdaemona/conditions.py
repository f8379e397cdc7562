"""Conditions: disabilities, spells, powers and what else clings to a fighter (SD-DIS, SD-PAS-4)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from app.engine.conditions import check_number, without, without_all
from app.engine.tables import with_row
from app.rules.desdaemona import fields
from app.rules.desdaemona.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    Action,
    Change,
    Cost,
    KindName,
    Name,
    Pair,
    StatName,
    Turns,
)

SHAKE_OFF: Pair = ("CON", "STA")  # ours, where an effect names no stats (SD-PAS-3)

Rows = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Percent off attacks and defences, of one kind or of all (SD-DIS-1)."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    kind: Annotated[KindName | None, Field(title="Kind", description="None: of every kind.")] = None
    attack: Annotated[fields.Penalty, Field(title="Attack, %")] = 0
    defence: Annotated[fields.Penalty, Field(title="Defence, %")] = 0

    def of(self, kind: str, action: Action) -> int:
        """What it takes off such an action, as a percent below 0; 0: it doesn't matter here."""
        if self.kind not in (None, kind):
            return 0
        return self.attack if action == "attack" else self.defence


Total = Literal["attack", "defence", "damage", "attack_cost", "defence_cost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """Points added to a total, a cost in STA, or the level of a stat."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    to: Annotated[
        Total | StatName,
        Field(
            title="To what", description="A stat by name, or one of the totals.", examples=["STR"]
        ),
    ]
    by: Annotated[Change, Field(title="Change")]
    kinds: Annotated[
        tuple[KindName, ...], Field(title="Kinds", description="None: every kind.", max_length=20)
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that clings to a fighter. A name of a table brings its row; any other is a mark."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["blind", "asleep"])]
    cause: Annotated[
        str,
        StringConstraints(max_length=200),
        Field(title="Cause", description="Who or what brought it."),
    ] = ""
    turns: Annotated[
        Turns | None,
        Field(title="Turns left", description="Of the bearer's own; none: the encounter."),
    ] = None
    spell: Annotated[
        bool,
        Field(
            title="Of a hostile spell",
            description="All of these together take off half at most, and they can be shaken off.",
        ),
    ] = False
    against: Annotated[
        int | None,
        Field(
            strict=True,
            title="Against",
            ge=-100_000,
            le=100_000,
            description="The attack total it landed with; none: whoever tries shakes it off.",
        ),
    ] = None
    shake_off: Annotated[Pair, Field(title="Shaken off by", description="Two stats.")] = SHAKE_OFF
    skip_turn: Annotated[bool, Field(title="Skips turns")] = False
    damage: Annotated[Cost, Field(title="Damage", description="At the end of each turn.")] = 0
    healing: Annotated[Cost, Field(title="Healing", description="At the end of each turn.")] = 0
    shield: Annotated[
        Cost | None,
        Field(title="Shield", description="STA that each defence costs more which it helps."),
    ] = None
    penalties: Annotated[tuple[Penalty, ...], Field(title="Penalties", max_length=20)] = ()
    modifiers: Annotated[tuple[Modifier, ...], Field(title="Modifiers", max_length=20)] = ()

    def percent(self, kind: str, action: Action) -> int:
        """What it takes off such an action, as a percent below 0."""
        return sum(penalty.of(kind, action) for penalty in self.penalties)

    def change(self, to: str, kind: str | None = None) -> int:
        """What it adds to a total or a cost of a kind, or to a stat."""
        return sum(m.by for m in self.modifiers if m.to == to and (not m.kinds or kind in m.kinds))

    def shield_cost(self, kind: str) -> int:
        """STA for calling on a shield in a defence: 0 if it is none, or none against the kind."""
        return (self.shield or 0) if self.change("defence", kind) else 0


CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)


def read_condition(sent: Any, rows: Rows) -> Condition:
    """A condition as a client sends it: an object, or a bare name. Raises ValidationError."""
    named = {"name": sent} if isinstance(sent, str) else sent
    return CONDITION.validate_json(json.dumps(with_row(named, rows)))


def renewed(now: Iterable[Condition], gained: Condition) -> tuple[Condition, ...]:
    """The conditions with one more; it takes the place of an earlier one of its name."""
    return (*without(now, gained.name), gained)


def conditions_after(
    bearer: str,
    now: tuple[Condition, ...],
    *,
    add: Iterable[Any],
    remove: Iterable[str],
    rows: Rows,
) -> tuple[Condition, ...]:
    """The conditions once some are taken away by name and others added.

    Raises UnknownCondition, TooManyConditions, or ValidationError for fields that are wrong.
    """
    now = without_all(bearer, now, remove)
    for sent in add:
        now = renewed(now, read_condition(sent, rows))
    check_number(bearer, now)
    return now
