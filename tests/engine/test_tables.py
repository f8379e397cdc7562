"""Printed tables: checked when they are built, and described as JSON."""

import json
from dataclasses import dataclass

import pytest

from app.engine.tables import Listing, Row, Table


@dataclass(frozen=True)
class Hurt:
    hp: int

    def describe(self) -> str:
        return f"lose {self.hp} hp"


ROWS: tuple[Row[Hurt | str], ...] = (
    Row(1, 1, "A bolt", (Hurt(3), "stunned")),
    Row(2, 3, "A spark", (Hurt(1),), words="It stings.", ours="How much."),
    Row(4, 6, "A breeze"),
)


def test_a_table_knows_its_die_and_its_rows():
    table = Table("wild", "Whatever happens", ROWS)
    assert table.sides == 6
    assert [table.row_for(number).title for number in range(1, 7)] == [
        "A bolt",
        "A spark",
        "A spark",
        "A breeze",
        "A breeze",
        "A breeze",
    ]


@pytest.mark.parametrize("number", [0, -1, 7])
def test_no_row_beyond_the_die(number):
    with pytest.raises(ValueError, match=f"table wild has no row for {number}"):
        Table("wild", "Wild", ROWS).row_for(number)


@pytest.mark.parametrize(
    ("total", "row"),
    [(-3, "A bolt"), (1, "A bolt"), (2, "A spark"), (6, "A breeze"), (7, "A breeze")],
)
def test_a_total_past_an_end_takes_the_row_there(total, row):
    assert Table("wild", "Wild", ROWS).nearest(total).title == row


@pytest.mark.parametrize(
    ("ranges", "place"),
    [
        ([(1, 2), (4, 6)], "'row 1' covers 4-6, but 3 is the next"),  # a gap
        ([(1, 3), (3, 6)], "'row 1' covers 3-6, but 4 is the next"),  # an overlap
        ([(2, 6)], "'row 0' covers 2-6, but 1 is the next"),
        ([(0, 6)], "'row 0' covers 0-6, but 1 is the next"),
        ([(1, 0)], "'row 0' covers 1-0, but 1 is the next"),  # upside down
        ([(1, 3), (4, 3)], "'row 1' covers 4-3, but 4 is the next"),
        ([(1, 3), (7, 9), (4, 6)], "'row 1' covers 7-9, but 4 is the next"),  # out of order
        ([(1, 3), (1, 3)], "'row 1' covers 1-3, but 4 is the next"),
    ],
)
def test_rows_cover_every_number_once(ranges, place):
    rows: list[Row[str]] = [Row(first, last, f"row {i}") for i, (first, last) in enumerate(ranges)]
    with pytest.raises(ValueError, match="table odd: ") as wrong:
        Table("odd", "Odd", rows)
    assert place in str(wrong.value)


def test_a_table_has_rows():
    with pytest.raises(ValueError, match="table none has no rows"):
        Table("none", "None", [])


def test_a_table_of_one_number():
    sure: Table[str] = Table("sure", "Sure", [Row(1, 1, "Sure")])
    assert sure.sides == 1


def test_a_table_described():
    described = Table("wild", "Whatever happens", ROWS).describe()
    assert described == {
        "name": "wild",
        "title": "Whatever happens",
        "sides": 6,
        "rows": [
            {
                "first": 1, "last": 1, "title": "A bolt", "words": "",
                "effects": ["lose 3 hp", "stunned"], "ours": "",
            },
            {
                "first": 2, "last": 3, "title": "A spark", "words": "It stings.",
                "effects": ["lose 1 hp"], "ours": "How much.",
            },
            {"first": 4, "last": 6, "title": "A breeze", "words": "", "effects": [], "ours": ""},
        ],
    }  # fmt: skip
    assert json.loads(json.dumps(described)) == described


def test_a_listing_described():
    listing = Listing("gear", "Gear", ("name", "range"), (("Bow", 30), ("Axe", None)))
    assert listing.describe() == {
        "name": "gear",
        "title": "Gear",
        "columns": ["name", "range"],
        "rows": [{"name": "Bow", "range": 30}, {"name": "Axe", "range": None}],
    }


@pytest.mark.parametrize("row", [("Bow",), ("Bow", 30, 2), ()])
def test_a_row_of_a_listing_has_a_value_for_each_column(row):
    with pytest.raises(ValueError, match="zip"):
        Listing("gear", "Gear", ("name", "range"), (row,)).describe()


def test_an_empty_listing():
    assert Listing("gear", "Gear", ("name",), ()).describe()["rows"] == []
