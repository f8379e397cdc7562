"""Everything a combatant may do now: exactly what `decide` accepts."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.engine.encounter import GAME_MASTER
from app.engine.ruleset import Choice
from app.rules.quint.attacks import full_number
from app.rules.quint.fields import Ruling
from app.rules.quint.flight import gap_to
from app.rules.quint.hands import melee_weapons
from app.rules.quint.spells import is_ready
from app.rules.quint.state import Fighter, State, Task
from app.rules.quint.targets import companions, foes, there
from app.rules.quint.tasks import getting, loading, next_quint, preparing
from app.rules.quint.turns import turn_is_lost
from app.rules.quint.wounds import lodged, treatable

Offer = tuple[str, dict[str, Any]]

RULINGS: tuple[Ruling, ...] = ("miss", "hit", "defended", "strike")


def choices(state: State, combatant: str) -> Sequence[Choice]:
    """Answers first; attacks, spells, weapons and things, wounds, running, doing nothing."""
    answers = tuple(_answers(state, combatant))
    if answers and any(question.blocks for question in state.questions):
        return answers
    if combatant == GAME_MASTER:
        return (*answers, *_of_the_game_master(state))
    if state.status != "running" or state.acting != combatant:
        return ()
    fighter = state.combatants[combatant]
    if turn_is_lost(state, fighter) or any(question.blocks for question in state.questions):
        return ()
    found = (
        *_pursuits(state, fighter),
        *_attacks(state, fighter),
        *_spells(state, fighter),
        *_hands(state, fighter),
        *_wounds(state, fighter),
        *_rest(state, fighter),
    )
    return tuple(Choice({"actor": combatant, **body}, label) for label, body in found)


def _answers(state: State, combatant: str) -> Iterator[Choice]:
    """What the one who was asked may say."""
    for question in state.questions:
        if question.to == combatant:
            for choice in question.choices:
                body = {"type": "answer", "question": question.id, "choice": choice}
                yield Choice(body, f"Answer {question.id}: {choice.replace('_', ' ')}")


def _of_the_game_master(state: State) -> Iterator[Choice]:
    """Rulings on groups, and before the fight who is surprised."""
    if state.status == "ended":
        return
    if state.status == "setup":
        for side in dict.fromkeys(c.side for c in state.combatants.values()):
            named = [c.id for c in state.combatants.values() if c.side == side]
            body: dict[str, Any] = {"type": "surprise", "combatants": named}
            yield Choice(body, f"{side} are surprised")
    for group in dict.fromkeys(c.group for c in state.combatants.values() if c.group):
        now = state.ruling_of(group)
        for ruling in (*RULINGS, None):
            if ruling != now:
                label = f"Attacks of {group}: {ruling or 'by dice again'}"
                yield Choice({"type": "rule_group", "group": group, "ruling": ruling}, label)


def _within_reach(state: State, actor: str) -> list[str]:
    return [foe for foe in foes(state, actor) if state.combatants[foe].flight is None]


def _attacks(state: State, fighter: Fighter) -> Iterator[Offer]:
    """The full number with what is drawn; a weapon drawn and a strike; a shot."""
    near = _within_reach(state, fighter.id)
    for weapon in melee_weapons(fighter):
        number = full_number(fighter, weapon)
        times = f" ({number} attacks)" if number > 1 else ""
        for target in near:
            label = f"Attack {_name(state, target)} with {weapon.name}{times}"
            yield label, {"type": "attack", "target": target, "weapon": weapon.name}
    for weapon in _drawable(fighter):
        body = {"type": "draw", "weapon": weapon.name}
        if weapon.kind == "melee":
            for target in near:
                label = f"Draw {weapon.name} and strike {_name(state, target)}"
                yield label, {**body, "target": target}
        yield f"Draw {weapon.name}", body
    held = fighter.weapon
    if held is None or held.kind == "melee" or not fighter.can_hold(held):
        return
    if not held.needs_loading or held.name in fighter.loaded:
        for target in foes(state, fighter.id):
            label = f"Shoot at {_name(state, target)} with {held.name}"
            yield label, {"type": "shoot", "target": target, "weapon": held.name}


def _pursuits(state: State, fighter: Fighter) -> Iterator[Offer]:
    if fighter.prone:
        return
    for foe in foes(state, fighter.id):
        flight = state.combatants[foe].flight
        if flight is None:
            continue
        label = f"Pursue {_name(state, foe)} (gap {gap_to(flight, fighter.id)})"
        body = {"type": "pursue", "target": foe}
        weapons = melee_weapons(fighter)
        for weapon in weapons:
            yield f"{label} with {weapon.name}", {**body, "weapon": weapon.name}
        if not weapons:
            yield label, body


def _spells(state: State, fighter: Fighter) -> Iterator[Offer]:
    """What is ready on anybody; what may be prepared, with how far it is."""
    if fighter.mute:
        return
    for spell in fighter.sheet.spells:
        if is_ready(state, fighter, spell):
            for target in there(state):
                label = f"Cast {spell.name} on {_name(state, target)}"
                yield label, {"type": "cast", "spell": spell.name, "target": target}
    for spell in fighter.sheet.spells:
        if spell.name != fighter.prepared:
            progress = _progress(next_quint(fighter, preparing(spell)))
            yield f"Prepare {spell.name} {progress}", {"type": "prepare", "spell": spell.name}


def _hands(state: State, fighter: Fighter) -> Iterator[Offer]:
    """Loading, the pack, and what lies on the ground."""
    held = fighter.weapon
    if (
        held is not None
        and held.needs_loading
        and held.name not in fighter.loaded
        and fighter.can_hold(held)
    ):
        progress = _progress(next_quint(fighter, loading(fighter, held.name, state.options)))
        yield f"Load {held.name} {progress}", {"type": "load", "weapon": held.name}
    for weapon in fighter.sheet.weapons:
        if weapon.name in fighter.dropped and fighter.can_hold(weapon):
            yield f"Pick up {weapon.name}", {"type": "pick_up", "weapon": weapon.name}
    for item in fighter.pack:
        progress = _progress(next_quint(fighter, getting(item)))
        yield f"Get {item.name} out of the pack {progress}", {"type": "get_item", "item": item.name}


def _wounds(state: State, fighter: Fighter) -> Iterator[Offer]:
    for patient in companions(state, fighter.id):
        name = _name(state, patient)
        wounded = state.combatants[patient]
        if wounded.bleeding:
            yield f"Staunch the bleeding of {name}", {"type": "staunch", "target": patient}
        if fighter.sheet.healer:
            for condition in dict.fromkeys(a.name for a in treatable(wounded, None)):
                body = {"type": "treat", "target": patient, "condition": condition}
                yield f"Treat {name}: {condition}", body
        if lodged(wounded) is not None:
            yield f"Pull the missile out of {name}", {"type": "pull_out", "target": patient}


def _rest(state: State, fighter: Fighter) -> Iterator[Offer]:
    if fighter.prone:
        yield "Rise", {"type": "rise"}
    elif fighter.flight is not None:
        yield f"Run on (away {fighter.flight.distance})", {"type": "retreat"}
    else:
        yield "Retreat", {"type": "retreat"}
    yield "Do something else", {"type": "other", "what": "does something else"}
    yield "Say something", {"type": "say", "words": "..."}
    yield "Do nothing", {"type": "pass"}
    yield "End the turn", {"type": "end_turn"}


def _drawable(fighter: Fighter) -> Iterator[Any]:
    for weapon in fighter.sheet.weapons:
        away = not weapon.natural and weapon.name not in (fighter.drawn, *fighter.dropped)
        if away and fighter.can_hold(weapon):
            yield weapon


def _progress(task: Task) -> str:
    """Which of its quints this would be."""
    return f"(quint {task.done} of {task.of})"


def _name(state: State, combatant: str) -> str:
    return state.combatants[combatant].name
