"""The source's examples, die for die (SD-EX)."""

from typing import Any

from app.engine.encounter import Recruit
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import Attack, CombatDice
from app.rules.desdaemona.events import DamageRolled, FreeRollMade
from app.rules.desdaemona.examples import FRED, JANE
from tests.rules.desdaemona.fights import attack_roll, defence_roll, fight, named, only
from tests.stories import Story, given

TALL = {"stats": {"STR": 80, "DEX": 80, "CON": 80}, "hp": 90, "sta": 10}


def meeting(fred: Any, jane: Any) -> Story:
    one = Recruit(name="Fred", side="knights", sheet=fred)
    other = Recruit(name="Jane", side="rogues", sheet=jane)
    return given(RULESET, fight(one, other))


STRIKE = Attack(actor="fred", target="jane", kind="close_physical")


def test_fred_strikes_at_jane():
    """SD-EX-1: 1d25 + 1d32 + 4 against 1d18 + 1d36 + 5."""
    story = meeting(FRED, JANE).when(STRIKE).rolling(12, 13, 9, 10, 4)
    assert [(d.sides, d.subject) for d in story.dice][:4] == [
        (25, "fred"), (32, "fred"), (18, "jane"), (36, "jane"),
    ]  # fmt: skip
    assert named(attack_roll(story).modifiers) == [("sword", 2), ("sword", 2)]
    assert named(defence_roll(story).modifiers) == [("armor", 2), ("Pendant of Shielding", 3)]
    assert (attack_roll(story).total, defence_roll(story).total) == (29, 24)


def test_73_against_42_is_a_die_of_31():
    """SD-EX-2"""
    story = meeting(TALL, TALL).when(STRIKE).rolling(33, 40, 20, 22, 31)
    rolled = only(story, DamageRolled)
    assert (rolled.sides, rolled.damage) == (31, 31)


def test_89_against_12_is_a_die_of_50():
    """SD-EX-3: the difference is 77."""
    story = meeting(TALL, TALL).when(STRIKE).rolling(33, 56, 6, 6, 50)
    assert only(story, DamageRolled).sides == 50


def test_41_at_75_percent_is_30():
    """SD-EX-4: 30.75, the fraction dropped."""
    dice = CombatDice(actor="fred", rolls=("1d25", "1d32"), percent=75)
    roll = only(meeting(FRED, JANE).when(dice).rolling(20, 21), FreeRollMade).roll
    assert (roll.sum, roll.total) == (41, 30)
