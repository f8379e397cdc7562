"""The order of turns (SD-TURN-1)."""

import pytest

from app.engine.encounter import Leave, Pass, PlacesTaken, Start
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.events import InitiativeRolled
from tests.rules.desdaemona.fights import done, duel, fight, late, opened, recruit
from tests.stories import given


def test_as_listed_by_default():
    """SD-TURN-1: no dice; who comes late is last."""
    state = fight(recruit("A", "x"), recruit("B"), recruit("C", "x"))
    assert state.order.ids == ("a", "b", "c")
    assert late(state, recruit("D")).order.ids == ("a", "b", "c", "d")


def test_a_die_of_dex_and_the_sheets_init():
    """SD-TURN-1"""
    before = opened(
        {"order": "init"},
        recruit("A", stats={"DEX": 30}, init=5), recruit("B", stats={"DEX": 12}, init=-2),
        recruit("C", stats={"DEX": 9}),
    )  # fmt: skip
    story = given(RULESET, before).when(Start()).rolling(3, 12, 9)
    assert [(d.sides, d.purpose, d.subject) for d in story.dice] == [
        (30, "initiative", "a"), (12, "initiative", "b"), (9, "initiative", "c"),
    ]  # fmt: skip
    assert [e.result for e in story.events if isinstance(e, InitiativeRolled)] == [8, 10, 9]
    assert story.state.order.ids == ("b", "c", "a")


def test_ties_are_rolled_again():
    """SD-TURN-1: among those who tie, until they differ."""
    recruits = (recruit("A"), recruit("B"), recruit("C"))
    state = fight(*recruits, dice=(7, 9, 7, 4, 4, 2, 3), order="init")
    assert state.order.ids == ("b", "c", "a")


def test_who_ties_for_good_stands_as_joined():
    """SD-TURN-1: a DEX of 0 rolls no die."""
    slow = [recruit(name, stats={"DEX": 0}) for name in ("A", "B")]
    assert fight(*slow, order="init").order.ids == ("a", "b")


def test_a_group_rolls_once():
    """SD-TURN-1: at its first member, and late members take part in that roll."""
    mob = recruit("Orc", count=2, group="mob")
    state = fight(mob, recruit("Hero", "heroes"), dice=(5, 9), order="init")
    assert state.order.ids == ("hero", "orc-1", "orc-2")
    state = late(state, recruit("Ogre", group="mob"))
    assert state.order.ids == ("hero", "orc-1", "orc-2", "ogre")
    assert late(state, recruit("Elf"), dice=(7,)).order.ids[1] == "elf"


def test_a_tie_rolled_again_is_not_the_groups_roll():
    """SD-TURN-1"""
    mob = recruit("Orc", count=2, group="mob")
    state = fight(mob, recruit("Hero", "heroes"), dice=(5, 5, 9, 2), order="init")
    assert [state.combatants[id].initiative for id in state.order.ids] == [5, 5, 5]


def test_places_are_told_first_to_act_first():
    """SD-TURN-1"""
    story = given(RULESET, opened({"order": "init"}, recruit("A"), recruit("B")))
    story = story.when(Start()).rolling(2, 8)
    (places,) = [e for e in story.events if isinstance(e, PlacesTaken)]
    assert [place.id for place in places.places] == ["b", "a"]


def test_turns_come_in_sequence_and_the_gone_are_passed_over():
    """SD-TURN-1"""
    state = fight(recruit("A", "x"), recruit("B"), recruit("C", "x"))
    state = done(state, Pass(actor="a"))
    assert state.acting == "b"
    state = done(state, Leave(combatant="c"))
    state = done(state, Pass(actor="b"))
    assert (state.acting, state.order.round) == ("a", 2)
    assert done(state, Leave(combatant="a")).acting == "b"


@pytest.mark.parametrize("actor", ["foe", None])
def test_only_in_ones_own_turn(actor: str | None):
    """SD-TURN-1"""
    code = "not-your-turn" if actor else "invalid-command"
    duel().when(Pass(actor=actor)).refused(code)
