"""What a row that was rolled does to somebody, effect by effect (WF-WND-1, see `effects.py`)."""

from collections.abc import Sequence
from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import GAME_MASTER, Answer, Question, Scene
from app.engine.tally import Line
from app.rules.wfrp4 import effects as fx
from app.rules.wfrp4.amounts import amount_of
from app.rules.wfrp4.commands import SufferRow
from app.rules.wfrp4.events import (
    CriticalCounted,
    Disarmed,
    LimbChosen,
    RowHappened,
    RulingAsked,
    WeaponDamaged,
)
from app.rules.wfrp4.fields import Difficulty, Location
from app.rules.wfrp4.friendly_fire import strike_ally
from app.rules.wfrp4.harm import die, gain, lose_wounds
from app.rules.wfrp4.house_tables import table_of
from app.rules.wfrp4.injuries import BROKEN, BROKEN_DAYS, BROKEN_NOTES, TORN, limb_of
from app.rules.wfrp4.laying import lay, lose_part
from app.rules.wfrp4.magic_consequences import befall_by_magic, weighed
from app.rules.wfrp4.plight import Plight
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import make_test
from app.rules.wfrp4.state import Fighter, OpenRuling, State
from app.rules.wfrp4.tables.ladders import DIFFICULTIES
from app.rules.wfrp4.tables.weapons import UNARMED

RULING = "ruling: "
PRONE_BY, STUNNED_BY, UNCONSCIOUS_BY = 0, 2, 4  # SL below 0: an amputation that isn't borne
BADLY = 4  # SL below 0
MOST_STRENGTH = 200  # as of any characteristic
LIMBS: dict[str, tuple[Location, ...]] = {
    "arm": ("left arm", "right arm"),
    "leg": ("left leg", "right leg"),
    "limb": ("left arm", "right arm", "left leg", "right leg"),
}


def suffer(scene: Scene[State], command: SufferRow, dice: Dice) -> None:
    """The first row that is due happens; on the dead, and on who left, nothing does."""
    due = scene.state.due[0]
    row = table_of(scene.state.options.tables, due.table).nearest(due.number)
    scene.record(
        RowHappened(
            combatant=due.of,
            by=due.by,
            table=due.table,
            first=row.first,
            title=row.title,
            location=due.location,
        )
    )
    plight = Plight(due=due, title=row.title, location=due.location)
    _relapse(scene, dice, plight)
    _happen(scene, dice, plight, row.effects)


def ruled(scene: Scene[State], question: Question, command: Answer, dice: Dice) -> None:
    """The game master has answered a row's question."""
    ruling = next(r for r in scene.state.rulings if r.question == question.id)
    scene.answered(question, command.choice)
    plight = Plight(due=ruling.due, title=command.choice, location=ruling.due.location)
    chosen = next(one for one in ruling.choices if one.choice == command.choice)
    _happen(scene, dice, plight, chosen.effects)


def _happen(scene: Scene[State], dice: Dice, plight: Plight, effects: Sequence[fx.Effect]) -> None:
    """One effect after another, while there is somebody to befall."""
    for effect in effects:
        if scene.state.combatants[plight.of].status in ("dead", "left"):
            return
        if isinstance(effect, fx.RandomLimb):
            plight = _at_random(scene, dice, plight, LIMBS[effect.of])
        else:
            _befall(scene, dice, plight, weighed(effect, plight.due.sin))


def _befall(scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Effect) -> None:
    victim = scene.state.combatants[plight.of]
    match effect:
        case fx.LoseWounds():
            wounds = _amount(dice, effect.wounds, victim)
            lose_wounds(scene, victim.id, wounds, plight.title, plight.due.by)
        case fx.Gain():
            _gain(scene, dice, plight, effect)
        case fx.Death():
            die(scene, victim.id, plight.title, plight.due.by)
        case fx.Test():
            _test(scene, dice, plight, effect)
        case fx.AskGameMaster():
            _ask(scene, plight, effect)
        case fx.CountsAsCritical():
            scene.record(CriticalCounted(combatant=victim.id))
        case fx.Drop():
            _drop(scene, victim, plight.location)
        case fx.DamageWeapon() if victim.main != UNARMED:
            scene.record(
                WeaponDamaged(
                    combatant=victim.id, weapon=victim.main, points=effect.points, broken=False
                )
            )
        case fx.StrikeAlly():
            if not strike_ally(scene, dice, victim, plight.due.face):
                gain(scene, victim.id, plight.condition("stunned"))
        case _:
            if not befall_by_magic(scene, dice, plight, effect, _happen):
                _injure(scene, dice, plight, effect)


def _gain(scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Gain) -> None:
    victim = scene.state.combatants[plight.of]
    strength = effect.strength and min(
        MOST_STRENGTH, _amount(dice, effect.strength, victim) * effect.strength_times
    )
    level = _amount(dice, effect.level, victim, least=1)
    rounds = effect.rounds and _amount(dice, effect.rounds, victim, least=1)
    gain(
        scene,
        victim.id,
        plight.condition(effect.condition, level, strength or None, rounds or None),
    )


def _injure(scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Effect) -> None:
    """What lasts."""
    limb, place = limb_of(plight.location), plight.location
    match effect:
        case fx.Lasting():
            lay(scene, dice, plight.of, effect, place)
        case fx.TornMuscle(degree=degree):
            torn = fx.Hindrance(penalty=TORN[degree], to=("part",), half_move=limb == "leg")
            lasting = fx.Lasting(
                name=f"torn muscle ({degree})", hinders=torn, lasts="30-TB", unit="days"
            )
            lay(scene, dice, plight.of, lasting, place)
        case fx.BrokenBone(degree=degree):
            lasting = fx.Lasting(
                name=f"broken bone ({degree})",
                hinders=BROKEN[limb],
                lasts=BROKEN_DAYS[degree],
                unit="days",
                note=BROKEN_NOTES[degree],
            )
            lay(scene, dice, plight.of, lasting, place)
        case fx.Amputation():
            _amputate(scene, dice, plight, effect)
        case _:
            pass  # of a weapon, where there is none


def _amputate(scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Amputation) -> None:
    """The part is lost; then Endurance: Prone, by -2 Stunned too, by -4 Unconscious (figures 9)."""
    victim = scene.state.combatants[plight.of]
    count = _amount(dice, effect.count, victim, least=1)
    if effect.per_sl and plight.test is not None:
        count += max(0, -plight.test.sl.total)
    lose_part(scene, victim.id, effect.part, plight.location, count)
    rolled = _rolled(scene, dice, plight, "endurance", effect.difficulty)
    if rolled.passed:
        return
    below = -rolled.sl.total
    for least, name in (
        (PRONE_BY, "prone"),
        (STUNNED_BY, "stunned"),
        (UNCONSCIOUS_BY, "unconscious"),
    ):
        if below >= least or name == "prone":
            gain(scene, victim.id, plight.condition(name))


def _test(scene: Scene[State], dice: Dice, plight: Plight, effect: fx.Test) -> None:
    rolled = _rolled(scene, dice, plight, effect.skill, effect.difficulty)
    badly = effect.badly and rolled.sl.total <= -BADLY
    then = effect.passed if rolled.passed else effect.badly if badly else effect.failed
    _happen(scene, dice, replace(plight, test=rolled), then)


def _rolled(
    scene: Scene[State], dice: Dice, plight: Plight, skill: str, difficulty: Difficulty
) -> Rolled:
    line = Line(difficulty, DIFFICULTIES[difficulty])
    return make_test(scene, dice, plight.of, skill, "row", line)


def _relapse(scene: Scene[State], dice: Dice, plight: Plight) -> None:
    """An earlier injury there that doesn't bear another critical."""
    if plight.due.table == "fumble":
        return
    for injury in scene.state.combatants[plight.of].injuries:
        if injury.hinders.relapse is not None and injury.location == plight.location:
            test = fx.Test(
                difficulty=injury.hinders.relapse, failed=(fx.Gain(condition="unconscious"),)
            )
            _happen(scene, dice, plight, (test,))


def _ask(scene: Scene[State], plight: Plight, effect: fx.AskGameMaster) -> None:
    ruling = OpenRuling(
        question=scene.state.next_question,
        due=replace(plight.due, location=plight.location),
        choices=effect.choices,
    )
    scene.record(RulingAsked(combatant=plight.of, ruling=ruling, words=effect.question))
    choices = tuple(one.choice for one in effect.choices)
    about = f"{RULING}{effect.question}"
    scene.ask(GAME_MASTER, about, choices, blocks=effect.blocks, of=plight.of)


def _drop(scene: Scene[State], victim: Fighter, location: Location | None) -> None:
    for weapon in victim.in_hand:
        struck = location is None or location in victim.arms_of(weapon)
        if weapon.name.casefold() != UNARMED and struck:
            scene.record(Disarmed(combatant=victim.id, weapon=weapon.name))


def _at_random(
    scene: Scene[State], dice: Dice, plight: Plight, limbs: tuple[Location, ...]
) -> Plight:
    face = dice.roll(len(limbs), "limb", subject=plight.of)
    location = limbs[face - 1]
    scene.record(LimbChosen(combatant=plight.of, location=location, face=face))
    return replace(plight, location=location)


def _amount(dice: Dice, amount: str, victim: Fighter, least: int = 0) -> int:
    return amount_of(dice, amount, victim.sheet, "row-amount", victim.id, least)
