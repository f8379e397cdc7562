"""Records what happened. Nothing is judged here; a status follows from conditions alone."""

from typing import Any

from app.engine.copies import altered
from app.engine.encounter import (
    CombatantAdjusted,
    CombatantLeft,
    Event,
    QuestionAnswered,
    TurnStarted,
    evolve_common,
    with_combatant,
)
from app.rules.wfrp4 import events as e
from app.rules.wfrp4.conditions import MOST_ENDS, eased, gained
from app.rules.wfrp4.injuries import Injury, joined
from app.rules.wfrp4.magic_evolve import evolve_magic
from app.rules.wfrp4.state import Damaged, Due, Fighter, Shots, State, status_of
from app.rules.wfrp4.tables.weapons import UNARMED


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case e.EncounterOpened():
            return altered(state, options=event.options)
        case CombatantAdjusted():
            after = _parted(evolve_common(state, event), event.combatant.id)
            return _shared(after, event.combatant) if "advantage" in event.changed else after
        case e.CombatantJoined():
            return _joined(evolve_common(state, event), event.combatant)
        case CombatantLeft():
            return _without_melee(evolve_common(state, event), event.combatant)
        case e.InitiativeSettled():
            return _changed(state, event.combatant, initiative=event.face)
        case TurnStarted():
            return _turn_begun(evolve_common(state, event), event.combatant)
        case e.Interjected():
            after = _changed(state, event.before, acted_in=state.round - 1)
            return altered(after, interrupted=(event.before, *state.interrupted))
        case e.TurnSpent():
            return _spent(state, event)
        case e.EverybodyActed():
            return altered(state, order=state.order.end_turn(), interrupted=())
        case e.RoundEnded():
            return _round_over(state, event.round)
        case e.DefenceAsked():
            return altered(state, pending=event.pending)
        case e.DefenceChosen():
            return altered(state, pending=None)
        case e.AttackTested():
            state = _less_favour(state, (event.attacker, "attack"), (event.defender, "defence"))
            return _changed(state, event.attacker, busy=True, aiming=False, hiding=False)
        case e.SkillTested():
            return _less_favour(state, (event.combatant, event.why))
        case e.WoundsLost():
            return _changed(state, event.combatant, wounds=event.remaining)
        case e.AdvantageChanged():
            return _advantage(state, event)
        case e.CriticalScored() | e.Fumbled() | e.BladeCaught():
            return altered(state, troubles=(*state.troubles, event.trouble))
        case e.CriticalRolled():
            return _rolled(_one_more_critical(state, event.combatant), event.due)
        case e.FumbleRolled():
            return _rolled(state, event.due)
        case e.OpposedTested():
            if event.why == "trap-blade":
                state = altered(state, troubles=state.troubles[1:])
            return _less_favour(state, (event.combatant, event.why), (event.against, event.why))
        case e.CriticalCounted():
            return _one_more_critical(state, event.combatant)
        case e.RowHappened():
            return altered(state, due=state.due[1:])
        case e.RollsStood():
            return altered(state, turnable=event.turnable, favour=None)
        case e.PointSpent():
            return _changed(state, event.combatant, **{event.points: event.left})
        case e.OutcomeTurned():
            return altered(state, favour=event.favour)
        case e.HitSpared():
            return altered(state, favour=None)
        case e.RulingAsked():
            return altered(state, rulings=(*state.rulings, event.ruling))
        case QuestionAnswered():
            open_ones = tuple(r for r in state.rulings if r.question != event.question)
            return altered(evolve_common(state, event), rulings=open_ones)
        case _:
            return _of_bodies(state, event)


def _of_bodies(state: State, event: Event) -> State:
    """Conditions, and what they lead to."""
    match event:
        case e.ConditionGained():
            now = state.combatants[event.combatant].conditions
            return _changed(state, event.combatant, conditions=gained(now, event.condition))
        case e.ConditionEased():
            now = state.combatants[event.combatant].conditions
            left = eased(now, event.condition, event.levels)
            return _changed(state, event.combatant, conditions=left)
        case e.ConditionsTicked():
            return _ticked(state, event)
        case e.CombatantDied():
            return _without_melee(
                _changed(state, event.combatant, dead=event.cause), event.combatant
            )
        case e.CombatantFell():
            return _without_melee(state, event.combatant)
        case e.Lingered():
            return _changed(
                state,
                event.combatant,
                rounds_at_0=event.rounds_at_0,
                rounds_poisoned=event.rounds_poisoned,
            )
        case e.Tended():
            return _changed(state, event.combatant, tended=True, rounds_at_0=0)
        case e.DeathEscaped():
            return _changed(state, event.combatant, dead=None)
        case e.WoundsRegained():
            return _changed(state, event.combatant, wounds=event.remaining, tended=False)
        case e.InjurySuffered():
            now_has = joined(state.combatants[event.combatant].injuries, event.injury)
            return _changed(state, event.combatant, injuries=now_has)
        case e.InjuryEased() | e.InjuryEnded():
            return _injury(state, event)
        case _:
            return _of_gear(state, event)


def _of_gear(state: State, event: Event) -> State:
    """Weapons, armour, and where everybody is."""
    match event:
        case e.ArmourDamaged():
            return _damaged(state, event.combatant, event.item, event.points)
        case e.WeaponDamaged():
            after = _damaged(state, event.combatant, event.weapon, event.points)
            return _gone(after, event.combatant, event.weapon, "broken") if event.broken else after
        case e.Disarmed():
            return _gone(state, event.combatant, event.weapon, "dropped")
        case e.WeaponPickedUp():
            lying = state.combatants[event.combatant].dropped
            return _changed(
                state, event.combatant, dropped=tuple(w for w in lying if w != event.weapon)
            )
        case e.WeaponsReadied():
            return _changed(state, event.combatant, main=event.main, off=event.off)
        case e.ShotsChanged():
            return _shots(state, event)
        case e.Moved():
            gone = {"charged": True} if event.how == "charge" else {}
            return _changed(
                state,
                event.combatant,
                position=event.position,
                moved=True,
                hiding=False,
                aiming=False,
                **gone,
            )
        case e.Pushed():
            return _changed(state, event.combatant, position=event.position)
        case e.MeleeJoined():
            return _engaged(state, event.combatants)
        case e.MeleeLeft():
            return _without_melee(state, event.combatant)
        case e.StanceTaken():
            return _changed(state, event.combatant, **{event.stance: True})
        case (
            e.TieTested()
            | e.TurnLost()
            | e.ExtendedTestGoesOn()
            | e.DidOther()
            | e.DamageDealt()
            | e.DeathTested()
            | e.StoodUp()
            | e.LimbChosen()
            | e.AllyStruck()
        ):
            return state  # what came of it is an event of its own
        case _:
            return evolve_magic(state, event)


def _changed(state: State, combatant: str, **changes: Any) -> State:
    fighter = altered(state.combatants[combatant], **changes)
    status = status_of(fighter)
    if status != fighter.status:
        fighter = altered(fighter, status=status)
    return with_combatant(state, fighter)


def _turn_begun(state: State, combatant: str) -> State:
    """What was for a turn to come has come."""
    still_to_come = tuple(id for id in state.interrupted if id != combatant)
    state = altered(state, interrupted=still_to_come)
    injuries = tuple(
        altered(i, begun=True) if i.unit == "turns" else i
        for i in state.combatants[combatant].injuries
    )
    return _changed(
        state,
        combatant,
        injuries=injuries,
        move_left=not any(i.hinders.no_move for i in injuries),
        action_left=not any(i.hinders.no_action for i in injuries),
        moved=False,
        charged=False,
        on_guard=False,
        two_weapons=False,
        acted_in=state.round,
    )


def _spent(state: State, event: e.TurnSpent) -> State:
    """Another Action breaks loading off, and channelling: it starts anew (WF-GEAR-2)."""
    changes: dict[str, Any] = {f"{what}_left": False for what in event.what}
    if "action" in event.what:
        shots = state.combatants[event.combatant].shots
        changes["shots"] = tuple(altered(s, sl=0) for s in shots)
        changes["magic"] = altered(state.combatants[event.combatant].magic, channelled=None)
    return _changed(state, event.combatant, **changes)


def _round_over(state: State, number: int) -> State:
    """Who was busy is at rest again; what was done in the round no longer counts."""
    for combatant in state.combatants:
        state = _changed(state, combatant, busy=False)
    return altered(state, ended_round=number)


def _advantage(state: State, event: e.AdvantageChanged) -> State:
    busy = state.combatants[event.combatant].busy or event.after > event.before
    state = _changed(state, event.combatant, advantage=event.after, busy=busy)
    return _shared(state, state.combatants[event.combatant])


def _shared(state: State, fighter: Fighter) -> State:
    """Its side has as much Advantage as it has, by *option* `advantage` group (WF-ADV-1)."""
    if state.options.advantage == "group":
        for other in state.combatants.values():
            if other.side == fighter.side:
                state = _changed(state, other.id, advantage=fighter.advantage)
    return state


def _joined(state: State, newcomer: Fighter) -> State:
    """Who joins shares what the side has."""
    fellows = (c for c in state.combatants.values() if c.side == newcomer.side)
    first = next(fellows)
    return state if first.id == newcomer.id else _shared(state, first)


def _rolled(state: State, due: Due) -> State:
    """The first trouble has been rolled: its row is due."""
    return altered(state, troubles=state.troubles[1:], due=(*state.due, due))


def _less_favour(state: State, *tests: tuple[str, str]) -> State:
    """What was to be turned has been, with the first test of its kind."""
    favour = state.favour
    used = favour is not None and (favour.of, favour.test) in tests
    return altered(state, favour=None) if used else state


def _one_more_critical(state: State, combatant: str) -> State:
    return _changed(state, combatant, criticals=state.combatants[combatant].criticals + 1)


def _injury(state: State, event: e.InjuryEased | e.InjuryEnded) -> State:
    """The first of its name and place is treated, or over."""
    now = state.combatants[event.combatant].injuries
    key = (event.name, event.location)
    old = next(i for i in now if (i.name, i.location) == key)
    after: tuple[Injury, ...] = ()
    if isinstance(event, e.InjuryEased):
        after = (altered(old, sl=event.sl),)
    at = now.index(old)
    return _changed(state, event.combatant, injuries=(*now[:at], *after, *now[at + 1 :]))


def _ticked(state: State, event: e.ConditionsTicked) -> State:
    """Conditions and injuries are an end of a round older."""
    fighter = state.combatants[event.combatant]
    return _changed(
        state,
        event.combatant,
        conditions=tuple(altered(c, ends=min(MOST_ENDS, c.ends + 1)) for c in fighter.conditions),
        injuries=tuple(altered(i, ends=i.ends + 1) for i in fighter.injuries),
        ticked_in=event.round,
    )


def _damaged(state: State, combatant: str, item: str, points: int) -> State:
    now = state.combatants[combatant]
    worse = Damaged(item=item, points=now.loss(item) + points)
    others = tuple(d for d in now.damaged if d.item != item)
    return _changed(state, combatant, damaged=(*others, worse))


def _gone(state: State, combatant: str, weapon: str, how: str) -> State:
    """Out of hand, and on the ground or broken."""
    fighter = state.combatants[combatant]
    lying: tuple[str, ...] = getattr(fighter, how)
    hands = _emptied(fighter, weapon)
    return _changed(state, combatant, **{how: tuple(dict.fromkeys((*lying, weapon))), **hands})


def _emptied(fighter: Fighter, weapon: str) -> dict[str, Any]:
    if fighter.main == weapon:
        return {"main": UNARMED}
    return {"off": None} if fighter.off == weapon else {}


def _shots(state: State, event: e.ShotsChanged) -> State:
    others = tuple(s for s in state.combatants[event.combatant].shots if s.weapon != event.weapon)
    now = Shots(weapon=event.weapon, left=event.left, sl=event.sl)
    return _changed(state, event.combatant, shots=(*others, now))


def _engaged(state: State, combatants: tuple[str, ...]) -> State:
    for one in combatants:
        with_whom = (*state.combatants[one].engaged, *(c for c in combatants if c != one))
        state = _changed(state, one, engaged=tuple(dict.fromkeys(with_whom)))
    return state


def _without_melee(state: State, combatant: str) -> State:
    for other in state.combatants[combatant].engaged:
        left = tuple(c for c in state.combatants[other].engaged if c != combatant)
        state = _changed(state, other, engaged=left)
    return _changed(state, combatant, engaged=())


def _parted(state: State, combatant: str) -> State:
    """A game master has moved or stilled somebody: those it was engaged with know of it."""
    now = state.combatants[combatant].engaged
    for other in state.combatants.values():
        if combatant in other.engaged and other.id not in now:
            left = tuple(c for c in other.engaged if c != combatant)
            state = _changed(state, other.id, engaged=left)
    for other_id in now:
        if combatant not in state.combatants[other_id].engaged:
            state = _engaged(state, (other_id, combatant))
    return state
