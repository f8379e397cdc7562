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
    Scene,
    Start,
)
from app.engine.ruleset import open_question
from app.rules.wfrp4 import commands as c
from app.rules.wfrp4 import magic_commands as m
from app.rules.wfrp4.adjustments import adjust
from app.rules.wfrp4.asking import DEFEND
from app.rules.wfrp4.attacks import answer_defence, attack
from app.rules.wfrp4.casting import answer_dispel, cast
from app.rules.wfrp4.channelling import channel, interruptions, who_channels
from app.rules.wfrp4.consequences import ruled, suffer
from app.rules.wfrp4.dispelling import DISPEL
from app.rules.wfrp4.doings import aim, assess, guard, hide, other
from app.rules.wfrp4.events import RollsStood
from app.rules.wfrp4.evolve import evolve
from app.rules.wfrp4.fate import spend, still_turnable
from app.rules.wfrp4.flight import flee
from app.rules.wfrp4.hands import load, pick_up, ready
from app.rules.wfrp4.joining import join, leave, open_encounter
from app.rules.wfrp4.melee import disengage
from app.rules.wfrp4.movement import move, sprint, stand_up
from app.rules.wfrp4.praying import pray, repent
from app.rules.wfrp4.recovery import recover, tend, treat
from app.rules.wfrp4.rounds import end_round, start
from app.rules.wfrp4.state import State
from app.rules.wfrp4.surprise import surprise
from app.rules.wfrp4.troubles import roll_troubles
from app.rules.wfrp4.turns import (
    conclude,
    interject,
    lose_turn,
    pass_turn,
    steps,
)


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
            start(scene, command, dice)
        case End():
            scene.end()
        case Pause():
            scene.pause(command)
        case Answer():
            _answer(scene, command, dice)
        case Pass() | EndTurn():
            pass_turn(scene, command, dice)
        case _:
            _act(scene, command, dice)
    interruptions(scene, dice, who_channels(state))
    if not isinstance(command, c.BY_THEMSELVES):
        _let_stand(scene)
    return scene.events


def _let_stand(scene: Scene[State]) -> None:
    """What was rolled before stands; what was rolled now may be turned (WF-FATE-1)."""
    turnable = still_turnable(scene.state, scene.events)
    if turnable or scene.state.turnable:
        scene.record(RollsStood(turnable=turnable))


def _act(scene: Scene[State], command: Command, dice: Dice) -> None:
    match command:
        case c.Attack():
            attack(scene, command, dice)
        case c.Move():
            move(scene, command, dice)
        case c.Sprint():
            sprint(scene, command, dice)
        case c.StandUp():
            stand_up(scene, command, dice)
        case c.Disengage():
            disengage(scene, command, dice)
        case c.Flee():
            flee(scene, command, dice)
        case c.Ready():
            ready(scene, command, dice)
        case c.PickUp():
            pick_up(scene, command, dice)
        case c.Load():
            load(scene, command, dice)
        case c.Aim():
            aim(scene, command, dice)
        case c.Guard():
            guard(scene, command, dice)
        case c.Assess():
            assess(scene, command, dice)
        case c.Hide():
            hide(scene, command, dice)
        case c.Recover():
            recover(scene, command, dice)
        case c.Tend():
            tend(scene, command, dice)
        case c.Treat():
            treat(scene, command, dice)
        case c.Other():
            other(scene, command, dice)
        case m.Cast():
            cast(scene, command, dice)
        case m.Channel():
            channel(scene, command, dice)
        case m.Pray():
            pray(scene, command, dice)
        case m.Repent():
            repent(scene, command, dice)
        case c.Interject():
            interject(scene, command, dice)
        case c.Fortune() | c.Resilience() | c.Fate() | c.Resolve():
            spend(scene, command, dice)
        case c.Surprise():
            surprise(scene, command, dice)
        case c.RollTroubles():
            roll_troubles(scene, command, dice)
        case c.SufferRow():
            suffer(scene, command, dice)
        case c.LoseTurn():
            lose_turn(scene, command, dice)
        case c.EndRound():
            end_round(scene, command, dice)
        case _:
            raise TypeError(f"WFRP 4 has no command {command.type}")
    if len(steps(scene.state, command)) == 1:  # else the last step concludes
        conclude(scene, dice)


def _answer(scene: Scene[State], command: Answer, dice: Dice) -> None:
    question = open_question(scene.state, command)
    if question.about == DEFEND:
        answer_defence(scene, question, command, dice)
    elif question.about == DISPEL:
        answer_dispel(scene, question, command, dice)
    elif any(ruling.question == question.id for ruling in scene.state.rulings):
        ruled(scene, question, command, dice)
    else:  # the words of a spell: the game master has settled them
        scene.answered(question, command.choice)
