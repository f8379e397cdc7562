"""Wounds lost, conditions gained and eased, and who falls or dies of it (WF-WND-2, WF-COND)."""

from app.engine.encounter import Scene
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.conditions import Condition, eased, gained, level_of
from app.rules.wfrp4.events import (
    CombatantDied,
    CombatantFell,
    ConditionEased,
    ConditionGained,
    WoundsLost,
)
from app.rules.wfrp4.state import State
from app.rules.wfrp4.tables.conditions import STEELED


def lose_wounds(
    scene: Scene[State], victim: str, wounds: int, cause: str, by: str | None = None
) -> int:
    """Takes Wounds, down to 0, where one lies Prone; how many there were too many for that."""
    if wounds <= 0:
        return 0
    before = scene.state.combatants[victim].wounds
    remaining = max(0, before - wounds)
    scene.record(
        WoundsLost(combatant=victim, wounds=wounds, remaining=remaining, cause=cause, by=by)
    )
    if scene.state.options.advantage_lost_by_harm:
        advantage.lose_all(scene, victim, "wounds")
    if remaining == 0 and not scene.state.combatants[victim].level("prone"):
        gain(scene, victim, Condition(name="prone", cause="wounds", by=by))
    return wounds - before


def gain(scene: Scene[State], victim: str, condition: Condition) -> None:
    """A condition is laid on somebody, who loses all Advantage by it (WF-ADV-1)."""
    fighter = scene.state.combatants[victim]
    if fighter.dead is not None or (condition.name == "broken" and fighter.level(STEELED)):
        return
    standing = scene.state.standing
    level = level_of(gained(fighter.conditions, condition), condition.name)
    scene.record(ConditionGained(combatant=victim, condition=condition, level=level))
    advantage.lose_all(scene, victim, "condition")
    if condition.name == "unconscious" and not fighter.helpless:
        scene.record(CombatantFell(combatant=victim, cause=condition.cause))
        scene.note_fallen_sides(standing)


def bless(scene: Scene[State], whom: str, condition: Condition) -> None:
    """Something good is laid on somebody, in place of one of the same name."""
    if scene.state.combatants[whom].dead is None:
        ease(scene, whom, condition.name, 1, "renewed")
        scene.record(ConditionGained(combatant=whom, condition=condition, level=1))


def ease(scene: Scene[State], combatant: str, name: str, levels: int, why: str) -> None:
    """Some levels of a condition go, as far as there are, and as an injury lets them.

    What follows the last one comes.
    """
    fighter = scene.state.combatants[combatant]
    before = fighter.conditions
    has = level_of(before, name)
    if fighter.keeps(name):
        levels = min(levels, has - 1)
    if not has or levels <= 0:
        return
    after = eased(before, name, levels)
    added = tuple(c.name for c in after if level_of(before, c.name) < c.level)
    scene.record(
        ConditionEased(
            combatant=combatant,
            condition=name,
            levels=min(levels, has),
            left=max(0, has - levels),
            then=added,
            why=why,
        )
    )


def die(scene: Scene[State], victim: str, cause: str, by: str | None = None) -> None:
    """The end of somebody, and maybe of a side."""
    standing = scene.state.standing
    scene.record(CombatantDied(combatant=victim, cause=cause, by=by))
    scene.note_fallen_sides(standing)
