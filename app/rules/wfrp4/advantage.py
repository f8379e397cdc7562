"""Advantage: what gives it, and what takes it away (WF-ADV-1)."""

from app.engine.encounter import Scene
from app.rules.wfrp4.events import AdvantageChanged
from app.rules.wfrp4.state import State


def gain(scene: Scene[State], combatant: str, why: str) -> None:
    """One more, as far as *option* `advantage_cap` lets it."""
    change(scene, combatant, 1, why)


def lose_all(scene: Scene[State], combatant: str, why: str) -> None:
    """All of one's own; of a pool 1 (ours)."""
    has = scene.state.advantage_of(combatant)
    change(scene, combatant, -has if scene.state.options.advantage == "individual" else -1, why)


def change(scene: Scene[State], combatant: str, by: int, why: str) -> None:
    """More or less of it, from 0 to the cap; nothing is recorded where nothing changes."""
    state = scene.state
    before = state.advantage_of(combatant)
    after = max(0, before + by)
    cap = _cap(state, combatant)
    if cap is not None and by > 0:
        after = min(after, max(before, cap))
    if after == before:
        return
    grouped = state.options.advantage == "group"
    side = state.combatants[combatant].side if grouped else None
    scene.record(
        AdvantageChanged(combatant=combatant, before=before, after=after, why=why, side=side)
    )


def _cap(state: State, combatant: str) -> int | None:
    cap = state.options.advantage_cap
    if cap == "initiative_bonus":
        return state.combatants[combatant].sheet.bonus("i")
    return cap
