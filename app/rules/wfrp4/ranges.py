"""How far it is, and what a weapon reaches (WF-ATT-2, WF-MOVE-1)."""

from collections.abc import Sequence

from app.rules.wfrp4.fields import Size
from app.rules.wfrp4.gear import Ammunition, Weapon
from app.rules.wfrp4.refusals import OutOfRange, UnknownAmmunition
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import BANDS, SIZES, UNMEASURED

BAND_MODIFIERS = {name: modifier for name, _, _, modifier in BANDS}


def distance_between(state: State, one: str, other: str) -> int | None:
    """Yards between two on the line; None where one has no position."""
    here, there = state.combatants[one].position, state.combatants[other].position
    return None if here is None or there is None else abs(here - there)


def distance_to(state: State, one: str, other: str, told: int | None) -> int | None:
    """Yards by positions, whatever is told; where one has none, as it is told."""
    known = distance_between(state, one, other)
    return told if known is None else known


def caught_in_blast(
    state: State, weapon: Weapon, target: str, named: Sequence[str]
) -> tuple[str, ...]:
    """Whom a hit on the target hits too: those named, else all within the weapon's Blast."""
    yards = weapon.rating("blast")
    if not yards:
        return ()
    distances = ((c.id, distance_between(state, target, c.id)) for c in state.there)
    near = [id for id, distance in distances if distance is not None and distance <= yards]
    return tuple(
        id
        for id in named or near
        if id != target and state.combatants[id].status not in ("dead", "left")
    )


def range_of(fighter: Fighter, weapon: Weapon) -> int:
    """A ranged weapon's range in somebody's hands, in yards."""
    yards = weapon.range or 0
    return yards * fighter.sheet.bonus("s") if weapon.range_by_strength else yards


def band_at(reach: int, distance: int | None) -> str:
    """The range band of a distance; where it isn't told, normal (ours). Raises OutOfRange."""
    if distance is None:
        return UNMEASURED
    for band, times, of, _ in BANDS:
        if distance * of <= reach * times:
            return band
    most = reach * BANDS[-1][1]
    raise OutOfRange(
        f"It is {distance} yards, and it reaches {most}: come nearer.", distance=distance, most=most
    )


def ammunition_for(fighter: Fighter, weapon: Weapon, wanted: str | None) -> Ammunition | None:
    """What is shot: what is asked for, or the first that fits. Raises UnknownAmmunition."""
    fitting = [a for a in fighter.sheet.ammunition if weapon.group in a.groups]
    if wanted is None:
        return fitting[0] if fitting else None
    found = next((a for a in fitting if a.name.casefold() == wanted.casefold()), None)
    if found is None:
        raise UnknownAmmunition(
            f"{fighter.id} has no {wanted!r} for {weapon.name}.",
            ammunition=wanted,
            fitting=[a.name for a in fitting],
        )
    return found


def size_modifier(size: Size) -> int:
    """To shoot at something so large."""
    return SIZES[size]
