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
from app.rules.magickal import commands as c
from app.rules.magickal.adjustments import adjust
from app.rules.magickal.attacks import attack
from app.rules.magickal.equipment import change_equipment
from app.rules.magickal.evolve import evolve
from app.rules.magickal.joining import join, leave, open_encounter
from app.rules.magickal.recovery import eat, let_time_pass, rest
from app.rules.magickal.spells import cast
from app.rules.magickal.state import State
from app.rules.magickal.turns import lose_turn, pass_turn, start, withdraw


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
        case c.Attack():
            attack(scene, command, dice)
        case c.Cast():
            cast(scene, command, dice)
        case c.Rest():
            rest(scene, command, dice)
        case c.Eat():
            eat(scene, command, dice)
        case c.Withdraw():
            withdraw(scene, command, dice)
        case c.ChangeEquipment():
            change_equipment(scene, command, dice)
        case c.LetTimePass():
            let_time_pass(scene, command, dice)
        case c.LoseTurn():
            lose_turn(scene, command, dice)
        case Pass() | EndTurn():
            pass_turn(scene, command, dice)
        case Answer():
            open_question(state, command)  # these rules ask none, so this refuses
        case _:
            raise TypeError(f"Magickal has no command {command.type}")
    return scene.events
