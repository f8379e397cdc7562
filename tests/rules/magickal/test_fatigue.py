"""Fatigue: what makes it up, what it stops, swooning and waking."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, End, Pass, TurnStarted
from app.rules.magickal import RULESET
from app.rules.magickal.commands import (
    Attack,
    Cast,
    ChangeEquipment,
    Eat,
    LetTimePass,
    LoseTurn,
    Rest,
    Withdraw,
)
from app.rules.magickal.conditions import read_condition
from app.rules.magickal.deeds import swoons
from app.rules.magickal.events import (
    ConditionTicked,
    DamageDealt,
    DefenceTested,
    FatigueTested,
    Swooned,
    TurnLost,
)
from app.rules.magickal.state import Options
from tests.rules.magickal.fights import (
    damage_lines,
    defend_lines,
    duel,
    fatigue_lines,
    fight,
    fighter,
    only,
    opened,
    recruit,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")
SPARK = Cast(actor="hero", spell="spark", target="foe")
SWOON = Adjust(combatant="foe", reason="x", add_conditions=({"name": "swooned", "turns": 2},))


# --- the roll -------------------------------------------------------------------------------------


def test_every_blow_is_also_tested_against_fatigue():
    """MG-FAT-1: focus + PUR + d10 + penalty, of the one who acts; with the same attack number."""
    story = duel({"focus": 9, "pur": 9}, focus=3, pur=4).when(STRIKE).rolling(8, 1, 2)
    assert fatigue_lines(story) == {
        "focus": 3, "pur": 4, "attacking": 2, "medium weapon": 1, "d10": 2,
    }  # fmt: skip
    tested = only(story, FatigueTested)
    assert (tested.attack.total, tested.fatigue.total, tested.passed) == (18, 12, True)
    assert only(story, DefenceTested).attack == tested.attack


@pytest.mark.parametrize(("fatigue", "passed"), [(3, True), (4, False), (5, False)])
def test_equal_fails(fatigue: int, passed: bool):
    """MG-FAT-1: attack 17 against fatigue 13 + d10."""
    story = duel().when(STRIKE).rolling(7, 1, fatigue)
    assert only(story, FatigueTested).passed == passed


@pytest.mark.parametrize("command", [Rest, Eat, Withdraw])
def test_what_is_not_tested(command: Any):
    """MG-FAT-1: nor is changing equipment, below; no die is asked for."""
    story = duel().when(command(actor="hero")).rolling()
    story.never(FatigueTested)


def test_changing_equipment_is_not_tested():
    """MG-FAT-1."""
    duel().when(ChangeEquipment(actor="hero", weapon="fists")).rolling().never(FatigueTested)


@pytest.mark.parametrize(
    ("damage", "areal", "failed", "difficulty"),
    [
        ("none", False, 0, {"casting": 2}),
        ("low", False, 0, {"casting": 2}),
        ("medium", False, 0, {"casting": 2, "medium damage": 1}),
        ("high", False, 0, {"casting": 2, "high damage": 2}),
        ("low", True, 0, {"casting": 2, "areal": 2}),
        ("high", True, 3, {"casting": 2, "areal": 2, "high damage": 2, "earlier failures": 6}),
    ],
)
def test_the_difficulty_of_a_spell(damage: str, areal: bool, failed: int, difficulty: Any):
    """MG-FAT-2: shown as the sum of its penalties; blows that failed are no part of it."""
    story = duel(spells=[{"name": "It", "damage": damage, "areal": areal}])
    counts = {"failed_casts": failed, "failed_blows": 9}
    story = story.when(Adjust(combatant="hero", reason="x", state=counts)).rolling()
    aimed: Any = {"targets": ("foe",)} if areal else {"target": "foe"}
    story = story.when(Cast(actor="hero", spell="It", **aimed)).rolling(10, 1, 1)
    assert fatigue_lines(story) == {"focus": 5, "pur": 5, **difficulty, "d10": 1}
    assert only(story, FatigueTested).difficulty == sum(difficulty.values())


def test_gear_and_hunger_are_no_part_of_a_spells_difficulty():
    """MG-FAT-2, MG-FAT-8: hunger weighs all the same."""
    story = duel(armour="plate mail", shield="tower shield", sorcery=20)
    hungry = Adjust(combatant="hero", reason="x", state={"hours_without_food": 12})
    story = story.when(hungry).rolling().when(SPARK).rolling(10, 1, 1)
    assert fatigue_lines(story) == {
        "focus": 5, "pur": 5, "casting": 2, "without food": 1, "d10": 1,
    }  # fmt: skip
    assert only(story, FatigueTested).difficulty == 2


@pytest.mark.parametrize(
    ("sheet", "failed", "penalties"),
    [
        ({"weapons": []}, 0, {"attacking": 2}),
        ({}, 0, {"attacking": 2, "medium weapon": 1}),
        ({"weapons": [{"name": "maul"}]}, 0, {"attacking": 2, "heavy weapon": 2}),
        ({"armour": "leather armour"}, 0, {"attacking": 2, "medium weapon": 1}),
        ({"armour": "chain mail"}, 0, {"attacking": 2, "chain mail": 1, "medium weapon": 1}),
        ({"armour": "plate mail"}, 0, {"attacking": 2, "plate mail": 2, "medium weapon": 1}),
        ({"shield": "buckler"}, 0, {"attacking": 2, "medium weapon": 1}),
        ({"shield": "small shield"}, 0, {"attacking": 2, "small shield": 1, "medium weapon": 1}),
        ({"shield": "large shield"}, 0, {"attacking": 2, "large shield": 2, "medium weapon": 1}),
        ({"shield": "tower shield"}, 0, {"attacking": 2, "tower shield": 3, "medium weapon": 1}),
        ({"crd": 1, "shield": "large shield", "armour": "plate mail"}, 0,
         {"attacking": 2, "plate mail": 2, "large shield": 2, "medium weapon": 1}),
        ({}, 2, {"attacking": 2, "medium weapon": 1, "earlier failures": 4}),
    ],
)  # fmt: skip
def test_the_penalties_of_a_blow(sheet: Any, failed: int, penalties: Any):
    """MG-FAT-3: spells that failed are no part of it."""
    counts = {"failed_blows": failed, "failed_casts": 9}
    story = duel(**sheet).when(Adjust(combatant="hero", reason="x", state=counts)).rolling()
    story = story.when(STRIKE).rolling(10, 1, 1)
    assert fatigue_lines(story) == {"focus": 5, "pur": 5, **penalties, "d10": 1}
    assert only(story, FatigueTested).difficulty is None


# --- outcomes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "faces", "passed", "held", "outcome"),
    [
        (SPARK, (9, 1, 1), True, False, "took_effect"),
        (SPARK, (9, 10, 1), True, True, "countered"),
        (SPARK, (2, 1, 10), False, False, "not_cast"),
        (SPARK, (2, 10, 10), False, True, "not_cast"),
        (STRIKE, (6, 5, 1), True, False, "hit"),
        (STRIKE, (9, 10, 1), True, True, "blocked"),
        (STRIKE, (2, 1, 10), False, False, "undelivered"),
        (STRIKE, (2, 10, 10), False, True, "undelivered"),
    ],
)
def test_the_four_outcomes(command, faces: Any, passed: bool, held: bool, outcome: str):
    """MG-FAT-4: fatigue goes before the defence, which is told all the same."""
    story = duel().when(command).rolling(*faces)
    assert only(story, FatigueTested).passed == passed
    tested = only(story, DefenceTested)
    assert (tested.held, tested.outcome) == (held, outcome)
    if outcome in ("hit", "took_effect"):
        assert fighter(story, "foe").hp < 30
    else:
        story.never(DamageDealt)


def failures(story: Story) -> tuple[int, int]:
    fatigue = fighter(story, "hero").fatigue
    return fatigue.failed_casts, fatigue.failed_blows


@pytest.mark.parametrize(
    ("command", "faces", "counted"),
    [
        (SPARK, (2, 1, 10), (1, 0)), (SPARK, (9, 10, 1), (0, 0)), (SPARK, (9, 1, 1), (0, 0)),
        (STRIKE, (2, 1, 10), (0, 1)), (STRIKE, (9, 10, 1), (0, 0)), (STRIKE, (6, 5, 1), (0, 0)),
    ],
)  # fmt: skip
def test_two_counters_of_failures(command, faces: Any, counted: tuple[int, int]):
    """MG-FAT-4: a countered spell and a blocked blow add to neither."""
    assert failures(duel().when(command).rolling(*faces)) == counted


def test_each_failure_weighs_on_the_next_of_its_kind():
    """MG-FAT-2, MG-FAT-3, MG-FAT-4."""
    story = duel().when(STRIKE).rolling(2, 1, 10)
    story = story.when(Pass(actor="foe")).rolling().when(STRIKE).rolling(2, 1, 9)
    assert fatigue_lines(story)["earlier failures"] == 2
    assert only(story, FatigueTested).failures == 2
    story = story.when(Pass(actor="foe")).rolling().when(SPARK).rolling(9, 1, 1)
    assert "earlier failures" not in fatigue_lines(story)
    assert failures(story) == (0, 2)


def test_focus_and_purity_make_it_harder():
    """MG-FAT-5: as written; the reference says that it reads oddly."""
    passes = duel(focus=0, pur=1).when(STRIKE).rolling(5, 1, 10)
    fails = duel(focus=9, pur=9).when(STRIKE).rolling(5, 1, 1)
    assert only(passes, FatigueTested).passed
    assert not only(fails, FatigueTested).passed
    assert "harder" in RULESET.reference
    assert "MG-FAT-5" in RULESET.reference


# --- swooning -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "attack", "fatigue", "swooned"),
    [
        ("double", 10, 20, False), ("double", 10, 21, True), ("double", 10, 9, False),
        ("exceeds_by_half", 10, 15, False), ("exceeds_by_half", 10, 16, True),
        ("exceeds_by_half", 11, 16, False), ("exceeds_by_half", 11, 17, True),
        ("as_written", 10, 10, True), ("as_written", 10, 9, False),
        ("formula_alone", 10, 5, False), ("formula_alone", 10, 6, True),
        ("formula_alone", 11, 5, False), ("formula_alone", 11, 6, True),
        ("formula_alone", 10, 40, True),
    ],
)  # fmt: skip
def test_what_is_a_critical_failure(option: Any, attack: int, fatigue: int, swooned: bool):
    """MG-FAT-6: each reading of "Fatigue > 0.5 x Attack"."""
    assert swoons(Options(swoon=option), attack, fatigue) == swooned


@pytest.mark.parametrize(
    ("option", "faces", "swooned"),
    [
        ("double", (1, 1, 10), True), ("double", (1, 1, 9), False), ("double", (2, 1, 10), False),
        ("exceeds_by_half", (1, 1, 4), True), ("exceeds_by_half", (1, 1, 3), False),
        ("as_written", (7, 1, 4), True), ("as_written", (7, 1, 3), False),
        ("formula_alone", (7, 1, 3), True),
    ],
)  # fmt: skip
def test_swooning_by_option(option: str, faces: Any, swooned: bool):
    """MG-FAT-6: attack 10 + d10, fatigue 13 + d10; the turns are rolled last."""
    story = duel(options={"swoon": option}).when(STRIKE)
    story = story.rolling(*faces, *([6] if swooned else []))
    assert len([e for e in story.events if isinstance(e, Swooned)]) == swooned
    assert fighter(story, "hero").unconscious == swooned


def test_the_action_resolves_before_a_swoon_by_the_formula_alone():
    """MG-FAT-6: also on a roll that passed."""
    story = duel(options={"swoon": "formula_alone"}).when(STRIKE).rolling(7, 6, 3, 2)
    assert only(story, DefenceTested).outcome == "hit"
    kinds = [type(e) for e in story.events]
    assert kinds.index(DamageDealt) < kinds.index(Swooned)
    assert (fighter(story, "foe").hp, fighter(story, "hero").status) == (23, "down")


def swooned(turns: int | str = 2, faces: tuple[int, ...] = ()) -> Story:
    story = duel(options={"swoon_turns": turns}).when(STRIKE).rolling(1, 1, 10, *faces)
    found: Story = story
    return found


@pytest.mark.parametrize(("option", "faces", "turns"), [("d10", (7,), 7), (3, (), 3)])
def test_how_long_a_swoon_lasts(option: Any, faces: Any, turns: int):
    """MG-FAT-7: the turn it began in doesn't count."""
    story = swooned(option, faces)
    (condition,) = fighter(story, "hero").conditions
    assert condition == read_condition({"name": "swooned", "cause": "fatigue", "turns": turns})
    assert (fighter(story, "hero").status, story.state.acting) == ("down", "foe")


def test_the_swooned_are_passed_over_and_wake():
    """MG-FAT-7, MG-TURN-2: after so many turns of its own, each by itself and with its cause."""
    story = swooned(2)
    for left in (1, 0):
        story = story.when(Pass(actor="foe")).rolling()
        assert RULESET.automatic(story.state) == LoseTurn(actor="hero")
        story.when(Pass(actor="hero")).refused("cannot-act", condition="swooned")
        assert RULESET.choices(story.state, "hero") == ()
        story = story.automatic()
        story.then(TurnLost(combatant="hero", condition="swooned"))
        assert only(story, ConditionTicked).left == left
    assert (fighter(story, "hero").status, fighter(story, "hero").conditions) == ("active", ())
    story = story.when(Pass(actor="foe")).rolling()
    assert RULESET.automatic(story.state) is None
    story.when(STRIKE).rolling(1, 1, 1)


def test_a_side_that_swooned_still_stands():
    """MG-FAT-7: it will wake; and a fight of sleepers goes on until somebody does."""
    story = swooned(3)
    assert story.state.standing == ("heroes", "foes")
    story = story.when(SWOON).rolling()
    for _ in range(5):  # foe, hero, foe (wakes), hero, and it is foe's turn
        if RULESET.automatic(story.state) is None:
            break
        story = story.automatic()
    assert (story.state.acting, fighter(story, "foe").status) == ("foe", "active")


def asleep() -> Story:
    state = fight(recruit("Hero", "heroes", focus=0, pur=1), recruit("Foe"))
    return given(RULESET, state).when(SWOON).rolling()


def test_a_blow_at_the_swooned_is_critical():
    """MG-FAT-7: no die is rolled for them, and Defend is 0."""
    story = asleep().when(STRIKE).rolling(1, 1)
    assert [d.purpose for d in story.dice] == ["attack", "fatigue"]
    tested = only(story, DefenceTested)
    assert (defend_lines(story), tested.defend.total, tested.outcome) == ({}, 0, "critical")
    assert damage_lines(story) == {"2 x str": 10}


def test_a_spell_at_the_swooned_takes_effect():
    """MG-FAT-7."""
    story = asleep().when(SPARK).rolling(1, 1)
    assert only(story, DefenceTested).outcome == "took_effect"
    assert damage_lines(story) == {"1 x pow": 5}


def test_one_may_be_too_tired_to_strike_the_swooned():
    """MG-FAT-7: what passes fatigue hits, and only that."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe"))
    story = given(RULESET, state).when(SWOON).rolling().when(STRIKE).rolling(2, 10)
    assert only(story, DefenceTested).outcome == "undelivered"
    assert fighter(story, "foe").hp == 30


def test_the_swooned_who_fall_stay_down():
    """MG-FAT-7, MG-DMG-4."""
    story = asleep().when(Adjust(combatant="foe", reason="x", state={"hp": 1})).rolling()
    story = story.when(STRIKE).rolling(9, 1)
    assert (fighter(story, "foe").status, story.state.standing) == ("down", ("heroes",))
    story = story.when(Adjust(combatant="foe", reason="x", remove_conditions=("swooned",)))
    assert fighter(story.rolling(), "foe").status == "down"


def test_a_game_master_wakes_the_swooned():
    """MG-FAT-7."""
    woken = Adjust(combatant="foe", reason="a bucket of water", remove_conditions=("swooned",))
    assert fighter(asleep().when(woken).rolling(), "foe").status == "active"


def test_a_swoon_on_the_last_die_of_a_turn_that_burns():
    """MG-FAT-7: the turn's end takes nothing off the swoon, but off all else."""
    burning = {"name": "burning", "turns": 2}
    story = duel(options={"swoon_turns": 4})
    story = story.when(Adjust(combatant="hero", reason="x", add_conditions=(burning,))).rolling()
    story = story.when(STRIKE).rolling(1, 1, 10)
    found = {c.name: c.turns for c in fighter(story, "hero").conditions}
    assert found == {"burning": 1, "swooned": 4}
    story.then(TurnStarted(combatant="foe"))


# --- rest and food --------------------------------------------------------------------------------


TIRED = {
    "failed_casts": 2, "failed_blows": 3, "hours_without_rest": 25, "hours_without_food": 13,
}  # fmt: skip


def tired() -> Story:
    return duel().when(Adjust(combatant="hero", reason="x", state=TIRED)).rolling()


@pytest.mark.parametrize("first", [Rest, Eat])
def test_rest_and_food_reset_everything_and_either_alone_nothing(first: Any):
    """MG-FAT-8."""
    second = Eat if first is Rest else Rest
    story = tired().when(first(actor="hero")).rolling()
    assert [e.reset for e in story.events if hasattr(e, "reset")] == [False]
    story = story.when(Pass(actor="foe")).rolling()
    weighed = fatigue_lines(story.when(STRIKE).rolling(9, 1, 1))
    assert (weighed["earlier failures"], weighed["without rest"], weighed["without food"]) == (
        6, 2, 1,
    )  # fmt: skip
    story = story.when(second(actor="hero")).rolling()
    assert [e.reset for e in story.events if hasattr(e, "reset")] == [True]
    story = story.when(Pass(actor="foe")).rolling().when(STRIKE).rolling(9, 1, 1)
    assert list(fatigue_lines(story)) == ["focus", "pur", "attacking", "medium weapon", "d10"]


def test_resting_twice_is_no_food():
    """MG-FAT-8."""
    story = tired()
    for command in (Rest(actor="hero"), Pass(actor="foe"), Rest(actor="hero")):
        story = story.when(command).rolling()
    assert failures(story) == (2, 3)


def test_after_a_reset_both_are_needed_again():
    """MG-FAT-8."""
    story = tired()
    for command in (Rest, Eat):
        story = story.when(command(actor="hero")).rolling().when(Pass(actor="foe")).rolling()
    story = story.when(STRIKE).rolling(2, 1, 10).when(Pass(actor="foe")).rolling()
    story = story.when(Eat(actor="hero")).rolling()
    assert failures(story) == (0, 1)


@pytest.mark.parametrize(
    ("hours", "penalty", "each"),
    [(11, 1, 0), (12, 1, 1), (23, 1, 1), (24, 1, 2), (36, 2, 6), (24, 0, 0)],
)
def test_time_without_rest_and_without_food(hours: int, penalty: int, each: int):
    """MG-FAT-8: *option* `deprivation_penalty` per full 12 hours, for each of both."""
    story = duel(options={"deprivation_penalty": penalty}).when(LetTimePass(hours=hours)).rolling()
    story = story.when(STRIKE).rolling(9, 1, 1)
    found = fatigue_lines(story)
    assert (found.get("without rest", 0), found.get("without food", 0)) == (each, each)
    assert fighter(story, "foe").fatigue.hours_without_rest == hours


def test_many_short_times_are_a_long_one():
    """MG-FAT-8."""
    story = duel()
    for _ in range(3):
        story = story.when(LetTimePass(hours=5)).rolling()
    assert story.state.acting == "hero", "nobody's turn passes"
    assert fatigue_lines(story.when(STRIKE).rolling(9, 1, 1))["without rest"] == 1


def test_who_has_rested_only_goes_hungry():
    """MG-FAT-8: ours; what one has had since the last reset is not counted on."""
    for command, hours in ((Rest, (0, 12)), (Eat, (12, 0))):
        story = duel().when(command(actor="hero")).rolling().when(LetTimePass(hours=12)).rolling()
        fatigue = fighter(story, "hero").fatigue
        assert (fatigue.hours_without_rest, fatigue.hours_without_food) == hours


@pytest.mark.parametrize("status", ["setup", "running"])
def test_time_is_the_game_masters(status: str):
    """MG-FAT-8: no combatant makes it pass; before the start it may, after the end not."""
    story = duel()
    if status == "setup":
        story = given(RULESET, opened({}, recruit("Hero")))
    story.when(LetTimePass(actor="hero", hours=12)).refused("invalid-command")
    story = story.when(LetTimePass(hours=12)).rolling()
    (offered,) = RULESET.choices(story.state, "gm")
    assert offered.body == {"type": "let_time_pass", "hours": 12}
    ended = story.when(End()).rolling()
    ended.when(LetTimePass(hours=12)).refused("encounter-ended")
    assert RULESET.choices(ended.state, "gm") == ()
