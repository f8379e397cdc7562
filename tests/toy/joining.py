"""Who comes, how the fight begins, and what the game master changes."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from app.engine.encounter import Adjust, PlacesTaken, Recruit, entrants, require_open
from app.engine.order import Place
from app.engine.refusals import Invalid, Refused
from tests.toy import events as e
from tests.toy.rules import Scene
from tests.toy.state import SHEET, STRICT, Fighter, State

CHANGEABLE = ("name", "hidden", "sheet", "hp", "luck", "burning", "status")


class EncounterRunning(Refused):
    code = "encounter-running"


class UnknownCondition(Invalid):
    code = "unknown-condition"


def let_in(scene: Scene, recruits: tuple[Recruit, ...]) -> None:
    """Lets combatants in; once the order stands they take their places in it."""
    joined: list[Fighter] = []
    for entrant in entrants(scene.state, recruits):
        sheet = SHEET.validate_json(json.dumps(dict(entrant.sheet)))
        fighter = Fighter(
            **entrant.identity,
            sheet=sheet,
            hp=sheet.hp,
            luck=sheet.luck,
        )
        scene.record(e.CombatantJoined(combatant=fighter))
        joined.append(fighter)
    if joined and scene.state.status != "setup":
        _take_places(scene, joined)


def _take_places(scene: Scene, fighters: Iterable[Fighter]) -> None:
    """By speed, highest first; ties by joining."""
    joined = list(scene.state.combatants)
    places = (Place(f.id, (f.sheet.speed, -joined.index(f.id))) for f in fighters)
    scene.record(PlacesTaken(places=tuple(sorted(places, key=lambda p: p.key, reverse=True))))


def start(scene: Scene) -> None:
    """Begins the fight, or goes on with it after a pause."""
    scene.start(lambda ids: _take_places(scene, [scene.state.combatants[id] for id in ids]))


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """What may be changed of how a fighter is now; what is left out stays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    hp: Annotated[int | None, Field(ge=0, le=100)] = None


STATE_CHANGE: TypeAdapter[StateChange] = TypeAdapter(StateChange)


def adjust(scene: Scene, command: Adjust) -> None:
    """Changes what is named; at 0 hp the fighter is down, above it a fallen one is up again."""
    state = scene.state
    require_open(state)
    before = state.combatants[command.combatant]
    sheet = SHEET.validate_json(
        json.dumps({**SHEET.dump_python(before.sheet, mode="json"), **command.sheet})
    )
    hp = _hp(state, before, command, sheet.hp)
    status = before.status
    if status != "left":
        status = "active" if hp else "down"
    after = replace(
        before,
        name=before.name if command.name is None else command.name,
        hidden=before.hidden if command.hidden is None else command.hidden,
        sheet=sheet,
        hp=hp,
        luck=sheet.luck if "luck" in command.sheet else before.luck,
        burning=_burning(before, command),
        status=status,
    )
    changed = tuple(f for f in CHANGEABLE if getattr(before, f) != getattr(after, f))
    scene.record(e.CombatantAdjusted(combatant=after, changed=changed, reason=command.reason))
    scene.note_fallen_sides(state.standing)
    if state.acting == before.id and not after.able:
        scene.pass_turn()


def _hp(state: State, before: Fighter, command: Adjust, most: int) -> int:
    """As asked for; else an unhurt fighter stays so before the fight, and nobody has too many."""
    change = STATE_CHANGE.validate_json(json.dumps(dict(command.state)))
    if change.hp is None:
        unhurt = state.status == "setup" and before.hp == before.sheet.hp
        return most if unhurt else min(before.hp, most)
    if change.hp > most:
        raise Invalid(
            f"{before.id} has at most {most} hp; raise the sheet's hp first.",
            hp=change.hp,
            most=most,
        )
    return change.hp


def _burning(before: Fighter, command: Adjust) -> bool:
    """Sent as the bare name or as {"name": …}."""
    add = [c.get("name") if isinstance(c, Mapping) else c for c in command.add_conditions]
    unknown = [name for name in (*add, *command.remove_conditions) if name != "burning"]
    if unknown or (command.remove_conditions and not before.burning):
        raise UnknownCondition(
            f"{before.id} has no such condition; the only one there is is burning.",
            condition=str(unknown[0]) if unknown else "burning",
            conditions=["burning"] if before.burning else [],
        )
    return bool(add) or (before.burning and not command.remove_conditions)
