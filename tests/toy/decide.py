"""Routes a command to the rule it belongs to; a reroll decides an earlier command again."""

import json
from collections.abc import Sequence

from app.engine.dice import Dice
from app.engine.encounter import (
    Adjust,
    Answer,
    Command,
    EncounterFinished,
    End,
    EndTurn,
    Event,
    Join,
    Leave,
    Open,
    Pass,
    Pause,
    Start,
    require_open,
)
from app.engine.refusals import NothingToReplace
from app.engine.ruleset import Past
from tests.toy import commands as c
from tests.toy import events as e
from tests.toy.evolve import evolve
from tests.toy.joining import adjust, let_in, start
from tests.toy.rules import COSTS, Scene, act, answer, beast_attack, burn, flurry_blow
from tests.toy.state import OPTIONS, State


def decide(state: State, command: Command, dice: Dice) -> Sequence[Event]:
    """What a command leads to, or a refusal."""
    scene = Scene(state, evolve)
    match command:
        case Open():
            options = OPTIONS.validate_json(json.dumps(dict(command.options)))
            scene.record(e.EncounterOpened(options=options))
            let_in(scene, command.combatants)
        case Join():
            require_open(state)
            let_in(scene, command.combatants)
        case Start():
            start(scene)
        case End():
            require_open(state)
            scene.record(EncounterFinished(standing=state.standing))
        case Pause():
            scene.pause(command)
        case Leave():
            require_open(state)
            scene.leave(command)
        case Adjust():
            adjust(scene, command)
        case Answer():
            answer(scene, command, dice)
        case EndTurn() | Pass():
            scene.pass_turn()
        case c.FlurryBlow():
            flurry_blow(scene, command, dice)
        case c.BeastAttack():
            beast_attack(scene, command, dice)
        case c.Burn():
            burn(scene, command)
        case c.Thunder():
            scene.record(e.Thundered())
        case _ if type(command) in COSTS:
            act(scene, command, dice)
        case _:
            raise TypeError(f"Toy has no command {command.type}")
    return scene.events


def replaces(state: State, command: Command) -> bool:
    """Only the reroll does; whether it may is `may_act`'s business."""
    return isinstance(command, c.Reroll)


def redecide(before: State, command: Command, past: Past, dice: Dice) -> Sequence[Event]:
    """The missed strike again: only the die to hit falls anew."""
    if not isinstance(past.command, c.Strike) or past.command.actor != command.actor:
        raise NothingToReplace("The last thing that happened is not this one's strike.")
    actor = str(command.actor)
    scene = Scene(before, evolve)
    scene.record(e.LuckSpent(combatant=actor, left=before.combatants[actor].luck - 1))
    dice.hold([die for die in past.dice if die.purpose != "to-hit"], of=past.version)
    scene.record(*decide(scene.state, past.command, dice))
    return scene.events
