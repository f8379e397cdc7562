"""Whom attacks, spells and helping hands may be aimed at."""

from app.rules.quint.refusals import CannotTarget, OutOfReach
from app.rules.quint.state import State


def foes(state: State, actor: str) -> list[str]:
    """Everyone of another side who is there and lives, in order of joining (QU-DOWN-2)."""
    side = state.combatants[actor].side
    return [id for id in there(state) if state.combatants[id].side != side]


def companions(state: State, actor: str) -> list[str]:
    """Everyone of one's own side who is there and lives, oneself first."""
    side = state.combatants[actor].side
    others = (id for id in there(state) if state.combatants[id].side == side and id != actor)
    return [actor, *others]


def there(state: State) -> list[str]:
    """Everyone who is there and lives, also the unconscious."""
    return [c.id for c in state.combatants.values() if c.status in ("active", "down")]


def check_foe(state: State, actor: str, target: str) -> None:
    """Refuses oneself, allies, the dead, and who has left."""
    if target not in foes(state, actor):
        combatant = state.combatants[target]
        raise CannotTarget(
            f"{actor} can't attack {target}, of the side {combatant.side}, {combatant.status}.",
            target=target,
            side=combatant.side,
            target_status=combatant.status,
        )


def check_in_reach(state: State, actor: str, target: str) -> None:
    """Refuses the same, and for a blow also who runs away (QU-RET-2)."""
    check_foe(state, actor, target)
    if state.combatants[target].flight is not None:
        raise OutOfReach(f"{target} is running away: pursue, or shoot.", target=target)


def check_companion(state: State, actor: str, target: str) -> None:
    """Refuses anybody but oneself and one's own side."""
    if target not in companions(state, actor):
        raise CannotTarget(
            f"{actor} can help only its own side, not {target}.",
            target=target,
            side=state.combatants[target].side,
            target_status=state.combatants[target].status,
        )
