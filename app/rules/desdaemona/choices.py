"""Everything a combatant may do now: what `decide` accepts, but for rolls that change nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from app.engine.encounter import Command
from app.engine.ruleset import Choice
from app.rules.desdaemona.attacks import settled_attack
from app.rules.desdaemona.commands import (
    Attack,
    CallPower,
    Drink,
    Evade,
    Passive,
    RollDefence,
    ShakeOff,
    TakeOff,
)
from app.rules.desdaemona.flight import can_take_off, takes_a_turn
from app.rules.desdaemona.kinds import named_kind
from app.rules.desdaemona.means import Means, possible
from app.rules.desdaemona.passive import effects_to_shake_off
from app.rules.desdaemona.state import Fighter, State
from app.rules.desdaemona.targets import foes, foes_in_sight, in_reach, yielded_foes

Offer = tuple[str, dict[str, Any]]


def choices(state: State, combatant: str) -> Sequence[Choice]:
    """Attacks first, then passive actions with each foe they can contest, then the rest."""
    if state.status != "running" or state.acting != combatant:
        return ()
    fighter = state.combatants[combatant]
    if any(not condition.spell for condition in fighter.held_by):
        return ()  # its turn passes by itself
    free = () if fighter.held_by else _free_to_act(state, fighter)
    found = (
        *free,
        *_contested(state, fighter, _shaking_off(fighter)),
        ("Do nothing", {"type": "pass"}),
        ("End the turn", {"type": "end_turn"}),
    )
    return tuple(Choice({"actor": combatant, **body}, label) for label, body in found)


def _free_to_act(state: State, fighter: Fighter) -> Iterator[Offer]:
    for means in possible(state.options, fighter):
        yield from _attacks(state, fighter.id, means)
    yield from _contested(state, fighter, _passive(fighter))
    if can_take_off(state, fighter.id):
        up = [("Take off", {"type": "take_off"})]
        yield from _contested(state, fighter, up) if takes_a_turn(fighter) else up
    if fighter.airborne:
        yield "Land", {"type": "land"}


def _attacks(state: State, actor: str, means: Means) -> Iterator[Offer]:
    """An area spell is offered on all it can reach; others may be named, also allies."""
    body, using = _attack(means)
    targets = [foe for foe in foes(state, actor) if in_reach(state, actor, foe, means.kind)]
    if means.spell is not None and means.spell.area:
        if targets:
            names = ", ".join(state.combatants[target].name for target in targets)
            yield f"Attack {names}: {using}", {**body, "targets": targets}
        return
    for target in targets:
        yield f"Attack {state.combatants[target].name}: {using}", {**body, "target": target}
    for target in yielded_foes(state, actor):
        if in_reach(state, actor, target, means.kind):
            label = f"Attack {state.combatants[target].name}, who has yielded: {using}"
            yield label, {**body, "target": target, "press": True}


def _attack(means: Means) -> tuple[dict[str, Any], str]:
    body = {"type": "attack", "kind": means.kind}
    using = means.kind.replace("_", " ")
    if means.spell is not None:
        return {**body, "spell": means.spell.name}, f"{using}, {means.spell.name}"
    if means.weapons:
        return {**body, "weapon": means.weapons[0].name}, f"{using}, {means.weapons[0].name}"
    return body, using


def _passive(fighter: Fighter) -> Iterator[Offer]:
    if not fighter.airborne:
        yield "Evade", {"type": "evade"}
    for potion in fighter.sheet.potions:
        if fighter.potions_left(potion.name):
            yield f"Drink {potion.name}", {"type": "drink", "potion": potion.name}
    for power in fighter.sheet.powers:
        yield f"Call up {power.name}", {"type": "call_power", "power": power.name}


def _shaking_off(fighter: Fighter) -> Iterator[Offer]:
    for effect in effects_to_shake_off(fighter):
        yield f"Shake off {effect.name}", {"type": "shake_off", "effect": effect.name}


def _contested(
    state: State, fighter: Fighter, offers: Iterator[Offer] | Sequence[Offer]
) -> Iterator[Offer]:
    """Each passive action with each foe that it can contest; without one when there is none."""
    opponents = foes(state, fighter.id)
    for label, body in offers:
        if not opponents:
            yield label, body
        for opponent in opponents:
            name = state.combatants[opponent].name
            yield f"{label}, contesting {name}", {**body, "opponent": opponent}


def settle(state: State, command: Command) -> Command:
    """A command with kinds, things, targets and opponents named in full, as the sheet has them."""
    fighter = state.combatants.get(command.actor or "")
    if isinstance(command, RollDefence):
        kind = named_kind(state.options, command.kind)
        return replace(command, kind=kind or command.kind)
    if fighter is None:
        return command
    match command:
        case Attack():
            return settled_attack(state, command)
        case TakeOff() if not takes_a_turn(fighter):
            return replace(command, opponent=None)
        case Evade() | TakeOff():
            return _settled_opponent(state, command)
        case ShakeOff():
            effect = _spelled(command.effect, (c.name for c in fighter.conditions))
            return _settled_opponent(state, replace(command, effect=effect))
        case Drink():
            potion = _spelled(command.potion, (p.name for p in fighter.sheet.potions))
            return _settled_opponent(state, replace(command, potion=potion))
        case CallPower():
            power = _spelled(command.power, (p.name for p in fighter.sheet.powers))
            return _settled_opponent(state, replace(command, power=power))
        case _:
            return command


def _settled_opponent(state: State, command: Passive) -> Passive:
    """The one foe there is, if none is named."""
    opponents = foes_in_sight(state, str(command.actor))
    if command.opponent is None and len(opponents) == 1:
        return replace(command, opponent=opponents[0])
    return command


def _spelled(wanted: str, names: Iterator[str]) -> str:
    """A name as the sheet has it, however it is spelled."""
    return next((name for name in names if name.casefold() == wanted.casefold()), wanted)
