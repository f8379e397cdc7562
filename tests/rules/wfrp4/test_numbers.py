"""Tests and opposed tests: numbers line by line, Success Levels, who wins (WF-TEST, WF-OPP)."""

from typing import Any

import pytest

from app.engine.tally import Line, Lines, tally
from app.rules.wfrp4.commands import Assess, Attack, Effect, Modifier, Other
from app.rules.wfrp4.events import (
    AttackTested,
    ConditionGained,
    DidOther,
    ExtendedTestGoesOn,
    OpposedTested,
    SkillTested,
)
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolls import Side, is_double, judged
from tests.rules.wfrp4.fights import duel, fighter, levels, only, value, with_state

STRIKE = Attack(actor="hero", target="foe")


def told(lines: Lines) -> dict[str, int]:
    return {line.name: line.value for line in lines}


@pytest.mark.parametrize(
    ("face", "number", "passed", "sl"),
    [
        (3, 45, True, 4),
        (3, -10, True, 1),
        (96, 110, False, -1),
        (100, 40, False, -6),
    ],
)
def test_the_source_cases(face: int, number: int, passed: bool, sl: int):
    """WF-EX-1."""
    assert judged(face, number, "tens") == (passed, sl)


@pytest.mark.parametrize(
    ("face", "number", "passed", "sl"),
    [
        (45, 45, True, 0), (46, 45, False, 0), (5, 0, True, 1), (6, 0, False, 0),
        (95, 95, True, 0), (96, 200, False, -1), (1, 99, True, 9), (99, 10, False, -8),
        (7, -5, False, -1),
    ],
)  # fmt: skip
def test_success_and_its_levels(face: int, number: int, passed: bool, sl: int):
    """WF-TEST-1: at or under; 01-05 always, 96-00 never; tens less tens, floored."""
    assert judged(face, number, "tens") == (passed, sl)


@pytest.mark.parametrize(
    ("method", "face", "number", "sl"),
    [("fast", 34, 52, 3), ("fast", 60, 52, -1), ("degrees", 34, 52, 1), ("degrees", 75, 52, -2)],
)
def test_other_ways_to_count_success_levels(method: str, face: int, number: int, sl: int):
    """WF-TEST-1: option success_levels."""
    assert judged(face, number, method)[1] == sl


def test_success_levels_added_on_top_never_turn_a_test():
    """WF-TEST-1: a success with negative SL stays one, a failure with positive too."""
    side = Side(number=tally((Line("ws", 40),)), skill=40, always=(Line("x", 5),))
    failed = side.rolled(50, Options())
    assert (failed.passed, failed.sl.total) == (False, 4)


def test_doubles():
    """WF-ATT-6: 100 counts as one."""
    assert [face for face in range(1, 101) if is_double(face)] == [
        11, 22, 33, 44, 55, 66, 77, 88, 99, 100,
    ]  # fmt: skip


def test_a_number_is_its_lines():
    """WF-TEST-1: characteristic, advances, then every modifier by its name."""
    story = with_state(duel(ws=41), "hero", "fatigued", advantage=1)
    mud = Modifier(name="mud", value=-15)
    struck = story.when(Attack(actor="hero", target="foe", modifiers=(mud,))).rolling(90, 90)
    number = only(struck, AttackTested).attack.number
    assert told(number.lines) == {
        "ws": 41, "melee (basic)": 10, "advantage": 10, "fatigued": -10, "mud": -15,
    }  # fmt: skip
    assert number.total == 36


def test_an_unlisted_skill_is_the_bare_characteristic():
    """WF-TEST-1."""
    story = duel(wp=44).when(Assess(actor="hero", skill="cool")).rolling(44)
    made = only(story, SkillTested)
    assert (made.skill, told(made.test.number.lines)) == ("cool", {"wp": 44})


def test_a_skill_of_ones_own_names_its_characteristic():
    """WF-TEST-1."""
    own = [{"name": "Juggling", "advances": 5, "characteristic": "dex"}]
    story = duel(dex=40, skills=own).when(Assess(actor="hero", skill="Juggling")).rolling(45)
    assert only(story, SkillTested).test.passed
    duel().when(Assess(actor="hero", skill="Juggling")).refused("unknown-skill", skill="Juggling")


def other(**fields: Any) -> Other:
    return Other(actor="hero", what="tries", **fields)


@pytest.mark.parametrize(
    ("difficulty", "modifier"),
    [
        ("very easy", 60), ("easy", 40), ("average", 20), ("challenging", 0), ("difficult", -10),
        ("hard", -20), ("very hard", -30),
    ],
)  # fmt: skip
def test_difficulties(difficulty: Any, modifier: int):
    """WF-TEST-2."""
    story = duel().when(other(skill="strength", difficulty=difficulty)).rolling(50)
    number = only(story, SkillTested).test.number
    assert (number.total, value(number.lines, difficulty) or 0) == (30 + modifier, modifier)


def test_helpers_up_to_the_bonus_of_the_characteristic():
    """WF-TEST-2: +10 each."""
    story = duel(s=25).when(other(skill="strength", helpers=5)).rolling(50)
    assert value(only(story, SkillTested).test.number.lines, "helpers") == 20


@pytest.mark.parametrize(
    ("so_far", "face", "sl", "finished"), [(0, 10, 2, False), (2, 15, 4, True), (1, 99, 0, False)]
)
def test_an_extended_test(so_far: int, face: int, sl: int, finished: bool):
    """WF-TEST-2: SL add up to the goal, and never fall below 0."""
    story = duel().when(other(skill="strength", goal=4, so_far=so_far)).rolling(face)
    goes_on = only(story, ExtendedTestGoesOn)
    assert (goes_on.sl, goes_on.done) == (sl, finished)


def test_anything_else_in_words():
    """WF-ACT-1: free text alone takes the Action and no die."""
    story = duel().when(other()).rolling()
    story.then(DidOther(combatant="hero", what="tries", free=False))
    assert not fighter(story, "hero").action_left
    free = duel().when(other(free=True)).rolling()
    assert fighter(free, "hero").action_left


@pytest.mark.parametrize(("face", "ablaze", "hurt"), [(20, 1, 0), (31, 0, 2)])
def test_effects_by_what_the_test_comes_to(face: int, ablaze: int, hurt: int):
    """WF-ACT-1: as the game master rules, on a success or a failure."""
    effects: Any = (
        {"whom": "against", "on": "success", "gain": "ablaze"},
        {"whom": "actor", "on": "failure", "wounds": 2},
    )
    command = other(
        skill="strength", against="foe", against_skill="agility",
        effects=tuple(Effect(**effect) for effect in effects),
    )  # fmt: skip
    foe_rolls = 35 if ablaze else 1
    story = duel().when(command).rolling(face, foe_rolls)
    assert levels(story, "foe").get("ablaze", 0) == ablaze
    assert fighter(story, "hero").wounds == 12 - hurt


def test_effects_need_somebody():
    """WF-ACT-1."""
    command = other(effects=(Effect(whom="against", gain="prone"),))
    duel().when(command).refused("invalid-command")
    duel().when(other(against="foe", against_skill="cool")).refused("invalid-command")
    duel().when(other(against="hero", skill="cool")).refused("cannot-target", target="hero")


def test_every_condition_a_game_master_may_name():
    """WF-ACT-1: eased and gained by the levels that are said; Advantage too."""
    story = with_state(duel(), "hero", {"name": "bleeding", "level": 3}, advantage=2)
    effects = (Effect(ease="Bleeding", levels=2), Effect(gain="deafened", levels=2))
    story = story.when(other(effects=effects)).rolling()
    assert levels(story, "hero") == {"bleeding": 1, "deafened": 2}
    assert only(story, ConditionGained).level == 2
    hexed = with_state(duel(), "hero", "Hexed").when(other(effects=(Effect(ease="hexed"),)))
    assert levels(hexed.rolling(), "hero") == {}
    more = duel().when(other(effects=(Effect(advantage=2),))).rolling()
    assert fighter(more, "hero").advantage == 2


# --- opposed tests --------------------------------------------------------------------------------


def test_the_better_of_two_failures_wins():
    """WF-EX-2, WF-OPP-1: 71 against 40 (-3), 95 against 30 (-6): the attacker wins by 3."""
    story = duel({"defence": "dodge"}).when(STRIKE).rolling(71, 95)
    tested = only(story, AttackTested)
    assert tested.defence is not None
    assert (tested.attack.sl.total, tested.defence.sl.total) == (-3, -6)
    assert (tested.winner, tested.margin) == ("attacker", 3)
    held = duel({"defence": "dodge"}, options={"hits_need_success": True})
    assert only(held.when(STRIKE).rolling(71, 95), AttackTested).winner == "nobody"


@pytest.mark.parametrize(
    ("options", "ws", "advantage", "winner"),
    [
        ({}, 31, 0, "attacker"),  # the higher skill
        ({}, 30, 0, "nobody"),
        ({}, 30, 1, "nobody"),  # SL equal though the number is higher: see the faces
        ({"ties": "number"}, 30, 1, "attacker"),
        ({"ties": "defender"}, 31, 0, "defender"),
    ],
)
def test_ties(options: Any, ws: int, advantage: int, winner: str):
    """WF-OPP-1: by skill, else nobody: no damage, no Advantage changes."""
    story = with_state(duel(options=options, ws=ws), "hero", advantage=advantage)
    faces = (15 + 10 * advantage, 15)
    story = story.when(STRIKE).rolling(*faces)
    tested = only(story, AttackTested)
    assert (tested.winner, tested.margin) == (winner, 0)
    if winner == "nobody":
        assert fighter(story, "hero").advantage == advantage
        assert fighter(story, "foe").wounds == 12


def test_an_opposed_test_out_of_an_attack():
    """WF-OPP-1: both sides, who wins, and by how much."""
    story = duel().when(other(skill="strength", against="foe")).rolling(10, 40)
    settled = only(story, OpposedTested)
    assert (settled.ours.face, settled.theirs.face) == (10, 40)
    assert (settled.winner, settled.margin) == ("hero", 3)
