"""What is seen of others where the option `disclosure` is `fog`.

Without a word from the ruleset nothing is: of others' sheets and wounds nothing, of their events
and commands the type and the combatants in them, of refusals the code. A `Fog` opens what a
bystander would see, and never a number of somebody's sheet.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


def _nothing(fighter: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fog:
    """What a ruleset opens in the fog."""

    combatant: Callable[[Any], Mapping[str, Any]] = _nothing
    """What everybody sees of a fighter's state: a band of wounds, a place on the field."""
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By type of event or command, the fields everybody sees beside who is in it: outcomes."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Events that are one combatant's alone, by type: the field that names it. Who acts for that
    one sees all of it; no number in it may come from somebody else's sheet."""
    refusals: tuple[str, ...] = ()
    """Codes of refusals whose words and facts tell nothing of others' sheets."""


BANDS = ("unhurt", "lightly hurt", "hurt", "badly hurt", "out")


def wound_band(left: int, full: int) -> str:
    """How hurt somebody looks with `left` of `full` wounds.

    Unhurt: all; lightly hurt: over a half; hurt: over a quarter; badly hurt: any; else out.
    """
    if left <= 0:
        return BANDS[4]
    if left >= full:
        return BANDS[0]
    if 2 * left > full:
        return BANDS[1]
    return BANDS[2] if 4 * left > full else BANDS[3]
