"""Records what happened. Nothing is judged here; a status follows from HP and conditions alone."""

from typing import Any

from app.engine.conditions import without
from app.engine.copies import altered
from app.engine.encounter import Event, evolve_common, with_combatant
from app.rules.magickal import events as e
from app.rules.magickal.conditions import renewed
from app.rules.magickal.state import Fatigue, State, status_of


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case e.EncounterOpened():
            return altered(state, options=event.options)
        case e.InitiativeRolled():
            return _changed(state, event.combatant, initiative=event.face)
        case e.FatigueTested(kind="blow"):
            return _tired(state, event.combatant, failed_blows=event.failures)
        case e.FatigueTested():
            return _tired(state, event.combatant, failed_casts=event.failures)
        case e.HpLost():
            return _changed(state, event.combatant, hp=event.remaining)
        case e.ConditionGained():
            now = state.combatants[event.combatant].conditions
            return _changed(state, event.combatant, conditions=renewed(now, event.condition))
        case e.ConditionTicked():
            return _ticked(state, event)
        case e.Rested(reset=True) | e.Ate(reset=True):
            return _changed(state, event.combatant, fatigue=Fatigue())
        case e.Rested():
            return _tired(state, event.combatant, rested=True)
        case e.Ate():
            return _tired(state, event.combatant, fed=True)
        case e.TimePassed():
            for combatant in state.combatants:
                state = _without_rest_and_food(state, combatant, event.hours)
            return state
        case e.Withdrew():
            return _changed(state, event.combatant, status="left")
        case e.EquipmentChanged():
            return _changed(
                state,
                event.combatant,
                weapon=event.weapon,
                shield=event.shield,
                armour=event.armour,
            )
        case (
            e.RollOffRolled()
            | e.DefenceTested()
            | e.DamageDealt()
            | e.CombatantFell()
            | e.TurnLost()
        ):
            return state  # what came of it is an event of its own
        case _:
            return evolve_common(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    fighter = altered(state.combatants[combatant], **changes)
    return with_combatant(state, altered(fighter, status=status_of(fighter, state.options)))


def _tired(state: State, combatant: str, **changes: Any) -> State:
    return _changed(
        state, combatant, fatigue=altered(state.combatants[combatant].fatigue, **changes)
    )


def _ticked(state: State, event: e.ConditionTicked) -> State:
    """A condition keeps its place among the others."""
    now = state.combatants[event.combatant].conditions
    if not event.left:
        return _changed(state, event.combatant, conditions=without(now, event.condition.name))
    older = altered(event.condition, turns=event.left)
    conditions = tuple(older if c == event.condition else c for c in now)
    return _changed(state, event.combatant, conditions=conditions)


def _without_rest_and_food(state: State, combatant: str, hours: int) -> State:
    """What one has had since the last reset is not counted on (ours)."""
    fatigue = state.combatants[combatant].fatigue
    return _tired(
        state,
        combatant,
        hours_without_rest=fatigue.hours_without_rest + (0 if fatigue.rested else hours),
        hours_without_food=fatigue.hours_without_food + (0 if fatigue.fed else hours),
    )
