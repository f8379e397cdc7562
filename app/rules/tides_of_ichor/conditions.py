"""Conditions: what clings to a fighter for a while: changed numbers, and effects of the rules."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import Field, StringConstraints, TypeAdapter

from app.engine.conditions import check_number, without_all
from app.engine.refusals import Invalid
from app.rules.tides_of_ichor.fields import STRICT, Bonus, Name, StatName, Turns
from app.rules.tides_of_ichor.lingering import (
    Fading,
    HalvedStats,
    Lingering,
    LowestStat,
    NextCasting,
)

OF_THE_RULES = frozenset({"by", "row", "effects"})
STATS: tuple[StatName, ...] = ("ws", "bs", "s", "t", "ag", "wp")

E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that clings to a fighter, by name. Its changes count in every target number.

    Conditions count in the order they came: what halves the stats halves those before it. Only the
    rules say `by` (the wizard whose spell or miscast brought it) and `row`, and give `effects`;
    such a condition ends with its bearer's death, or with the encounter.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name", examples=["Blinded"])]
    cause: Annotated[
        str,
        StringConstraints(max_length=200),
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
    casting: Annotated[Bonus, Field(title="Bonus to casting")] = 0
    spell_power: Annotated[Bonus, Field(title="Bonus to spell power")] = 0
    armor: Annotated[Bonus, Field(title="Change of armor")] = 0
    dr: Annotated[Bonus, Field(title="Change of DR")] = 0
    max_w: Annotated[
        int, Field(strict=True, title="More W", ge=0, le=1000, description="At full health.")
    ] = 0
    by: Annotated[str | None, Field(title="Wizard", description="Whose magic brought it.")] = None
    row: Annotated[
        int | None, Field(title="Row", description="Of the miscast table, if that brought it.")
    ] = None
    effects: Annotated[tuple[Lingering, ...], Field(title="Effects of the rules")] = ()

    def effect(self, kind: type[E]) -> E | None:
        """Its effect of a kind, if it has one."""
        return next((e for e in self.effects if isinstance(e, kind)), None)

    def with_effect(self, effect: Lingering, now: Lingering) -> "Condition":
        """The condition once one of its effects is another."""
        effects = tuple(now if e is effect else e for e in self.effects)
        return replace(self, effects=effects)

    def on(self, stats: Mapping[StatName, int]) -> dict[StatName, int]:
        """The stats once this condition counts in them."""
        after = {stat: value + int(getattr(self, stat)) for stat, value in stats.items()}
        if self.effect(HalvedStats):
            after = {stat: value // 2 if value > 0 else value for stat, value in after.items()}
        if self.effect(LowestStat):
            after = dict.fromkeys(after, min(after.values()))
        return after

    @property
    def until(self) -> str:
        """When it ends, in words."""
        if self.turns is not None:
            return f"the end of its next {f'{self.turns} turns' if self.turns > 1 else 'turn'}"
        if self.effect(NextCasting):
            return "it is used"
        if self.effect(Fading):
            return "it has faded"
        return "the encounter's end" if self.by else "it is taken away"


CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)


def conditions_after(
    bearer: str, now: Iterable[Condition], *, add: Iterable[Any], remove: Iterable[str]
) -> tuple[Condition, ...]:
    """The conditions once some are taken away (all of a name) and others added."""
    left = list(without_all(bearer, now, remove))
    left.extend(read_condition(sent) for sent in add)
    check_number(bearer, left)
    return tuple(left)


def read_condition(sent: Any) -> Condition:
    """A condition as a client sends it; a bare name is a mark without numbers."""
    if isinstance(sent, Mapping) and not OF_THE_RULES.isdisjoint(sent):
        raise Invalid("Only the rules say `by` and `row`, and give `effects`: leave them out.")
    return CONDITION.validate_json(json.dumps({"name": sent} if isinstance(sent, str) else sent))


def shown(condition: Condition) -> dict[str, Any]:
    """A condition as people read it: name, cause, when it ends, its numbers, what it does."""
    numbers: dict[str, Any] = CONDITION.dump_python(condition, mode="json", exclude={"effects"})
    does = [effect.describe() for effect in condition.effects]
    return {**numbers, "until": condition.until, "does": does}
