"""What the conditions of all rules have in common: their names, and how many one can bear."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from app.engine.refusals import TooManyConditions, UnknownCondition

MOST_CONDITIONS = 50


class Named(Protocol):
    """Something with a name."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def without(now: Iterable[N], name: str) -> tuple[N, ...]:
    """The conditions but those of a name, in whatever case it is written."""
    return tuple(one for one in now if one.name.casefold() != name.casefold())


def without_all(bearer: str, now: Iterable[N], names: Iterable[str]) -> tuple[N, ...]:
    """The conditions once those of each name are taken away. Raises UnknownCondition."""
    now = tuple(now)
    for name in names:
        left = without(now, name)
        if left == now:
            raise no_such_condition(bearer, now, name)
        now = left
    return now


def no_such_condition(bearer: str, now: Iterable[Named], name: str) -> UnknownCondition:
    """The refusal of a condition that somebody doesn't have."""
    return UnknownCondition(
        f"{bearer} has no condition {name!r}.",
        condition=name,
        conditions=[one.name for one in now],
    )


def check_number(bearer: str, now: Sequence[Named]) -> None:
    """Raises TooManyConditions when there are more than anybody can bear."""
    if len(now) > MOST_CONDITIONS:
        raise TooManyConditions(
            f"{bearer} would have {len(now)} conditions; {MOST_CONDITIONS} is the most.",
            most=MOST_CONDITIONS,
        )
