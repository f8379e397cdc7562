"""Records what happened. Nothing is judged here."""

from dataclasses import replace
from typing import Any

from app.engine.encounter import Event, evolve_common, with_combatant
from app.rules.tides_of_ichor import events as e
from app.rules.tides_of_ichor.state import State


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case e.EncounterOpened():
            return replace(state, options=event.options)
        case e.InitiativeRolled():
            for one in event.results:
                state = _changed(state, one.combatant, initiative=event.face)
            return state
        case e.Moved():
            return _changed(state, event.combatant, zone=event.to_zone)
        case e.AbilityUsed() if event.powerful:
            used = (*state.combatants[event.combatant].used, event.ability)
            return _changed(state, event.combatant, used=used)
        case e.WoundsLost():
            return _changed(state, event.combatant, wounds=event.remaining)
        case e.CombatantSlain():
            return _changed(state, event.combatant, status="dead", wounds=0)
        case e.ConditionTicked():
            return _ticked(state, event)
        case (
            e.AbilityUsed()
            | e.RollOffRolled()
            | e.AttackRolled()
            | e.DodgeRolled()
            | e.BlockRolled()
            | e.WoundRolled()
            | e.CriticalRolled()
            | e.DamageRolled()
            | e.WardRolled()
        ):
            return state  # what came of the roll is an event of its own
        case _:
            return evolve_common(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    return with_combatant(state, replace(state.combatants[combatant], **changes))


def _ticked(state: State, event: e.ConditionTicked) -> State:
    fighter = state.combatants[event.combatant]
    at = fighter.conditions.index(event.condition)
    now = (replace(event.condition, turns=event.left),) if event.left else ()
    conditions = (*fighter.conditions[:at], *now, *fighter.conditions[at + 1 :])
    return _changed(state, event.combatant, conditions=conditions)
