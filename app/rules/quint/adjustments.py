"""A game master's changes to a combatant, validated as the sheet is."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.dice import Dice
from app.engine.encounter import Adjust, Scene, find, require_open
from app.engine.refusals import Invalid
from app.rules.quint.conditions import (
    CONDITION,
    Affliction,
    afflictions_after,
    read_condition,
)
from app.rules.quint.events import CombatantAdjusted
from app.rules.quint.fields import STRICT, Name
from app.rules.quint.harm import afflicted
from app.rules.quint.numbers import speed
from app.rules.quint.sheet import changed_sheet
from app.rules.quint.state import Fighter, State, status_of
from app.rules.quint.turns import finish_turn

CHANGEABLE = (
    "name", "hidden", "sheet", "points", "drawn", "dropped", "loaded", "at_hand", "task",
    "prepared", "surprised", "engaged", "conditions", "status",
)  # fmt: skip

Names = Annotated[tuple[Name, ...], Field(max_length=50)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """What may be changed of how a fighter is now; what is left out stays.

    A null takes away what is drawn, prepared, or engaged.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    damage_points: Annotated[
        int | None,
        Field(strict=True, title="Damage Points", ge=-1000, le=1000, description="Left."),
    ] = None
    drawn: Annotated[Name | None, Field(title="Drawn", description="Weapon in hand.")] = None
    dropped: Annotated[
        Names | None, Field(title="Dropped", description="Weapons on the ground.")
    ] = None
    loaded: Annotated[Names | None, Field(title="Loaded", description="Crossbows.")] = None
    at_hand: Annotated[Names | None, Field(title="At hand", description="Out of the pack.")] = None
    prepared: Annotated[
        Name | None, Field(title="Prepared", description="A spell ready to be cast.")
    ] = None
    surprised: Annotated[bool | None, Field(title="Surprised", description="In quint 1.")] = None
    engaged: Annotated[
        Name | None, Field(title="Engaged", description="Whom it exchanged blows with last.")
    ] = None


TAKEN_AWAY = ("drawn", "prepared", "engaged")  # by a null
STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)


def current(fighter: Fighter) -> Mapping[str, Any]:
    """Damage Points, hands and pack, what takes several quints, flight, and what can be undone."""
    flight = fighter.flight
    return {
        "damage_points": fighter.points,
        "drawn": fighter.drawn,
        "dropped": list(fighter.dropped),
        "loaded": list(fighter.loaded),
        "at_hand": list(fighter.at_hand),
        "task": asdict(fighter.task) if fighter.task is not None else None,
        "prepared": fighter.prepared,
        "surprised": fighter.surprised,
        "engaged": fighter.engaged,
        "speed": speed(fighter),
        "flight": asdict(flight) if flight is not None else None,
    }


def conditions_of(fighter: Fighter) -> list[Mapping[str, Any]]:
    """Each condition: who dealt it, the quint at whose end it is over, and what it does."""
    return [
        {"name": a.name, "by": a.by, "until_quint": a.until, **_effects(a)}
        for a in fighter.conditions
    ]


def adjust(scene: Scene[State], command: Adjust, dice: Dice) -> None:
    """Changes what is named; status follows from points and conditions."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    after = _state_changed(state, _sheet_changed(state, before, command), command)
    added = (
        afflicted(state, before.id, read_condition(sent), None, spent=False)
        for sent in command.add_conditions
    )
    after = replace(
        after,
        conditions=afflictions_after(
            before.id, before.conditions, add=added, remove=command.remove_conditions
        ),
    )
    after = _as_far_as_awake(replace(after, status=status_of(after)))
    changed = tuple(f for f in CHANGEABLE if getattr(before, f) != getattr(after, f))
    scene.record(CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    scene.note_fallen_sides(state.standing)
    if state.acting == before.id and not after.able:
        finish_turn(scene)


def _effects(affliction: Affliction) -> Mapping[str, Any]:
    dumped: dict[str, Any] = CONDITION.dump_python(
        affliction.condition, mode="json", exclude_defaults=True
    )
    return dumped


def _sheet_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    """Before the fight, who is unhurt and armed as it came stays so on the new sheet."""
    old = fighter.sheet
    sheet = changed_sheet(old, command.sheet)
    setup = state.status == "setup"
    unhurt = setup and fighter.points == old.damage_points
    as_it_came = setup and fighter.drawn == old.drawn
    drawn = sheet.drawn if as_it_came else fighter.drawn
    changed = replace(
        fighter,
        name=fighter.name if command.name is None else command.name,
        hidden=fighter.hidden if command.hidden is None else command.hidden,
        sheet=sheet,
        points=sheet.damage_points if unhurt else min(fighter.points, sheet.damage_points),
        drawn=drawn if drawn in sheet.held else None,
    )
    return _without_what_is_gone(changed)


def _without_what_is_gone(fighter: Fighter) -> Fighter:
    """The weapons, things and spells it had to do with, as far as its sheet still has them."""
    sheet, task = fighter.sheet, fighter.task
    spells = [spell.name for spell in sheet.spells]
    known = {*sheet.held, *spells, *(item.name for item in sheet.pack)}
    return replace(
        fighter,
        dropped=tuple(w for w in fighter.dropped if w in sheet.held),
        loaded=tuple(w for w in fighter.loaded if w in sheet.held),
        at_hand=tuple(i for i in fighter.at_hand if i in known),
        prepared=fighter.prepared if fighter.prepared in spells else None,
        task=task if task is not None and task.what in known else None,
    )


def _state_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    change = STATE_CHANGE.validate_json(json.dumps(dict(command.state)))
    sheet, wanted = fighter.sheet, _wanted(state, change, command)
    points = wanted.get("points", fighter.points)
    if points > sheet.damage_points:
        raise Invalid(
            f"{fighter.id} has at most {sheet.damage_points} Damage Points.",
            damage_points=points,
            most=sheet.damage_points,
        )
    _check_known("drawn", (change.drawn,), sheet.held)
    _check_known("dropped", change.dropped or (), sheet.held)
    loadable = [weapon.name for weapon in sheet.weapons if weapon.needs_loading]
    _check_known("loaded", change.loaded or (), loadable)
    _check_known("at_hand", change.at_hand or (), [item.name for item in sheet.pack])
    _check_known("prepared", (change.prepared,), [spell.name for spell in sheet.spells])
    changed = replace(fighter, **wanted)
    return replace(changed, dropped=tuple(w for w in changed.dropped if w != changed.drawn))


def _wanted(state: State, change: StateChange, command: Adjust) -> dict[str, Any]:
    """The fields of a fighter that are named, with their new values."""
    sent = {name: getattr(change, name) for name in command.state}
    wanted = {
        name: value for name, value in sent.items() if value is not None or name in TAKEN_AWAY
    }
    if "damage_points" in wanted:
        wanted["points"] = wanted.pop("damage_points")
    if wanted.get("engaged") is not None:
        wanted["engaged"] = find(state, wanted["engaged"])
    return wanted


def _check_known(field: str, names: Iterable[str | None], known: Sequence[str]) -> None:
    unknown = next((name for name in names if name is not None and name not in known), None)
    if unknown is not None:
        raise Invalid(
            f"{unknown!r} can't be {field.replace('_', ' ')}: the sheet has no such thing.",
            field=field,
            known=list(known),
        )


def _as_far_as_awake(fighter: Fighter) -> Fighter:
    """Who is not awake is about nothing (QU-DOWN-1)."""
    if fighter.able:
        return fighter
    return replace(fighter, task=None, prepared=None, flight=None)
