"""Whom blows and spells may be aimed at."""

from app.rules.magickal.refusals import CannotTarget, TargetDown
from app.rules.magickal.state import State


def foes(state: State, actor: str) -> list[str]:
    """Everyone of another side who has not fallen, in order of joining."""
    side = state.combatants[actor].side
    return [c.id for c in state.combatants.values() if c.side != side and c.able]


def check_foe(state: State, actor: str, target: str) -> None:
    """Refuses who can't be attacked: oneself, an ally, the fallen, who has left."""
    combatant = state.combatants[target]
    if not combatant.able:
        raise TargetDown(
            f"{target} is {combatant.status}: attack somebody who stands.",
            target=target,
            target_status=combatant.status,
        )
    if target not in foes(state, actor):
        raise CannotTarget(
            f"{actor} can't attack {target}: both are on the side {combatant.side}.",
            target=target,
            side=combatant.side,
        )
