"""Printed tables that roll: rows over ranges of a die, checked when the table is built.

A row carries mechanics (its effects), not only words; `describe` turns both into plain JSON for
the API and the documentation.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from app.engine.refusals import NotInTable, SheetContradiction


class Described(Protocol):
    """An effect that can say itself in English."""

    def describe(self) -> str: ...


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row(Generic[T]):
    """A row: the numbers `first` to `last` (both included), its words, and what it does.

    `words`: what happens, as a table of players would be told. `ours`: what of the effects the
    source leaves open, and how it was settled.
    """

    first: int
    last: int
    title: str
    effects: tuple[T, ...] = ()
    words: str = ""
    ours: str = ""


class Table(Generic[T]):
    """A table whose rows cover 1..`sides` without a gap or an overlap.

    Raises ValueError, naming the place, when they don't.
    """

    def __init__(self, name: str, title: str, rows: Sequence[Row[T]]) -> None:
        self.name = name
        self.title = title
        self.rows = tuple(rows)
        expected = 1
        for row in self.rows:
            if row.first != expected or row.last < row.first:
                raise ValueError(
                    f"table {name}: {row.title!r} covers {row.first}-{row.last}, "
                    f"but {expected} is the next number to cover"
                )
            expected = row.last + 1
        if not self.rows:
            raise ValueError(f"table {name} has no rows")
        self.sides = expected - 1

    def row_for(self, number: int) -> Row[T]:
        """The row of a number from 1 to `sides`."""
        for row in self.rows:
            if row.first <= number <= row.last:
                return row
        raise ValueError(f"table {self.name} has no row for {number}")

    def nearest(self, total: int) -> Row[T]:
        """The row of a total that modifiers may have carried past an end: then the row there."""
        return self.row_for(max(1, min(self.sides, total)))

    def describe(self) -> dict[str, Any]:
        """The table as JSON: each row's numbers, words, mechanics, and what is ours."""
        return {
            "name": self.name,
            "title": self.title,
            "sides": self.sides,
            "rows": [
                {
                    "first": row.first,
                    "last": row.last,
                    "title": row.title,
                    "words": row.words,
                    "effects": [_said(effect) for effect in row.effects],
                    "ours": row.ours,
                }
                for row in self.rows
            ],
        }


@dataclass(frozen=True, slots=True)
class Listing:
    """A table nobody rolls on (ranges, gear): columns with titles, and rows of plain values."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | None, ...], ...]

    def describe(self) -> dict[str, Any]:
        """The listing as JSON: one object a row."""
        return {
            "name": self.name,
            "title": self.title,
            "columns": list(self.columns),
            "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows],
        }


def check_names(field: str, names: Iterable[str]) -> None:
    """What is chosen by name can't have a namesake on its sheet. Raises SheetContradiction."""
    folded = [name.casefold() for name in names]
    twice = next((name for name in folded if folded.count(name) > 1), None)
    if twice is not None:
        raise SheetContradiction(
            f"The sheet has two {field} called {twice!r}: tell them apart.",
            field=field,
            name=twice,
        )


def _said(effect: Any) -> str:
    return effect.describe() if hasattr(effect, "describe") else str(effect)


def with_row(sent: Any, table: Mapping[str, Mapping[str, Any]], *needed: str) -> Any:
    """Something as sent, with what the row of its name says of it unless it says otherwise itself.

    So `{"name": "sword"}` is all of a sword. `table`: rows by case-folded name. Raises NotInTable
    for a name without a row that doesn't give what is `needed`.
    """
    if not isinstance(sent, Mapping) or not isinstance(sent.get("name"), str):
        return sent  # validation says what is wrong with it
    row = table.get(sent["name"].casefold())
    if row is None and not sent.keys() >= set(needed):
        raise NotInTable(
            f"{sent['name']!r} is in no table: give its {' and '.join(needed)} too.",
            name=sent["name"],
            known=list(table),
            needed=list(needed),
        )
    return {**(row or {}), **sent}
