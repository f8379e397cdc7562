"""Damage Points lost, conditions gained, and who falls or dies of it (QU-DMG-1, QU-DOWN-1, 2)."""

from dataclasses import dataclass

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.quint.conditions import Affliction, Condition
from app.rules.quint.events import (
    CombatantDied,
    CombatantFell,
    ConditionGained,
    Harm,
    PointsLost,
    WeaponDropped,
)
from app.rules.quint.morale import shake
from app.rules.quint.state import State

STRIKES: tuple[Harm, ...] = ("blow", "spell")


@dataclass(frozen=True, slots=True)
class Cause:
    """Where harm comes from: its kind, the name of weapon, spell or injury, and who dealt it."""

    harm: Harm
    what: str
    by: str | None


def lose_points(scene: Scene[State], dice: Dice, victim: str, points: int, cause: Cause) -> None:
    """Takes Damage Points off: at 0 unconscious, at -10 dead."""
    if not points:
        return
    before = scene.state
    scene.record(
        PointsLost(
            combatant=victim,
            points=points,
            remaining=before.combatants[victim].points - points,
            harm=cause.harm,
            what=None if cause.harm in STRIKES else cause.what,
            by=cause.by,
        )
    )
    _note_fall(scene, dice, before, victim, cause)


def gain(scene: Scene[State], dice: Dice, bearer: str, condition: Condition, cause: Cause) -> None:
    """Lays a condition on somebody; who is prone already isn't knocked down again."""
    before = scene.state
    if condition.prone and before.combatants[bearer].prone:
        return
    affliction = afflicted(before, bearer, condition, cause.by)
    scene.record(ConditionGained(combatant=bearer, affliction=affliction))
    _note_fall(scene, dice, before, bearer, cause)


def afflicted(
    state: State, bearer: str, condition: Condition, by: str | None, *, spent: bool = True
) -> Affliction:
    """A condition as `bearer` gets it now, with its end.

    For n quints: the bearer acts under it n times, so this quint counts if its turn is yet to come;
    what does damage does it n times. `spent`: the turn of the acting one is being spent just now.
    """
    if condition.quints is None:
        return Affliction(condition=condition, by=by)
    if condition.damage:
        counts = state.ended_quint < state.quint
    else:
        counts = _yet_to_act(state, bearer) or (bearer == state.acting and not spent)
    until = state.quint + condition.quints - counts
    return Affliction(condition=condition, by=by, until=until)


def drop_weapon(scene: Scene[State], holder: str) -> None:
    """What the hands hold falls."""
    weapon = scene.state.combatants[holder].drawn
    if weapon is not None:
        scene.record(WeaponDropped(combatant=holder, weapon=weapon))


def _yet_to_act(state: State, combatant: str) -> bool:
    ids = state.order.ids
    if state.acting is None or combatant not in ids:
        return False
    return ids.index(combatant) > ids.index(state.acting)


def _note_fall(scene: Scene[State], dice: Dice, before: State, victim: str, cause: Cause) -> None:
    """Says that somebody fell or died, which may end a side and shake a group."""
    was, now = before.combatants[victim].status, scene.state.combatants[victim].status
    if now == was:
        return
    awake = was == "active"
    if now == "dead":
        scene.record(
            CombatantDied(
                combatant=victim, at_once=awake, harm=cause.harm, what=cause.what, by=cause.by
            )
        )
    else:
        scene.record(CombatantFell(combatant=victim, harm=cause.harm, what=cause.what, by=cause.by))
    scene.note_fallen_sides(before.standing)
    if awake:
        shake(scene, dice, victim)
