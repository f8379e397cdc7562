"""A game master's changes to a combatant, validated as the sheet is."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.dice import Dice
from app.engine.encounter import Adjust, Scene, require_open
from app.engine.refusals import Invalid
from app.rules.tides_of_ichor.conditions import conditions_after
from app.rules.tides_of_ichor.events import CombatantAdjusted
from app.rules.tides_of_ichor.fields import STRICT, Name, Zone
from app.rules.tides_of_ichor.line import check_on_field
from app.rules.tides_of_ichor.refusals import UnknownAbility
from app.rules.tides_of_ichor.sheet import changed_sheet
from app.rules.tides_of_ichor.spells import check_spells
from app.rules.tides_of_ichor.state import Fighter, State
from app.rules.tides_of_ichor.turns import finish_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """What may be changed of how a fighter is now; what is left out stays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    w: Annotated[
        int | None, Field(strict=True, title="Wounds", ge=0, le=1000, description="At 0: dead.")
    ] = None
    zone: Annotated[Zone | None, Field(title="Zone", description="The first is 0.")] = None
    used: Annotated[
        tuple[Name, ...] | None,
        Field(title="Used", max_length=20, description="Powerful abilities that are used up."),
    ] = None


STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)
CHANGEABLE = ("name", "hidden", "sheet", "wounds", "zone", "used", "conditions", "status")


def adjust(scene: Scene[State], command: Adjust, dice: Dice) -> None:
    """Changes what is named; at W 0 the fighter is dead, above it a dead one lives again."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    after = _state_changed(state, _sheet_changed(state, before, command), command)
    conditions = conditions_after(
        before.id,
        before.conditions,
        add=command.add_conditions,
        remove=command.remove_conditions,
    )
    after = replace(after, conditions=conditions)
    changed = tuple(f for f in CHANGEABLE if getattr(before, f) != getattr(after, f))
    standing = state.standing
    scene.record(CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    scene.note_fallen_sides(standing)
    if state.acting == before.id and not after.able:
        finish_turn(scene)


def _sheet_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    """Before the fight, whoever is unhurt and in place stays so on the new sheet."""
    old, sheet = fighter.sheet, changed_sheet(fighter.sheet, command.sheet)
    check_on_field(state, sheet.zone)
    if state.options.enforce_spell_requirements:
        check_spells(sheet.spells)
    setup = state.status == "setup"
    unhurt = setup and fighter.wounds == old.w
    in_place = setup and fighter.zone == old.zone
    return replace(
        fighter,
        name=fighter.name if command.name is None else command.name,
        hidden=fighter.hidden if command.hidden is None else command.hidden,
        sheet=sheet,
        wounds=sheet.w if unhurt else min(fighter.wounds, sheet.w),
        zone=sheet.zone if in_place else fighter.zone,
    )


def _state_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    change = STATE_CHANGE.validate_json(json.dumps(dict(command.state)))
    wounds = fighter.wounds if change.w is None else change.w
    if wounds > fighter.sheet.w:
        raise Invalid(
            f"{fighter.id} has at most {fighter.sheet.w} W; raise the sheet's w first.",
            w=wounds,
            most=fighter.sheet.w,
        )
    zone = fighter.zone if change.zone is None else change.zone
    check_on_field(state, zone)
    used = fighter.used if change.used is None else _abilities(fighter, change.used)
    status = fighter.status
    if status != "left":
        status = "active" if wounds > 0 else "dead"
    return replace(fighter, wounds=wounds, zone=zone, used=used, status=status)


def _abilities(fighter: Fighter, wanted: Iterable[str]) -> tuple[str, ...]:
    """Abilities of the sheet, by their names as it has them."""
    names = {ability.name.casefold(): ability.name for ability in fighter.sheet.abilities}
    for name in wanted:
        if name.casefold() not in names:
            raise UnknownAbility(
                f"{fighter.id} has no ability {name!r}.",
                ability=name,
                abilities=list(names.values()),
            )
    return tuple(dict.fromkeys(names[name.casefold()] for name in wanted))
