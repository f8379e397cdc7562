"""Records what happened. Nothing is judged here."""

from typing import Any

from app.engine.copies import altered
from app.engine.encounter import (
    EncounterFinished,
    Event,
    TurnEnded,
    TurnStarted,
    evolve_common,
    with_combatant,
)
from app.rules.tides_of_ichor import events as e
from app.rules.tides_of_ichor import spell_events as s
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.fighter import SpellCasts
from app.rules.tides_of_ichor.state import MiscastDue, State, WindsDue

# What came of these is an event of its own.
TRACELESS = frozenset(
    {
        e.RollOffRolled, e.AttackRolled, e.DodgeRolled, e.BlockRolled, e.WoundRolled,
        e.CriticalRolled, e.DamageRolled, e.WardRolled, s.ForceRolled, s.MiscastChecked,
        s.SpellPowerRolled, s.SpellAstray, s.SpellDrawn, s.SpellDamageRolled, s.DamageTaken,
        s.Untouched, s.ChanceRolled, s.Chosen, s.CometRolled, s.CometStruck, s.FootRolled,
        s.RiftOpened, s.DaemonWaited, TurnEnded,
    }
)  # fmt: skip


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    if type(event) in TRACELESS:
        return state
    match event:
        case e.EncounterOpened():
            return altered(state, options=event.options)
        case TurnStarted():
            order = state.order.begin_turn(event.combatant)
            upkeep = state.starts_with_effects(event.combatant)
            return altered(state, order=order, upkeep=upkeep, spent=False, fresh=())
        case EncounterFinished():
            return altered(evolve_common(state, event), due=(), upkeep=False, spent=False, fresh=())
        case e.InitiativeRolled():
            for one in event.results:
                state = _changed(state, one.combatant, initiative=event.face)
            return state
        case e.Moved():
            return _changed(state, event.combatant, zone=event.to_zone)
        case e.AbilityUsed():
            used = state.combatants[event.combatant].used
            now = (*used, event.ability) if event.powerful else used
            return _changed(state, event.combatant, used=now)
        case e.WoundsLost():
            return _changed(state, event.combatant, wounds=event.remaining)
        case e.CombatantSlain():
            return _changed(state, event.combatant, status="dead", wounds=0)
        case e.ConditionTicked():
            left = (altered(event.condition, turns=event.left),) if event.left else ()
            return _with_condition(state, event.combatant, event.condition, left)
        case _:
            return _magic(state, event)


def _magic(state: State, event: Event) -> State:
    match event:
        case s.CastingRolled():
            return _cast(state, event)
        case s.SpellReleased():
            return _counted(state, event.caster, event.spell)
        case s.MiscastRolled() if not event.again:
            due = MiscastDue(
                caster=event.caster, spell=event.spell, row=event.row, target=event.target,
                zone=event.zone, in_hand=event.in_hand,
            )  # fmt: skip
            return altered(state, due=(*state.due, due))
        case s.WindsStirred():
            stirred = WindsDue(
                combatant=event.combatant, caster=event.caster, level=event.level,
                passed=event.passed,
            )  # fmt: skip
            return altered(state, due=(*state.due, stirred))
        case s.MiscastSuffered() | s.WindsFelt():
            return altered(state, due=state.due[1:])
        case s.Healed():
            return _changed(state, event.combatant, wounds=event.wounds)
        case s.ConditionGained():
            fighter = state.combatants[event.combatant]
            state = _changed(state, fighter.id, conditions=(*fighter.conditions, event.condition))
            fresh = (event.condition,) if state.acting == fighter.id else ()
            return altered(state, fresh=(*state.fresh, *fresh))
        case s.ConditionChanged():
            return _with_condition(state, event.combatant, event.condition, (event.now,))
        case s.ConditionEnded():
            state = _with_condition(state, event.combatant, event.condition, ())
            return _changed(state, event.combatant, wounds=event.wounds)
        case s.TurnSpent():
            return altered(state, spent=True)
        case s.UpkeepBegun():
            return altered(state, upkeep=False)
        case s.MiscastRolled():
            return state
        case _:
            return evolve_common(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    return with_combatant(state, altered(state.combatants[combatant], **changes))


def _cast(state: State, event: s.CastingRolled) -> State:
    caster = state.combatants[event.caster]
    if event.powerful:
        caster = altered(caster, used_spells=(*caster.used_spells, event.spell))
    if event.out_of_turn:
        caster = altered(caster, out_of_turn=state.order.round)
    state = with_combatant(state, caster)
    return _counted(state, event.caster, event.spell) if event.passed else state


def _counted(state: State, caster: str, spell: str) -> State:
    fighter = state.combatants[caster]
    once_more = SpellCasts(spell=spell, times=fighter.times_cast(spell) + 1)
    others = tuple(c for c in fighter.casts if c.spell != spell)
    return _changed(state, caster, casts=(*others, once_more))


def _with_condition(
    state: State, combatant: str, condition: Condition, now: tuple[Condition, ...]
) -> State:
    """A condition replaced (or gone); what came in this turn stays known as such."""
    fighter = state.combatants[combatant]
    conditions = _replaced(fighter.conditions, condition, now)
    state = _changed(state, combatant, conditions=conditions)
    if state.acting == combatant and condition in state.fresh:
        state = altered(state, fresh=_replaced(state.fresh, condition, now))
    return state


def _replaced(
    among: tuple[Condition, ...], condition: Condition, now: tuple[Condition, ...]
) -> tuple[Condition, ...]:
    at = among.index(condition)
    return (*among[:at], *now, *among[at + 1 :])
