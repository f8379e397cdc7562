"""One thing a turn, then the next in order; what a turn's end does to its owner (MG-TURN-2)."""

from functools import partial

from app.engine.dice import Dice
from app.engine.encounter import (
    Command,
    Event,
    Scene,
    Start,
    require_open,
    require_turn,
)
from app.engine.refusals import CannotAct, Invalid
from app.rules.magickal.commands import LetTimePass, LoseTurn, Withdraw
from app.rules.magickal.events import ConditionTicked, TurnLost, Withdrew
from app.rules.magickal.harm import lose_hp
from app.rules.magickal.order import take_places
from app.rules.magickal.state import State


def start(scene: Scene[State], command: Start, dice: Dice) -> None:
    """Begins the fight, or goes on with it after a pause."""
    scene.start(partial(take_places, scene, dice))


def may_act(state: State, command: Command) -> None:
    """In one's own turn, and awake; time is the game master's, who acts for nobody."""
    if isinstance(command, LetTimePass):
        require_open(state)
        if command.actor is not None:
            raise Invalid("Time passes for everyone, at the game master's word: name no actor.")
        return
    require_turn(state, command.actor)
    condition = state.combatants[str(command.actor)].losing_turns_to
    if condition is not None:
        raise CannotAct(f"{command.actor} is {condition} and can't act.", condition=condition)


def automatic(state: State) -> Command | None:
    """The swooned and stunned lose their turn; an NPC that has had enough withdraws (MG-WD-2)."""
    if state.acting is None:
        return None
    fighter = state.combatants[state.acting]
    if fighter.losing_turns_to is not None:
        return LoseTurn(actor=fighter.id)
    return Withdraw(actor=fighter.id) if fighter.wants_to_withdraw else None


def lose_turn(scene: Scene[State], command: LoseTurn, dice: Dice) -> None:
    """Passes over who can't act (MG-TURN-2)."""
    fighter = scene.state.combatants[str(command.actor)]
    scene.record(TurnLost(combatant=fighter.id, condition=str(fighter.losing_turns_to)))
    finish_turn(scene)


def withdraw(scene: Scene[State], command: Withdraw, dice: Dice) -> None:
    """Leaves the fight, without a roll (MG-WD-1)."""
    fighter = scene.state.combatants[str(command.actor)]
    limit = fighter.withdraws_at if fighter.wants_to_withdraw else None
    standing = scene.state.standing
    scene.record(Withdrew(combatant=fighter.id, hp=fighter.hp, limit=limit))
    scene.note_fallen_sides(standing)
    finish_turn(scene)


def pass_turn(scene: Scene[State], command: Command, dice: Dice) -> None:
    """Does nothing, or is done: the turn ends."""
    finish_turn(scene)


def finish_turn(scene: Scene[State], *gained: Event) -> None:
    """The acting one's conditions hurt it and grow a turn older; then the next one's turn begins.

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
        if condition.turns is not None:
            left = condition.turns - 1
            scene.record(ConditionTicked(combatant=bearer, condition=condition, left=left))
