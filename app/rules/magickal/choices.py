"""Everything a combatant may do now: exactly what `decide` accepts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from app.engine.encounter import GAME_MASTER, Command
from app.engine.ruleset import Choice
from app.rules.magickal.commands import Attack, Cast, ChangeEquipment
from app.rules.magickal.equipment import possible, wanted
from app.rules.magickal.spells import known_spell
from app.rules.magickal.state import State
from app.rules.magickal.tables.fatigue import HOURS_A_PENALTY
from app.rules.magickal.targets import foes

Offer = tuple[str, dict[str, Any]]


def choices(state: State, combatant: str) -> Sequence[Choice]:
    """Blows first, then spells, rest and food, other equipment, and leaving or doing nothing."""
    if combatant == GAME_MASTER:
        return _of_the_game_master(state)
    if state.status != "running" or state.acting != combatant:
        return ()
    if state.combatants[combatant].losing_turns_to is not None:
        return ()
    found = (
        *_attacks(state, combatant),
        *_spells(state, combatant),
        ("Rest", {"type": "rest"}),
        ("Eat", {"type": "eat"}),
        *_equipment(state, combatant),
        ("Withdraw", {"type": "withdraw"}),
        ("Do nothing", {"type": "pass"}),
        ("End the turn", {"type": "end_turn"}),
    )
    return tuple(Choice({"actor": combatant, **body}, label) for label, body in found)


def _of_the_game_master(state: State) -> Sequence[Choice]:
    if state.status == "ended":
        return ()
    hours = HOURS_A_PENALTY
    return (Choice({"type": "let_time_pass", "hours": hours}, f"{hours} hours pass"),)


def _attacks(state: State, actor: str) -> Iterator[Offer]:
    weapon = state.combatants[actor].weapon
    for target in foes(state, actor):
        label = f"Attack {state.combatants[target].name} with {weapon}"
        yield label, {"type": "attack", "target": target, "weapon": weapon}


def _spells(state: State, actor: str) -> Iterator[Offer]:
    """An areal spell is offered on all foes; fewer may be named."""
    targets = foes(state, actor)
    names = [state.combatants[target].name for target in targets]
    for spell in state.combatants[actor].sheet.spells:
        body = {"type": "cast", "spell": spell.name}
        if spell.areal and targets:
            yield f"Cast {spell.name} on {', '.join(names)}", {**body, "targets": targets}
        elif not spell.areal:
            for target, name in zip(targets, names, strict=True):
                yield f"Cast {spell.name} on {name}", {**body, "target": target}


def _equipment(state: State, actor: str) -> Iterator[Offer]:
    fighter = state.combatants[actor]
    for equipment in possible(fighter.sheet, state.options):
        if equipment == fighter.equipment:
            continue
        weapon, shield, armour = equipment
        with_them = "".join(f", {worn}" for worn in (shield, armour) if worn != "none")
        body = {"type": "change_equipment", "weapon": weapon, "shield": shield, "armour": armour}
        yield f"Change equipment: {weapon}{with_them}", body


def settle(state: State, command: Command) -> Command:
    """A command with weapon, spell, targets and equipment named in full, as the sheet has them."""
    fighter = state.combatants.get(command.actor or "")
    if fighter is None:
        return command
    match command:
        case Attack():
            weapon, *_ = wanted(fighter, command.weapon, None, None)
            return replace(command, weapon=weapon)
        case Cast():
            spell = known_spell(fighter, command.spell)
            if spell is None:
                return command
            every_foe = tuple(foes(state, fighter.id)) if spell.areal else ()
            return replace(command, spell=spell.name, targets=command.targets or every_foe)
        case ChangeEquipment():
            gear = wanted(fighter, command.weapon, command.shield, command.armour)
            return replace(command, weapon=gear[0], shield=gear[1], armour=gear[2])
        case _:
            return command
