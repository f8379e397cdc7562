"""One action a turn, then the next in order (TI-TURN-1)."""

from app.engine.dice import Dice
from app.engine.encounter import (
    Command,
    EncounterFinished,
    EncounterPaused,
    End,
    Pause,
    Scene,
    Start,
    require_open,
)
from app.engine.refusals import CannotAct, EncounterNotRunning
from app.rules.tides_of_ichor.events import ConditionTicked
from app.rules.tides_of_ichor.initiative import take_places
from app.rules.tides_of_ichor.refusals import EncounterRunning
from app.rules.tides_of_ichor.state import State


def start(scene: Scene[State], command: Start, dice: Dice) -> None:
    """Begins the fight, or goes on with it after a pause."""
    state = scene.state
    require_open(state)
    if state.status == "running":
        raise EncounterRunning("The encounter is running already.")
    if state.status == "paused":
        scene.resume()
        return
    fighting = [c.id for c in state.combatants.values() if c.status != "left"]
    if not state.standing:
        raise CannotAct("Nobody is there to fight: let combatants join first.")
    take_places(scene, dice, fighting)
    scene.begin_fight()


def end(scene: Scene[State], command: End, dice: Dice) -> None:
    """Ends the fight for good."""
    require_open(scene.state)
    scene.record(EncounterFinished(standing=scene.state.standing))


def pause(scene: Scene[State], command: Pause, dice: Dice) -> None:
    """Stops taking turns."""
    require_open(scene.state)
    if scene.state.status != "running":
        raise EncounterNotRunning(
            f"The encounter is {scene.state.status}: there is nothing to pause.",
            status=scene.state.status,
        )
    scene.record(EncounterPaused(reason=command.reason))


def pass_turn(scene: Scene[State], command: Command, dice: Dice) -> None:
    """Does nothing, or is done: the turn ends."""
    finish_turn(scene)


def finish_turn(scene: Scene[State]) -> None:
    """The acting one's conditions grow a turn older, and the next one's turn begins."""
    acting = scene.state.acting
    if acting is not None:
        for condition in scene.state.combatants[acting].conditions:
            if condition.turns is not None:
                left = condition.turns - 1
                scene.record(ConditionTicked(combatant=acting, condition=condition, left=left))
    scene.pass_turn()
