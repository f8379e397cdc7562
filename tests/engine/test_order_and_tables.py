"""Turn order and tables."""

import pytest

from app.engine.order import Next, Order, Place
from app.engine.tables import Listing, Row, Table

ABC = Order().insert([Place("b", (2,)), Place("c", (1,)), Place("a", (3,))])


def everyone(_: str) -> bool:
    return True


def test_highest_key_first_and_equal_ones_as_they_came():
    assert ABC.ids == ("a", "b", "c")
    assert ABC.insert([Place("d", (2,))]).ids == ("a", "b", "d", "c")


def test_a_new_place_for_who_has_one():
    assert ABC.insert([Place("c", (9,))]).ids == ("c", "a", "b")


def test_just_before_someone():
    assert ABC.insert_before("b", "daemon").ids == ("a", "daemon", "b", "c")


@pytest.mark.parametrize(
    ("after", "able", "expected"),
    [
        (None, "abc", Next("a", True)),
        (None, "bc", Next("b", True)),
        ("a", "abc", Next("b", False)),
        ("a", "c", Next("c", False)),
        ("c", "abc", Next("a", True)),
        ("c", "bc", Next("b", True)),
        ("b", "a", Next("a", True)),
        ("a", "a", Next("a", True)),
        ("a", "", None),
        (None, "", None),
    ],
)
def test_who_is_next(after, able: str, expected):
    assert ABC.after(after, lambda i: i in able) == expected


def test_nobody_at_all():
    assert Order().after(None, everyone) is None


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [Row(2, 6, "starts late")],
        [Row(1, 3, "x"), Row(5, 6, "gap")],
        [Row(1, 3, "x"), Row(3, 6, "overlap")],
        [Row(1, 0, "empty")],
    ],
)
def test_tables_refuse_gaps_and_overlaps(rows):
    with pytest.raises(ValueError, match="table t"):
        Table("t", "T", rows)


def test_a_table_finds_and_describes_its_rows():
    table = Table("t", "T", [Row(1, 5, "low", ("a word",)), Row(6, 6, "high")])
    assert [table.row_for(n).title for n in (1, 5, 6)] == ["low", "low", "high"]
    assert table.describe()["rows"][0] == {
        "first": 1, "last": 5, "title": "low", "effects": ["a word"],
    }  # fmt: skip
    with pytest.raises(ValueError, match="no row for 7"):
        table.row_for(7)
    listing = Listing("l", "L", ("a", "b"), ((1, 2),))
    assert listing.describe()["rows"] == [{"a": 1, "b": 2}]
