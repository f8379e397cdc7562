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
from app.rules.desdaemona import commands as c
from app.rules.desdaemona.adjustments import adjust
from app.rules.desdaemona.attacks import attack
from app.rules.desdaemona.evolve import evolve
from app.rules.desdaemona.flight import land, take_off
from app.rules.desdaemona.free_rolls import combat_dice, roll_defence, roll_init
from app.rules.desdaemona.joining import join, leave, open_encounter
from app.rules.desdaemona.passive import call_power, drink, evade, shake_off
from app.rules.desdaemona.state import State
from app.rules.desdaemona.turns import lose_turn, pass_turn, start


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
        case c.Evade():
            evade(scene, command, dice)
        case c.ShakeOff():
            shake_off(scene, command, dice)
        case c.Drink():
            drink(scene, command, dice)
        case c.CallPower():
            call_power(scene, command, dice)
        case c.TakeOff():
            take_off(scene, command, dice)
        case c.Land():
            land(scene, command, dice)
        case c.CombatDice():
            combat_dice(scene, command, dice)
        case c.RollDefence():
            roll_defence(scene, command, dice)
        case c.RollInit():
            roll_init(scene, command, dice)
        case c.LoseTurn():
            lose_turn(scene, command, dice)
        case Pass() | EndTurn():
            pass_turn(scene, command, dice)
        case Answer():
            open_question(state, command)  # these rules ask none, so this refuses
        case _:
            raise TypeError(f"Standardized dice rolls has no command {command.type}")
    return scene.events
