"""What else takes an Action: aiming, guarding, assessing, hiding, and anything else (WF-ACT-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.refusals import Invalid
from app.engine.tally import Line
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.commands import Aim, Assess, Effect, Guard, Hide, Other
from app.rules.wfrp4.conditions import read_condition
from app.rules.wfrp4.events import DidOther, ExtendedTestGoesOn, Stance, StanceTaken
from app.rules.wfrp4.harm import ease, gain, lose_wounds
from app.rules.wfrp4.numbers import skill_lines
from app.rules.wfrp4.refusals import CannotTarget
from app.rules.wfrp4.rolls import make_test, opposed, passes, plain_side, said
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import DIFFICULTIES
from app.rules.wfrp4.turns import require_action, require_courage, spend_action

HELP = 10  # WF-TEST-2: a helper


def aim(scene: Scene[State], command: Aim, dice: Dice) -> None:
    """+20 for the next shot, unless one moves first."""
    _take_stance(scene, str(command.actor), "aiming")


def guard(scene: Scene[State], command: Guard, dice: Dice) -> None:
    """+20 to defend until the next turn."""
    _take_stance(scene, str(command.actor), "on_guard")


def assess(scene: Scene[State], command: Assess, dice: Dice) -> None:
    """A Challenging (+0) test; a success gives 1 Advantage."""
    fighter = scene.state.combatants[str(command.actor)]
    require_action(fighter)
    require_courage(fighter)
    skill_lines(fighter, command.skill)
    spend_action(scene, fighter.id)
    if passes(scene, dice, fighter.id, command.skill, "assess", *said(command)):
        advantage.gain(scene, fighter.id, "assessed")


def hide(scene: Scene[State], command: Hide, dice: Dice) -> None:
    """Stealth; not in a melee."""
    fighter = scene.state.combatants[str(command.actor)]
    require_action(fighter)
    spend_action(scene, fighter.id)
    if passes(scene, dice, fighter.id, "stealth", "hide", *said(command)):
        scene.record(StanceTaken(combatant=fighter.id, stance="hiding"))


def other(scene: Scene[State], command: Other, dice: Dice) -> None:
    """Told in words; with a test where a skill is named, and with the effects that are ruled."""
    fighter = scene.state.combatants[str(command.actor)]
    require_courage(fighter)
    if not command.free:
        require_action(fighter)
    _check(scene.state, fighter, command)
    if not command.free:
        spend_action(scene, fighter.id)
    scene.record(DidOther(combatant=fighter.id, what=command.what, free=command.free))
    passed = _passes(scene, dice, fighter, command)
    happens = None if passed is None else "success" if passed else "failure"
    for effect in command.effects:
        if effect.on in ("always", happens):
            _befall(scene, command, effect)


def _take_stance(scene: Scene[State], actor: str, stance: Stance) -> None:
    fighter = scene.state.combatants[actor]
    require_action(fighter)
    require_courage(fighter)
    spend_action(scene, actor)
    scene.record(StanceTaken(combatant=actor, stance=stance))


def _check(state: State, fighter: Fighter, command: Other) -> None:
    """Refuses what contradicts itself before anything happens."""
    if command.against == fighter.id:
        raise CannotTarget(f"{fighter.id} can't oppose itself.", target=fighter.id)
    if command.skill is not None:
        skill_lines(fighter, command.skill)
    elif command.against is not None and command.against_skill is not None:
        raise Invalid("Name the skill of the one who acts, too.")
    if command.against is not None and command.skill is not None:
        skill_lines(state.combatants[command.against], command.against_skill or command.skill)
    for effect in command.effects:
        if effect.whom == "against" and command.against is None:
            raise Invalid("Name whom it is against, for the effects on that one.")
        if effect.gain is not None:
            read_condition(effect.gain)


def _passes(scene: Scene[State], dice: Dice, fighter: Fighter, command: Other) -> bool | None:
    """Whether the test is a success, or the opposed test won; None where there is none."""
    if command.skill is None:
        return None
    lines = _lines(fighter, command)
    if command.against is not None:
        foe, theirs = command.against, command.against_skill or command.skill
        ours = plain_side(scene.state, fighter.id, command.skill, *lines)
        side = plain_side(scene.state, foe, theirs)
        won, _ = opposed(
            scene, dice, "other", (fighter.id, command.skill, ours), (foe, theirs, side)
        )
        return won is True
    rolled = make_test(scene, dice, fighter.id, command.skill, "other", *lines)
    if command.goal is None:
        return rolled.passed
    sl = max(0, command.so_far + rolled.sl.total)
    done = sl >= command.goal
    scene.record(
        ExtendedTestGoesOn(
            combatant=fighter.id, skill=command.skill, sl=sl, goal=command.goal, done=done
        )
    )
    return done


def _lines(fighter: Fighter, command: Other) -> tuple[Line, ...]:
    """Difficulty, helpers up to the bonus of the characteristic, and what else is named."""
    characteristic = skill_lines(fighter, str(command.skill))[0]
    helpers = min(command.helpers, characteristic.value // 10)
    difficulty = Line(command.difficulty, DIFFICULTIES[command.difficulty])
    return (difficulty, Line("helpers", HELP * helpers), *said(command))


def _befall(scene: Scene[State], command: Other, effect: Effect) -> None:
    victim = str(command.actor if effect.whom == "actor" else command.against)
    if effect.gain is not None:
        condition = read_condition(
            {"name": effect.gain, "level": effect.levels, "cause": command.what[:200]}
        )
        gain(scene, victim, condition)
    if effect.ease is not None:
        for condition in scene.state.combatants[victim].conditions:
            if condition.name.casefold() == effect.ease.casefold():
                ease(scene, victim, condition.name, effect.levels, "ruled")
    lose_wounds(scene, victim, effect.wounds, "ruled", str(command.actor))
    advantage.change(scene, victim, effect.advantage, "ruled")
