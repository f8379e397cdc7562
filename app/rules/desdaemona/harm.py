"""Damage, healing, and who dies (SD-DMG)."""

from collections.abc import Iterable
from math import prod

from app.engine.encounter import Scene
from app.rules.desdaemona.events import CombatantDied, DamageChange, HpLost, HpRegained
from app.rules.desdaemona.state import State

CAP = 50  # of the damage die, and of what modifiers that respect it make of it (SD-DMG-1)


def damage_die(difference: int) -> int:
    """Sides of the damage die: the difference, held to 50; 0 where the guard held."""
    return max(0, min(CAP, difference))


def damage_of(face: int, modifiers: Iterable[DamageChange]) -> int:
    """(roll x product) + sum; first what respects the cap, held to 50, then the rest (SD-DMG-2)."""
    modifiers = tuple(modifiers)
    capped = [m for m in modifiers if m.respects_cap]
    free = [m for m in modifiers if not m.respects_cap]
    damage = min(CAP, _applied(face, capped))
    return max(0, _applied(damage, free))


def _applied(roll: int, modifiers: Iterable[DamageChange]) -> int:
    modifiers = tuple(modifiers)
    return roll * prod(m.times for m in modifiers) + sum(m.plus for m in modifiers)


def lose_hp(scene: Scene[State], victim: str, hp: int, condition: str | None = None) -> None:
    """Takes HP off; at 0 or below the victim is dead (SD-DMG-3)."""
    remaining = scene.state.combatants[victim].hp - hp
    standing = scene.state.standing
    scene.record(HpLost(combatant=victim, hp=hp, remaining=remaining, condition=condition))
    if remaining <= 0:
        scene.record(CombatantDied(combatant=victim))
        scene.note_fallen_sides(standing)


def regain_hp(scene: Scene[State], combatant: str, hp: int, by: str) -> None:
    """Gives HP back, up to full health."""
    fighter = scene.state.combatants[combatant]
    remaining = min(fighter.sheet.hp, fighter.hp + hp)
    if remaining > fighter.hp:
        gained = remaining - fighter.hp
        scene.record(HpRegained(combatant=combatant, hp=gained, remaining=remaining, by=by))
