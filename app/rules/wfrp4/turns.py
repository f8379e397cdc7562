"""Whose turn it is, what is left of it, what ends it and what happens by itself (WF-TURN-1)."""

from collections.abc import Mapping

from app.engine.dice import Dice
from app.engine.encounter import (
    Answer,
    Command,
    Scene,
    TurnEnded,
    TurnStarted,
    require_open,
    require_turn,
)
from app.engine.refusals import CannotAct, Invalid
from app.rules.wfrp4.commands import (
    Attack,
    Charge,
    EndRound,
    Flee,
    Interject,
    LoseTurn,
    RollTroubles,
    SufferRow,
    Surprise,
)
from app.rules.wfrp4.events import EverybodyActed, Interjected, TurnLost, TurnSpent
from app.rules.wfrp4.laying import run_out
from app.rules.wfrp4.magic_commands import Cast, Channel, Pray
from app.rules.wfrp4.refusals import CannotFight, CannotMove, MustPray, NothingLeft, NotQuick
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.ticking import tick

SURPRISED = "surprised"


def may_act(state: State, command: Command) -> None:
    """In one's own turn, and able to use it; the game master speaks for nobody."""
    if isinstance(command, Surprise):
        require_open(state)
        if command.actor is not None:
            raise Invalid("This is the game master's to say: name no actor.")
        return
    if isinstance(command, Interject):
        require_running(state, command)
        return
    require_turn(state, command.actor)
    if state.combatants[str(command.actor)].level(SURPRISED):
        raise CannotAct(f"{command.actor} is surprised and can't act.", condition=SURPRISED)


def require_running(state: State, command: Command) -> None:
    """Refuses out of a running fight, or without an actor; whose turn it is doesn't matter."""
    require_turn(state, state.acting if command.actor is not None else None)


def steps(state: State, command: Command) -> tuple[Command, ...]:
    """What may bring criticals, fumbles, miscasts or wrath has a second step: their tables."""
    if isinstance(command, Attack | Charge | Flee | Answer | SufferRow | Cast | Channel | Pray):
        return (command, RollTroubles())
    return (command,)


def automatic(state: State) -> Command | None:
    """What a row does; what was left to be rolled; the end of a round; lost turns."""
    if state.status != "running":
        return None
    if state.due:
        return SufferRow()
    if state.troubles:
        return RollTroubles()
    if state.acting is None:
        return EndRound()
    if state.combatants[state.acting].level(SURPRISED):
        return LoseTurn(actor=state.acting)
    return None


def left(state: State) -> Mapping[str, int]:
    """The Move and the Action, as far as they can still be taken."""
    if state.acting is None:
        return {}
    fighter = state.combatants[state.acting]
    return {"move": int(can_move(fighter)), "action": int(has_action(fighter))}


def has_action(fighter: Fighter) -> bool:
    """Whether it may still take its Action: the stunned and the surprised may not."""
    return fighter.action_left and not (fighter.level("stunned") or fighter.level(SURPRISED))


def can_move(fighter: Fighter) -> bool:
    """Whether it may still take its Move: the entangled may not."""
    held = fighter.level("entangled") or fighter.level(SURPRISED)
    return fighter.move_left and not held


def require_action(fighter: Fighter) -> None:
    """Refuses when the Action is gone, or is to be a prayer (WF-PRAY-1)."""
    if fighter.hindered("must_pray"):
        raise MustPray(f"{fighter.id} must pray with its Action: pray, or repent.")
    require_prayer(fighter)


def require_prayer(fighter: Fighter) -> None:
    """Refuses when the Action is gone."""
    if not has_action(fighter):
        why = "is stunned" if fighter.action_left else "has had its Action"
        raise NothingLeft(f"{fighter.id} {why}: end the turn.", actor=fighter.id, needed="action")


def require_move(fighter: Fighter) -> None:
    """Refuses when the Move is gone, or something holds."""
    if fighter.level("entangled"):
        raise CannotMove(f"{fighter.id} is entangled: recover first.", condition="entangled")
    if not fighter.move_left:
        raise NothingLeft(f"{fighter.id} has had its Move.", actor=fighter.id, needed="move")


def require_courage(fighter: Fighter) -> None:
    """Refuses the broken, who flee, hide or move, and recover to do so (WF-COND-broken)."""
    if fighter.level("broken"):
        raise CannotFight(f"{fighter.id} is broken: flee, or hide.", condition="broken")


def spend_action(scene: Scene[State], actor: str) -> None:
    """The Action is gone."""
    scene.record(TurnSpent(combatant=actor, what=("action",)))


def spend_move(scene: Scene[State], actor: str) -> None:
    """The Move is gone."""
    scene.record(TurnSpent(combatant=actor, what=("move",)))


def interject(scene: Scene[State], command: Interject, dice: Dice) -> None:
    """With a Fast weapon one's turn comes when one wants it, before another has begun his."""
    actor = str(command.actor)
    check_can_come_in(scene.state, actor)
    if not any(w.rating("fast") for w in scene.state.combatants[actor].in_hand):
        raise NotQuick(f"{actor} has no Fast weapon in hand.", actor=actor)
    come_in(scene, actor)


def check_can_come_in(state: State, actor: str) -> None:
    """Refuses unless one's own turn is still to come, and the acting one hasn't begun his."""
    fighter, before = state.combatants[actor], state.combatants[str(state.acting)]
    waiting = fighter.able and not fighter.level(SURPRISED) and fighter.acted_in < state.round
    begun = not (before.move_left and before.action_left)
    if not waiting or begun or fighter is before:
        raise NotQuick(
            f"{actor} can't come in now: that takes a turn to come, and that the acting one hasn't "
            "begun.",
            actor=actor,
        )


def come_in(scene: Scene[State], actor: str) -> None:
    """Takes its turn before the acting one; the next round begins in the same order."""
    scene.record(Interjected(combatant=actor, before=str(scene.state.acting)))
    scene.record(TurnStarted(combatant=actor))


def lose_turn(scene: Scene[State], command: LoseTurn, dice: Dice) -> None:
    """Passes over the surprised."""
    scene.record(TurnLost(combatant=str(command.actor), condition=SURPRISED))
    finish_turn(scene, dice)


def pass_turn(scene: Scene[State], command: Command, dice: Dice) -> None:
    """Does nothing more: the turn ends."""
    finish_turn(scene, dice)


def conclude(scene: Scene[State], dice: Dice) -> None:
    """After any deed: the turn ends with who can't go on, or by *option* `turns_end`."""
    state = scene.state
    if state.status != "running" or state.acting is None or state.pending is not None:
        return
    if state.held is not None:
        return
    if state.due:
        return  # it may still fell who acts
    fighter = state.combatants[state.acting]
    spent = not (has_action(fighter) or can_move(fighter))
    surprised = fighter.level(SURPRISED) > 0  # its turn is lost by itself
    by_itself = state.options.turns_end == "when_spent" and spent and not surprised
    if not fighter.able or by_itself:
        finish_turn(scene, dice)


def finish_turn(scene: Scene[State], dice: Dice) -> None:
    """The turn ends; the next one's, or the end of the round, which is an entry of its own."""
    acting = scene.state.acting
    if acting is None:
        return
    if scene.state.options.conditions_tick == "turn" and scene.state.combatants[acting].able:
        tick(scene, dice, acting)
    run_out(scene, acting, "turns")
    scene.record(TurnEnded(combatant=acting))
    begin_next(scene, acting)


def begin_next(scene: Scene[State], after: str | None) -> None:
    """The turn of whoever was interrupted, else of who comes next and hasn't had one this round."""
    state = scene.state
    for interrupted in state.interrupted:
        if state.able(interrupted) and state.combatants[interrupted].acted_in < state.round:
            scene.record(TurnStarted(combatant=interrupted))
            return
        after = interrupted  # who fell meanwhile: it goes on from there
    following = state.order.after(after, lambda other: _waits(state, other))
    if following is None or (following.new_round and after is not None):
        following = state.order.after(None, lambda other: _waits(state, other, held_back=True))
    if following is None:
        scene.record(EverybodyActed(round=state.round))
    else:
        scene.record(TurnStarted(combatant=following.id))


def _waits(state: State, id: str, *, held_back: bool = False) -> bool:
    """Whether its turn is still to come; of who acts last (figures 9) only when it `held_back`."""
    fighter = state.combatants[id]
    last = any(injury.acts_last for injury in fighter.injuries)
    return state.able(id) and fighter.acted_in < state.round and last == held_back
