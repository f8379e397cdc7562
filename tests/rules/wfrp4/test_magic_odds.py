"""Exact odds of magic and prayers: those of every face, in few runs of the rules."""

from typing import Any

import pytest

from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.magic_commands import Cast, Channel, Pray
from tests.brute_force import brute_force
from tests.rules.wfrp4.fights import with_state
from tests.rules.wfrp4.wizards import priest, wizard
from tests.stories import Story

EVERY = range(1, 101)
ONCE = (50,)  # what a critical, a miscast or wrath rolls on its table changes nothing
TABLES: list[Any] = [("critical", ONCE), ("miscast", ONCE), ("wrath", ONCE)]
MAIL = {"armour": [{"name": "mail coat"}, {"name": "open helm"}]}
MAGICK = {"int": 40, "skills": [{"name": "Language (Magick)", "advances": 10}]}
RUNS = 500  # for anything but a margin of all faces


def as_often_as_their_faces(story: Story, *faces: Any) -> None:
    assert story.command is not None
    odds = story.odds()
    assert odds.runs < RUNS
    assert odds.chances == brute_force(RULESET, story.state, story.command, [*faces, *TABLES])


@pytest.mark.parametrize("spell", ["bolt", "entangle", "drain"])
@pytest.mark.parametrize("foe", [{"wounds": 9}, {"wounds": 30, **MAIL}])
def test_a_casting(spell: str, foe: Any):
    """WF-CAST-1: cast, miscast, Wounds and criticals, each as often as it is."""
    command = Cast(actor="mage", spell=spell, target="foe")
    as_often_as_their_faces(wizard(foe).when(command), ("casting", EVERY))


def test_a_casting_that_may_be_dispelled():
    """WF-CAST-2: over all ten thousand pairs of rolls."""
    command = Cast(actor="mage", spell="bolt", target="foe")
    story = wizard({"wounds": 11, **MAGICK}, int=80).when(command)
    as_often_as_their_faces(story, ("casting", EVERY), ("dispel", EVERY))


def test_a_casting_at_a_ward():
    """WF-CAST-3."""
    story = with_state(wizard(), "foe", {"name": "ward", "grants": {"ward": 7}})
    command = Cast(actor="mage", spell="bolt", target="foe")
    as_often_as_their_faces(story.when(command), ("casting", EVERY), ("ward", range(1, 11)))


def test_channelling():
    """WF-CAST-2: the SL, and a miscast."""
    story = wizard().when(Channel(actor="mage", spell="bolt"))
    as_often_as_their_faces(story, ("channelling", EVERY))


@pytest.mark.parametrize("sin", [0, 3])
def test_a_prayer(sin: int):
    """WF-PRAY-1: granted, wrath, Wounds that come back."""
    story = with_state(priest(sin=sin), "nun", wounds=5)
    command = Pray(actor="nun", prayer="blessing of healing")
    as_often_as_their_faces(story.when(command), ("pray", EVERY))
