"""A game master's changes to a combatant, validated as the sheet is."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.dice import Dice
from app.engine.encounter import Adjust, Scene, find, require_open
from app.engine.refusals import Invalid
from app.rules.wfrp4.conditions import CONDITION, conditions_after
from app.rules.wfrp4.events import CombatantAdjusted
from app.rules.wfrp4.fields import STRICT, Name, Points, Position
from app.rules.wfrp4.grips import grips
from app.rules.wfrp4.hands import at_first, check_grip, wanted_grip
from app.rules.wfrp4.injuries import Injury
from app.rules.wfrp4.magic_adjustments import magic_of, take_magic, with_sheet
from app.rules.wfrp4.sheet import changed_sheet
from app.rules.wfrp4.state import Fighter, Shots, State, status_of
from app.rules.wfrp4.turns import conclude

CHANGEABLE = (
    "name", "hidden", "sheet", "wounds", "advantage", "main", "off", "position", "engaged",
    "move_left", "action_left", "criticals", "tended", "dropped", "broken", "shots", "dead",
    "injuries", "fate", "fortune", "resilience", "resolve", "corruption", "magic",
    "conditions", "status",
)  # fmt: skip
RULED = "ruled"

Names = Annotated[tuple[Name, ...], Field(max_length=50)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """What may be changed of how a fighter is now; what is left out stays.

    A null takes away what is in the off hand, a position, or what is channelled.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    wounds: Annotated[Points | None, Field(title="Wounds", description="Left.")] = None
    advantage: Annotated[Points | None, Field(title="Advantage", description="One's own.")] = None
    main: Annotated[Name | None, Field(title="Main hand", description="What is in it.")] = None
    off: Annotated[Name | None, Field(title="Off hand", description="What is in it.")] = None
    position: Annotated[
        Position | None, Field(title="Position", description="On the line, in yd.")
    ] = None
    engaged: Annotated[
        Names | None, Field(title="Engaged with", description="Combatants, all of them.")
    ] = None
    move_left: Annotated[bool | None, Field(title="Move left", description="This turn.")] = None
    action_left: Annotated[bool | None, Field(title="Action left", description="This turn.")] = None
    criticals: Annotated[
        Points | None, Field(title="Criticals", description="Critical wounds so far.")
    ] = None
    tended: Annotated[bool | None, Field(title="Tended", description="Cared for at 0 Wounds.")] = (
        None
    )
    dropped: Annotated[
        Names | None, Field(title="Dropped", description="Weapons on the ground.")
    ] = None
    broken: Annotated[Names | None, Field(title="Broken", description="Weapons.")] = None
    unloaded: Annotated[
        Names | None, Field(title="Unloaded", description="Weapons; the others are loaded.")
    ] = None
    dead: Annotated[bool | None, Field(title="Dead", description="Or alive again.")] = None
    fate: Annotated[Points | None, Field(title="Fate", description="Left.")] = None
    fortune: Annotated[Points | None, Field(title="Fortune", description="Left.")] = None
    resilience: Annotated[Points | None, Field(title="Resilience", description="Left.")] = None
    resolve: Annotated[Points | None, Field(title="Resolve", description="Left.")] = None
    corruption: Annotated[Points | None, Field(title="Corruption", description="So far.")] = None
    sin: Annotated[Points | None, Field(title="Sin", description="On its prayers.")] = None
    channelled: Annotated[
        Name | None,
        Field(title="Channelled", description="A spell, in full; null: nothing more."),
    ] = None
    healed: Annotated[
        Names | None, Field(title="Healed", description="Injuries that are over, by name.")
    ] = None


INJURY: TypeAdapter[Injury] = TypeAdapter(Injury)
TAKEN_AWAY = ("off", "position", "channelled")  # by a null
STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)


def current(fighter: Fighter) -> Mapping[str, Any]:
    """Wounds, Advantage, hands, place, what is left of the turn, and what is lost or broken."""
    return {
        "wounds": fighter.wounds,
        "max_wounds": fighter.sheet.max_wounds,
        "advantage": fighter.advantage,
        "main": fighter.main,
        "off": fighter.off,
        "position": fighter.position,
        "engaged": list(fighter.engaged),
        "move_left": fighter.move_left,
        "action_left": fighter.action_left,
        "aiming": fighter.aiming,
        "on_guard": fighter.on_guard,
        "hiding": fighter.hiding,
        "criticals": fighter.criticals,
        "tended": fighter.tended,
        "dropped": list(fighter.dropped),
        "broken": list(fighter.broken),
        "unloaded": [s.weapon for s in fighter.shots if not s.left],
        "dead": fighter.dead,
        "fate": fighter.fate,
        "fortune": fighter.fortune,
        "resilience": fighter.resilience,
        "resolve": fighter.resolve,
        "corruption": fighter.corruption,
        **magic_of(fighter),
        "injuries": [INJURY.dump_python(injury, mode="json") for injury in fighter.injuries],
    }


def conditions_of(fighter: Fighter) -> Sequence[Mapping[str, Any]]:
    """Each condition with its level, cause and end."""
    dumped: list[Mapping[str, Any]] = [
        CONDITION.dump_python(condition, mode="json") for condition in fighter.conditions
    ]
    return dumped


def adjust(scene: Scene[State], command: Adjust, dice: Dice) -> None:
    """Changes what is named; what follows the last level of a condition follows it here too."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    after = _state_changed(state, _sheet_changed(state, before, command), command)
    after = replace(
        after,
        conditions=conditions_after(
            before.id,
            before.conditions,
            add=command.add_conditions,
            remove=command.remove_conditions,
        ),
    )
    after = replace(after, status=status_of(after))
    after = after if after.status == "active" else replace(after, engaged=())
    changed = tuple(f for f in CHANGEABLE if getattr(before, f) != getattr(after, f))
    scene.record(CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    scene.note_fallen_sides(state.standing)
    conclude(scene, dice)


def _sheet_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    """Before the fight, who is unhurt and as it came stays so on the new sheet."""
    old, setup = fighter.sheet, state.status == "setup"
    sheet = changed_sheet(old, command.sheet)
    unhurt = setup and fighter.wounds == old.max_wounds
    as_it_came = setup and (fighter.main, fighter.off) == at_first(old)
    placed = setup and fighter.position == old.position
    carried = {weapon.name for weapon in sheet.carried}
    changed = replace(
        fighter,
        name=fighter.name if command.name is None else command.name,
        hidden=fighter.hidden if command.hidden is None else command.hidden,
        sheet=sheet,
        wounds=sheet.max_wounds if unhurt else min(fighter.wounds, sheet.max_wounds),
        position=sheet.position if placed else fighter.position,
        dropped=tuple(w for w in fighter.dropped if w in carried),
        broken=tuple(w for w in fighter.broken if w in carried),
        shots=tuple(s for s in fighter.shots if s.weapon in carried),
    )
    keeps = (fighter.main, fighter.off) in grips(changed) and not as_it_came
    main, off = (fighter.main, fighter.off) if keeps else at_first(sheet)
    magic = with_sheet(fighter, changed, setup=setup)
    return replace(changed, main=main, off=off, magic=magic)


def _state_changed(state: State, fighter: Fighter, command: Adjust) -> Fighter:
    change = STATE_CHANGE.validate_json(json.dumps(dict(command.state)))
    sent = {name: getattr(change, name) for name in command.state}
    wanted = {n: v for n, v in sent.items() if v is not None or n in TAKEN_AWAY}
    healed = {name.casefold() for name in wanted.pop("healed", ())}
    whole = tuple(i for i in fighter.injuries if i.name.casefold() not in healed)
    fighter = replace(fighter, injuries=whole)
    most = fighter.most_wounds
    if wanted.get("wounds", 0) > most:
        raise Invalid(f"{fighter.id} has at most {most} Wounds.", most=most)
    if wanted.get("wounds"):
        wanted["rounds_at_0"], wanted["tended"] = 0, wanted.get("tended", False)
    for field in ("dropped", "broken", "unloaded"):
        _check_known(fighter, field, wanted.get(field, ()))
    if "unloaded" in wanted:
        wanted["shots"] = tuple(Shots(weapon=w, left=0) for w in wanted.pop("unloaded"))
    if "dead" in wanted:
        wanted["dead"] = RULED if wanted["dead"] else None
    if "engaged" in wanted:
        wanted["engaged"] = _others(state, fighter, wanted["engaged"])
    wanted["magic"] = take_magic(fighter, wanted)
    hands = wanted.pop("main", fighter.main), wanted.pop("off", fighter.off)
    changed = replace(fighter, **wanted)
    grip = wanted_grip(changed, *hands)
    if grip != (fighter.main, fighter.off):
        check_grip(changed, grip)
    elif grip not in grips(changed):
        grip = at_first(replace(changed.sheet, weapons=()))
    return replace(changed, main=grip[0], off=grip[1])


def _others(state: State, fighter: Fighter, names: Iterable[str]) -> tuple[str, ...]:
    """The ids of those it is engaged with. Raises UnknownCombatant, AmbiguousName, Invalid."""
    ids = tuple(dict.fromkeys(find(state, name) for name in names))
    unfit = next((id for id in ids if id == fighter.id or not state.able(id)), None)
    if unfit is not None:
        raise Invalid(f"{fighter.id} can't be engaged with {unfit}.", engaged=unfit)
    return ids


def _check_known(fighter: Fighter, field: str, names: Iterable[str]) -> None:
    known = [weapon.name for weapon in fighter.sheet.weapons]
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise Invalid(f"{fighter.id} has no weapon {unknown!r}.", field=field, known=known)
