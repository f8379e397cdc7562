"""Wounds that magic brings back (WF-CAST-3, WF-COND-bleeding)."""

from app.engine.encounter import Scene
from app.rules.wfrp4.events import WoundsRegained
from app.rules.wfrp4.harm import ease
from app.rules.wfrp4.state import State


def heal(scene: Scene[State], whom: str, wounds: int, cause: str) -> None:
    """Up to what can heal; each Wound takes a level of Bleeding away.

    The poisoned can't be healed at 0 Wounds (WF-COND-poisoned).
    """
    fighter = scene.state.combatants[whom]
    if fighter.dead is not None or (fighter.wounds == 0 and fighter.level("poisoned")):
        return
    back = min(wounds, fighter.most_wounds - fighter.wounds)
    if back > 0:
        remaining = fighter.wounds + back
        scene.record(WoundsRegained(combatant=whom, wounds=back, remaining=remaining, cause=cause))
    ease(scene, whom, "bleeding", wounds, "magic")
