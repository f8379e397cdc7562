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
from app.rules.tides_of_ichor.fighter import Fighter, SpellCasts
from app.rules.tides_of_ichor.harm import after_death
from app.rules.tides_of_ichor.line import check_on_field
from app.rules.tides_of_ichor.refusals import UnknownAbility, UnknownSpell
from app.rules.tides_of_ichor.sheet import changed_sheet
from app.rules.tides_of_ichor.spells import check_spells
from app.rules.tides_of_ichor.state import State
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
    used_spells: Annotated[
        tuple[Name, ...] | None,
        Field(title="Used spells", max_length=50, description="Powerful spells that are used up."),
    ] = None
    casts: Annotated[
        tuple[SpellCasts, ...] | None,
        Field(title="Casts", max_length=50, description="Successes with each spell so far."),
    ] = None


STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)
CHANGEABLE = (
    "name", "hidden", "sheet", "wounds", "zone", "used", "used_spells", "casts", "conditions",
    "status",
)  # fmt: skip


def adjust(scene: Scene[State], command: Adjust, dice: Dice) -> None:
    """Changes what is named; at W 0 the fighter is dead, above it a dead one lives again."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    conditions = conditions_after(
        before.id,
        before.conditions,
        add=command.add_conditions,
        remove=command.remove_conditions,
    )
    after = replace(_sheet_changed(state, before, command), conditions=conditions)
    after = replace(after, wounds=min(after.wounds, after.max_w))
    after = _state_changed(state, after, command)
    changed = tuple(f for f in CHANGEABLE if getattr(before, f) != getattr(after, f))
    standing = state.standing
    scene.record(CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    if before.able and after.status == "dead":
        after_death(scene, after.id, (c for c in before.conditions if c in after.conditions))
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
        wounds=sheet.w if unhurt else fighter.wounds,
        zone=sheet.zone if in_place else fighter.zone,
    )


def _state_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    change = STATE_CHANGE.validate_json(json.dumps(dict(command.state)))
    wounds = fighter.wounds if change.w is None else change.w
    if wounds > fighter.max_w:
        raise Invalid(
            f"{fighter.id} has at most {fighter.max_w} W; raise the sheet's w first.",
            w=wounds,
            most=fighter.max_w,
        )
    zone = fighter.zone if change.zone is None else change.zone
    check_on_field(state, zone)
    abilities = [ability.name for ability in fighter.sheet.abilities]
    spells = [spell.name for spell in fighter.spells]
    now: dict[str, Any] = {}
    if change.used is not None:
        now["used"] = _named(fighter, UnknownAbility, abilities, change.used)
    if change.used_spells is not None:
        now["used_spells"] = _named(fighter, UnknownSpell, spells, change.used_spells)
    if change.casts is not None:
        names = _named(fighter, UnknownSpell, spells, [c.spell for c in change.casts])
        now["casts"] = tuple(
            replace(cast, spell=name) for cast, name in zip(change.casts, names, strict=True)
        )
    status = fighter.status
    if status != "left":
        status = "active" if wounds > 0 else "dead"
    return replace(fighter, wounds=wounds, zone=zone, status=status, **now)


def _named(
    fighter: Fighter, unknown: type[Invalid], known: Iterable[str], wanted: Iterable[str]
) -> tuple[str, ...]:
    """Names as the sheet has them, each once. Raises `unknown`."""
    names = {name.casefold(): name for name in known}
    found: list[str] = []
    for name in wanted:
        if name.casefold() not in names or names[name.casefold()] in found:
            raise unknown(
                f"{fighter.id} has no {name!r}, or it is named twice.",
                name=name,
                known=list(names.values()),
            )
        found.append(names[name.casefold()])
    return tuple(found)
