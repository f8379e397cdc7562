"""Exact odds: those of every combination of faces, and in few runs of the rules."""

from typing import Any

import pytest

from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.commands import Attack, Disengage, Recover
from tests.brute_force import brute_force
from tests.rules.wfrp4.fights import armed, duel, with_state
from tests.stories import Story

STRIKE = Attack(actor="hero", target="foe")
EVERY = range(1, 101)
ONCE = (50,)  # what a critical or a fumble rolls on its table changes nothing
TABLES: list[Any] = [*([("critical", ONCE)] * 3), *([("fumble", ONCE)] * 2)]
MAIL = {"armour": [{"name": "mail coat"}, {"name": "breastplate"}, {"name": "open helm"}]}


def own(*qualities: str, name: str = "sword") -> dict[str, Any]:
    return {**armed(), "weapons": [{"name": name, "qualities": list(qualities)}]}


def as_often_as_their_faces(story: Story, *more: Any) -> None:
    assert story.command is not None
    faces = [("attack", EVERY), *more, *TABLES]
    assert story.odds().chances == brute_force(RULESET, story.state, story.command, faces)


@pytest.mark.parametrize(
    "hero",
    [
        own(), own("damaging", "impact"), own("undamaging"), own("impale", "penetrating"),
        own("precise", "imprecise"), own("dangerous"), own("hack", "entangle"), own("shoddy"),
        own("damaging", name="handgun"), own(name="incendiary"), own("distract"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("foe", [{"wounds": 9}, {"wounds": 30, **MAIL}])
def test_an_attack_that_nobody_opposes(hero: Any, foe: Any):
    """WF-ATT-5, WF-GEAR-2: win, margin, Wounds, criticals and fumbles, each as often as it is."""
    command = Attack(actor="hero", target="foe", defence="none")
    as_often_as_their_faces(duel(foe, **hero).when(command))


@pytest.mark.parametrize("cool", [-30, 0, 50])
def test_a_shot_that_frightens(cool: int):
    """WF-GEAR-2 (Blackpowder), WF-TEST-1: Cool at 20, 50 and 95, 100 being never passed."""
    skill = {"name": "Cool", "advances": max(0, cool)}
    story = duel({"wounds": 30, "wp": 30 + min(0, cool), "skills": [skill]}, **armed("handgun"))
    command = Attack(actor="hero", target="foe", defence="none")
    as_often_as_their_faces(story.when(command), ("blackpowder", range(5, 101, 5)))


def test_a_frightening_shot_is_few_ways():
    """WF-GEAR-2: whoever may defend against it."""
    guarded = {**armed("shield"), **MAIL}
    assert duel(guarded, **armed("handgun")).when(STRIKE).odds().runs < 1_500


def test_a_shot_into_a_melee():
    """WF-ATT-7: with what hits another."""
    story = with_state(duel({"size": "large"}, **armed("bow")), "foe", engaged=["hero"])
    story = with_state(story, "hero", engaged=[])
    as_often_as_their_faces(story.when(Attack(actor="hero", target="foe", cover="hard")))


def test_an_attack_that_is_opposed():
    """WF-OPP-1, WF-ATT-6: over all ten thousand pairs of rolls."""
    story = duel({"wounds": 11, **MAIL, "ws": 33}, ws=41)
    as_often_as_their_faces(story.when(STRIKE), ("defence", EVERY))


@pytest.mark.parametrize(
    ("hero", "foe", "most"),
    [
        ({}, {}, 700),
        (armed("zweihander"), {**armed("sword", "shield"), **MAIL}, 1500),
        (own("hack", "impale", "damaging"), {**armed("swordbreaker"), **MAIL}, 6000),
    ],
)
def test_there_are_few_ways(hero: Any, foe: Any, most: int):
    """WF-OPP-1: of both rolls only what matters is told apart."""
    assert duel({"wounds": 14, **foe}, **hero).when(STRIKE).odds().runs < most


def test_odds_of_other_tests():
    """WF-TEST-1: whether they are passed."""
    story = with_state(duel(), "hero", {"name": "ablaze", "level": 3})
    odds = story.when(Recover(actor="hero", condition="ablaze")).odds()
    assert float(odds.chances["success", "hero"][1]) == 0.3
    story = with_state(duel(), "hero", engaged=["foe"])
    assert story.when(Disengage(actor="hero", by="dodge")).odds().runs < 600


def test_hits_that_need_a_success():
    """WF-OPP-1: option hits_need_success, over all pairs of rolls."""
    story = duel({"wounds": 30}, options={"hits_need_success": True}).when(STRIKE)
    assert story.command is not None
    odds, faces = story.odds(), [("attack", EVERY), ("defence", EVERY), *TABLES]
    assert (
        odds.chances["won", "foe"][1]
        < duel({"wounds": 30}).when(STRIKE).odds().chances["won", "foe"][1]
    )
    assert odds.chances == brute_force(RULESET, story.state, story.command, faces)
