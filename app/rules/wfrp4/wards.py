"""What keeps a hit off its bearer by magic (WF-CAST-3)."""

from app.engine.dice import Dice, Over
from app.engine.encounter import Scene
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.magic_events import Warded
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.weapons import MISFIRE

WARD_DIE = 10


def warded(scene: Scene[State], dice: Dice, target: str) -> bool:
    """Ward (X): X or more on a d10 keeps the damage off; of several the best counts."""
    ward = scene.state.combatants[target].ward
    if ward is None:
        return False
    held = dice.test(WARD_DIE, Over(ward - 1), "ward", subject=target)
    scene.record(Warded(combatant=target, ward=ward, face=held.face or 0, held=held.passed))
    return held.passed


def stops_missile(target: Fighter, weapon: Weapon) -> bool:
    """Arrow Shield: what is shot burns up on the way; bullets don't."""
    if weapon.kind != "ranged" or weapon.group in MISFIRE:
        return False
    return any(granted.stops_missiles for _, granted in target.granted)
