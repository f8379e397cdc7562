"""Whom attacks and passive actions may be aimed at (SD-STA-2, SD-PAS-1, SD-FLY-4)."""

from app.rules.desdaemona.refusals import (
    CannotTarget,
    NotAnOpponent,
    OpponentNeeded,
    OutOfReach,
    TargetDown,
    TargetYielded,
)
from app.rules.desdaemona.state import State


def foes(state: State, actor: str) -> list[str]:
    """Everyone of another side who still fights, in order of joining."""
    side = state.combatants[actor].side
    return [c.id for c in state.combatants.values() if c.side != side and c.able]


def yielded_foes(state: State, actor: str) -> list[str]:
    """Those of other sides who have yielded and live."""
    side = state.combatants[actor].side
    others = (c for c in state.combatants.values() if c.side != side)
    return [c.id for c in others if c.yielded and c.status == "down"]


def in_reach(state: State, actor: str, target: str, kind: str) -> bool:
    """Between the air and the ground only ranged attacks go (SD-FLY-4)."""
    same = state.combatants[actor].airborne == state.combatants[target].airborne
    return same or state.options.kinds[kind].reach == "ranged"


def check_target(
    state: State, actor: str, target: str, kind: str, *, press: bool, allies: bool
) -> None:
    """Refuses who can't be attacked; `allies`: whether those of one's own side can be."""
    combatant = state.combatants[target]
    if target == actor or (combatant.side == state.combatants[actor].side and not allies):
        raise CannotTarget(
            f"{actor} can't attack {target}: both are on the side {combatant.side}.",
            target=target,
            side=combatant.side,
        )
    if combatant.status in ("dead", "left"):
        raise TargetDown(
            f"{target} is {combatant.status}: attack somebody who is there.",
            target=target,
            target_status=combatant.status,
        )
    if combatant.yielded and not press:
        raise TargetYielded(
            f"{target} has yielded. To attack all the same, say press.", target=target
        )
    _check_reach(state, actor, target, kind)


def opponent_of(state: State, actor: str, named: str | None) -> str | None:
    """Whom a passive action contests: one foe, by name where there are several; None: no foe.

    A hidden foe is contested only by name. Refuses a missing name, and somebody who is no foe.
    """
    opponents = foes(state, actor)
    in_sight = foes_in_sight(state, actor)
    if named is None and len(in_sight) > 1:
        raise OpponentNeeded(
            "Several foes could be contested: name one as the opponent.", opponents=in_sight
        )
    if named is not None and named not in opponents:
        raise NotAnOpponent(
            f"{named} is no foe who still fights: contest one who is.",
            opponent=named,
            opponents=opponents,
        )
    return named or next(iter(in_sight), None)


def foes_in_sight(state: State, actor: str) -> list[str]:
    """The foes who still fight and aren't hidden: what an action may hang on, and give away."""
    return [foe for foe in foes(state, actor) if not state.combatants[foe].hidden]


def _check_reach(state: State, actor: str, target: str, kind: str) -> None:
    """Refuses an attack between the air and the ground that isn't ranged."""
    if in_reach(state, actor, target, kind):
        return
    flier = actor if state.combatants[actor].airborne else target
    other = target if flier == actor else actor
    raise OutOfReach(
        f"{flier} is in the air and {other} is not: only ranged attacks go from one to the other.",
        target=target,
        airborne=flier,
        kind=kind,
    )
