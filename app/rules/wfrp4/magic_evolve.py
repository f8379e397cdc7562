"""Records what spells and prayers did."""

from dataclasses import replace
from typing import Any

from app.engine.encounter import Event, evolve_common, with_combatant
from app.rules.wfrp4 import magic_events as m
from app.rules.wfrp4.state import Channelled, State


def evolve_magic(state: State, event: Event) -> State:
    """The state after an event of magic."""
    match event:
        case m.CastingTested():
            return _cast(state, event)
        case m.SpellHeld():
            return replace(state, held=event.held)
        case m.SpellReleased():
            return replace(state, held=None)
        case m.DispelTested():
            return _magic(state, event.combatant, dispelled_in=state.round)
        case m.ChannellingTested():
            now = Channelled(spell=event.spell, sl=event.sl, full=event.full)
            return _magic(state, event.combatant, channelled=now if event.sl else None)
        case m.ChannellingLost():
            return _magic(state, event.combatant, channelled=None)
        case m.SinChanged():
            return _magic(state, event.combatant, sin=event.after)
        case m.CorruptionGained():
            fighter = state.combatants[event.combatant]
            return with_combatant(state, replace(fighter, corruption=event.total))
        case m.PointsGained():
            fighter = state.combatants[event.combatant]
            gained: dict[str, Any] = {event.points: event.left}
            return with_combatant(state, replace(fighter, **gained))
        case _:
            return _of_misfortunes(state, event)


def _of_misfortunes(state: State, event: Event) -> State:
    match event:
        case m.Miscast() | m.Wrath():
            return replace(state, troubles=(*state.troubles, event.trouble))
        case m.MiscastRolled() | m.WrathRolled():
            return replace(state, troubles=state.troubles[1:], due=(*state.due, event.due))
        case m.TookEffect() | m.FellShort() | m.PrayerTested() | m.Warded():
            return state  # what came of it is an event of its own
        case _:
            return evolve_common(state, event)


def _cast(state: State, event: m.CastingTested) -> State:
    """What was channelled of it is used up, whatever comes of it."""
    channelled = state.combatants[event.caster].magic.channelled
    used = channelled is not None and channelled.spell == event.spell
    changes: dict[str, Any] = {"channelled": None} if used else {}
    if event.free:
        changes["free_in"] = state.round
    return _magic(state, event.caster, **changes)


def _magic(state: State, combatant: str, **changes: Any) -> State:
    fighter = state.combatants[combatant]
    return with_combatant(state, replace(fighter, magic=replace(fighter.magic, **changes)))
