"""Records what happened. Nothing is judged here; a status follows from points and conditions."""

from collections.abc import Iterable
from typing import Any

from app.engine.copies import altered
from app.engine.encounter import (
    CombatantLeft,
    Event,
    evolve_common,
    with_combatant,
)
from app.rules.quint import events as e
from app.rules.quint.conditions import Affliction
from app.rules.quint.moods import in_mood
from app.rules.quint.state import Chase, Fighter, Flight, GroupRuling, State, Wound, status_of


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case e.EncounterOpened():
            return altered(state, options=event.options)
        case e.EverybodyActed():
            return altered(state, order=state.order.end_turn())
        case e.QuintEnded():
            return altered(state, ended_quint=event.quint)
        case e.CombatantsSurprised():
            for fighter in state.combatants.values():
                state = _changed(state, fighter.id, surprised=fighter.id in event.combatants)
            return state
        case e.InitiativeRolled():
            return _changed(state, event.combatant, face=event.face)
        case e.SurpriseDefenseSettled():
            return _changed(state, event.combatant, may_defend=event.allowed)
        case e.SurpriseEnded():
            return _each(state, event.combatants, surprised=False, may_defend=False)
        case e.HitRolled(kind="melee") | e.AttackRuled(kind="melee"):
            state = _changed(state, event.attacker, engaged=event.defender)
            return _changed(state, event.defender, engaged=event.attacker)
        case e.Struck():
            return _changed(state, event.defender, struck_in=state.quint)
        case e.PointsLost():
            return _changed(state, event.combatant, points=event.remaining)
        case e.DamageRolled(chart=str(chart)) if event.chance:
            wound = Wound(
                attacker=event.attacker,
                defender=event.defender,
                actual=event.actual,
                chart=chart,
                chance=event.chance,
            )
            return altered(state, wound=wound)
        case e.GateRolled():
            return state if event.grievous else altered(state, wound=None)
        case e.InjuryRolled():
            return altered(state, wound=None)
        case e.GroupRuled():
            others = tuple(r for r in state.rulings if r.group != event.group)
            if event.ruling is None:
                return altered(state, rulings=others)
            ruled = GroupRuling(group=event.group, ruling=event.ruling)
            return altered(state, rulings=(*others, ruled))
        case e.MoraleSettled():
            for member in event.members:
                now = state.combatants[member].conditions
                state = _changed(state, member, conditions=in_mood(now, event.mood))
            return state
        case (
            e.RollOffRolled()
            | e.HitRolled()
            | e.AttackRuled()
            | e.DefenseRolled()
            | e.DefenseDenied()
            | e.DamageRolled()
            | e.StaunchRolled()
            | e.CombatantWoke()
            | e.DidOther()
            | e.Spoke()
            | e.TurnLost()
            | e.RetreatBegun()
        ):
            return state  # what came of it is an event of its own
        case _:
            return _handled(state, event)


def _handled(state: State, event: Event) -> State:
    """What becomes of one fighter's conditions, hands, tasks and flight."""
    match event:
        case e.ConditionGained():
            now = state.combatants[event.combatant].conditions
            return _changed(state, event.combatant, conditions=(*now, event.affliction))
        case e.ConditionEnded():
            return _ended(state, event.combatant, event.affliction)
        case e.CombatantAdjusted():
            state = with_combatant(state, event.combatant)
            unable = not event.combatant.able
            return _no_longer_pursuing(state, event.combatant.id) if unable else state
        case e.BleedingEased():
            eased = altered(event.affliction.condition, damage=event.left)
            later = altered(event.affliction, condition=eased)
            return _ended(state, event.combatant, event.affliction, *([later] * (event.left > 0)))
        case e.CombatantFell() | e.CombatantDied():
            return _out_of_it(state, event.combatant)
        case CombatantLeft() | e.Escaped():
            return _out_of_it(state, event.combatant, status="left")
        case e.WeaponDrawn() | e.WeaponDropped() | e.WeaponShot():
            return _armed(state, event)
        case e.TaskAdvanced():
            return _advanced(state, event)
        case e.TaskLost():
            return _changed(state, event.combatant, task=None)
        case e.SpellReady():
            return _changed(state, event.combatant, task=None, prepared=event.spell)
        case e.SpellCast():
            return _changed(state, event.caster, prepared=None)
        case _:
            return _run(state, event)


def _run(state: State, event: Event) -> State:
    """Who runs, and who after whom; and what every encounter knows."""
    match event:
        case e.Ran():
            now = state.combatants[event.combatant].flight or Flight(distance=0)
            return _changed(state, event.combatant, flight=altered(now, distance=event.distance))
        case e.FlightEnded():
            return _changed(state, event.combatant, flight=None)
        case e.Pursued():
            chase = Chase(pursuer=event.pursuer, gap=event.gap)
            return _chased(state, event.fleer, event.pursuer, chase)
        case e.PursuitEnded():
            return _chased(state, event.fleer, event.pursuer)
        case _:
            return evolve_common(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    """The very same state where nothing changes: odds and snapshots live of few new values."""
    before = state.combatants[combatant]
    if all(getattr(before, name) == value for name, value in changes.items()):
        return state
    fighter = altered(before, **changes)
    status = status_of(fighter)
    return with_combatant(
        state, fighter if status == fighter.status else altered(fighter, status=status)
    )


def _each(state: State, combatants: Iterable[str], **changes: Any) -> State:
    for combatant in combatants:
        state = _changed(state, combatant, **changes)
    return state


def _ended(state: State, combatant: str, over: Affliction, *instead: Affliction) -> State:
    """The state without one affliction, the first of several alike, or with others instead."""
    now = state.combatants[combatant].conditions
    at = now.index(over)
    return _changed(state, combatant, conditions=(*now[:at], *instead, *now[at + 1 :]))


def _armed(state: State, event: e.WeaponDrawn | e.WeaponDropped | e.WeaponShot) -> State:
    fighter = state.combatants[event.combatant]
    match event:
        case e.WeaponDrawn():
            dropped = tuple(w for w in fighter.dropped if w != event.weapon)
            return _changed(state, fighter.id, drawn=event.weapon, dropped=dropped)
        case e.WeaponDropped():
            dropped = (*fighter.dropped, event.weapon)
            return _changed(state, fighter.id, drawn=None, dropped=dropped)
        case e.WeaponShot():
            return _changed(state, fighter.id, loaded=_without(fighter, event.weapon))


def _without(fighter: Fighter, weapon: str) -> tuple[str, ...]:
    return tuple(w for w in fighter.loaded if w != weapon)


def _advanced(state: State, event: e.TaskAdvanced) -> State:
    """Loaded or in hand at once; a spell is ready only when the quint is over."""
    fighter, task = state.combatants[event.combatant], event.task
    if not task.finished or task.kind == "prepare":
        return _changed(state, fighter.id, task=task)
    if task.kind == "load":
        return _changed(state, fighter.id, task=None, loaded=(*fighter.loaded, task.what))
    return _changed(state, fighter.id, task=None, at_hand=(*fighter.at_hand, task.what))


def _chased(state: State, fleer: str, pursuer: str, *chase: Chase) -> State:
    """The fleer with a new gap to one pursuer, or rid of it."""
    flight = state.combatants[fleer].flight
    if flight is None:
        return state
    others = tuple(c for c in flight.chases if c.pursuer != pursuer)
    return _changed(state, fleer, flight=altered(flight, chases=(*others, *chase)))


def _out_of_it(state: State, combatant: str, **changes: Any) -> State:
    """Who can't act is about nothing, and after nobody."""
    state = _changed(state, combatant, task=None, prepared=None, flight=None, **changes)
    return _no_longer_pursuing(state, combatant)


def _no_longer_pursuing(state: State, pursuer: str) -> State:
    for fighter in state.combatants.values():
        if fighter.flight is not None and any(
            chase.pursuer == pursuer for chase in fighter.flight.chases
        ):
            state = _chased(state, fighter.id, pursuer)
    return state
