"""Tables a game may replace by its own, and which table is played (WF-WND-1).

`Tables` is the option: each field the rows of a table, or None for the one of `tables/`. To add a
table: a field here, and its place in `PRINTED`. Rows must cover the die from 1 on, without a gap or
an overlap; effects are those of `effects.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.engine.tables import Row, Table
from app.rules.wfrp4.effects import Effect
from app.rules.wfrp4.fields import STRICT, Location, Name
from app.rules.wfrp4.tables.criticals import ARM, BODY, HEAD, LEG
from app.rules.wfrp4.tables.fumbles import FUMBLES
from app.rules.wfrp4.tables.miscasts import MAJOR, MINOR
from app.rules.wfrp4.tables.wrath import WRATH

PRINTED: Mapping[str, Table[Effect]] = {
    table.name: table for table in (HEAD, ARM, BODY, LEG, FUMBLES, MINOR, MAJOR, WRATH)
}
OF_LOCATION: Mapping[Location, str] = {
    "head": HEAD.name, "body": BODY.name, "left arm": ARM.name, "right arm": ARM.name,
    "left leg": LEG.name, "right leg": LEG.name,
}  # fmt: skip

Face = Annotated[int, Field(strict=True, ge=1, le=1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRow:
    """A row of a table of one's own."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    first: Annotated[Face, Field(title="From")]
    last: Annotated[Face, Field(title="To", description="Both included.")]
    title: Annotated[Name, Field(title="Title")]
    effects: Annotated[tuple[Effect, ...], Field(title="Effects", min_length=1, max_length=20)]
    words: Annotated[str, Field(title="Words", max_length=500)] = ""


Rows = Annotated[tuple[HouseRow, ...], Field(min_length=1, max_length=100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """A game's own tables; None: the one that comes with the ruleset.

    Raises ValueError for rows with a gap or an overlap, or that don't end where the table does.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    critical_head: Annotated[Rows | None, Field(title=HEAD.title)] = None
    critical_arm: Annotated[Rows | None, Field(title=ARM.title)] = None
    critical_body: Annotated[Rows | None, Field(title=BODY.title)] = None
    critical_leg: Annotated[Rows | None, Field(title=LEG.title)] = None
    fumble: Annotated[Rows | None, Field(title=FUMBLES.title)] = None
    miscast_minor: Annotated[Rows | None, Field(title=MINOR.title)] = None
    miscast_major: Annotated[Rows | None, Field(title=MAJOR.title)] = None
    wrath: Annotated[Rows | None, Field(title=WRATH.title)] = None

    def __post_init__(self) -> None:
        for field in fields(self):
            rows, printed = getattr(self, field.name), PRINTED[field.name]
            if rows is not None and _house_table(printed, rows).sides != printed.sides:
                raise ValueError(f"table {field.name} must end with {printed.sides}")


AS_THEY_COME = Tables()


def table_of(tables: Tables, name: str) -> Table[Effect]:
    """The table that is played under a name."""
    rows = getattr(tables, name)
    return PRINTED[name] if rows is None else _house_table(PRINTED[name], rows)


@lru_cache(maxsize=256)
def _house_table(printed: Table[Effect], rows: tuple[HouseRow, ...]) -> Table[Effect]:
    return Table(
        printed.name,
        printed.title,
        [Row(row.first, row.last, row.title, row.effects, row.words) for row in rows],
    )
