"""Dice notation: what it reads, what it refuses, and how far it reaches."""

import pytest

from app.engine.notation import MAX_LENGTH, DiceTerm, parse, spelled
from app.engine.refusals import BadNotation


@pytest.mark.parametrize(
    ("text", "terms", "flat"),
    [
        ("d20", [DiceTerm(1, 20)], 0),
        ("1d20", [DiceTerm(1, 20)], 0),
        ("2d10+4", [DiceTerm(2, 10)], 4),
        ("2D10", [DiceTerm(2, 10)], 0),
        ("d%", [DiceTerm(1, 100)], 0),
        ("3d%-1", [DiceTerm(3, 100)], -1),
        ("1d6 + 1d4 - 2", [DiceTerm(1, 6), DiceTerm(1, 4)], -2),
        ("1d6+1d6", [DiceTerm(1, 6), DiceTerm(1, 6)], 0),
        ("+d6", [DiceTerm(1, 6)], 0),
        ("-d6+10", [DiceTerm(1, 6, -1)], 10),
        ("d20-d4", [DiceTerm(1, 20), DiceTerm(1, 4, -1)], 0),
        ("5", [], 5),
        ("-5", [], -5),
        ("0", [], 0),
        ("1+2-4", [], -1),
        ("3+d6+2", [DiceTerm(1, 6)], 5),
        (" d6 ", [DiceTerm(1, 6)], 0),
        ("007d006+01", [DiceTerm(7, 6)], 1),
        ("d1", [DiceTerm(1, 1)], 0),
        ("100d1000000", [DiceTerm(100, 1_000_000)], 0),
        ("1000000", [], 1_000_000),
        ("-1000000", [], -1_000_000),
        ("+".join(["100d6"] * 10), [DiceTerm(100, 6)] * 10, 0),
    ],
)
def test_read(text, terms, flat):
    expression = parse(text)
    assert (list(expression.terms), expression.flat) == (terms, flat)
    assert expression.text == text


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("axe", "axe"),
        ("d", "d"),
        ("2d", "d"),  # 2 is read, then a sign is missing
        ("2d+1", "d+1"),
        ("d6d6", "d6"),
        ("d6 d4", "d4"),
        ("4%", "%"),
        ("d%%", "%"),
        ("d6+", "+"),
        ("d6-", "-"),
        ("d6++1", "++1"),
        ("d6+-1", "+-1"),
        ("d6--1", "--1"),
        ("+", "+"),
        ("-", "-"),
        ("--5", "--5"),
        ("d-6", "d-6"),
        ("1.5", ".5"),
        ("1e3", "e3"),
        ("1_0", "_0"),
        ("2*d6", "*d6"),
        ("(d6)", "(d6)"),
        ("d6,d6", ",d6"),
        ("d6\n", "\n"),
        ("d6\t+1", "\t+1"),
        ("d6\N{NO-BREAK SPACE}+1", "\N{NO-BREAK SPACE}+1"),
        ("d6\N{MINUS SIGN}1", "\N{MINUS SIGN}1"),
        ("d\N{ARABIC-INDIC DIGIT SIX}", "d\N{ARABIC-INDIC DIGIT SIX}"),
        ("\N{DEVANAGARI DIGIT TWO}d6", "\N{DEVANAGARI DIGIT TWO}d6"),
        ("d6+\N{FULLWIDTH DIGIT ONE}", "+\N{FULLWIDTH DIGIT ONE}"),
        ("\N{SUPERSCRIPT TWO}d6", "\N{SUPERSCRIPT TWO}d6"),
        ("d6\N{BENGALI DIGIT ONE}", "d6\N{BENGALI DIGIT ONE}"),
    ],
)
def test_unreadable(text, rest):
    with pytest.raises(BadNotation) as refused:
        parse(text)
    assert refused.value.code == "bad-dice-notation"
    assert refused.value.facts == {"notation": text, "rest": rest}
    assert repr(rest) in refused.value.detail


@pytest.mark.parametrize("text", ["2d6 4", "1 0", "1d 6 6", "d6+1 2", "d6  4", "d6 %", "d% 1"])
def test_no_number_is_split_by_a_space(text):
    with pytest.raises(BadNotation, match="a sign is missing"):
        parse(text)


@pytest.mark.parametrize("text", ["2 d 6", "2d6 +4", "2d6 + 4", "2d6+ 4", "  2d6+4"])
def test_spaces_elsewhere_mean_nothing(text):
    assert parse(text).terms == (DiceTerm(2, 6),)


@pytest.mark.parametrize("text", ["", " ", "   "])
def test_empty(text):
    with pytest.raises(BadNotation, match="is empty"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0d6", "the number of dice must be 1 to 100, not 0"),
        ("101d6", "the number of dice must be 1 to 100, not 101"),
        ("999999999d6", "the number of dice must be 1 to 100, not 999999999"),
        ("d0", "the number of sides must be 1 to 1000000, not 0"),
        ("d1000001", "the number of sides must be 1 to 1000000, not 1000001"),
        ("1000001", "a flat number must be 0 to 1000000, not 1000001"),
        ("d6-1000001", "a flat number must be 0 to 1000000, not 1000001"),
    ],
)
def test_out_of_bounds(text, complaint):
    with pytest.raises(BadNotation) as refused:
        parse(text)
    assert complaint in refused.value.detail
    assert refused.value.facts == {"notation": text}


@pytest.mark.parametrize("text", ["1000000000", "1000000000d6", "d1000000000", "d6+" + "9" * 200])
def test_numbers_of_many_digits(text):
    with pytest.raises(BadNotation):
        parse(text)


def test_ten_parts_and_no_more():
    assert parse("+".join(["1"] * 10)).flat == 10
    assert len(parse("-".join(["d6"] * 10)).terms) == 10
    for text in ("+".join(["1"] * 11), "+".join(["d6"] * 10) + "+1"):
        with pytest.raises(BadNotation, match="more than 10 parts"):
            parse(text)


def test_256_characters_and_no_more():
    longest = "d6".ljust(MAX_LENGTH)
    assert MAX_LENGTH == 256
    assert parse(longest).terms == (DiceTerm(1, 6),)
    with pytest.raises(BadNotation) as refused:
        parse(longest + " ")
    assert refused.value.facts == {"length": 257}


def test_a_refusal_of_something_huge_does_not_repeat_it():
    with pytest.raises(BadNotation) as refused:
        parse("9" * 1_000_000)
    assert len(refused.value.detail) < 100


@pytest.mark.parametrize(
    ("text", "lowest", "highest"),
    [
        ("7", 7, 7),
        ("-7", -7, -7),
        ("d20", 1, 20),
        ("2d10+4", 6, 24),
        ("3d6-5", -2, 13),
        ("d20-d4", -3, 19),
        ("-2d6", -12, -2),
        ("10-2d4+d6", 3, 14),
        ("d1", 1, 1),
        ("100d1000000", 100, 100_000_000),
    ],
)
def test_lowest_and_highest(text, lowest, highest):
    expression = parse(text)
    assert (expression.lowest, expression.highest) == (lowest, highest)


@pytest.mark.parametrize(
    ("text", "faces", "said"),
    [
        ("2d10+4", [7, 3], "(d10)7 + (d10)3 + 4"),
        ("1d6-d4", [5, 2], "(d6)5 - (d4)2"),
        ("4 + d%", [88], "(d100)88 + 4"),
        ("-d6-1", [2], "- (d6)2 - 1"),
        ("5", [], "5"),
        ("0", [], "0"),
    ],
)
def test_a_notation_is_spelled_with_its_faces(text: str, faces: list[int], said: str):
    assert spelled(text, faces) == said
