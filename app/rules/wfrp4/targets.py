"""Whom one may attack, and with what on them (WF-ATT)."""

from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.ranges import distance_to
from app.rules.wfrp4.refusals import CannotTarget, IsEngaged, NotLoaded, OutOfReach, TargetGone
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import REACHES


def foes(state: State, actor: str) -> list[str]:
    """Everyone of another side who lives and is there, in order of joining."""
    side = state.combatants[actor].side
    there = ("active", "down")
    return [c.id for c in state.combatants.values() if c.side != side and c.status in there]


def check_foe(state: State, actor: str, target: str) -> None:
    """Refuses who can't be attacked: oneself, an ally, the dead, who has left."""
    combatant = state.combatants[target]
    if combatant.status in ("dead", "left"):
        raise TargetGone(
            f"{target} is {combatant.status}: attack somebody who is there.",
            target=target,
            target_status=combatant.status,
        )
    if target not in foes(state, actor):
        raise CannotTarget(
            f"{actor} can't attack {target}: both are on the side {combatant.side}.",
            target=target,
            side=combatant.side,
        )


def check_reach(
    state: State, actor: str, target: str, weapon: Weapon, told: int | None = None
) -> None:
    """Refuses a melee weapon that doesn't reach so far, by positions or as it is told."""
    distance = distance_to(state, actor, target, told)
    reach = REACHES[weapon.reach]
    if distance is not None and distance > reach:
        raise OutOfReach(
            f"{target} is {distance} yards away, and {weapon.name} reaches {reach}: "
            "move or charge first.",
            target=target,
            distance=distance,
            reach=reach,
        )


def check_can_shoot(actor: Fighter, weapon: Weapon) -> None:
    """Refuses what isn't loaded, and shooting in a melee but with a Pistol (WF-ATT-7)."""
    if actor.engaged and not weapon.rating("pistol"):
        raise IsEngaged(
            f"{actor.id} is engaged and can't shoot {weapon.name}: disengage first.",
            engaged=list(actor.engaged),
        )
    if weapon.rating("reload") and not actor.shots_of(weapon).left:
        raise NotLoaded(f"{weapon.name} isn't loaded: load it first.", weapon=weapon.name)
