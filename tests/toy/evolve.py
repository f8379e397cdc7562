"""Records what happened in a toy fight."""

from dataclasses import replace
from typing import Any

from app.engine.encounter import Event, QuestionAnswered, TurnStarted, evolve_common, with_combatant
from tests.toy import events as e
from tests.toy.state import State


def evolve(state: State, event: Event) -> State:
    match event:
        case e.EncounterOpened():
            return replace(state, options=event.options)
        case TurnStarted():
            state = evolve_common(state, event)
            return replace(state, steps=1, strikes=1, missed=False)
        case QuestionAnswered():
            return replace(evolve_common(state, event), struck_by=None)
        case e.Spent():
            return replace(
                state,
                steps=state.steps - event.steps,
                strikes=state.strikes - event.strikes,
                missed=False,
            )
        case e.StrikeRolled():
            struck_by = event.attacker if event.hit else None
            return replace(state, missed=not event.hit, struck_by=struck_by)
        case e.HpLost():
            return _changed(state, event.combatant, hp=event.remaining)
        case e.CombatantFell():
            return _changed(state, event.combatant, status="down")
        case e.CaughtFire():
            return _changed(state, event.combatant, burning=True)
        case e.RoundBurns():
            return replace(state, to_burn=event.combatants)
        case e.Burned():
            left = tuple(c for c in state.to_burn if c != event.combatant)
            return replace(state, to_burn=left)
        case e.LuckSpent():
            return _changed(state, event.combatant, luck=event.left)
        case e.Sneaked() | e.SneakRolled() | e.ParryRolled() | e.Thundered() | e.WentWild():
            return state
        case _:
            return evolve_common(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    return with_combatant(state, replace(state.combatants[combatant], **changes))
