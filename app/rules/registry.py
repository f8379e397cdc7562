"""Every ruleset there is: those that ship, and those of other packages.

Another package offers a ruleset by an entry point in the group `tiltyard.rulesets` that loads a
`Ruleset`. Two of one id: the start stops.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from app.engine.ruleset import Ruleset
from app.rules.desdaemona import RULESET as DESDAEMONA
from app.rules.magickal import RULESET as MAGICKAL
from app.rules.quint import RULESET as QUINT
from app.rules.tides_of_ichor import RULESET as TIDES_OF_ICHOR

ENTRY_POINTS = "tiltyard.rulesets"

SHIPPED: tuple[Ruleset[Any], ...] = (TIDES_OF_ICHOR, MAGICKAL, DESDAEMONA, QUINT)


@cache
def rulesets() -> Mapping[str, Ruleset[Any]]:
    """All rulesets by id: the shipped ones first, then those found by entry point."""
    return collected(SHIPPED, entry_points(group=ENTRY_POINTS))


def collected(
    shipped: Iterable[Ruleset[Any]], found: Iterable[EntryPoint]
) -> Mapping[str, Ruleset[Any]]:
    """The shipped rulesets and the loaded ones, by id.

    Raises TypeError for an entry point that isn't a Ruleset, ValueError for an id used twice.
    """
    by_id: dict[str, Ruleset[Any]] = {}
    for ruleset in (*shipped, *(_loaded(point) for point in found)):
        if ruleset.id in by_id:
            raise ValueError(f"two rulesets are called {ruleset.id!r}")
        by_id[ruleset.id] = ruleset
    return by_id


def _loaded(point: EntryPoint) -> Ruleset[Any]:
    ruleset = point.load()
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"the entry point {point.name} = {point.value} is not a Ruleset")
    return ruleset
