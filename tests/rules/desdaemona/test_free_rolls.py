"""Rolls that are logged and change nothing (SD-CMD)."""

from typing import Any

import pytest

from app.engine.encounter import End, Pass
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import CombatDice, RollDefence, RollInit
from app.rules.desdaemona.events import FreeRollMade
from app.rules.desdaemona.narrate import spelled
from tests.rules.desdaemona.fights import (
    adjusted,
    consistent,
    done,
    duel,
    named,
    only,
    opened,
    recruit,
)
from tests.stories import Story, given

FRED = {"stats": {"STR": 25, "DEX": 32}}


def rolled(story: Story) -> str:
    """The roll in one line; nothing else has happened."""
    assert [type(event) for event in story.events] == [FreeRollMade]
    return spelled(only(story, FreeRollMade).roll)


def test_dice_then_percentage_then_modifiers():
    """SD-CMD-1, SD-EX-4: with every die, in one line."""
    dice = CombatDice(actor="hero", rolls=("1d25", "1d32"), percent=75, modifiers=(2, 2))
    story = duel(**FRED).when(dice).rolling(20, 21)
    assert rolled(story) == "(d25)20 + (d32)21 = 41 @75% = 30 + 4 = 34"
    consistent(only(story, FreeRollMade).roll)


def test_a_stat_stands_for_its_die():
    """SD-CMD-1: at its current level."""
    dice = CombatDice(actor="hero", rolls=("str", "DEX", "sta"), percent=75, modifiers=(4,))
    story = duel(**FRED)
    assert [d.sides for d in story.when(dice).rolling(1, 1, 1).dice] == [25, 32, 20]
    strong = adjusted(story, "hero", "strong")
    assert rolled(strong.when(dice).rolling(30, 1, 1)).startswith("(d30)30 + (d32)1 + (d20)1 = 32")


@pytest.mark.parametrize(
    ("command", "faces", "said"),
    [
        (CombatDice(rolls=("2d6+1", "d10")), (3, 4, 9), "(d6)3 + (d6)4 + 1 + (d10)9 = 17"),
        (CombatDice(rolls=("d10-d4-2",)), (3, 4), "(d10)3 - (d4)4 - 2 = -3"),
        (CombatDice(rolls=("1d20",)), (7,), "(d20)7 = 7"),
        (CombatDice(rolls=("5",), modifiers=(-7,)), (), "5 - 7 = -2"),
        (CombatDice(rolls=("d%",), percent=100), (70,), "(d100)70 = 70"),
        (CombatDice(rolls=("1d20",), percent=0), (7,), "(d20)7 = 7 @0% = 0"),
        (CombatDice(rolls=("1d20",), modifiers=(2, -2)), (7,), "(d20)7 = 7 + 0 = 7"),
    ],
)
def test_any_dice(command: Any, faces: Any, said: str):
    """SD-CMD-1"""
    assert rolled(duel().when(command).rolling(*faces)) == said


@pytest.mark.parametrize("rolls", [("STR",), ("1d25", "WIL"), ("1d25", ""), ("",), ("1d25 1d32",)])
def test_what_is_no_dice(rolls: Any):
    """SD-CMD-1: a stat needs somebody who has it."""
    duel().when(CombatDice(rolls=rolls)).refused("not-dice")


def test_too_many_dice():
    """SD-CMD-1"""
    rolls = ("1d6+1d6+1d6+1d6",) * 3
    duel().when(CombatDice(rolls=rolls)).refused("not-dice")


def test_a_defence_nobody_asked_for():
    """SD-CMD-2: the sheet's disabilities apply, unless a percentage is typed."""
    story = adjusted(duel(items=[{"name": "armor", "defence": [2]}]), "hero", "deaf")
    free = story.when(RollDefence(actor="hero", kind="clophy", modifiers=(1,))).rolling(10, 10)
    roll = only(free, FreeRollMade).roll
    assert (only(free, FreeRollMade).kind, roll.percent, roll.total) == ("close_physical", 75, 18)
    assert named(roll.modifiers) == [("as typed", 1), ("armor", 2)]
    typed = story.when(RollDefence(actor="hero", kind="clophy", percent=50)).rolling(10, 10)
    assert only(typed, FreeRollMade).roll.reduced == 10
    story.when(RollDefence(actor="hero", kind="x")).refused("unknown-kind")
    story.when(RollDefence(kind="clophy")).refused("invalid-command")


def test_an_initiative_that_changes_no_order():
    """SD-CMD-1: `!init +3`."""
    story = duel(init=2).when(RollInit(actor="hero", modifiers=(3,))).rolling(11)
    assert rolled(story) == "(d20)11 = 11 + 5 = 16"
    story.when(RollInit()).refused("invalid-command")


@pytest.mark.parametrize(
    "command",
    [
        CombatDice(actor="foe", rolls=("STR",)),
        RollDefence(actor="foe", kind="clophy"),
        RollInit(actor="foe"),
    ],
)
def test_anybody_may_roll_at_any_time(command: Any):
    """SD-CMD-2: out of turn, asleep, dead, before the fight; not when it is over."""
    story = duel()
    before = story.state
    faces = (7, 7) if isinstance(command, RollDefence) else (7,)
    assert story.when(command).rolling(*faces).state == before
    for changed in (adjusted(story, "foe", "asleep", "stunned"), adjusted(story, "foe", hp=0)):
        changed.when(command).rolling(*faces)
    setup = given(RULESET, opened({}, recruit("Foe")))
    setup.when(command).rolling(*faces)
    ended = given(RULESET, done(before, End()))
    ended.when(command).refused("encounter-ended")


def test_it_takes_no_turn():
    """SD-CMD-2"""
    story = duel().when(CombatDice(actor="hero", rolls=("STR",))).rolling(7)
    assert story.state.acting == "hero"
    story.when(Pass(actor="hero")).rolling()
