"""The course of rounds: how the fight begins, and what the end of a round brings (WF-ROUND-1)."""

from app.engine.dice import Dice
from app.engine.encounter import (
    EncounterPaused,
    EncounterResumed,
    EncounterStarted,
    RoundStarted,
    Scene,
    Start,
    require_open,
)
from app.engine.refusals import CannotAct, EncounterRunning
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.commands import EndRound
from app.rules.wfrp4.events import RoundEnded
from app.rules.wfrp4.harm import ease
from app.rules.wfrp4.initiative import take_places
from app.rules.wfrp4.state import State
from app.rules.wfrp4.ticking import tick
from app.rules.wfrp4.turns import begin_next


def start(scene: Scene[State], command: Start, dice: Dice) -> None:
    """Begins the fight; after a pause goes on, with the end of the round that was broken off."""
    state = scene.state
    require_open(state)
    if state.status == "running":
        raise EncounterRunning("The encounter is running already.")
    if not state.standing:
        raise CannotAct("Nobody can act: let somebody join or recover, then start.")
    if state.status == "paused":
        scene.record(EncounterResumed())
        if state.ended_round == state.round:
            _begin_round(scene)
        return
    take_places(scene, dice, [c.id for c in state.combatants.values() if c.status != "left"])
    scene.record(EncounterStarted(), RoundStarted(round=1))
    begin_next(scene, None)


def end_round(scene: Scene[State], command: EndRound, dice: Dice) -> None:
    """Everybody's conditions, in order of battle, whoever had a turn; then the next round."""
    number = scene.state.round
    for fighter in scene.state.there:
        if scene.state.combatants[fighter.id].ticked_in < number:
            tick(scene, dice, fighter.id)
    if scene.state.options.advantage_fades:
        _fade(scene)
    scene.record(RoundEnded(round=number))
    if not scene.state.standing:
        scene.record(EncounterPaused(reason="nobody-can-act"))
        return
    _begin_round(scene)


def _begin_round(scene: Scene[State]) -> None:
    """From round 2 on its top ends surprise (WF-ROUND-1)."""
    scene.record(RoundStarted(round=scene.state.round + 1))
    for fighter in scene.state.there:
        ease(scene, fighter.id, "surprised", 1, "round")
    begin_next(scene, None)


def _fade(scene: Scene[State]) -> None:
    """A round without an attack or a gain costs 1 Advantage (WF-ADV-1)."""
    grouped = scene.state.options.advantage == "group"
    for fighter in scene.state.there:
        if not (grouped or fighter.busy):
            advantage.change(scene, fighter.id, -1, "idle")
