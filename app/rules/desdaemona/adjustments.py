"""A game master's changes to a combatant, validated as the sheet is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.dice import Dice
from app.engine.encounter import Adjust, Scene, require_open
from app.engine.refusals import Invalid
from app.rules.desdaemona.conditions import conditions_after
from app.rules.desdaemona.events import CombatantAdjusted
from app.rules.desdaemona.fields import STRICT
from app.rules.desdaemona.kinds import check_kinds
from app.rules.desdaemona.sheet import changed_sheet
from app.rules.desdaemona.state import Fighter, State, status_of
from app.rules.desdaemona.turns import finish_turn

CHANGEABLE = (
    "name", "hidden", "sheet", "hp", "sta", "yielded", "airborne", "landed", "conditions", "status",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """What may be changed of how a fighter is now; what is left out stays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    hp: Annotated[
        Annotated[int, Field(strict=True, ge=-10_000, le=10_000)] | None,
        Field(title="HP", description="0 or less kill, more raise the dead."),
    ] = None
    sta: Annotated[
        Annotated[int, Field(strict=True, ge=0, le=1000)] | None,
        Field(title="STA", description="At 0 one has yielded; more don't revive."),
    ] = None
    yielded: Annotated[
        bool | None, Field(title="Yielded", description="False: it fights again, if it has STA.")
    ] = None
    airborne: Annotated[bool | None, Field(title="In the air")] = None
    landed: Annotated[
        bool | None, Field(title="Has landed", description="So that taking off takes a turn.")
    ] = None


STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)


def current(fighter: Fighter) -> Mapping[str, Any]:
    """HP, STA, flight, and the potions that are left."""
    return {
        "hp": fighter.hp,
        "sta": fighter.sta,
        "yielded": fighter.yielded,
        "airborne": fighter.airborne,
        "landed": fighter.landed,
        "potions": {p.name: fighter.potions_left(p.name) for p in fighter.sheet.potions},
    }


def adjust(scene: Scene[State], command: Adjust, dice: Dice) -> None:
    """Changes what is named; HP above 0 raise the dead, and only `yielded` itself who yielded."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    after = _state_changed(_sheet_changed(state, before, command), command)
    after = replace(
        after,
        conditions=conditions_after(
            before.id,
            after.conditions,
            add=command.add_conditions,
            remove=command.remove_conditions,
            rows=state.options.condition_rows,
        ),
    )
    after = replace(after, status=status_of(after))
    changed = tuple(f for f in CHANGEABLE if getattr(before, f) != getattr(after, f))
    scene.record(CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    scene.note_fallen_sides(state.standing)
    if state.acting == before.id and not after.able:
        finish_turn(scene)


def _sheet_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    """Before the fight, who is unhurt, fresh and as it came stays so on the new sheet."""
    options, old, setup = state.options, fighter.sheet, state.status == "setup"
    sheet = changed_sheet(old, command.sheet, options.condition_rows)
    check_kinds(options, sheet)
    as_it_came = setup and fighter.conditions == old.conditions
    return replace(
        fighter,
        name=fighter.name if command.name is None else command.name,
        hidden=fighter.hidden if command.hidden is None else command.hidden,
        sheet=sheet,
        hp=sheet.hp if setup and fighter.hp == old.hp else min(fighter.hp, sheet.hp),
        sta=sheet.sta if setup and fighter.sta == old.sta else min(fighter.sta, sheet.sta),
        conditions=sheet.conditions if as_it_came else fighter.conditions,
    )


def _state_changed(fighter: Fighter, command: Adjust) -> Fighter:
    """Without STA one has yielded, and who has yielded or died is on the ground."""
    change = STATE_CHANGE.validate_json(json.dumps(dict(command.state)))
    hp = fighter.hp if change.hp is None else change.hp
    sta = fighter.sta if change.sta is None else change.sta
    yielded = fighter.yielded if change.yielded is None else change.yielded
    airborne = fighter.airborne if change.airborne is None else change.airborne
    sheet = fighter.sheet
    if hp > sheet.hp or sta > sheet.sta:
        raise Invalid(
            f"{fighter.id} has at most {sheet.hp} HP and {sheet.sta} STA.",
            most_hp=sheet.hp,
            most_sta=sheet.sta,
        )
    yielded = yielded or sta == 0
    return replace(
        fighter,
        hp=hp,
        sta=sta,
        yielded=yielded,
        airborne=airborne and hp > 0 and not yielded,
        landed=fighter.landed if change.landed is None else change.landed,
    )
