"""What the end of a round does to everybody's conditions, once each (WF-TURN-2, WF-COND)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.damage import least_protected
from app.rules.wfrp4.events import ConditionsTicked, DeathTested, Lingered
from app.rules.wfrp4.harm import die, ease, gain, lose_wounds
from app.rules.wfrp4.laying import crumble, run_out
from app.rules.wfrp4.rolls import PERCENT, is_double, make_test, removed
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.conditions import HELD_AWAKE
from app.rules.wfrp4.tables.locations import NAMES

DEATH_A_LEVEL = 10  # percent: Bleeding at 0 Wounds
EASES_EVERY = 2  # ends of rounds: Blinded, Deafened
FIRE = "1d10"
UNTENDED = "untended"


def tick(scene: Scene[State], dice: Dice, combatant: str) -> None:
    """The effects of one's conditions, in the order of the alphabet; then of lying at 0 Wounds."""
    scene.record(ConditionsTicked(combatant=combatant, round=scene.state.round))
    for name, suffer in EFFECTS.items():
        fighter = scene.state.combatants[combatant]
        condition = next((c for c in fighter.conditions if c.name == name), None)
        if condition is not None and fighter.dead is None:
            suffer(scene, dice, fighter, condition)
    if scene.state.combatants[combatant].dead is None:
        _run_out(scene, combatant)
        crumble(scene, combatant)
        run_out(scene, combatant, "rounds")
        _linger(scene, dice, combatant)


def _ablaze(scene: Scene[State], dice: Dice, fighter: Fighter, condition: Condition) -> None:
    """1d10 + (levels - 1), less TB and the AP of the least protected location, at least 1."""
    fire = dice.total(FIRE, "ablaze", subject=fighter.id).value + condition.level - 1
    stops = fighter.sheet.bonus("t") + least_protected(fighter, NAMES)
    lose_wounds(scene, fighter.id, max(1, fire - stops), "ablaze", condition.by)


def _bleeding(scene: Scene[State], dice: Dice, fighter: Fighter, condition: Condition) -> None:
    """A Wound a level; at 0 unconscious, and then the chance of death."""
    if fighter.wounds:
        lose_wounds(scene, fighter.id, condition.level, "bleeding", condition.by)
        return
    if not fighter.helpless:
        gain(scene, fighter.id, Condition(name="unconscious", cause="bleeding", by=condition.by))
        return
    chance = DEATH_A_LEVEL * condition.level
    fell = dice.classify(
        PERCENT,
        lambda face: (face <= chance, is_double(face)),
        "bleed-to-death",
        subject=fighter.id,
    )
    died, doubled = fell.value
    scene.record(
        DeathTested(
            combatant=fighter.id, cause="bleeding", chance=chance, face=fell.face, died=died
        )
    )
    if died:
        die(scene, fighter.id, "bleeding", condition.by)
    elif doubled:
        ease(scene, fighter.id, "bleeding", 1, "double")


def _poisoned(scene: Scene[State], dice: Dice, fighter: Fighter, condition: Condition) -> None:
    """A Wound a level, then Endurance at the poison's difficulty."""
    lose_wounds(scene, fighter.id, min(condition.level, fighter.wounds), "poisoned", condition.by)
    resisted = make_test(
        scene, dice, fighter.id, "endurance", "poisoned", Line("poison", condition.difficulty)
    )
    last = fighter.helpless and fighter.rounds_poisoned + 1 >= fighter.sheet.bonus("t")
    if last and not resisted.passed:
        die(scene, fighter.id, "poisoned", condition.by)
        return
    ease(scene, fighter.id, "poisoned", removed(resisted), "test")


def _broken(scene: Scene[State], dice: Dice, fighter: Fighter, condition: Condition) -> None:
    """Cool, unless engaged; a round in hiding takes one away without a test."""
    if fighter.engaged or fighter.helpless:
        return
    if fighter.hiding:
        ease(scene, fighter.id, "broken", 1, "hidden")
    if scene.state.combatants[fighter.id].level("broken"):
        cool = make_test(
            scene, dice, fighter.id, "cool", "broken", Line("difficulty", condition.difficulty)
        )
        ease(scene, fighter.id, "broken", removed(cool), "test")


def _stunned(scene: Scene[State], dice: Dice, fighter: Fighter, condition: Condition) -> None:
    endurance = make_test(scene, dice, fighter.id, "endurance", "stunned")
    ease(scene, fighter.id, "stunned", removed(endurance), "test")


def _wears_off(scene: Scene[State], dice: Dice, fighter: Fighter, condition: Condition) -> None:
    """One goes at every other end of a round."""
    if condition.ends >= EASES_EVERY:
        ease(scene, fighter.id, condition.name, 1, "time")


EFFECTS = {
    "ablaze": _ablaze,
    "bleeding": _bleeding,
    "blinded": _wears_off,
    "broken": _broken,
    "deafened": _wears_off,
    "poisoned": _poisoned,
    "stunned": _stunned,
}


def _run_out(scene: Scene[State], combatant: str) -> None:
    """What was to last so many rounds has done so."""
    for condition in scene.state.combatants[combatant].conditions:
        if condition.rounds is not None and condition.ends >= condition.rounds:
            ease(scene, combatant, condition.name, condition.level, "time")
            if condition.name == HELD_AWAKE:
                gain(scene, combatant, Condition(name="unconscious", cause=HELD_AWAKE))


def _linger(scene: Scene[State], dice: Dice, combatant: str) -> None:
    """At 0 Wounds untended: unconscious after TB rounds. Too many criticals kill (WF-WND-2)."""
    fighter = scene.state.combatants[combatant]
    untended = fighter.wounds == 0 and not fighter.tended
    rounds_at_0 = fighter.rounds_at_0 + 1 if untended else 0
    poisoned = fighter.helpless and fighter.level("poisoned")
    rounds_poisoned = fighter.rounds_poisoned + 1 if poisoned else 0
    if (rounds_at_0, rounds_poisoned) != (fighter.rounds_at_0, fighter.rounds_poisoned):
        scene.record(
            Lingered(combatant=combatant, rounds_at_0=rounds_at_0, rounds_poisoned=rounds_poisoned)
        )
    toughness = fighter.sheet.bonus("t")
    if fighter.helpless and fighter.criticals > toughness:
        die(scene, combatant, "criticals")
    elif not fighter.helpless and rounds_at_0 > toughness:
        gain(scene, combatant, Condition(name="unconscious", cause=UNTENDED))
