"""Dice notation."""

import pytest

from app.engine.notation import BadNotation, parse


@pytest.mark.parametrize(
    ("text", "terms", "flat", "lowest", "highest"),
    [
        ("2d10+4", [(2, 10, 1)], 4, 6, 24),
        ("d6", [(1, 6, 1)], 0, 1, 6),
        ("D%", [(1, 100, 1)], 0, 1, 100),
        ("1d6 + 1d4 - 2", [(1, 6, 1), (1, 4, 1)], -2, 0, 8),
        ("10-1d4", [(1, 4, -1)], 10, 6, 9),
        ("7", [], 7, 7, 7),
        ("100d1000000", [(100, 1_000_000, 1)], 0, 100, 100_000_000),
    ],
)
def test_what_it_means(text: str, terms, flat: int, lowest: int, highest: int):
    parsed = parse(text)
    assert [(t.count, t.sides, t.sign) for t in parsed.terms] == terms
    assert (parsed.flat, parsed.lowest, parsed.highest) == (flat, lowest, highest)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "d",
        "2d",
        "0d6",
        "1d0",
        "101d6",
        "1d1000001",
        "1d6+",
        "1d6 1d6",
        "1d6++1",
        "two d six",
        "٣d6",
        "1d6*2",
        "99999999999",
        "1000001",
        "9" * 300,
        "+".join(["1d6"] * 11),
        "1d6\n+1",
    ],
)
def test_what_is_none(text: str):
    with pytest.raises(BadNotation):
        parse(text)
