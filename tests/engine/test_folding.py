"""Events that a scene has recorded, and fields of a command that are the game master's."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from app.engine.encounter import (
    GAME_MASTERS,
    Combatant,
    CombatantJoined,
    Command,
    EncounterState,
    Scene,
    SideFell,
    evolve_common,
)
from app.engine.ruleset import fold, game_masters_fields
from tests.toy import RULESET as TOY

RULES: Any = replace(TOY, evolve=evolve_common)
ANN = Combatant(id="ann", name="Ann", side="a")


def counted() -> tuple[Scene[EncounterState], list[str]]:
    """A scene in which Ann joins, and every event that is evolved by its ruleset."""
    evolved: list[str] = []

    def evolve(state: EncounterState, event: object) -> EncounterState:
        evolved.append(type(event).__name__)
        return evolve_common(state, event)  # type: ignore[arg-type]

    scene = Scene(EncounterState(options=None), evolve)
    scene.record(CombatantJoined(combatant=ANN), SideFell(side="b", standing=("a",)))
    return scene, evolved


def test_events_of_a_scene_have_led_to_its_state_already():
    scene, evolved = counted()
    assert fold(RULES, scene.events.before, scene.events) is scene.state
    assert evolved == ["CombatantJoined", "SideFell"]
    assert scene.state.combatants == {"ann": ANN}


def test_on_another_state_they_are_folded_anew():
    scene, _ = counted()
    after = fold(RULES, replace(scene.events.before, asked=7), scene.events)
    assert (after.asked, list(after.combatants)) == (7, ["ann"])
    assert fold(RULES, scene.events.before, list(scene.events)) == scene.state


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Command):
    """Some of its fields are for game masters alone."""

    target: str
    ruling: Annotated[str | None, GAME_MASTERS, Field(title="Ruling")] = None
    aware: Annotated[bool, Field(title="Aware"), GAME_MASTERS] = True


def test_fields_that_only_a_game_master_fills_in():
    """Those at their default are not filled in, whoever sent them."""
    assert game_masters_fields(Ruled(target="x")) == ()
    assert game_masters_fields(Ruled(target="x", aware=True, ruling="miss")) == ("ruling",)
    assert game_masters_fields(Ruled(target="x", aware=False, ruling="")) == ("ruling", "aware")
