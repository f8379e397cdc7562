"""One action a turn, then the next in order; what a turn's end does to its owner (SD-TURN-1)."""

from functools import partial

from app.engine.dice import Dice
from app.engine.encounter import (
    Command,
    EndTurn,
    Event,
    Pass,
    Scene,
    Start,
    require_open,
    require_turn,
)
from app.engine.refusals import CannotAct
from app.rules.desdaemona.commands import FreeRoll, LoseTurn, ShakeOff
from app.rules.desdaemona.events import ConditionTicked, TurnLost
from app.rules.desdaemona.harm import lose_hp, regain_hp
from app.rules.desdaemona.order import take_places
from app.rules.desdaemona.state import State


def start(scene: Scene[State], command: Start, dice: Dice) -> None:
    """Begins the fight, or goes on with it after a pause."""
    scene.start(partial(take_places, scene, dice))


def may_act(state: State, command: Command) -> None:
    """In one's own turn, and free to; rolls that change nothing may be made at any time."""
    if isinstance(command, FreeRoll):
        require_open(state)
        return
    require_turn(state, command.actor)
    holding = state.combatants[str(command.actor)].held_by
    if holding and not isinstance(command, ShakeOff | Pass | EndTurn):
        raise CannotAct(
            f"{command.actor} is {holding[0].name}: try to shake that off, or pass.",
            condition=holding[0].name,
        )


def automatic(state: State) -> Command | None:
    """Who is held by something that can't be shaken off loses the turn."""
    if state.acting is None:
        return None
    holding = state.combatants[state.acting].held_by
    hopeless = any(not condition.spell for condition in holding)
    return LoseTurn(actor=state.acting) if hopeless else None


def lose_turn(scene: Scene[State], command: LoseTurn, dice: Dice) -> None:
    """Passes over who can't act."""
    fighter = scene.state.combatants[str(command.actor)]
    holding = next(condition for condition in fighter.held_by if not condition.spell)
    scene.record(TurnLost(combatant=fighter.id, condition=holding.name))
    finish_turn(scene)


def pass_turn(scene: Scene[State], command: Command, dice: Dice) -> None:
    """Does nothing, or is done: the turn ends."""
    finish_turn(scene)


def finish_turn(scene: Scene[State], *gained: Event) -> None:
    """The acting one's conditions work and grow a turn older; then the next one's turn begins.

    What it `gained` in this very turn comes after that: it counts from the next.
    """
    if scene.state.acting is not None:
        _suffer(scene, scene.state.acting)
    scene.record(*gained)
    scene.pass_turn()


def _suffer(scene: Scene[State], bearer: str) -> None:
    for condition in scene.state.combatants[bearer].conditions:
        if not scene.state.able(bearer):
            return
        if condition.damage:
            lose_hp(scene, bearer, condition.damage, condition.name)
        if condition.healing and scene.state.able(bearer):
            regain_hp(scene, bearer, condition.healing, condition.name)
        if condition.turns is not None:
            left = condition.turns - 1
            scene.record(ConditionTicked(combatant=bearer, condition=condition, left=left))
