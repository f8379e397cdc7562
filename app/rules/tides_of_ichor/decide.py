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
from app.rules.tides_of_ichor.adjustments import adjust
from app.rules.tides_of_ichor.attacks import attack, charge, use_ability
from app.rules.tides_of_ichor.commands import Attack, Charge, Dash, Move, UseAbility
from app.rules.tides_of_ichor.evolve import evolve
from app.rules.tides_of_ichor.joining import join, leave, open_encounter
from app.rules.tides_of_ichor.line import move
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.turns import end, pass_turn, pause, start


def decide(state: State, command: Command, dice: Dice) -> Sequence[Event]:
    """What a command leads to, or a refusal."""
    scene = Scene(state, evolve)
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
            end(scene, command, dice)
        case Pause():
            pause(scene, command, dice)
        case Move() | Dash():
            move(scene, command, dice)
        case Attack():
            attack(scene, command, dice)
        case Charge():
            charge(scene, command, dice)
        case UseAbility():
            use_ability(scene, command, dice)
        case Pass() | EndTurn():
            pass_turn(scene, command, dice)
        case Answer():
            open_question(state, command)  # these rules ask none, so this refuses
        case _:
            raise TypeError(f"Tides of Ichor has no command {command.type}")
    return scene.events
