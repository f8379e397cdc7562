"""Totals: two stats' dice, disabilities, modifiers (SD-KIND, SD-ROLL, SD-DIS)."""

from typing import Any

import pytest

from app.engine.encounter import Adjust
from app.engine.tally import total
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.events import AttackMade, DefenceMade
from app.rules.desdaemona.rolls import penalties_of
from tests.rules.desdaemona.fights import (
    adjusted,
    attack_roll,
    consistent,
    defence_roll,
    done,
    duel,
    fight,
    named,
    only,
    recruit,
    strike,
)
from tests.stories import given

FOUR = {"STR": 11, "DEX": 12, "CON": 13, "INT": 14}
HELD_TO_50 = "spells take off 50% at most"


@pytest.mark.parametrize(
    ("kind", "attack", "defence"),
    [
        ("close_physical", ("STR", "DEX"), ("CON", "DEX")),
        ("ranged_physical", ("STR", "INT"), ("DEX", "INT")),
        ("close_magical", ("INT", "STR"), ("CON", "STR")),
        ("ranged_magical", ("INT", "CON"), ("CON", "DEX")),
    ],
)
def test_a_kind_is_a_pair_of_stats_against_a_pair(kind: str, attack: Any, defence: Any):
    """SD-KIND-1, SD-ROLL-1: each die is as large as the level of its stat."""
    story = duel({"stats": FOUR}, stats=FOUR).when(strike(kind=kind, withhold=True))
    story = story.rolling(1, 1, 1, 1)
    assert [(d.purpose, d.sides) for d in story.dice] == [
        *(("attack", FOUR[stat]) for stat in attack),
        *(("defence", FOUR[stat]) for stat in defence),
    ]
    assert tuple(part.name for part in attack_roll(story).parts) == attack
    assert tuple(part.name for part in defence_roll(story).parts) == defence


def test_a_game_has_kinds_of_its_own():
    """SD-KIND-1: one is added, one replaced, the others stay."""
    kinds = {
        "mental": {"attack": ["wil", "INT"], "defence": ["WIL", "CON"], "reach": "ranged"},
        "close_physical": {"attack": ["STR", "CON"], "defence": ["STR", "STR"], "reach": "close"},
    }
    story = duel({"stats": {"WIL": 30}}, options={"kinds": kinds}, stats={"WIL": 25, "CON": 9})
    dice = [d.sides for d in story.when(strike(kind="mental")).rolling(1, 1, 1, 1).dice]
    assert dice == [25, 20, 30, 20]
    dice = [d.sides for d in story.when(strike()).rolling(1, 1, 1, 1).dice]
    assert dice == [20, 9, 20, 20]
    story.when(strike(kind="ranged_magical")).rolling(1, 1, 1, 1)
    assert list(story.state.options.kinds) == [
        "close_physical", "ranged_physical", "close_magical", "ranged_magical", "mental",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["clophy", "CLOPHY", "Close physical", "close-physical"])
def test_a_kind_by_its_code_and_however_it_is_spelled(name: str):
    """SD-KIND-1: codes are those of the community's text commands."""
    story = duel().when(strike(kind=name)).rolling(1, 1, 1, 1)
    assert only(story, AttackMade).kind == "close_physical"


def test_an_unknown_kind():
    """SD-KIND-1"""
    duel().when(strike(kind="social")).refused("unknown-kind", kind="social")


def test_who_lacks_a_stat_of_a_kind_cannot_attack_by_it():
    """SD-KIND-1: but defends, with what it has."""
    bare = fight(recruit("Hero", "heroes"), recruit("Foe"))
    sheet = {"stats": {"STR": 20, "DEX": 20}}
    bare = done(bare, Adjust(combatant="hero", reason="x", sheet=sheet))
    story = given(RULESET, bare)
    story.when(strike(kind="ranged_physical")).refused("no-such-stat", missing=["INT"])
    after = story.when(strike()).rolling(1, 1, 1, 1)
    back = after.when(strike(actor="foe", target="hero", kind="ranged_physical"))
    assert [d.sides for d in back.rolling(2, 2, 5).dice] == [20, 20, 20], "one die of the two"


@pytest.mark.parametrize(
    ("attack", "defence", "landed"), [((5, 6), (5, 5), True), ((5, 5), (5, 5), False)]
)
def test_strictly_above_lands_and_a_tie_is_held(attack: Any, defence: Any, landed: bool):
    """SD-ROLL-2"""
    faces = (*attack, *defence, *((1,) if landed else ()))
    story = duel().when(strike()).rolling(*faces)
    met = only(story, DefenceMade)
    assert (met.attack, met.defence, met.landed) == (sum(attack), sum(defence), landed)


def test_a_stat_of_0_rolls_0():
    """SD-ROLL-1: no die is asked for it."""
    story = duel({"stats": {"CON": 0, "DEX": 0}}, stats={"STR": 0}).when(strike())
    story = story.rolling(4, 3)
    assert [d.purpose for d in story.dice] == ["attack", "damage"]
    assert attack_roll(story).total == 4
    assert [part.dice for part in attack_roll(story).parts] == ["0", "1d20"]
    assert defence_roll(story).total == 0


def test_a_stat_lowered_below_0_rolls_0():
    """SD-ROLL-1: the level is the current one."""
    weak = {"name": "sapped", "modifiers": [{"to": "STR", "by": -25}, {"to": "DEX", "by": 5}]}
    story = adjusted(duel(), "hero", weak).when(strike()).rolling(25, 1, 1, 20)
    assert [part.dice for part in attack_roll(story).parts] == ["0", "1d25"]


def test_modifiers_add_up_each_by_its_name():
    """SD-ROLL-3: a sword "+2 +2" is +4; armor +2 and pendant +3 are +5."""
    worn = [
        {"name": "armor", "defence": [2]},
        {"name": "Pendant of Shielding", "defence": [3]},
        {"name": "cloak", "defence": [9], "kinds": ["ranged_magical"]},
    ]
    skills = [{"name": "duelling", "attack": [1], "defence": [1]}]
    story = duel({"items": worn}, weapons=[{"name": "sword"}], skills=skills)
    story = story.when(strike(modifiers=(3, -1))).rolling(5, 5, 3, 3, 1)
    attack, defence = attack_roll(story), defence_roll(story)
    assert named(attack.modifiers) == [
        ("sword", 2), ("sword", 2), ("as typed", 3), ("as typed", -1), ("duelling", 1),
    ]  # fmt: skip
    assert (attack.sum, attack.total) == (10, 17)
    assert named(defence.modifiers) == [("armor", 2), ("Pendant of Shielding", 3)]
    assert (defence.sum, defence.total) == (6, 11)


def test_conditions_add_to_totals_of_their_kinds():
    """SD-ROLL-3"""
    blessed = {
        "name": "blessed",
        "modifiers": [
            {"to": "attack", "by": 2}, {"to": "attack", "by": 4, "kinds": ["ranged_physical"]},
        ],
    }  # fmt: skip
    story = adjusted(duel(), "hero", blessed)
    close = story.when(strike()).rolling(1, 1, 5, 5)
    assert named(attack_roll(close).modifiers) == [("blessed", 2)]
    ranged = story.when(strike(kind="ranged_physical")).rolling(1, 1, 5, 5)
    assert named(attack_roll(ranged).modifiers) == [("blessed", 6)]


# --- disabilities -------------------------------------------------------------------------------


def test_a_disability_takes_percent_off_the_dice_before_modifiers():
    """SD-DIS-1, SD-EX-4: 41 at 75% is 30, the fraction dropped; then +4."""
    story = duel(stats={"STR": 25, "DEX": 32}, weapons=[{"name": "sword"}])
    story = adjusted(story, "hero", {"name": "one arm", "penalties": [{"attack": -25}]})
    roll = attack_roll(story.when(strike()).rolling(20, 21, 20, 20))
    assert (roll.sum, roll.percent, roll.reduced, roll.total) == (41, 75, 30, 34)
    assert named(roll.penalties) == [("one arm", -25)]


@pytest.mark.parametrize(
    ("rounding", "reduced"), [("down", [30, 15, 0]), ("up", [31, 16, 1]), ("nearest", [31, 16, 1])]
)
def test_rounding_is_an_option(rounding: str, reduced: list[int]):
    """SD-DIS-1: 30.75, 15.75 and 0.5 (which nearest takes up)."""
    story = duel(stats={"STR": 25, "DEX": 32}, options={"rounding": rounding})
    for faces, percent, expected in zip(
        ((20, 21), (1, 20), (1, 1)), (75, 75, 25), reduced, strict=True
    ):
        rolled = story.when(strike(percent=percent)).rolling(*faces, 20, 20)
        assert attack_roll(rolled).reduced == expected


def test_nearest_goes_down_below_a_half():
    """SD-DIS-1"""
    story = duel(options={"rounding": "nearest"})
    assert attack_roll(story.when(strike(percent=40)).rolling(2, 4, 9, 9)).reduced == 2  # of 2.4


def test_the_deaf_and_blind_stack():
    """SD-DIS-1, SD-DIS-3: -30% to close physical attack, -55% to defence."""
    disabled = {"conditions": [{"name": "blind"}, {"name": "deaf"}]}
    story = duel(disabled, **disabled).when(strike()).rolling(10, 10, 10, 10, 1)
    assert (attack_roll(story).percent, defence_roll(story).percent) == (70, 45)
    assert named(defence_roll(story).penalties) == [("blind", -30), ("deaf", -25)]
    assert (attack_roll(story).total, defence_roll(story).total) == (14, 9)


def test_a_lost_hand_counts_by_kind():
    """SD-DIS-3: -25% to close physical attacks; gained in the fight as well as brought along."""
    story = adjusted(duel(), "hero", "lost hand")
    for kind, percent in (("close_physical", 75), ("ranged_physical", 50), ("ranged_magical", 85)):
        assert attack_roll(story.when(strike(kind=kind)).rolling(1, 1, 9, 9)).percent == percent


def test_a_disability_of_the_environment():
    """SD-DIS-3: whoever steps into a marsh defends at 80%."""
    story = adjusted(duel(), "foe", {"name": "marsh", "cause": "the river bank", "turns": 2})
    assert defence_roll(story.when(strike()).rolling(9, 9, 1, 1, 1)).percent == 80


def test_a_game_has_disabilities_of_its_own():
    """SD-DIS-3: rows by option, beside those of the table or in their places."""
    options = {
        "disabilities": {
            "One lung": [{"attack": -15}, {"kind": "close_physical", "attack": -5}],
            "blind": [{"kind": "close_physical", "attack": -90}],
        }
    }
    story = duel(options=options, conditions=[{"name": "one LUNG"}])
    assert attack_roll(story.when(strike()).rolling(9, 9, 9, 9)).percent == 80
    other = story.when(strike(kind="ranged_magical")).rolling(9, 9, 9, 9)
    assert attack_roll(other).percent == 85
    story = adjusted(story, "hero", "blind")
    assert attack_roll(story.when(strike()).rolling(9, 9, 9, 9)).percent == 0


def test_a_typed_percentage_stands_in_for_the_sheets_disabilities():
    """SD-CMD-2"""
    story = adjusted(duel(), "hero", "blind")
    roll = attack_roll(story.when(strike(percent=90)).rolling(9, 9, 9, 9))
    assert (roll.percent, named(roll.penalties)) == (90, [("as typed", -10)])
    roll = attack_roll(story.when(strike(percent=100)).rolling(9, 9, 9, 9))
    assert (roll.percent, roll.penalties) == (100, ())


def curse(name: str, percent: int) -> dict[str, Any]:
    return {"name": name, "spell": True, "penalties": [{"attack": -percent}]}


def wound(name: str, percent: int) -> dict[str, Any]:
    return {"name": name, "penalties": [{"attack": -percent}]}


@pytest.mark.parametrize(
    ("conditions", "spells_only", "of_total"),
    [
        ([curse("a", 30), curse("b", 30)], 50, 50),
        ([curse("a", 20), curse("b", 20)], 60, 60),
        ([wound("a", 40), wound("b", 30)], 30, 30),
        ([wound("a", 30), curse("b", 30)], 40, 50),
        ([wound("a", 30), curse("b", 40), curse("c", 40)], 20, 50),
        ([wound("a", 60), curse("b", 30)], 10, 40),
        ([wound("a", 60), wound("b", 30), curse("c", 50)], 0, 10),
        ([wound("a", 70), wound("b", 70)], 0, 0),
    ],
)
def test_spells_take_off_half_at_most(conditions: Any, spells_only: int, of_total: int):
    """SD-DIS-2: genuine disabilities aren't capped, both add up, and nothing goes below 0."""
    for cap, percent in (("spells_only", spells_only), ("total", of_total)):
        story = adjusted(duel(options={"debuff_cap": cap}), "hero", *conditions)
        roll = attack_roll(story.when(strike()).rolling(9, 9, 9, 9))
        assert roll.percent == percent, cap


def test_the_cap_is_a_line_of_its_own():
    """SD-DIS-2"""
    story = adjusted(duel(), "hero", curse("a", 30), wound("b", 10), curse("c", 35))
    options, hero = story.state.options, story.state.combatants["hero"]
    lines = penalties_of(options, hero, "close_physical", "attack")
    assert named(lines) == [("b", -10), ("a", -30), ("c", -35), (HELD_TO_50, 15)]
    assert total(lines) == -60
    consistent(attack_roll(story.when(strike()).rolling(9, 9, 9, 9)))
