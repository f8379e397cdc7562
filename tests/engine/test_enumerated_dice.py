"""Dice that fall in every way: each answer once, weighed by what stands behind it."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.dice import Ask, AtMost, Dice, Die, FallingDice, Over, Under
from app.engine.dice import Tested as Outcome  # pytest would take Tested for a class of tests
from app.engine.enumerated_dice import EnumeratedDice, Limit, TooManyWays
from app.engine.tables import Row, Table

Run = Callable[[Dice], Hashable]
Chances = dict[Any, Fraction]

CERTAIN = Fraction(1)


def ways(run: Run, most: int = 10_000, **about: Any) -> list[tuple[Any, Fraction]]:
    return list(EnumeratedDice(Limit(most), **about).ways(run))


def chances(run: Run, **about: Any) -> Chances:
    """How likely each result of a run is."""
    found: Chances = defaultdict(Fraction)
    for result, chance in ways(run, **about):
        found[result] += chance
    return found


# --- a question has one way for each answer that the rules can tell apart -----------------------


def test_a_roll_has_a_way_for_each_face():
    found = ways(lambda dice: dice.roll(6, "zone"))
    assert found == [(face, Fraction(1, 6)) for face in range(1, 7)]


@pytest.mark.parametrize(
    ("goal", "passing"), [(Over(40), 60), (Under(40), 39), (AtMost(40), 40), (Over(99), 1)]
)
def test_a_test_passes_or_fails(goal, passing):
    found = ways(lambda dice: dice.test(100, goal, "to-hit").passed)
    assert dict(found) == {True: Fraction(passing, 100), False: Fraction(100 - passing, 100)}
    assert len(found) == 2


@pytest.mark.parametrize(("goal", "passed"), [(Over(0), True), (AtMost(100), True)])
def test_what_cannot_fail_is_certain(goal, passed):
    assert ways(lambda dice: dice.test(100, goal, "to-hit").passed) == [(passed, CERTAIN)]


def test_what_cannot_pass_asks_for_no_die():
    assert ways(lambda dice: dice.test(100, Over(100), "to-hit")) == [
        (Outcome(passed=False, face=None), CERTAIN)
    ]


def test_the_face_for_the_record_is_one_of_its_class():
    for goal in (Over(40), Under(40), AtMost(40)):
        for tested, _ in ways(partial(Dice.test, sides=100, goal=goal, purpose="to-hit")):
            assert goal.passes(tested.face) is tested.passed
    for found, _ in ways(lambda dice: dice.classify(20, lambda face: face % 3, "omen")):
        assert found.face % 3 == found.value


def test_a_class_is_one_way_wherever_its_faces_lie():
    found = ways(lambda dice: dice.classify(10, lambda face: face in (1, 10), "omen").value)
    assert found == [(True, Fraction(1, 5)), (False, Fraction(4, 5))]


def test_a_row_of_a_table_is_one_way():
    table: Table[str] = Table("wild", "Wild", (Row(1, 1, "Bolt"), Row(2, 6, "Breeze")))
    found = ways(lambda dice: dice.row(table, "wild")[0].title)
    assert found == [("Bolt", Fraction(1, 6)), ("Breeze", Fraction(5, 6))]


@pytest.mark.parametrize(
    ("notation", "same"),
    [
        ("2d10", 2 @ icepool.d(10)),
        ("1d5+1", icepool.d(5) + 1),
        ("3d6-4", 3 @ icepool.d(6) - 4),
        ("2d6-1d4", 2 @ icepool.d(6) - icepool.d(4)),
        ("10-2d3+d%", 10 - 2 @ icepool.d(3) + icepool.d(100)),
        ("5d1", icepool.Die([5])),
        ("20d20", 20 @ icepool.d(20)),
        ("7", icepool.Die([7])),
    ],
)
def test_totals_are_weighed_by_their_combinations(notation, same):
    """By another maker of odds."""
    found = ways(lambda dice: dice.total(notation, "damage").value)
    assert found == [(total, Fraction(n, same.denominator())) for total, n in same.items()]


def test_a_margin_is_one_way_for_each_class():
    def push(dice):
        return dice.margin(
            "2d6",
            "1d8+1",
            lambda a, b: (a > b) - (a < b),
            ("push", "stand"),
            subject="a",
            object="b",
        ).value

    difference = 2 @ icepool.d(6) - (icepool.d(8) + 1)
    found = ways(push)
    assert len(found) == 3
    assert dict(found) == {
        1: Fraction(difference.probability(">", 0)),
        0: Fraction(difference.probability("==", 0)),
        -1: Fraction(difference.probability("<", 0)),
    }


def test_the_totals_for_the_record_are_a_pair_of_the_class():
    def push(dice):
        return dice.margin("2d6", "1d8", lambda a, b: a - b, ("x", "y"), subject="a", object="b")

    for found, _ in ways(push):
        assert found.left.value - found.right.value == found.value


@pytest.mark.parametrize("by", [1, 2, 3, 5])
def test_a_margin_compares_totals_of_a_kind_once(by):
    """By another maker of odds: the difference of two totals, of which only so many count."""
    compared = []

    def compare(a, b):
        compared.append((a, b))
        return a // by - b // by

    def push(dice):
        alike = (lambda a: a // by, lambda b: b // by)
        return dice.margin("2d6", "1d8", compare, ("x", "y"), alike, subject="a", object="b")

    difference = (2 @ icepool.d(6)) // by - icepool.d(8) // by
    found = ways(push)
    assert {margin.value: chance for margin, chance in found} == {
        value: Fraction(n, difference.denominator()) for value, n in difference.items()
    }
    assert all(m.left.value // by - m.right.value // by == m.value for m, _ in found)
    assert len(compared) == len({a // by for a in range(2, 13)}) * len(
        {b // by for b in range(1, 9)}
    )


def test_a_total_of_which_little_matters_is_few_ways():
    found = ways(lambda dice: dice.total("2d4-3", "quints", lambda n: n > 0))
    assert [(total.value > 0, chance) for total, chance in found] == [
        (False, Fraction(3, 16)),
        (True, Fraction(13, 16)),
    ]


def test_what_is_known_is_made_once_for_ways_alike_so_far():
    made = []

    def make(*faces):
        made.append(faces)
        return faces

    def run(dice):
        before = dice.known(make)
        first = dice.roll(2, "a")
        between = dice.known(make, first)
        second = dice.roll(3, "b") if first == 2 else 0
        return before, between, dice.known(make, first, second)

    enumerated = EnumeratedDice(Limit(100))
    for _ in range(2):  # nothing is left of one action for the next
        made.clear()
        found = [result for result, _ in enumerated.ways(run)]
        assert found == [
            ((), (1,), (1, 0)), ((), (2,), (2, 1)), ((), (2,), (2, 2)), ((), (2,), (2, 3)),
        ]  # fmt: skip
        assert made == [(), (1,), (1, 0), (2,), (2, 1), (2, 2), (2, 3)]


def test_no_question_is_one_way():
    assert ways(lambda dice: "done") == [("done", CERTAIN)]


# --- as brute force finds them -------------------------------------------------------------------

SIDES = (1, 2, 3, 6)  # each divides six, so that a die of six cells can stand for all of them
NOTATIONS = ("1d6", "2d3", "1d6-1d2+1", "2d2+1d3", "4")

QUESTIONS: st.SearchStrategy[Any] = st.one_of(
    st.tuples(st.just("roll"), st.sampled_from(SIDES)),
    st.tuples(st.just("total"), st.sampled_from(NOTATIONS)),
    st.tuples(
        st.just("test"),
        st.sampled_from(SIDES),
        st.sampled_from((Over, Under, AtMost)),
        st.integers(-1, 7),
    ),
    st.tuples(st.just("classify"), st.sampled_from(SIDES), st.integers(1, 3)),
    st.tuples(st.just("margin"), st.sampled_from(NOTATIONS[:2]), st.sampled_from(NOTATIONS[:2])),
    st.tuples(
        st.just("clash"),
        st.sampled_from(("1d6", "1d3-1", "5")),
        st.lists(st.sampled_from(("1d6", "1d3+1", "2")), min_size=1, max_size=2),
        st.booleans(),
    ),
)


def asked(questions: list[Any]) -> Run:
    """Rules that ask these questions; after an odd answer they leave the next one out."""

    def run(dice: Dice) -> Hashable:
        answers = []
        waiting = list(questions)
        while waiting:
            answers.append(answer(dice, waiting.pop(0)))
            if answers[-1] % 2 and waiting:
                waiting.pop(0)
        return tuple(answers)

    return run


def lead(left: int, right: int) -> int:
    return max(-1, min(2, left - right))


def size(left: int, right: int) -> int:
    """A die of a size that cells of six can stand for."""
    return {1: 2, 2: 3, 3: 6}.get(left - right, left - right - 3)


def clashes(dice: Dice, left: str, rights: list[str], die: str | None) -> int:
    """One throw met by several, as a number of two digits for each: the second is the face."""
    thrown, found = dice.throw(left, "p", subject="a"), 1
    for right in rights:
        met = dice.clash(thrown, right, size, ("q", die), subject="b", object="a")
        found = found * 100 + met.won * 10 + (met.face or 0)
    return found


def answer(dice: Dice, question: Any) -> int:
    match question:
        case ("roll", sides):
            return dice.roll(sides, "p")
        case ("total", notation):
            return dice.total(notation, "p").value
        case ("test", sides, goal, number):
            return int(dice.test(sides, goal(number), "p").passed)
        case ("classify", sides, by):
            return int(dice.classify(sides, lambda face: face % by, "p").value)
        case ("margin", left, right):
            return dice.margin(left, right, lead, ("p", "q"), subject="a", object="b").value
        case ("clash", left, rights, die_falls):
            return clashes(dice, left, rights, "r" if die_falls else None)
        case _:
            raise AssertionError(question)


class CellDice(FallingDice):
    """Faces from the cells of dice of six, one after another."""

    def __init__(self, cells: tuple[int, ...]) -> None:
        super().__init__()
        self._cells: Iterator[int] = iter(cells)

    def next_die(self, ask: Ask) -> Die:
        return Die(ask.sides, next(self._cells) % ask.sides + 1, ask.purpose)


def brute_force(run: Run, dice: int) -> Chances:
    """How likely each result is, by every combination of so many dice; a run may leave some."""
    found: Chances = defaultdict(Fraction)
    for cells in product(range(6), repeat=dice):
        found[run(CellDice(cells))] += Fraction(1, 6**dice)
    return found


@settings(deadline=None, max_examples=60)
@given(st.lists(QUESTIONS, max_size=5).filter(lambda asked: sum(map(dice_in, asked)) <= 5))
def test_chances_are_those_of_every_combination_of_faces(questions):
    run = asked(questions)
    found = ways(run)
    assert sum(chance for _, chance in found) == 1
    assert len({result for result, _ in found}) == len(found), "no answer comes twice"
    assert chances(run) == brute_force(run, sum(map(dice_in, questions)))


def dice_in(question: Any) -> int:
    match question:
        case ("total", notation):
            return sum(
                int(part[0]) for part in notation.replace("-", "+").split("+") if "d" in part
            )
        case ("margin", left, right):
            return dice_in(("total", left)) + dice_in(("total", right))
        case ("clash", left, rights, die_falls):
            totals = sum(dice_in(("total", one)) for one in (left, *rights))
            return totals + (len(rights) if die_falls else 0)
        case _:
            return 1


# --- one total against several --------------------------------------------------------------------


def fireball(dice: Dice, *targets: str, die: str | None = "damage") -> tuple[Any, ...]:
    """What each target makes of one throw, with a die of the difference that is held to 4."""
    thrown = dice.throw("1d4+1d8", "attack", subject="mage")
    return tuple(
        dice.clash(
            thrown, "1d6+2", lambda a, b: min(4, a - b), ("save", die), subject=id, object="mage"
        )
        for id in targets
    )


def faces(*clashes: Any) -> tuple[int | None, ...]:
    return tuple(clash.face for clash in clashes)


def test_a_clash_is_one_way_for_each_face_and_one_for_a_loss():
    found = ways(lambda dice: faces(*fireball(dice, "a")))
    difference = icepool.d(4) + icepool.d(8) - icepool.d(6) - 2
    damage = difference.map(lambda n: icepool.d(min(4, n)) if n > 0 else 0)
    assert len(found) == 5
    assert {face or 0: chance for (face,), chance in found} == {
        n: Fraction(weight, damage.denominator()) for n, weight in damage.items()
    }


def test_a_clash_without_a_die_is_won_or_lost():
    found = ways(lambda dice: fireball(dice, "a", die=None))
    difference = icepool.d(4) + icepool.d(8) - icepool.d(6) - 2
    assert [(met.won, met.face) for (met,), _ in found] == [(False, None), (True, None)]
    assert found[1][1] == difference.probability(">", 0)


def test_a_throw_is_the_same_for_all_who_meet_it():
    """Two are both hit more often than two throws would hit them."""
    both = chances(lambda dice: faces(*fireball(dice, "a", "b")))
    alone = chances(lambda dice: faces(*fireball(dice, "a")))
    assert sum(both.values()) == 1
    for face in (None, 1, 2, 3, 4):
        assert sum(part for (a, _), part in both.items() if a == face) == alone[face,]
        assert sum(part for (_, b), part in both.items() if b == face) == alone[face,]
    assert both[None, None] > alone[None,] ** 2


def test_who_is_not_weighed_changes_nothing_of_a_throw():
    found = ways(
        lambda dice: faces(*fireball(dice, "b", "a", "b")), actor="mage", others=frozenset({"b"})
    )
    alone = chances(lambda dice: faces(*fireball(dice, "a")))
    assert {(a,): chance for (_, a, _), chance in found} == alone
    assert len(found) == 5


def test_who_throws_and_is_not_weighed_stands_still():
    def run(dice: Dice) -> Any:
        thrown = dice.throw("1d6", "attack", subject="b")
        met = dice.clash(thrown, "1d2", lambda a, b: a - b, ("save", None), subject="a", object="b")
        return met.won

    assert ways(run, actor="mage", others=frozenset({"b"})) == [(False, CERTAIN)]


def test_the_record_of_a_clash_is_of_its_class():
    for (met,), _ in ways(lambda dice: fireball(dice, "a")):
        made = min(4, met.thrown.value - met.right.value)
        assert met.won is (made > 0)
        assert met.sides == max(0, made)
        assert (met.face or 0) <= met.sides


# --- held by a reroll ----------------------------------------------------------------------------

DAMAGE = Die(6, 5, "damage", "a", "b")


def held(run: Run, *dice: Die) -> list[tuple[Any, Fraction]]:
    def holding(source: Dice) -> Hashable:
        source.hold(dice, of=3)
        return run(source)

    return ways(holding)


def test_a_held_die_is_certain():
    def run(dice):
        return dice.roll(6, "damage", subject="a", object="b"), dice.roll(2, "zone")

    assert held(run, DAMAGE) == [((5, 1), Fraction(1, 2)), ((5, 2), Fraction(1, 2))]


def test_a_total_goes_on_from_the_dice_that_are_held():
    def run(dice):
        return dice.total("2d6+1", "damage", subject="a", object="b").value

    assert held(run, DAMAGE) == [(5 + face + 1, Fraction(1, 6)) for face in range(1, 7)]
    assert held(run, DAMAGE, DAMAGE) == [(11, CERTAIN)]


def test_a_held_die_passes_or_fails_as_it_fell():
    def run(dice):
        return dice.test(6, Over(4), "damage", subject="a", object="b").passed

    assert held(run, DAMAGE) == [(True, CERTAIN)]


def test_a_margin_holds_the_dice_of_each_side():
    def run(dice):
        return dice.margin(
            "1d6", "1d2", lambda a, b: a - b, ("damage", "stand"), subject="a", object="b"
        ).value

    assert held(run, DAMAGE) == [(4, Fraction(1, 2)), (3, Fraction(1, 2))]


def test_a_clash_holds_the_dice_of_each_side_and_its_own():
    def run(dice):
        thrown = dice.throw("1d6", "damage", subject="a", object="b")
        met = dice.clash(thrown, "1d2", lambda a, b: a - b, ("q", "r"), subject="b", object="a")
        return met.face

    def by_face(*dice: Die) -> Chances:
        found: Chances = defaultdict(Fraction)
        for face, chance in held(run, *dice):
            found[face] += chance
        return found

    eighth = Fraction(1, 8)  # of a d4, half the time; else it is a d3
    three = eighth + Fraction(1, 6)
    assert by_face(DAMAGE) == {1: three, 2: three, 3: three, 4: eighth}
    own = Die(3, 2, "r", "a", "b")
    assert by_face(DAMAGE, own) == {1: eighth, 2: eighth + Fraction(1, 2), 3: eighth, 4: eighth}


# --- one target at a time ------------------------------------------------------------------------


def test_dice_that_concern_only_others_stand_still():
    def run(dice):
        weather = dice.roll(2, "weather")
        shared = dice.roll(2, "omen", subject="mage")
        at_a = dice.roll(6, "blast", subject="mage", object="a")
        at_b = dice.roll(6, "blast", subject="mage", object="b")
        save_of_b = dice.roll(6, "save", subject="b", object="mage")
        return weather, shared, at_a, at_b, save_of_b

    found = ways(run, actor="mage", others=frozenset({"b"}))
    assert len(found) == 2 * 2 * 6
    assert {(at_b, save) for (_, _, _, at_b, save), _ in found} == {(1, 1)}
    assert sum(chance for _, chance in found) == 1


def test_a_die_between_two_targets_falls_for_both():
    found = ways(
        lambda dice: dice.roll(6, "shove", subject="a", object="b"),
        actor="mage",
        others=frozenset({"b"}),
    )
    assert len(found) == 6


def test_who_strikes_all_is_weighed_by_the_dice_for_itself():
    """Of an area that its maker stands in."""

    def run(dice):
        at_self = dice.roll(6, "blast", subject="mage", object="mage")
        return at_self, dice.roll(6, "blast", subject="mage", object="a")

    assert len(ways(run, actor="mage", others=frozenset({"a"}))) == 6


# --- too many ways -------------------------------------------------------------------------------


def three_dice(dice):
    return [dice.roll(10, "zone") for _ in range(3)]


def test_as_many_ways_as_may_be():
    assert len(ways(three_dice, most=1000)) == 1000
    with pytest.raises(TooManyWays) as refused:
        ways(three_dice, most=999)
    assert refused.value.code == "too-many-ways"
    assert refused.value.facts == {"most": 999}


@pytest.mark.parametrize(
    "run",
    [
        lambda dice: dice.roll(1_000_000, "zone"),
        lambda dice: dice.total("100d1000000", "damage"),
        lambda dice: dice.classify(1_000_000, lambda face: face > 5, "omen"),
        lambda dice: dice.margin(
            "2d1000", "2d1000", lambda a, b: a > b, ("x", "y"), subject="a", object="b"
        ),
        lambda dice: dice.clash(
            dice.throw("2d1000", "x"), "2d1000", int.__sub__, ("y", "z"), subject="a", object="b"
        ),
    ],
)
def test_a_question_that_is_too_large_is_not_begun(run):
    with pytest.raises(TooManyWays):
        ways(run, most=20_000)


def test_comparing_takes_less_time_than_running():
    """Two d100 against two are 39,601 pairs, and few ways."""

    def run(dice):
        thrown = dice.throw("2d100", "attack", subject="a")
        return dice.clash(
            thrown, "2d100", lambda a, b: min(50, a - b), ("x", "y"), subject="b", object="a"
        ).face

    found = ways(run, most=400)
    assert len(found) == 51
    assert sum(chance for _, chance in found) == 1


def test_ways_are_counted_over_several_actions():
    limit = Limit(12)
    assert len(list(EnumeratedDice(limit).ways(lambda dice: dice.roll(6, "zone")))) == 6
    assert len(list(EnumeratedDice(limit).ways(lambda dice: dice.roll(6, "zone")))) == 6
    assert limit.ways == 12
    with pytest.raises(TooManyWays):
        next(EnumeratedDice(limit).ways(lambda dice: "done"))
