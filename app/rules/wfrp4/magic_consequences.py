"""What rows of miscasts and wrath do beyond bodies: corruption, flight, others around."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.wfrp4 import effects as fx
from app.rules.wfrp4.amounts import amount_of
from app.rules.wfrp4.events import MeleeLeft, PointSpent, Pushed
from app.rules.wfrp4.harm import die, lose_wounds
from app.rules.wfrp4.magic_events import CorruptionGained, PointsGained
from app.rules.wfrp4.misfortunes import miscast
from app.rules.wfrp4.plight import Plight
from app.rules.wfrp4.ranges import distance_between
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.targets import foes

Happen = Callable[[Scene[State], Dice, Plight, Sequence[fx.Effect]], None]
AMOUNT, SIN = "row-amount", "SIN"


def befall_by_magic(
    scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Effect, happen: Happen
) -> bool:
    """Lets an effect of magic happen; whether it was one."""
    victim = scene.state.combatants[plight.of]
    match effect:
        case fx.Thrown():
            _throw(scene, dice, victim, effect)
        case fx.RollOn():
            for _ in range(effect.times):
                miscast(scene, victim.id, 1 + (effect.table == "miscast_major"), effect.below)
        case fx.IfEngaged():
            if victim.engaged:
                happen(scene, dice, plight, effect.effects)
        case fx.PrayedFor():
            for target in plight.due.targets:
                if target != victim.id:
                    happen(scene, dice, _of(plight, target), effect.effects)
        case fx.Around():
            _around(scene, dice, plight, effect, happen)
        case _:
            return _befall_one(scene, dice, plight, effect)
    return True


def _befall_one(scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Effect) -> bool:
    victim = scene.state.combatants[plight.of]
    match effect:
        case fx.Corrupt():
            total = victim.corruption + effect.points
            scene.record(CorruptionGained(combatant=victim.id, points=effect.points, total=total))
        case fx.Collapse():
            lose_wounds(scene, victim.id, victim.wounds, plight.title, plight.due.by)
        case fx.GainPoints():
            _gain_points(scene, dice, victim, effect)
        case fx.GiveFate():
            _give_fate(scene, victim, plight)
        case _:
            return False
    return True


def weighed(effect: fx.Effect, sin: int) -> fx.Effect:
    """The effect with Sin in its amounts."""

    def told(amount: str) -> str:
        return amount.replace(SIN, str(sin))

    match effect:
        case fx.LoseWounds():
            return replace(effect, wounds=told(effect.wounds))
        case fx.Gain():
            return replace(effect, level=told(effect.level))
        case fx.Lasting(lasts=str(lasts)):
            return replace(effect, lasts=told(lasts))
        case _:
            return effect


def _of(plight: Plight, whom: str) -> Plight:
    """The same row, on somebody else."""
    return replace(plight, due=replace(plight.due, of=whom))


def _gain_points(scene: Scene[State], dice: Dice, victim: Fighter, effect: fx.GainPoints) -> None:
    """Of Fortune all of the start again, or so much more."""
    has = victim.fate if effect.of == "fate" else victim.fortune
    if effect.points == "full":
        left = max(has, victim.sheet.fate)
    else:
        left = has + amount_of(dice, effect.points, victim.sheet, AMOUNT, victim.id)
    scene.record(PointsGained(combatant=victim.id, points=effect.of, left=left))


def _give_fate(scene: Scene[State], victim: Fighter, plight: Plight) -> None:
    """A Fate is the price of life."""
    if victim.fate:
        left = victim.fate - 1
        scene.record(PointSpent(combatant=victim.id, points="fate", use="judged", left=left))
    else:
        die(scene, victim.id, plight.title, plight.due.by)


def _throw(scene: Scene[State], dice: Dice, victim: Fighter, effect: fx.Thrown) -> None:
    """Away from the nearest foe, out of the melee (ours)."""
    yards = amount_of(dice, effect.yards, victim.sheet, AMOUNT, victim.id)
    position = victim.position
    if position is not None:
        near = (
            (abs(position - other), other)
            for foe in foes(scene.state, victim.id)
            if (other := scene.state.combatants[foe].position) is not None
        )
        nearest = min(near, default=(0, position))[1]
        position += -yards if nearest > position else yards
    scene.record(Pushed(combatant=victim.id, by=victim.id, yards=yards, position=position))
    if victim.engaged:
        scene.record(MeleeLeft(combatant=victim.id))


def _around(
    scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Around, happen: Happen
) -> None:
    """All within so many yards; without positions those in the same melee (ours)."""
    victim = scene.state.combatants[plight.of]
    yards = _yards(dice, effect, victim)
    near = [c.id for c in scene.state.there if _is_near(scene.state, victim, c.id, yards)]
    whom = [id for id in near if not (effect.others and id == victim.id)]
    if not whom:
        happen(scene, dice, plight, effect.nobody)
    for one in whom:
        happen(scene, dice, _of(plight, one), effect.effects)


def _yards(dice: Dice, effect: fx.Around, victim: Fighter) -> int:
    match effect.yards:
        case "wp":
            return victim.sheet.wp
        case "wpb":
            return victim.sheet.bonus("wp")
        case amount:
            return amount_of(dice, amount, victim.sheet, AMOUNT, victim.id)


def _is_near(state: State, victim: Fighter, other: str, yards: int) -> bool:
    distance = distance_between(state, victim.id, other)
    if distance is None:
        return other == victim.id or other in victim.engaged
    return distance <= yards
