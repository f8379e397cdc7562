"""What holds whatever the numbers: found by looking for counterexamples."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from app.canonical import MAX_INTEGER, canonical_json
from app.engine.dice import (
    AtMost,
    Dice,
    DrawnDice,
    FallingDice,
    GivenDice,
    Over,
    RecordedDice,
    ReusedDice,
    Under,
    passing_faces,
)
from app.engine.encounter import _ID, MAX_ID, Combatant, EncounterState, Recruit, entrants
from app.engine.fair_dice import FairStream
from app.engine.notation import parse
from app.engine.order import Order, Place
from app.engine.refusals import BadNotation

PUBLIC, GM = FairStream(b"p" * 32, "00"), FairStream(b"g" * 32, "00")

# --- dice -------------------------------------------------------------------------------------

SIDES = st.integers(1, 1000)
QUESTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("roll"), SIDES, st.sampled_from(["public", "gm", "owner"])),
        st.tuples(st.just("total"), st.sampled_from(["2d10+4", "1d6-1d4", "3", "4d%"])),
        st.tuples(st.just("test"), SIDES, st.integers(-5, 1010)),
        st.tuples(st.just("classify"), SIDES),
        st.tuples(st.just("margin"), SIDES, SIDES),
        st.tuples(st.just("clash"), SIDES, SIDES),
    ),
    max_size=12,
)


def drawn() -> DrawnDice:
    return DrawnDice({"public": PUBLIC, "gm": GM}, {"public": 3, "gm": 8})


def ask(dice: Dice, questions: list) -> list:
    """Asks everything; the answers."""
    answers: list = []
    for i, question in enumerate(questions):
        match question:
            case ("roll", sides, visibility):
                answers.append(dice.roll(sides, f"p{i}", subject="a", visibility=visibility))
            case ("total", notation):
                answers.append(dice.total(notation, f"p{i}", subject="a"))
            case ("test", sides, number):
                answers.append(dice.test(sides, Over(number), f"p{i}", subject="a", object="b"))
            case ("classify", sides):
                answers.append(dice.classify(sides, lambda face: face % 3, f"p{i}"))
            case ("margin", left, right):
                answers.append(
                    dice.margin(
                        f"1d{left}",
                        f"2d{right}+1",
                        lambda x, y: (x > y) - (x < y),
                        ("left", "right"),
                        subject="a",
                        object="b",
                    )
                )
            case ("clash", left, right):
                thrown = dice.throw(f"1d{left}", f"p{i}", subject="a")
                answers.append(
                    dice.clash(
                        thrown,
                        f"1d{right}",
                        lambda x, y: x - y,
                        ("right", "die"),
                        subject="b",
                        object="a",
                    )
                )
            case _:
                raise TypeError(question)
    return answers


@given(QUESTIONS)
def test_every_source_gives_the_same_answers_for_the_same_faces(questions):
    first = drawn()
    answers = ask(first, questions)
    recorded = RecordedDice(first.fallen)
    given_by_hand = GivenDice([die.face for die in first.fallen])
    fresh = drawn()
    sources: list[FallingDice] = [
        recorded,
        given_by_hand,
        ReusedDice(first.fallen, of=4, then=fresh),
    ]
    for source in sources:
        assert ask(source, questions) == answers
    recorded.check_spent()
    given_by_hand.check_spent()
    assert fresh.counters == {"public": 3, "gm": 8}, "reused dice take no number"


@given(QUESTIONS)
def test_counters_have_no_gaps_and_streams_do_not_mix(questions):
    dice = drawn()
    ask(dice, questions)
    for stream, start in (("public", 3), ("gm", 8)):
        numbers = [die.n for die in dice.fallen if die.stream == stream]
        assert numbers == list(range(start, start + len(numbers)))
        assert dice.counters[stream] == start + len(numbers)  # type: ignore[index]
    assert all((die.stream == "gm") == (die.visibility == "gm") for die in dice.fallen)


@given(QUESTIONS, st.integers(0, 40))
def test_reused_dice_serve_up_to_the_first_that_does_not_fit(questions, at: int):
    """One old die is another's: from it on all are fresh, with the next numbers."""
    old = drawn()
    ask(old, questions)
    dice_there = list(old.fallen)
    fit = min(at, len(dice_there))
    if fit < len(dice_there):
        dice_there[fit] = replace(dice_there[fit], subject="somebody else")
    fresh = drawn()
    dice = ReusedDice(dice_there, of=9, then=fresh)
    ask(dice, questions)
    # A test that now can or can't be passed asks the same dice, so the count is the same.
    assert [die.source for die in dice.fallen[:fit]] == ["reused"] * fit
    assert all(die.source == "drawn" for die in dice.fallen[fit:])
    assert sum(fresh.counters.values()) - 11 == len(dice.fallen) - fit


@given(QUESTIONS)
def test_held_dice_stand_wherever_they_are_asked_for(questions):
    old = drawn()
    answers = ask(old, questions)
    nothing_by_hand = GivenDice([])
    nothing_by_hand.hold(old.fallen, of=5)
    assert ask(nothing_by_hand, questions) == answers
    assert {die.source for die in nothing_by_hand.fallen} <= {"kept"}
    audit = RecordedDice(nothing_by_hand.fallen)
    audit.hold(old.fallen, of=5)
    assert ask(audit, questions) == answers
    audit.check_spent()


@given(
    st.integers(1, 300),
    st.integers(-400, 400),
    st.sampled_from([Over, Under, AtMost]),
)
def test_passing_faces_is_what_counting_says(sides: int, number: int, kind):
    goal = kind(number)
    passing = [face for face in range(1, sides + 1) if goal.passes(face)]
    assert passing_faces(sides, goal) == len(passing)
    tested = GivenDice([1] if passing else []).test(sides, goal, "x")
    assert (tested.face is None) == (not passing)


# --- notation ---------------------------------------------------------------------------------

TERM = st.one_of(
    st.tuples(st.integers(1, 5), st.integers(1, 1_000_000)).map(lambda t: f"{t[0]}d{t[1]}"),
    st.integers(0, 1_000_000).map(str),
)


@given(st.lists(st.tuples(st.sampled_from("+-"), TERM), min_size=1, max_size=10))
def test_lowest_and_highest_are_reached(parts):
    text = " ".join(f"{sign} {term}" for sign, term in parts)
    expression = parse(text)
    low, high = (
        GivenDice(
            [
                (term.sides if (term.sign > 0) is up else 1)
                for term in expression.terms
                for _ in range(term.count)
            ]
        )
        for up in (False, True)
    )
    assert low.total(text, "x").value == expression.lowest
    assert high.total(text, "x").value == expression.highest
    low.check_spent()
    high.check_spent()


@given(st.text(st.sampled_from("0123456789dD%+- \n٣x"), max_size=300))
def test_any_text_is_read_or_refused(text: str):
    try:
        expression = parse(text)
    except BadNotation:
        return
    assert expression.lowest <= expression.highest
    assert sum(term.count for term in expression.terms) <= 1000


# --- canonical JSON ---------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.text(st.characters(max_codepoint=127))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=20,
)


@given(VALUES)
def test_canonical_json_is_canonical_of_what_it_parses_to(value):
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text


# --- order ------------------------------------------------------------------------------------

PLACES = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 3)), max_size=8, unique_by=lambda p: p[0]
).map(lambda pairs: [Place(id, (key,)) for id, key in pairs])


@given(PLACES, PLACES)
def test_inserting_keeps_everybody_once_by_key(first, second):
    order = Order().insert(first).insert(second)
    assert sorted(order.ids) == sorted({place.id for place in (*first, *second)})
    keys = [place.key for place in order.places]
    assert keys == sorted(keys, reverse=True)
    moved = {place.id for place in second}
    for key in set(keys):
        stood = [place.id for place in first if place.key == key and place.id not in moved]
        now = [place.id for place in order.places if place.key == key]
        assert now[: len(stood)] == stood, "who stood there first is first"


@given(PLACES, st.sets(st.sampled_from("abcdefgh")))
def test_a_round_gives_each_able_one_a_turn(places, able):
    """From the top to the first new round, each able one acts once, in the order."""
    order = Order().insert(places)
    expected = [id for id in order.ids if id in able]
    acted: list[str] = []
    following = order.after(None, able.__contains__)
    while following is not None and not (acted and following.new_round):
        acted.append(following.id)
        following = order.after(following.id, able.__contains__)
    assert acted == expected
    assert (following is None) == (not expected)


# --- ids --------------------------------------------------------------------------------------

RECRUITS = st.lists(
    st.builds(
        Recruit,
        name=TEXT | st.sampled_from(["Orc", "Orc 1", "GM", "gm", "Łowca", "🐉", "x" * 90]),
        side=st.just("s"),
        count=st.integers(1, 12),
    ),
    max_size=6,
)


@settings(max_examples=200)
@given(RECRUITS, RECRUITS)
def test_everybody_gets_an_id_of_their_own_that_a_person_can_type(first, second):
    state = EncounterState(options=None)
    there = entrants(state, tuple(first))
    state = replace(
        state, combatants={e.id: Combatant(id=e.id, name=e.name, side=e.side) for e in there}
    )
    ids = [e.id for e in (*there, *entrants(state, tuple(second)))]
    assert len(set(ids)) == len(ids) == sum(r.count for r in (*first, *second))
    for id in ids:
        assert _ID.fullmatch(id)
        assert len(id) <= MAX_ID
        assert id != "gm"
