"""A game master's changes to a combatant, validated as the sheet is."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.dice import Dice
from app.engine.encounter import Adjust, Scene, require_open
from app.engine.refusals import Invalid
from app.rules.magickal.conditions import conditions_after
from app.rules.magickal.equipment import check_possible, possible, wanted
from app.rules.magickal.events import CombatantAdjusted
from app.rules.magickal.fields import STRICT, ArmourName, Count, Name, ShieldName
from app.rules.magickal.sheet import changed_sheet
from app.rules.magickal.state import Fatigue, Fighter, Options, State, status_of
from app.rules.magickal.turns import finish_turn

CHANGEABLE = (
    "name", "hidden", "sheet", "hp", "weapon", "shield", "armour", "fatigue", "conditions",
    "status",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """What may be changed of how a fighter is now; what is left out stays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    hp: Annotated[
        int | None,
        Field(strict=True, title="HP", ge=-1000, le=1000, description="At 0 it falls."),
    ] = None
    weapon: Annotated[Name | None, Field(title="Weapon", description="What is in hand.")] = None
    shield: Annotated[ShieldName | None, Field(title="Shield", description="In hand.")] = None
    armour: Annotated[ArmourName | None, Field(title="Armour", description="What is on.")] = None
    failed_casts: Annotated[
        Count | None, Field(title="Failed casts", description="Since the last reset.")
    ] = None
    failed_blows: Annotated[
        Count | None, Field(title="Failed blows", description="Since the last reset.")
    ] = None
    hours_without_rest: Annotated[
        Count | None, Field(title="Hours without rest", description="They tire.")
    ] = None
    hours_without_food: Annotated[
        Count | None, Field(title="Hours without food", description="They tire.")
    ] = None
    rested: Annotated[bool | None, Field(title="Rested", description="Since the last reset.")] = (
        None
    )
    fed: Annotated[bool | None, Field(title="Fed", description="Since the last reset.")] = None


STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)


def current(fighter: Fighter) -> Mapping[str, Any]:
    """HP, what it has in hand and on, and what its fatigue penalties come from."""
    weapon, shield, armour = fighter.equipment
    gear = {"weapon": weapon, "shield": shield, "armour": armour}
    return {"hp": fighter.hp, **gear, **asdict(fighter.fatigue)}


def adjust(scene: Scene[State], command: Adjust, dice: Dice) -> None:
    """Changes what is named; at 0 HP the fighter falls, above it a fallen one is up again."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    after = _state_changed(_sheet_changed(state, before, command), command, state.options)
    after = replace(
        after,
        conditions=conditions_after(
            before.id,
            before.conditions,
            add=command.add_conditions,
            remove=command.remove_conditions,
        ),
    )
    after = replace(after, status=status_of(after, state.options))
    changed = tuple(f for f in CHANGEABLE if getattr(before, f) != getattr(after, f))
    scene.record(CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    scene.note_fallen_sides(state.standing)
    if state.acting == before.id and not after.able:
        finish_turn(scene)


def _sheet_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    """Before the fight, who is unhurt and as it came stays so on the new sheet."""
    options, old = state.options, fighter.sheet
    sheet = changed_sheet(old, command.sheet)
    setup = state.status == "setup"
    unhurt = setup and fighter.hp == old.max_hp
    ways, as_it_came = possible(sheet, options), fighter.equipment == possible(old, options)[0]
    keeps = fighter.equipment in ways and not (setup and as_it_came)
    weapon, shield, armour = fighter.equipment if keeps else ways[0]
    return replace(
        fighter,
        name=fighter.name if command.name is None else command.name,
        hidden=fighter.hidden if command.hidden is None else command.hidden,
        sheet=sheet,
        hp=sheet.max_hp if unhurt else min(fighter.hp, sheet.max_hp),
        weapon=weapon,
        shield=shield,
        armour=armour,
    )


def _state_changed(fighter: Fighter, command: Adjust, options: Options) -> Fighter:
    change = STATE_CHANGE.validate_json(json.dumps(dict(command.state)))
    hp, most = fighter.hp if change.hp is None else change.hp, fighter.sheet.max_hp
    if hp > most or (hp < 0 and options.death_at is None):
        raise Invalid(
            f"{fighter.id} has at most {most} HP, and below 0 only with the option death_at.",
            hp=hp,
            most=most,
        )
    equipment = wanted(fighter, change.weapon, change.shield, change.armour)
    check_possible(fighter.sheet, options, equipment)
    weapon, shield, armour = equipment
    sent = {f.name: getattr(change, f.name) for f in fields(Fatigue)}
    counts = {name: value for name, value in sent.items() if value is not None}
    fatigue = replace(fighter.fatigue, **counts)
    return replace(fighter, hp=hp, weapon=weapon, shield=shield, armour=armour, fatigue=fatigue)
