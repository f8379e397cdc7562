"""Everything a combatant may do now: exactly what `decide` accepts."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from app.engine.encounter import Command, Pass
from app.engine.ruleset import Choice
from app.rules.tides_of_ichor.aiming import caught, is_forgotten, is_used, targets
from app.rules.tides_of_ichor.attacks import (
    ability_weapons,
    affected,
    charge_ends,
    charge_weapons,
    foes,
    usable,
    weapons_of,
)
from app.rules.tides_of_ichor.commands import Attack, Cast, Charge, Dash, Move, UseAbility
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.gear import Ability
from app.rules.tides_of_ichor.line import DASH_ZONES, MOVE_ZONES, reaches
from app.rules.tides_of_ichor.questions import answers
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.turns import casts_out_of_turn, may_cast_out_of_turn, restraint


def choices(state: State, combatant: str) -> Sequence[Choice]:
    """Answers; or attacks, charges, spells, abilities, ways to go, and doing nothing."""
    if any(question.blocks for question in state.questions):
        return answers(state, combatant)
    fighter = state.combatants.get(combatant)
    if state.status != "running" or fighter is None or state.spent:
        return ()
    if state.acting != combatant:
        found = tuple(_out_of_turn(state, fighter))
    else:
        found = tuple(
            offer
            for kind, offers in OFFERS
            if restraint(fighter, kind) is None
            for offer in offers(state, combatant)
        )
    return tuple(Choice({"actor": combatant, **body}, label) for label, body in found)


Offer = tuple[str, dict[str, Any]]


def _attacks(state: State, actor: str) -> Iterator[Offer]:
    for target in foes(state, actor):
        distance = state.distance(actor, target)
        for weapon in weapons_of(state, actor):
            if reaches(weapon.range, distance):
                label = f"Attack {state.combatants[target].name} with {weapon.name}"
                yield label, {"type": "attack", "target": target, "weapon": weapon.name}


def _charges(state: State, actor: str) -> Iterator[Offer]:
    start = state.combatants[actor].zone
    for target in foes(state, actor):
        foe_zone = state.combatants[target].zone
        for zone in charge_ends(state, start, foe_zone):
            for weapon in charge_weapons(state, actor):
                if not reaches(weapon.range, abs(zone - foe_zone)):
                    continue
                name = state.combatants[target].name
                label = f"Charge {name} in zone {zone} with {weapon.name}"
                if zone != foe_zone:
                    label = f"Charge to zone {zone} and attack {name} with {weapon.name}"
                body = {"type": "charge", "target": target, "zone": zone, "weapon": weapon.name}
                yield label, body


def _abilities(state: State, actor: str) -> Iterator[Offer]:
    fighter = state.combatants[actor]
    for ability in fighter.sheet.abilities:
        if usable(fighter, ability):
            yield from _uses(state, actor, ability)


def _uses(state: State, actor: str, ability: Ability) -> Iterator[Offer]:
    body = {"type": "use_ability", "ability": ability.name}
    here = state.combatants[actor].zone
    for weapon in ability_weapons(state, actor, ability):
        if ability.kind == "attack":
            for target in foes(state, actor):
                if reaches(weapon.range, state.distance(actor, target)):
                    label = f"{ability.name}: {state.combatants[target].name} with {weapon.name}"
                    yield label, {**body, "target": target, "weapon": weapon.name}
            continue
        for zone in range(state.options.zones):
            if reaches(weapon.range, abs(zone - here)) and affected(state, actor, ability, zone):
                label = f"{ability.name}: zone {zone} with {weapon.name}"
                yield label, {**body, "zone": zone, "weapon": weapon.name}


def _spells(state: State, actor: str) -> Iterator[Offer]:
    fighter = state.combatants[actor]
    for spell in fighter.spells:
        if not is_forgotten(fighter, spell) and not is_used(fighter, spell):
            yield from _casts(state, actor, spell)


def _casts(state: State, actor: str, spell: Spell) -> Iterator[Offer]:
    body = {"type": "cast", "spell": spell.name}
    if spell.targeting != "zone":
        for target in targets(state, actor, spell):
            whom = "yourself" if target == actor else state.combatants[target].name
            yield f"Cast {spell.name} on {whom}", {**body, "target": target}
        return
    here = state.combatants[actor].zone
    for zone in range(state.options.zones):
        if reaches(spell.range, abs(zone - here)) and caught(state, actor, spell, zone):
            yield f"Cast {spell.name} on zone {zone}", {**body, "zone": zone}


def _out_of_turn(state: State, fighter: Fighter) -> Iterator[Offer]:
    """Personal spells in somebody else's turn (TI-CAST-6)."""
    for label, body in _spells(state, fighter.id):
        command = Cast(actor=fighter.id, spell=body["spell"])
        if casts_out_of_turn(state, fighter, command) and may_cast_out_of_turn(state, fighter):
            yield label, body


def _ways(how: str, zones: int) -> Callable[[State, str], Iterator[Offer]]:
    def ways(state: State, actor: str) -> Iterator[Offer]:
        here = state.combatants[actor].zone
        for zone in (here - zones, here + zones):
            if 0 <= zone < state.options.zones:
                yield f"{how.capitalize()} to zone {zone}", {"type": how, "zone": zone}

    return ways


def _nothing(state: State, actor: str) -> Iterator[Offer]:
    yield "Do nothing", {"type": "pass"}
    yield "End the turn", {"type": "end_turn"}


OFFERS: tuple[tuple[type[Command], Callable[[State, str], Iterator[Offer]]], ...] = (
    (Attack, _attacks),
    (Charge, _charges),
    (Cast, _spells),
    (UseAbility, _abilities),
    (Move, _ways("move", MOVE_ZONES)),
    (Dash, _ways("dash", DASH_ZONES)),
    (Pass, _nothing),
)
