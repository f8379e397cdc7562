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
from app.rules.tides_of_ichor.adjustments import adjust
from app.rules.tides_of_ichor.attacks import attack, charge, use_ability
from app.rules.tides_of_ichor.casting import cast
from app.rules.tides_of_ichor.commands import (
    Attack,
    BeginTurn,
    Cast,
    Charge,
    CloseTurn,
    DaemonActs,
    Dash,
    FeelWinds,
    Move,
    SufferMiscast,
    UseAbility,
)
from app.rules.tides_of_ichor.daemons import daemon_acts
from app.rules.tides_of_ichor.evolve import evolve
from app.rules.tides_of_ichor.joining import join, leave, open_encounter
from app.rules.tides_of_ichor.line import move
from app.rules.tides_of_ichor.questions import answer
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.turns import end, pass_turn, start
from app.rules.tides_of_ichor.upkeep import begin_turn, close_turn, feel_winds, suffer_miscast


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
            end(scene, command, dice)
        case Pause():
            scene.pause(command)
        case Move() | Dash():
            move(scene, command, dice)
        case Attack():
            attack(scene, command, dice)
        case Charge():
            charge(scene, command, dice)
        case UseAbility():
            use_ability(scene, command, dice)
        case Cast():
            cast(scene, command, dice)
        case Pass() | EndTurn():
            pass_turn(scene, command, dice)
        case Answer():
            answer(scene, command, dice)
        case _:
            _by_itself(scene, command, dice)
    return scene.events


def _by_itself(scene: Scene[State], command: Command, dice: Dice) -> None:
    match command:
        case SufferMiscast():
            suffer_miscast(scene, command, dice)
        case FeelWinds():
            feel_winds(scene, command, dice)
        case BeginTurn():
            begin_turn(scene, command, dice)
        case CloseTurn():
            close_turn(scene, command, dice)
        case DaemonActs():
            daemon_acts(scene, command, dice)
        case _:
            raise TypeError(f"Tides of Ichor has no command {command.type}")
