"""Grievous injuries: the gate, the charts, and what their effects do (QU-GRI-1, QU-GRI-2)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from app.engine.dice import AtMost, Dice, Under
from app.engine.encounter import Scene
from app.engine.tables import Row, Table
from app.rules.quint.bands import Band, chance_of
from app.rules.quint.charts import CHART_DIE
from app.rules.quint.conditions import BY_NAME, Condition
from app.rules.quint.effects import (
    Bleed,
    Die,
    Drop,
    Effect,
    Extra,
    KnockOut,
    Laying,
    LoseEye,
    Sever,
    Useless,
    lasting,
)
from app.rules.quint.events import GateRolled, InjuryRolled
from app.rules.quint.fields import Limb
from app.rules.quint.harm import Cause, drop_weapon, gain, lose_points
from app.rules.quint.options import Options
from app.rules.quint.state import DEAD_AT, Fighter, State
from app.rules.quint.tables.conditions import PRONE, UNCONSCIOUS
from app.rules.quint.tables.gate import GATE, SHARES

PERCENT = 100
CHART_FACES = range(1, CHART_DIE + 1)
NO_ORGAN_EXTRA = 10  # "dead" for who has none
SHIFT_FROM, SHIFT_OVER, SHIFT_FACTOR = 10, 9, 2  # option severity_shift


def judge_wound(scene: Scene[State], dice: Dice) -> None:
    """The gate: a d100 under the chance of the actual damage."""
    wound = scene.state.wound
    if wound is None:
        return
    attacker, victim = wound.attacker, wound.defender
    gate = dice.test(PERCENT, Under(wound.chance), "grievous", subject=attacker, object=victim)
    scene.record(
        GateRolled(
            attacker=attacker,
            defender=victim,
            actual=wound.actual,
            chance=wound.chance,
            face=gate.face,
            grievous=gate.passed,
        )
    )


def gate_chance(options: Options, victim: Fighter, actual: int) -> int:
    """The chance in percent; *option* `gate_by_max_points` goes by the share of all points."""
    own: tuple[Band, ...] | None = options.charts.gate
    if options.gate_by_max_points:
        share = actual * PERCENT // victim.sheet.damage_points
        return chance_of(own or SHARES, share)
    return chance_of(own or GATE, actual)


def roll_injury(scene: Scene[State], dice: Dice) -> None:
    """A roll on the chart, if the wound that was judged is a grievous one."""
    wound = scene.state.wound
    if wound is None:
        return
    options, attacker, victim = scene.state.options, wound.attacker, wound.defender
    table = options.charts.chart(wound.chart)
    shift = 0
    if options.severity_shift and wound.actual >= SHIFT_FROM:
        shift = (wound.actual - SHIFT_OVER) * SHIFT_FACTOR

    meant = _meant(table, shift)
    rolled = dice.classify(
        CHART_DIE, lambda face: meant[face], "injury", subject=attacker, object=victim
    )
    first, arm = rolled.value
    row = table.row_for(first)
    scene.record(
        InjuryRolled(
            attacker=attacker,
            defender=victim,
            chart=wound.chart,
            face=rolled.face,
            number=min(CHART_DIE, rolled.face + shift),
            injury=row.title,
        )
    )
    cause = Cause("injury", row.title, attacker)
    for effect in row.effects:
        if scene.state.combatants[victim].status != "dead":
            _befall(scene, dice, victim, effect, arm, cause)


@lru_cache(maxsize=256)
def _meant(table: Table[Effect], shift: int) -> Mapping[int, tuple[int, Limb | None]]:
    """By face the row, by its first number, and which arm it means, where it means one."""

    def arm(row: Row[Effect], face: int) -> Limb | None:
        if any(isinstance(effect, Useless) and effect.limb == "arm" for effect in row.effects):
            return "weapon arm" if face % 2 else "off arm"
        return None

    rows = {face: table.row_for(min(CHART_DIE, face + shift)) for face in CHART_FACES}
    return {face: (row.first, arm(row, face)) for face, row in rows.items()}


def _befall(
    scene: Scene[State], dice: Dice, victim: str, effect: Effect, arm: Limb | None, cause: Cause
) -> None:
    """One effect of a row."""
    fighter = scene.state.combatants[victim]
    match effect:
        case Extra():
            lose_points(scene, dice, victim, effect.points, cause)
        case Die() if fighter.sheet.no_bleed:
            lose_points(scene, dice, victim, NO_ORGAN_EXTRA, cause)
        case Die():
            lose_points(scene, dice, victim, fighter.points - DEAD_AT, cause)
        case Drop():
            drop_weapon(scene, victim)
        case Useless():
            limb: Limb = arm or "weapon arm" if effect.limb == "arm" else effect.limb
            useless = lasting(BY_NAME[f"{limb} useless"], effect.lasts)
            _lose_limb(scene, dice, victim, useless, cause)
        case Sever():
            fell = dice.classify(4, _severed, "limb", subject=cause.by, object=victim)
            gone = replace(BY_NAME[f"{fell.value} useless"], treatable=False)
            _lose_limb(scene, dice, victim, gone, cause)
        case KnockOut():
            # for how long is no part of the attack's odds
            quints = dice.total(effect.quints, "knock-out", bool, subject=victim).value
            if quints:
                knocked = replace(BY_NAME[UNCONSCIOUS], quints=quints)
                _lay(scene, dice, victim, knocked, cause)
        case LoseEye():
            if effect.percent == PERCENT or _eye_is_lost(dice, victim, effect, cause):
                _lay(scene, dice, victim, effect.condition(), cause)
        case Bleed() if fighter.sheet.no_bleed:
            pass
        case _:
            gain(scene, dice, victim, _laid(effect, cause.what), cause)


@lru_cache(maxsize=1024)
def _laid(effect: Laying, injury: str) -> Condition:
    """The condition that an effect is."""
    return replace(effect.condition(), cause=injury)


def _lay(scene: Scene[State], dice: Dice, victim: str, condition: Condition, cause: Cause) -> None:
    gain(scene, dice, victim, replace(condition, cause=cause.what), cause)


def _severed(face: int) -> Limb:
    limbs: tuple[Limb, ...] = ("weapon arm", "off arm", "leg", "leg")
    return limbs[face - 1]


def _eye_is_lost(dice: Dice, victim: str, effect: LoseEye, cause: Cause) -> bool:
    goal = AtMost(effect.percent)
    return dice.test(PERCENT, goal, "eye", subject=cause.by, object=victim).passed


def _lose_limb(
    scene: Scene[State], dice: Dice, victim: str, useless: Condition, cause: Cause
) -> None:
    """A useless leg knocks down; a useless arm lets go of what it holds."""
    _lay(scene, dice, victim, useless, cause)
    fighter = scene.state.combatants[victim]
    if useless.limb == "leg":
        _lay(scene, dice, victim, BY_NAME[PRONE], cause)
    elif fighter.weapon is not None and (
        useless.limb == "weapon arm" or not fighter.can_hold(fighter.weapon)
    ):
        drop_weapon(scene, victim)
