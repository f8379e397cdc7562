"""Whose turn it is, what one leaves off by doing something else, what happens by itself."""

from app.engine.dice import Dice
from app.engine.encounter import (
    STATUS_WORDS,
    Command,
    EncounterPaused,
    Pause,
    Scene,
    TurnEnded,
    TurnStarted,
    require_open,
    require_turn,
)
from app.engine.refusals import CannotAct, EncounterNotRunning, Invalid
from app.rules.quint.commands import (
    EndQuint,
    Escape,
    LoseTurn,
    Retreat,
    Rise,
    RuleGroup,
    Surprise,
)
from app.rules.quint.events import EverybodyActed, FlightEnded, PursuitEnded, TaskLost, TurnLost
from app.rules.quint.numbers import can_run
from app.rules.quint.state import Fighter, State, Task

SURPRISED = "surprised"


def may_act(state: State, command: Command) -> None:
    """In one's own turn, and able to use it; the game master speaks for nobody."""
    if isinstance(command, Surprise | RuleGroup):
        require_open(state)
        if command.actor is not None:
            raise Invalid("This is the game master's to say: name no actor.")
        return
    require_turn(state, command.actor)
    lost = turn_is_lost(state, state.combatants[str(command.actor)])
    if lost is not None:
        raise CannotAct(f"{command.actor} is {lost} and can't act.", condition=lost)


def turn_is_lost(state: State, fighter: Fighter) -> str | None:
    """What makes it lose its turns: a condition, or surprise by *option* `surprise_quint`."""
    if fighter.surprised and state.options.surprise_quint == "free":
        return SURPRISED
    return fighter.loses_turns_to


def automatic(state: State) -> Command | None:
    """A quint ends; turns are lost; the broken run, and whom nobody pursues is gone."""
    if state.status != "running":
        return None
    if state.acting is None:
        return EndQuint()
    fighter = state.combatants[state.acting]
    if turn_is_lost(state, fighter) is not None:
        return LoseTurn(actor=fighter.id)
    if fighter.flight is not None and not fighter.flight.chases and can_run(fighter):
        return Escape(actor=fighter.id)
    if fighter.flees:
        return Rise(actor=fighter.id) if fighter.prone else Retreat(actor=fighter.id)
    return None


def lose_turn(scene: Scene[State], command: LoseTurn, dice: Dice) -> None:
    """Passes over who can't act; who pursued gives up."""
    fighter = scene.state.combatants[str(command.actor)]
    condition = turn_is_lost(scene.state, fighter)
    scene.record(TurnLost(combatant=fighter.id, condition=str(condition)))
    leave_off(scene, fighter.id, task=fighter.task, runs=True)
    finish_turn(scene)


def pass_turn(scene: Scene[State], command: Command, dice: Dice) -> None:
    """Does nothing, or is done: the turn ends."""
    leave_off(scene, str(scene.state.acting))
    finish_turn(scene)


def leave_off(
    scene: Scene[State],
    actor: str,
    *,
    task: Task | None = None,
    runs: bool = False,
    after: str | None = None,
) -> None:
    """What one was about is over, unless it goes on: a `task`, running away, a pursuit `after`."""
    fighter = scene.state.combatants[actor]
    now = fighter.task
    if now is not None and not now.finished and _differ(now, task):
        scene.record(TaskLost(combatant=actor, task=now, why="left"))
    if fighter.flight is not None and not runs:
        scene.record(FlightEnded(combatant=actor))
    for fleer in scene.state.combatants.values():
        chases = () if fleer.flight is None else fleer.flight.chases
        if fleer.id != after and any(chase.pursuer == actor for chase in chases):
            scene.record(PursuitEnded(pursuer=actor, fleer=fleer.id, outrun=False))


def _differ(now: Task, task: Task | None) -> bool:
    return task is None or (now.kind, now.what) != (task.kind, task.what)


def finish_turn(scene: Scene[State]) -> None:
    """The next one's turn; after the last one's the quint is over, which is an entry of its own."""
    acting = scene.state.acting
    if acting is None:
        return
    scene.record(TurnEnded(combatant=acting))
    following = scene.state.order.after(acting, scene.state.able)
    if following is None or following.new_round:
        scene.record(EverybodyActed(quint=scene.state.quint))
    else:
        scene.record(TurnStarted(combatant=following.id))


def pause(scene: Scene[State], command: Pause, dice: Dice) -> None:
    """Stops taking turns."""
    require_open(scene.state)
    if scene.state.status != "running":
        raise EncounterNotRunning(
            f"The encounter {STATUS_WORDS[scene.state.status]}: there is nothing to pause.",
            status=scene.state.status,
        )
    scene.record(EncounterPaused(reason=command.reason))
