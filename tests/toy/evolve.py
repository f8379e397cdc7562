"""Records what happened in a toy fight."""

from dataclasses import replace
from typing import Any

from app.engine.encounter import Event, RoundStarted, TurnStarted, evolve_common, with_combatant
from tests.toy import events as e
from tests.toy.state import State


def evolve(state: State, event: Event) -> State:
    """The state after an event. A miss is forgotten as soon as anything else happens."""
    match event:
        case e.StrikeRolled():
            return replace(state, missed=not event.hit)
        case _:
            return _evolve(replace(state, missed=False), event)


def _evolve(state: State, event: Event) -> State:
    match event:
        case e.EncounterOpened():
            return replace(state, options=event.options)
        case RoundStarted():
            burning = (f.id for f in state.combatants.values() if f.burning and f.able)
            ended = replace(state, to_burn=(*state.to_burn, *burning))
            return evolve_common(ended, event)
        case TurnStarted():
            begun = replace(state, steps=1, strikes=1, rerolled=False)
            return evolve_common(begun, event)
        case e.Spent():
            steps, strikes = state.steps - event.steps, state.strikes - event.strikes
            return replace(state, steps=steps, strikes=strikes)
        case e.HpLost():
            return _changed(state, event.combatant, hp=event.remaining)
        case e.CombatantFell():
            return _changed(state, event.combatant, status="down")
        case e.CaughtFire():
            return _changed(state, event.combatant, burning=True)
        case e.Burned():
            at = state.to_burn.index(event.combatant) + 1
            return replace(state, to_burn=state.to_burn[at:])  # who was passed over burns no more
        case e.LuckSpent():
            spent = _changed(state, event.combatant, luck=event.left)
            return replace(spent, rerolled=True)
        case (
            e.Sneaked()
            | e.SneakRolled()
            | e.Foreseen()
            | e.Whispered()
            | e.BlowRolled()
            | e.ParryRolled()
            | e.DamageRolled()
            | e.BeastChose()
            | e.WentWild()
            | e.Thundered()
        ):
            return state  # what came of it is an event of its own
        case _:
            return evolve_common(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    return with_combatant(state, replace(state.combatants[combatant], **changes))
