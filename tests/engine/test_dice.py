"""Dice as the rules see them: drawn, given, recorded, reused, and held by a reroll."""

from dataclasses import replace

import pytest

from app.engine.dice import (
    AtMost,
    AuditMismatch,
    Clash,
    Classified,
    Dice,
    Die,
    DrawnDice,
    FallingDice,
    GivenDice,
    Margin,
    Over,
    RecordedDice,
    ReusedDice,
    Total,
    Under,
    left_over,
    passing_faces,
)
from app.engine.dice import Tested as Outcome  # pytest would take Tested for a class of tests
from app.engine.fair_dice import NO_NONCE, FairStream, Stream, sealed_entropy, stream_key
from app.engine.refusals import BadNotation, DiceLeftOver, DieImpossible, DieNeeded
from app.engine.tables import Row, Table

NONCE = "0123456789abcdef"
SECRET = bytes(range(32))
ENTROPY = sealed_entropy("enc_01", 0, {})
PUBLIC = FairStream(stream_key(SECRET, "enc_01", 0, "public"), ENTROPY)
GM = FairStream(stream_key(SECRET, "enc_01", 0, "gm"), ENTROPY)


def drawn(public: int = 0, gm: int = 0, nonce: str = NO_NONCE) -> DrawnDice:
    return DrawnDice({"public": PUBLIC, "gm": GM}, {"public": public, "gm": gm}, nonce)


def faces(dice: FallingDice) -> list[int]:
    return [die.face for die in dice.fallen]


# --- the questions -----------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [1, 2, 6, 20, 100])
@pytest.mark.parametrize("goal", [Over, Under, AtMost])
def test_passing_faces_are_those_that_pass(sides, goal):
    for number in range(-3, sides + 4):
        passing = [face for face in range(1, sides + 1) if goal(number).passes(face)]
        assert passing_faces(sides, goal(number)) == len(passing)


@pytest.mark.parametrize(
    ("goal", "face", "passed"),
    [
        (Over(10), 10, False),
        (Over(10), 11, True),
        (Under(10), 10, False),
        (Under(10), 9, True),
        (AtMost(10), 10, True),
        (AtMost(10), 11, False),
    ],
)
def test_a_test(goal, face, passed):
    dice = GivenDice([face])
    assert dice.test(20, goal, "to-hit", subject="a", object="b") == Outcome(passed, face)
    assert dice.fallen == [Die(20, face, "to-hit", "a", "b", source="given")]


@pytest.mark.parametrize("goal", [Over(20), Over(99), Under(1), Under(-5), AtMost(0)])
def test_no_die_for_what_cannot_pass(goal):
    given, random = GivenDice([]), drawn()
    for dice in (given, random):
        assert dice.test(20, goal, "to-hit") == Outcome(passed=False, face=None)
        assert dice.fallen == []
    given.check_spent()
    assert random.counters == {"public": 0, "gm": 0}


@pytest.mark.parametrize("goal", [Over(0), Over(-5), Under(21), AtMost(20), AtMost(99)])
def test_what_cannot_fail_is_rolled_all_the_same(goal):
    assert GivenDice([7]).test(20, goal, "to-hit") == Outcome(passed=True, face=7)


def test_a_whole_roll():
    dice = GivenDice([4])
    assert dice.roll(6, "zone", subject="a", visibility="owner") == 4
    assert dice.fallen == [Die(6, 4, "zone", "a", visibility="owner", source="given")]


def test_a_total_records_each_die():
    dice = GivenDice([10, 1, 3])
    assert dice.total("2d10-d4+5", "damage", subject="a", object="b") == Total(13, (10, 1, 3))
    assert [(die.sides, die.face) for die in dice.fallen] == [(10, 10), (10, 1), (4, 3)]
    assert {(die.purpose, die.subject, die.object) for die in dice.fallen} == {("damage", "a", "b")}


def test_a_flat_total_needs_no_die():
    dice = GivenDice([])
    assert dice.total("7-2", "damage") == Total(5, ())
    assert dice.fallen == []


def test_a_total_that_cannot_be_read_takes_no_die():
    dice = GivenDice([1, 2])
    with pytest.raises(BadNotation):
        dice.total("2d6+axe", "damage")
    assert dice.left == [1, 2]


def test_classify():
    dice = GivenDice([19, 2])

    def sort(face):
        return "high" if face > 10 else "low"

    assert dice.classify(20, sort, "morale", subject="a") == Classified("high", 19)
    assert dice.classify(20, sort, "morale", subject="a") == Classified("low", 2)
    assert [die.subject for die in dice.fallen] == ["a", "a"]


def test_margin_names_each_side_for_its_own_dice():
    dice = GivenDice([3, 6, 4])
    result = dice.margin(
        "2d6", "d8+1", lambda left, right: left - right, ("push", "stand"), subject="a", object="b"
    )
    assert result == Margin(4, Total(9, (3, 6)), Total(5, (4,)))
    assert [(d.sides, d.purpose, d.subject, d.object) for d in dice.fallen] == [
        (6, "push", "a", "b"),
        (6, "push", "a", "b"),
        (8, "stand", "b", "a"),
    ]


def test_a_throw_falls_once_and_each_who_meets_it_rolls():
    dice = GivenDice([3, 6, 4, 2, 5, 6, 1])
    thrown = dice.throw("2d6", "blast", subject="a")

    def met(by: str, die: str | None = "harm") -> Clash:
        return dice.clash(
            thrown, "d8+1", lambda left, right: left - right, ("save", die), subject=by, object="a"
        )

    assert met("b") == Clash(True, 2, 4, Total(9, (3, 6)), Total(5, (4,)))
    assert met("c", die=None) == Clash(True, None, 3, Total(9, (3, 6)), Total(6, (5,)))
    assert met("d") == Clash(True, 1, 2, Total(9, (3, 6)), Total(7, (6,)))
    assert [(d.sides, d.purpose, d.subject, d.object) for d in dice.fallen] == [
        (6, "blast", "a", None),
        (6, "blast", "a", None),
        (8, "save", "b", "a"),
        (4, "harm", "a", "b"),
        (8, "save", "c", "a"),
        (8, "save", "d", "a"),
        (2, "harm", "a", "d"),
    ]


def test_a_throw_that_is_not_higher_is_lost_without_a_die():
    dice = GivenDice([3, 3, 1, 4])
    thrown = dice.throw("1d6", "blast", subject="a")
    for right in (Total(3, (3,)), Total(1, (1,)), Total(4, (4,))):
        met = dice.clash(
            thrown, "1d6", lambda left, right: left - right - 2, ("save", "harm"), subject="b",
            object="a",
        )  # fmt: skip
        assert met == Clash(False, None, 0, Total(3, (3,)), right)


def test_a_row_of_a_table_is_rolled_by_a_die_of_its_size():
    rows: tuple[Row[str], ...] = (Row(1, 1, "Bolt"), Row(2, 6, "Breeze"))
    dice = GivenDice([2])
    assert dice.row(Table("wild", "Wild", rows), "wild", subject="a") == (rows[1], 2)
    assert dice.fallen == [Die(6, 2, "wild", "a", source="given")]


# --- drawn -------------------------------------------------------------------------------------


def test_drawn_dice_take_the_next_numbers_without_a_gap():
    dice = drawn(public=5)
    dice.roll(20, "one")
    dice.total("3d6", "two")
    dice.test(20, Over(99), "no die")
    dice.classify(100, str, "three")
    assert [die.n for die in dice.fallen] == [5, 6, 7, 8, 9]
    assert faces(dice) == [PUBLIC.draw(n, s) for n, s in enumerate([20, 6, 6, 6, 100], 5)]
    assert {(die.source, die.stream, die.ctx) for die in dice.fallen} == {
        ("drawn", "public", NO_NONCE)
    }
    assert dice.counters == {"public": 10, "gm": 0}


def test_dice_only_the_game_master_sees_have_a_stream_of_their_own():
    dice = drawn(public=3, gm=8)
    for visibility in ("public", "gm", "side", "gm", "owner"):
        dice.roll(20, "omen", visibility=visibility)
    assert [(die.stream, die.n) for die in dice.fallen] == [
        ("public", 3),
        ("gm", 8),
        ("public", 4),
        ("gm", 9),
        ("public", 5),
    ]
    assert [die.face for die in dice.fallen if die.stream == "gm"] == [
        GM.draw(8, 20),
        GM.draw(9, 20),
    ]
    assert dice.counters == {"public": 6, "gm": 10}


def test_a_nonce_enters_every_draw():
    dice = drawn(nonce=NONCE)
    dice.total("4d1000", "damage")
    assert faces(dice) == [PUBLIC.draw(n, 1000, NONCE) for n in range(4)]
    assert faces(dice) != [PUBLIC.draw(n, 1000) for n in range(4)]
    assert {die.ctx for die in dice.fallen} == {NONCE}


def test_the_callers_counters_are_left_alone():
    counters: dict[Stream, int] = {"public": 1, "gm": 2}
    dice = DrawnDice({"public": PUBLIC, "gm": GM}, counters)
    dice.roll(6, "zone")
    assert counters == {"public": 1, "gm": 2}
    assert dice.counters == {"public": 2, "gm": 2}


# --- given -------------------------------------------------------------------------------------


def test_too_few_dice_given():
    dice = GivenDice([3])
    dice.roll(6, "zone")
    with pytest.raises(DieNeeded) as refused:
        dice.roll(20, "to-hit", subject="a", object="b")
    assert refused.value.code == "die-needed"
    assert refused.value.facts == {
        "needed": {"sides": 20, "purpose": "to-hit", "subject": "a", "object": "b"},
        "given": 1,
    }
    assert "a d20" in refused.value.detail


def test_a_total_says_which_of_its_dice_is_missing():
    dice = GivenDice([3, 3])
    with pytest.raises(DieNeeded) as refused:
        dice.total("2d6+d4", "damage")
    assert refused.value.facts["given"] == 2
    assert refused.value.facts["needed"]["sides"] == 4


@pytest.mark.parametrize("face", [0, -1, 7, 10**9])
def test_a_face_that_is_not_on_the_die(face):
    dice = GivenDice([6, face])
    dice.roll(6, "zone")
    with pytest.raises(DieImpossible) as refused:
        dice.roll(6, "damage", subject="a")
    assert refused.value.code == "die-impossible"
    assert refused.value.facts == {
        "needed": {"sides": 6, "purpose": "damage", "subject": "a", "object": None},
        "face": face,
        "position": 1,
    }
    assert "Die 2 is a d6" in refused.value.detail


def test_dice_left_over():
    dice = GivenDice([1, 2, 3])
    dice.roll(6, "zone")
    assert dice.left == [2, 3]
    with pytest.raises(DiceLeftOver) as refused:
        dice.check_spent()
    assert refused.value.facts == {"needed": 1, "given": 3, "left_over": [2, 3]}
    assert refused.value.detail == left_over(3, [2, 3]).detail


def test_all_dice_spent():
    dice = GivenDice([1, 6])
    dice.total("2d6", "damage")
    assert dice.left == []
    dice.check_spent()


def test_given_dice_have_no_number():
    dice = GivenDice([4])
    dice.roll(6, "omen", visibility="gm")
    assert dice.fallen == [
        Die(6, 4, "omen", visibility="gm", source="given", stream="gm", n=None, ctx=NO_NONCE)
    ]


def test_given_dice_go_on_with_draws():
    then = drawn(public=7)
    dice = GivenDice([3, 4], then)
    dice.total("2d6+2d20", "damage")
    assert [(die.source, die.n) for die in dice.fallen] == [
        ("given", None),
        ("given", None),
        ("drawn", 7),
        ("drawn", 8),
    ]
    assert faces(dice) == [3, 4, PUBLIC.draw(7, 20), PUBLIC.draw(8, 20)]
    assert then.counters == {"public": 9, "gm": 0}
    dice.check_spent()


def test_an_impossible_face_is_refused_even_when_draws_could_follow():
    with pytest.raises(DieImpossible):
        GivenDice([7], drawn()).roll(6, "zone")


def test_the_callers_faces_are_left_alone():
    sent = [1, 2]
    GivenDice(sent).total("2d6", "damage")
    assert sent == [1, 2]


# --- recorded ----------------------------------------------------------------------------------

TO_HIT = Die(20, 15, "to-hit", "a", "b", n=0)
DAMAGE = Die(6, 4, "damage", "a", "b", n=1)


def strike(dice: Dice) -> tuple[int, int]:
    hit = dice.roll(20, "to-hit", subject="a", object="b")
    return hit, dice.roll(6, "damage", subject="a", object="b")


def test_recorded_dice_fall_again():
    dice = RecordedDice([TO_HIT, DAMAGE])
    assert strike(dice) == (15, 4)
    assert dice.fallen == [TO_HIT, DAMAGE]
    dice.check_spent()


@pytest.mark.parametrize(
    "changed",
    [
        {"sides": 12},
        {"purpose": "parry"},
        {"subject": "c"},
        {"subject": None},
        {"object": "c"},
        {"object": None},
        {"visibility": "gm"},
        {"visibility": "owner"},
        {"source": "kept"},
    ],
    ids=repr,
)
@pytest.mark.parametrize("at", [0, 1])
def test_a_recorded_die_that_the_rules_do_not_ask_for(changed, at):
    log = [TO_HIT, DAMAGE]
    log[at] = replace(log[at], **changed)
    with pytest.raises(AuditMismatch):
        strike(RecordedDice(log))


def test_a_die_missing_in_the_log():
    dice = RecordedDice([TO_HIT])
    with pytest.raises(AuditMismatch, match="a d6 for damage is not in the log"):
        strike(dice)


def test_a_die_too_many_in_the_log():
    dice = RecordedDice([TO_HIT, DAMAGE, DAMAGE])
    strike(dice)
    with pytest.raises(AuditMismatch, match="nothing asks for the d6 for damage"):
        dice.check_spent()


def test_dice_in_another_order():
    with pytest.raises(AuditMismatch, match="the rules ask a d20 for to-hit, the log has a d6"):
        strike(RecordedDice([DAMAGE, TO_HIT]))


def kept(die: Die, **changed) -> Die:
    return replace(die, source="kept", n=None, reused_from=3, **changed)


def test_a_kept_die_in_the_log_is_the_one_that_was_held():
    dice = RecordedDice([replace(TO_HIT, face=2, n=9), kept(DAMAGE)])
    dice.hold([DAMAGE], of=3)
    assert strike(dice) == (2, 4)
    assert dice.fallen[1].source == "kept"
    dice.check_spent()


@pytest.mark.parametrize(
    "logged",
    [
        DAMAGE,  # drawn, though it should have been kept
        kept(DAMAGE, face=6),  # kept, with another face
    ],
)
def test_a_held_die_that_the_log_does_not_keep(logged):
    dice = RecordedDice([TO_HIT, logged])
    dice.hold([DAMAGE], of=3)
    with pytest.raises(AuditMismatch, match="is not the die that was kept"):
        strike(dice)


# --- reused after an undo ------------------------------------------------------------------------


def test_the_same_intent_meets_the_same_dice():
    then = drawn(public=2)
    dice = ReusedDice([TO_HIT, DAMAGE], 5, then)
    assert strike(dice) == (15, 4)
    assert dice.fallen == [
        replace(TO_HIT, source="reused", n=None, reused_from=5),
        replace(DAMAGE, source="reused", n=None, reused_from=5),
    ]
    assert then.counters == {"public": 2, "gm": 0}


@pytest.mark.parametrize(
    "changed",
    [{"sides": 12}, {"purpose": "parry"}, {"subject": "c"}, {"object": None}],
    ids=repr,
)
def test_dice_are_fresh_from_the_first_that_does_not_fit(changed):
    """Even where a later one would fit again."""
    log = [TO_HIT, replace(DAMAGE, **changed), TO_HIT, DAMAGE]
    then = drawn(public=4)
    dice = ReusedDice(log, 5, then)
    strike(dice)
    strike(dice)
    assert [(die.source, die.n) for die in dice.fallen] == [
        ("reused", None),
        ("drawn", 4),
        ("drawn", 5),
        ("drawn", 6),
    ]
    assert [die.face for die in dice.fallen[1:]] == [
        PUBLIC.draw(4, 6),
        PUBLIC.draw(5, 20),
        PUBLIC.draw(6, 6),
    ]


def test_a_die_that_did_not_fit_is_not_waited_for():
    dice = ReusedDice([TO_HIT, DAMAGE], 5, drawn())
    dice.roll(6, "zone")
    strike(dice)
    assert [die.source for die in dice.fallen] == ["drawn", "drawn", "drawn"]


def test_dice_beyond_the_recorded_ones_are_fresh():
    dice = ReusedDice([TO_HIT], 5, drawn(nonce=NONCE))
    strike(dice)
    assert [(die.source, die.ctx) for die in dice.fallen] == [
        ("reused", NO_NONCE),
        ("drawn", NONCE),
    ]


def test_reused_dice_may_go_on_with_given_ones():
    dice = ReusedDice([TO_HIT], 5, GivenDice([3]))
    assert strike(dice) == (15, 3)
    assert [die.source for die in dice.fallen] == ["reused", "given"]


def test_visibility_is_what_is_asked_now():
    dice = ReusedDice([TO_HIT], 5, drawn())
    dice.roll(20, "to-hit", subject="a", object="b", visibility="gm")
    assert (dice.fallen[0].source, dice.fallen[0].visibility) == ("reused", "gm")
    assert dice.fallen[0].stream == "gm"


# --- held by a reroll ----------------------------------------------------------------------------


def test_a_reroll_keeps_all_dice_but_one():
    dice = drawn(public=2)
    dice.hold([DAMAGE], of=1)
    assert strike(dice) == (PUBLIC.draw(2, 20), 4)
    assert dice.fallen[1] == replace(DAMAGE, source="kept", n=None, reused_from=1)
    assert dice.counters == {"public": 3, "gm": 0}


def test_held_dice_answer_once_each_in_their_order():
    dice = drawn()
    dice.hold([replace(DAMAGE, face=5), replace(DAMAGE, face=2)], of=1)
    total = dice.total("3d6", "damage", subject="a", object="b")
    assert total.faces == (5, 2, PUBLIC.draw(0, 6))
    assert [die.source for die in dice.fallen] == ["kept", "kept", "drawn"]


def test_held_dice_wait_for_their_question():
    dice = GivenDice([1, 1])
    dice.hold([DAMAGE], of=1)
    dice.roll(6, "zone", subject="a", object="b")
    dice.roll(6, "damage", subject="b", object="a")
    assert [die.source for die in dice.fallen] == ["given", "given"]
    assert dice.roll(6, "damage", subject="a", object="b") == 4
    dice.check_spent()


def test_a_held_die_that_nothing_asks_for_is_forgotten():
    dice = GivenDice([3])
    dice.hold([DAMAGE], of=1)
    dice.roll(6, "zone")
    assert faces(dice) == [3]
    dice.check_spent()


def test_holding_again_replaces_what_was_held():
    dice = GivenDice([1])
    dice.hold([DAMAGE], of=1)
    dice.hold([], of=2)
    assert dice.roll(6, "damage", subject="a", object="b") == 1


def test_a_kept_die_forgets_number_and_nonce():
    dice = GivenDice([])
    dice.hold([replace(DAMAGE, ctx=NONCE, source="reused", reused_from=7)], of=8)
    dice.roll(6, "damage", subject="a", object="b")
    assert dice.fallen == [replace(DAMAGE, source="kept", n=None, ctx=NO_NONCE, reused_from=8)]


def test_a_kept_die_is_seen_by_whom_it_is_asked_for_now():
    dice = GivenDice([])
    dice.hold([DAMAGE], of=1)
    dice.roll(6, "damage", subject="a", object="b", visibility="gm")
    assert (dice.fallen[0].visibility, dice.fallen[0].stream) == ("gm", "gm")
