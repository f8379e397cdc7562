"""What a game master may change, and who comes and goes."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.engine.encounter import Adjust, End, Join, Leave, Pause, Recruit, SideFell, Start
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.events import CombatantAdjusted
from tests.rules.desdaemona.fights import done, duel, fight, fighter, only, opened, recruit
from tests.stories import Story, given


def change(story: Story, combatant: str = "foe", **fields: Any) -> Story:
    return story.when(Adjust(combatant=combatant, reason="because", **fields)).rolling()


def test_only_what_is_named_changes():
    story = change(duel(), state={"hp": 30})
    assert only(story, CombatantAdjusted).changed == ("hp",)
    assert RULESET.current(fighter(story, "foe")) == {
        "hp": 30, "sta": 20, "yielded": False, "airborne": False, "landed": False, "potions": {},
    }  # fmt: skip
    story = change(story, name="Villain", hidden=True)
    assert only(story, CombatantAdjusted).changed == ("name", "hidden")
    assert only(change(story), CombatantAdjusted).changed == ()


def test_hp_of_0_kill_and_more_raise():
    """SD-DMG-3"""
    story = change(duel(), state={"hp": -3, "airborne": True})
    story.then(SideFell(side="foes", standing=("heroes",)))
    assert (fighter(story, "foe").status, fighter(story, "foe").airborne) == ("dead", False)
    assert fighter(change(story, state={"hp": 1}), "foe").status == "active"


def test_no_sta_is_yielding():
    """SD-STA-2: the turn passes on, if it was theirs."""
    story = change(duel(), "hero", state={"sta": 0})
    assert (fighter(story, "hero").status, story.state.acting) == ("down", "foe")
    assert fighter(change(story, "hero", state={"yielded": False}), "hero").yielded
    up = change(story, "hero", state={"yielded": False, "sta": 1})
    assert fighter(up, "hero").status == "active"
    down = change(up, "hero", state={"yielded": True, "airborne": True})
    assert (fighter(down, "hero").status, fighter(down, "hero").airborne) == ("down", False)


@pytest.mark.parametrize("state", [{"hp": 51}, {"sta": 21}])
def test_no_more_than_the_sheet_allows(state: Any):
    duel().when(Adjust(combatant="foe", reason="x", state=state)).refused("invalid-command")


@pytest.mark.parametrize(
    "state", [{"hp": "9"}, {"sta": -1}, {"luck": 1}, {"airborne": 1}, {"hp": 10_001}]
)
def test_wrong_fields(state: Any):
    with pytest.raises(ValidationError):
        change(duel(), state=state)


def test_flight_is_the_game_masters_to_say():
    """SD-FLY-3"""
    story = change(duel(), state={"airborne": True, "landed": True})
    assert (fighter(story, "foe").airborne, fighter(story, "foe").landed) == (True, True)


def test_conditions_come_and_go_by_name():
    """SD-DIS-3"""
    story = change(duel(), add_conditions=("blind", {"name": "cursed", "spell": True}))
    assert [c.name for c in fighter(story, "foe").conditions] == ["blind", "cursed"]
    story = change(story, add_conditions=("deaf",), remove_conditions=("BLIND",))
    assert [c.name for c in fighter(story, "foe").conditions] == ["cursed", "deaf"]
    story.when(Adjust(combatant="foe", reason="x", remove_conditions=("blind",))).refused(
        "unknown-condition", conditions=["cursed", "deaf"]
    )


def test_too_many_conditions():
    many = tuple(f"mark {n}" for n in range(51))
    duel().when(Adjust(combatant="foe", reason="x", add_conditions=many)).refused(
        "too-many-conditions", most=50
    )


def test_a_new_sheet_in_the_fight():
    """Lower maximums take HP and STA along; higher ones heal nothing."""
    story = change(duel(), sheet={"hp": 40, "sta": 10})
    assert (fighter(story, "foe").hp, fighter(story, "foe").sta) == (40, 10)
    story = change(story, sheet={"hp": 90, "sta": 90, "conditions": [{"name": "deaf"}]})
    assert (fighter(story, "foe").hp, fighter(story, "foe").sta) == (40, 10)
    assert fighter(story, "foe").conditions == ()
    story.when(
        Adjust(combatant="foe", reason="x", sheet={"spells": [{"name": "x", "kind": "y"}]})
    ).refused("unknown-kind")


def test_before_the_fight_who_is_fresh_stays_so():
    story = given(RULESET, opened({}, recruit("Foe"), recruit("Hurt")))
    story = change(story, "hurt", state={"hp": 30, "sta": 5})
    sheet = {"hp": 90, "sta": 40, "conditions": [{"name": "deaf"}]}
    story = change(change(story, sheet=sheet), "hurt", sheet=sheet)
    foe, hurt = fighter(story, "foe"), fighter(story, "hurt")
    assert (foe.hp, foe.sta, [c.name for c in foe.conditions]) == (90, 40, ["deaf"])
    assert (hurt.hp, hurt.sta) == (30, 5)


def test_potions_that_were_drunk_stay_drunk():
    """SD-PAS-4"""
    story = change(duel(), sheet={"potions": [{"name": "beer", "count": 2}]})
    assert fighter(story, "foe").potions_left("beer") == 2


def test_pause_leave_and_end():
    state = done(fight(recruit("A", "x"), recruit("B")), Pause(reason="supper"))
    assert (state.status, state.acting) == ("paused", None)
    given(RULESET, state).when(Pause(reason="x")).refused("encounter-not-running")
    state = done(state, Start())
    assert (state.acting, state.order.round) == ("a", 2)
    given(RULESET, state).when(Start()).refused("encounter-running")
    state = done(state, Leave(combatant="a"))
    assert state.acting == "b"
    state = done(state, End())
    for command in (Start(), End(), Join(combatants=(recruit("C"),)), Leave(combatant="b")):
        given(RULESET, state).when(command).refused("encounter-ended")


def test_nobody_to_fight():
    given(RULESET, opened({})).when(Start()).refused("cannot-act")


def test_a_fight_with_nobody_left_pauses():
    """SD-STA-2: both have yielded."""
    story = change(change(duel(), state={"sta": 0}), "hero", state={"sta": 0})
    assert story.state.status == "paused"
    story.when(Start()).refused("cannot-act")


def test_who_comes_is_as_its_sheet_says():
    """SD-DIS-3: disabilities may be there from the start."""
    comer = Recruit(
        name="A", side="x",
        sheet={"stats": {}, "hp": 9, "sta": 7, "conditions": [{"name": "blind"}]},
    )  # fmt: skip
    found = fight(comer).combatants["a"]
    assert (found.hp, found.sta, [c.name for c in found.conditions]) == (9, 7, ["blind"])
