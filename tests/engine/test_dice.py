"""Where faces come from: drawn, given, recorded, reused, kept."""

import pytest

from app.engine.dice import (
    AtMost,
    AuditMismatch,
    Die,
    DrawnDice,
    GivenDice,
    Over,
    RecordedDice,
    ReusedDice,
    Source,
    Under,
    passing_faces,
)
from app.engine.fair_dice import FairStream
from app.engine.refusals import DiceLeftOver, DieImpossible, DieNeeded
from app.engine.tables import Row, Table

PUBLIC, GM = FairStream(b"p" * 32, "00"), FairStream(b"g" * 32, "00")


def drawn(nonce: str = "-") -> DrawnDice:
    return DrawnDice({"public": PUBLIC, "gm": GM}, {"public": 5, "gm": 0}, nonce)


def test_drawn_dice_take_the_next_numbers_of_their_stream():
    dice = drawn()
    faces = [dice.roll(20, "x", subject="a"), dice.roll(6, "y", visibility="gm"), dice.roll(6, "z")]
    assert faces == [PUBLIC.draw(5, 20), GM.draw(0, 6), PUBLIC.draw(6, 6)]
    assert [(d.stream, d.n) for d in dice.fallen] == [("public", 5), ("gm", 0), ("public", 6)]
    assert dice.counters == {"public": 7, "gm": 1}


def test_a_nonce_enters_each_die():
    dice = drawn("0123456789abcdef")
    assert dice.roll(1000, "x") == PUBLIC.draw(5, 1000, "0123456789abcdef")
    assert dice.fallen[0].ctx == "0123456789abcdef"


def test_given_too_few_says_which_die_is_needed():
    dice = GivenDice([3])
    dice.roll(6, "x")
    with pytest.raises(DieNeeded) as refusal:
        dice.roll(20, "to-hit", subject="a", object="b")
    needed = {"sides": 20, "purpose": "to-hit", "subject": "a", "object": "b"}
    assert refusal.value.facts == {"needed": needed, "given": 1}


def test_given_too_many_and_impossible_ones():
    dice = GivenDice([3, 4])
    dice.roll(6, "x")
    with pytest.raises(DiceLeftOver):
        dice.check_spent()
    for face in (0, 7, -1):
        with pytest.raises(DieImpossible):
            GivenDice([face]).roll(6, "x")


def test_a_follower_short_of_given_dice_draws():
    source = drawn()
    dice = GivenDice([3], then=source)
    assert (dice.roll(6, "x"), dice.roll(6, "y")) == (3, PUBLIC.draw(5, 6))
    assert [d.source for d in dice.fallen] == ["given", "drawn"]
    assert source.counters["public"] == 6


RECORD = [Die(6, 3, "x", "a"), Die(20, 9, "y", visibility="gm", stream="gm")]


def test_recorded_dice_answer_the_same_questions():
    dice = RecordedDice(RECORD)
    assert dice.roll(6, "x", subject="a") == 3
    with pytest.raises(AuditMismatch):
        dice.check_spent()
    assert dice.roll(20, "y", visibility="gm") == 9
    dice.check_spent()
    with pytest.raises(AuditMismatch):
        dice.roll(6, "x")


@pytest.mark.parametrize(
    "ask",
    [
        {"sides": 8, "purpose": "x", "subject": "a"},
        {"sides": 6, "purpose": "z", "subject": "a"},
        {"sides": 6, "purpose": "x", "subject": "b"},
        {"sides": 6, "purpose": "x", "subject": "a", "object": "b"},
        {"sides": 6, "purpose": "x", "subject": "a", "visibility": "gm"},
    ],
)
def test_recorded_dice_answer_no_other_question(ask):
    with pytest.raises(AuditMismatch):
        RecordedDice(RECORD).roll(ask.pop("sides"), ask.pop("purpose"), **ask)


def test_reused_dice_serve_while_they_fit_then_fresh_ones():
    source = drawn()
    dice = ReusedDice([Die(6, 3, "x"), Die(6, 4, "y"), Die(6, 5, "z")], of=7, then=source)
    faces = [dice.roll(6, "x"), dice.roll(8, "y"), dice.roll(6, "z")]
    assert faces == [3, PUBLIC.draw(5, 8), PUBLIC.draw(6, 6)]
    assert [(d.source, d.reused_from) for d in dice.fallen] == [
        ("reused", 7),
        ("drawn", None),
        ("drawn", None),
    ]


def test_held_dice_stand_and_are_audited():
    dice = GivenDice([6])
    dice.hold([Die(6, 2, "parry", "b")], of=7)
    assert (dice.roll(6, "to-hit", subject="a"), dice.roll(6, "parry", subject="b")) == (6, 2)
    dice.check_spent()
    kept = dice.fallen[1]
    assert (kept.source, kept.reused_from, kept.n) == ("kept", 7, None)
    cases: list[tuple[int, Source, bool]] = [
        (2, "kept", True),
        (3, "kept", False),
        (2, "drawn", False),
    ]
    for face, source, good in cases:
        audit = RecordedDice([Die(6, face, "parry", "b", source=source)])
        audit.hold([Die(6, 2, "parry", "b")], of=7)
        if good:
            assert audit.roll(6, "parry", subject="b") == 2
        else:
            with pytest.raises(AuditMismatch):
                audit.roll(6, "parry", subject="b")


@pytest.mark.parametrize(
    ("goal", "passing"),
    [
        (Over(35), 65),
        (Over(100), 0),
        (Over(-5), 100),
        (Under(35), 34),
        (Under(1), 0),
        (Under(500), 100),
        (AtMost(35), 35),
        (AtMost(0), 0),
        (AtMost(-3), 0),
    ],
)
def test_goals(goal, passing: int):
    assert passing_faces(100, goal) == passing
    assert sum(goal.passes(face) for face in range(1, 101)) == passing
    if not passing:
        assert GivenDice([]).test(100, goal, "x").face is None


def test_questions_of_meaning_record_each_die():
    dice = GivenDice([6, 7, 3, 55, 4, 2])
    assert dice.total("2d10-1d4+5", "damage").value == 6 + 7 - 3 + 5
    assert dice.classify(100, lambda face: face > 50, "band").value is True
    margin = dice.margin(
        "1d6", "1d6", lambda a, b: a - b, ("left", "right"), subject="a", object="b"
    )
    assert margin.value == 2
    assert [(d.purpose, d.subject) for d in dice.fallen[-2:]] == [("left", "a"), ("right", "b")]
    assert len(dice.fallen) == 6


def test_a_roll_on_a_table():
    table: Table[str] = Table("t", "T", [Row(1, 2, "low"), Row(3, 6, "high")])
    row, face = GivenDice([3]).row(table, "x")
    assert (row.title, face) == ("high", 3)
