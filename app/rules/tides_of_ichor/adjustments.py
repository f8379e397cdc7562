"""A game master's changes to a combatant, validated as the sheet is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.dice import Dice
from app.engine.encounter import Adjust, Scene, require_open
from app.engine.refusals import Invalid
from app.rules.tides_of_ichor.events import CombatantAdjusted
from app.rules.tides_of_ichor.line import check_on_field
from app.rules.tides_of_ichor.refusals import UnknownCondition
from app.rules.tides_of_ichor.sheet import (
    CONDITION,
    STRICT,
    Condition,
    Name,
    changed_sheet,
    check_spells,
)
from app.rules.tides_of_ichor.state import Fighter, State
from app.rules.tides_of_ichor.turns import finish_turn


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """What may be changed of how a fighter is now."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    w: Annotated[int | None, Field(ge=0, le=1000)] = None
    zone: Annotated[int | None, Field(ge=0, le=19)] = None
    used: Annotated[tuple[Name, ...] | None, Field(max_length=20)] = None


STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)


def adjust(scene: Scene[State], command: Adjust, dice: Dice) -> None:
    """Changes what is named; at W 0 the fighter is dead, above it a dead one lives again."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    after = _conditions_changed(
        _state_changed(_sheet_changed(state, before, command), state, command), command
    )
    changed = tuple(
        name
        for name in ("name", "hidden", "sheet", "wounds", "zone", "used", "conditions", "status")
        if getattr(before, name) != getattr(after, name)
    )
    standing = state.standing
    scene.record(CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    scene.note_fallen_sides(standing)
    if state.acting == before.id and not after.able:
        finish_turn(scene)


def _sheet_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    sheet = changed_sheet(fighter.sheet, command.sheet)
    check_on_field(state, sheet.zone)
    if state.options.enforce_spell_requirements:
        check_spells(sheet)
    return replace(
        fighter,
        name=fighter.name if command.name is None else command.name,
        hidden=fighter.hidden if command.hidden is None else command.hidden,
        sheet=sheet,
        wounds=min(fighter.wounds, sheet.w),
    )


def _state_changed(fighter: Fighter, state: State, command: Adjust) -> Fighter:
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
    status = fighter.status
    if status != "left":
        status = "active" if wounds > 0 else "dead"
    used = fighter.used if change.used is None else change.used
    return replace(fighter, wounds=wounds, zone=zone, used=used, status=status)


def _conditions_changed(fighter: Fighter, command: Adjust) -> Fighter:
    conditions = list(fighter.conditions)
    for name in command.remove_conditions:
        fitting = [c for c in conditions if c.name.casefold() == name.casefold()]
        if not fitting:
            raise UnknownCondition(
                f"{fighter.id} has no condition {name!r}.",
                condition=name,
                conditions=[c.name for c in conditions],
            )
        conditions = [c for c in conditions if c not in fitting]
    conditions.extend(_condition(sent) for sent in command.add_conditions)
    return replace(fighter, conditions=tuple(conditions))


def _condition(sent: Any) -> Condition:
    """A bare name is a mark without numbers."""
    fields = {"name": sent} if isinstance(sent, str) else sent
    return CONDITION.validate_json(json.dumps(fields))
