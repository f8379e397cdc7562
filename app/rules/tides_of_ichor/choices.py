"""Everything a combatant may do now: exactly what `decide` accepts."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.engine.ruleset import Choice
from app.rules.tides_of_ichor.attacks import (
    ability_weapons,
    affected,
    charge_ends,
    charge_weapons,
    foes,
    usable,
    weapons_of,
)
from app.rules.tides_of_ichor.gear import Ability
from app.rules.tides_of_ichor.line import DASH_ZONES, MOVE_ZONES, reaches
from app.rules.tides_of_ichor.state import State


def choices(state: State, combatant: str) -> Sequence[Choice]:
    """Attacks first, then charges, abilities, ways to go, and doing nothing."""
    if state.status != "running" or state.acting != combatant:
        return ()
    found = (
        *_attacks(state, combatant),
        *_charges(state, combatant),
        *_abilities(state, combatant),
        *_ways(state, combatant, "move", MOVE_ZONES),
        *_ways(state, combatant, "dash", DASH_ZONES),
        ("Do nothing", {"type": "pass"}),
        ("End the turn", {"type": "end_turn"}),
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


def _ways(state: State, actor: str, how: str, zones: int) -> Iterator[Offer]:
    here = state.combatants[actor].zone
    for zone in (here - zones, here + zones):
        if 0 <= zone < state.options.zones:
            yield f"{how.capitalize()} to zone {zone}", {"type": how, "zone": zone}
