"""Routes a command to the chapter of the rules it belongs to. No rules here."""

from collections.abc import Sequence

from app.engine.dice import Dice
from app.engine.encounter import (
    Adjust,
    Answer,
    Command,
    End,
    EndTurn,
    Event,
    Join,
    Leave,
    Open,
    Pass,
    Pause,
    QuestionAnswered,
    Scene,
    Start,
)
from app.engine.ruleset import open_question
from app.rules.quint import commands as c
from app.rules.quint import doings, flight, hands, quints, spells, surprise, tasks, turns, wounds
from app.rules.quint.adjustments import adjust
from app.rules.quint.attacks import draw, injure, one_attack, shoot
from app.rules.quint.evolve import evolve
from app.rules.quint.joining import join, leave, open_encounter
from app.rules.quint.morale import MORALE, answer_morale
from app.rules.quint.state import State


def decide(state: State, command: Command, dice: Dice) -> Sequence[Event]:
    """What a command leads to, or a refusal."""
    scene = Scene(state, evolve, dice)
    match command:
        case Open():
            open_encounter(scene, command, dice)
        case Join():
            join(scene, command, dice)
        case Leave():
            leave(scene, command, dice)
        case Adjust():
            adjust(scene, command, dice)
        case Start():
            quints.start(scene, command, dice)
        case End():
            scene.end()
        case Pause():
            scene.pause(command)
        case Answer():
            _answer(scene, command)
        case Pass() | EndTurn():
            turns.pass_turn(scene, command, dice)
        case c.Surprise():
            surprise.surprise(scene, command, dice)
        case c.RuleGroup():
            doings.rule_group(scene, command, dice)
        case c.EndQuint():
            quints.end_quint(scene, command, dice)
        case c.LoseTurn():
            turns.lose_turn(scene, command, dice)
        case c.Escape():
            flight.escape(scene, command, dice)
        case _:
            _act(scene, command, dice)
    return scene.events


def _act(scene: Scene[State], command: Command, dice: Dice) -> None:
    """What one does in a quint."""
    match command:
        case c.OneAttack():
            one_attack(scene, command, dice)
        case c.RollInjury():
            injure(scene, command, dice)
        case c.Shoot():
            shoot(scene, command, dice)
        case c.Draw():
            draw(scene, command, dice)
        case c.PickUp():
            hands.pick_up(scene, command, dice)
        case c.Rise():
            doings.rise(scene, command, dice)
        case c.GetItem():
            tasks.get_item(scene, command, dice)
        case c.Load():
            tasks.load(scene, command, dice)
        case c.Prepare():
            tasks.prepare(scene, command, dice)
        case c.Cast():
            spells.cast(scene, command, dice)
        case c.Retreat():
            flight.retreat(scene, command, dice)
        case c.Pursue():
            flight.pursue(scene, command, dice)
        case c.Staunch():
            wounds.staunch(scene, command, dice)
        case c.Treat():
            wounds.treat(scene, command, dice)
        case c.PullOut():
            wounds.pull_out(scene, command, dice)
        case c.Other():
            doings.do_other(scene, command, dice)
        case c.Say():
            doings.say(scene, command, dice)
        case _:
            raise TypeError(f"Quints has no command {command.type}")


def _answer(scene: Scene[State], command: Answer) -> None:
    question = open_question(scene.state, command)
    scene.record(QuestionAnswered(question=question.id, choice=command.choice))
    if question.about == MORALE:
        answer_morale(scene, question, command)
    else:
        surprise.answer_surprise(scene, question, command)
