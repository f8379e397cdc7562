"""One action a turn, then the next in order (TI-TURN-1)."""

from functools import partial

from app.engine.dice import Dice
from app.engine.encounter import (
    Command,
    End,
    EndTurn,
    Pass,
    Scene,
    Start,
    require_open,
    require_turn,
)
from app.engine.refusals import CannotAct
from app.rules.tides_of_ichor.commands import Attack, Cast, Charge
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.events import ConditionTicked
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.harm import end_condition, send_back, slay
from app.rules.tides_of_ichor.initiative import take_places
from app.rules.tides_of_ichor.lingering import Feral, KeptAlive, NoCasting, Shadow
from app.rules.tides_of_ichor.refusals import HeldBack, OncePerRound
from app.rules.tides_of_ichor.spell_events import TurnSpent
from app.rules.tides_of_ichor.state import State


def start(scene: Scene[State], command: Start, dice: Dice) -> None:
    """Begins the fight, or goes on with it after a pause."""
    scene.start(partial(take_places, scene, dice))


def end(scene: Scene[State], command: End, dice: Dice) -> None:
    """Ends the fight for good, and with it all that lasts to its end."""
    require_open(scene.state)
    standing = scene.state.standing
    for fighter in scene.state.present:
        if any(fighter.wounds < kept.least for _, kept in fighter.borne(KeptAlive)):
            slay(scene, fighter.id, by=None)  # TI-MIS-R27
        send_back(scene, fighter.id)
    for fighter in tuple(scene.state.combatants.values()):
        for condition in fighter.conditions:
            if condition.by is not None:
                end_condition(scene, fighter.id, condition, "encounter")
    scene.note_fallen_sides(standing)
    scene.end()


def pass_turn(scene: Scene[State], command: Command, dice: Dice) -> None:
    """Does nothing, or is done: the turn ends."""
    finish_turn(scene)


def finish_turn(scene: Scene[State]) -> None:
    """The acting one is done: the next one's turn begins, once all that follows has happened."""
    state = scene.state
    acting = str(state.acting)
    if state.due or (state.able(acting) and state.ends_with_effects(acting)):
        if not state.spent:
            scene.record(TurnSpent(combatant=acting))
        return
    pass_on(scene)


def pass_on(scene: Scene[State]) -> None:
    """The acting one's conditions grow a turn older, and the next one's turn begins."""
    state = scene.state
    fresh = list(state.fresh)
    for condition in state.combatants[str(state.acting)].conditions:
        if condition in fresh:
            fresh.remove(condition)
        elif condition.turns is not None:
            left = condition.turns - 1
            scene.record(
                ConditionTicked(combatant=str(state.acting), condition=condition, left=left)
            )
    scene.pass_turn()


def go_on(scene: Scene[State]) -> None:
    """After what happens by itself: the turn passes if it was over, or its owner has fallen."""
    state = scene.state
    if state.acting is not None and (state.spent or not state.able(state.acting)):
        finish_turn(scene)


# --- who may act ----------------------------------------------------------------------------------


def may_act(state: State, command: Command) -> None:
    """In one's own turn, once; personal spells also out of turn, by *option* `personal_spells`."""
    actor = state.combatants.get(command.actor or "")
    if actor is None or not casts_out_of_turn(state, actor, command):
        require_turn(state, command.actor)
    elif not actor.able:
        raise CannotAct(f"{actor.id} is {actor.status} and can't act.", actor=actor.id)
    elif actor.out_of_turn == state.order.round:
        raise OncePerRound(f"{actor.id} has cast out of turn in this round.", actor=actor.id)
    held_back = restraint(state.combatants[str(command.actor)], type(command))
    if held_back is not None:
        raise HeldBack(
            f"{command.actor} can't do this: {held_back.name}.",
            condition=held_back.name,
            until=held_back.until,
        )


def casts_out_of_turn(state: State, actor: Fighter, command: Command) -> bool:
    """Whether this is a personal spell in somebody else's turn, at a table that allows it."""
    return (
        isinstance(command, Cast)
        and state.status == "running"
        and state.options.personal_spells == "anytime"
        and state.acting != actor.id
        and any(
            spell.targeting == "personal" and spell.name.casefold() == command.spell.casefold()
            for spell in actor.spells
        )
    )


def may_cast_out_of_turn(state: State, actor: Fighter) -> bool:
    """Whether someone may now: once a round, and nothing keeps it from casting."""
    fresh = actor.out_of_turn != state.order.round
    return actor.able and fresh and restraint(actor, Cast) is None


def restraint(fighter: Fighter, kind: type[Command]) -> Condition | None:
    """The condition that keeps a fighter from an action, if one does."""
    if kind in (Pass, EndTurn):
        return None
    for condition in fighter.conditions:
        shadow = condition.effect(Shadow)
        turned = shadow is not None and shadow.turned
        feral = kind not in (Attack, Charge) and condition.effect(Feral) is not None
        silenced = kind is Cast and condition.effect(NoCasting) is not None
        if turned or feral or silenced:
            return condition
    return None
