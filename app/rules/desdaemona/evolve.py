"""Records what happened. Nothing is judged here; a status follows from HP and having yielded."""

from typing import Any

from app.engine.conditions import without
from app.engine.copies import altered
from app.engine.encounter import Event, evolve_common, with_combatant
from app.rules.desdaemona import events as e
from app.rules.desdaemona.conditions import renewed
from app.rules.desdaemona.fields import by_name
from app.rules.desdaemona.state import State, status_of


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case e.EncounterOpened():
            return altered(state, options=event.options)
        case e.InitiativeRolled(again=False):
            return _changed(state, event.combatant, initiative=event.result)
        case e.StaminaSpent() | e.StaminaRegained() | e.Evaded():
            return _changed(state, event.combatant, sta=event.remaining)
        case e.HpLost() | e.HpRegained():
            return _changed(state, event.combatant, hp=event.remaining)
        case e.CombatantDied():
            return _changed(state, event.combatant, airborne=False)
        case e.Yielded():
            return _changed(state, event.combatant, yielded=True, airborne=False)
        case e.PotionDrunk():
            drunk = state.combatants[event.combatant].drunk
            more = drunk | {event.potion: drunk.get(event.potion, 0) + 1}
            return _changed(state, event.combatant, drunk=by_name(more))
        case e.TookOff():
            return _changed(state, event.combatant, airborne=True)
        case e.Landed():
            return _changed(state, event.combatant, airborne=False, landed=True)
        case e.ConditionGained():
            now = state.combatants[event.combatant].conditions
            return _changed(state, event.combatant, conditions=renewed(now, event.condition))
        case e.EffectContested(shaken=True):
            now = state.combatants[event.combatant].conditions
            return _changed(state, event.combatant, conditions=without(now, event.condition))
        case e.ConditionTicked():
            return _ticked(state, event)
        case (
            e.InitiativeRolled()
            | e.AttackMade()
            | e.DefenceMade()
            | e.DamageRolled()
            | e.DamageWithheld()
            | e.EffectContested()
            | e.PowerCalled()
            | e.TurnLost()
            | e.FreeRollMade()
        ):
            return state  # what came of it is an event of its own
        case _:
            return evolve_common(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    fighter = altered(state.combatants[combatant], **changes)
    status = status_of(fighter)
    changed = fighter if status == fighter.status else altered(fighter, status=status)
    return with_combatant(state, changed)


def _ticked(state: State, event: e.ConditionTicked) -> State:
    """A condition keeps its place among the others."""
    now = state.combatants[event.combatant].conditions
    if not event.left:
        return _changed(state, event.combatant, conditions=without(now, event.condition.name))
    older = altered(event.condition, turns=event.left)
    conditions = tuple(older if c == event.condition else c for c in now)
    return _changed(state, event.combatant, conditions=conditions)
