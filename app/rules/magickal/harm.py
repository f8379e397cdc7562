"""Damage, and who falls or dies of it (MG-DMG-1, MG-DMG-4)."""

import math
from collections.abc import Callable

from app.engine.encounter import Scene
from app.engine.tally import Line, Lines, tally, total
from app.rules.magickal.events import CombatantFell, DamageDealt, HpLost
from app.rules.magickal.fields import Rounding, StatName
from app.rules.magickal.state import Fighter, State

ROUNDED: dict[Rounding, Callable[[float], int]] = {
    "down": math.floor,
    "up": math.ceil,
    "nearest": round,  # halves to even
}


def times(factor: float, stat: StatName, fighter: Fighter, rounding: Rounding) -> Line:
    """An attribute as it is now, times a factor of the damage tables; never below 0."""
    points = ROUNDED[rounding](factor * total(fighter.lines(stat)))
    return Line(f"{factor:g} x {stat}", max(0, points))


def deal(scene: Scene[State], attacker: str, defender: str, damage: Lines) -> None:
    """Damage of a blow or a spell."""
    dealt = tally(damage)
    scene.record(DamageDealt(attacker=attacker, defender=defender, damage=dealt))
    if dealt.total:
        lose_hp(scene, defender, dealt.total)


def lose_hp(scene: Scene[State], victim: str, hp: int, condition: str | None = None) -> None:
    """Takes HP off; at 0 the victim falls, and by *option* `death_at` it may die."""
    remaining = scene.state.combatants[victim].hp - hp
    if scene.state.options.death_at is None:
        remaining = max(0, remaining)
    standing = scene.state.standing
    scene.record(HpLost(combatant=victim, hp=hp, remaining=remaining, condition=condition))
    if remaining <= 0:
        dead = scene.state.combatants[victim].status == "dead"
        scene.record(CombatantFell(combatant=victim, dead=dead))
        scene.note_fallen_sides(standing)
