"""Grievous charts: those that ship, and a game's own by option (QU-GRI-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.engine.tables import Row, Table
from app.rules.quint.bands import Band, check_bands
from app.rules.quint.effects import Effect
from app.rules.quint.fields import STRICT, Name, WeaponType
from app.rules.quint.tables.crushing import CRUSHING
from app.rules.quint.tables.piercing import PIERCING
from app.rules.quint.tables.slashing import SLASHING

CHART_DIE = 100

DEFAULT: Mapping[WeaponType, Table[Effect]] = {
    "slashing": SLASHING,
    "piercing": PIERCING,
    "crushing": CRUSHING,
}

Face = Annotated[int, Field(strict=True, ge=1, le=CHART_DIE)]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of a game's own chart: the faces `first` to `last` of a d100, and what they do."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    first: Annotated[Face, Field(title="From")]
    last: Annotated[Face, Field(title="To")]
    title: Annotated[Name, Field(title="Injury")]
    effects: Annotated[tuple[Effect, ...], Field(title="Effects", max_length=10)] = ()


Rows = Annotated[tuple[ChartRow, ...], Field(min_length=1, max_length=CHART_DIE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrievousCharts:
    """A game's own charts; what is left out stays as it ships.

    Raises ValueError, naming the place, for a chart with a gap or an overlap.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    gate: Annotated[
        tuple[Band, ...] | None,
        Field(title="Gate", max_length=100, description="Chances by actual damage, from 0 up."),
    ] = None
    slashing: Annotated[Rows | None, Field(title="Slashing")] = None
    piercing: Annotated[Rows | None, Field(title="Piercing")] = None
    crushing: Annotated[Rows | None, Field(title="Crushing")] = None

    def __post_init__(self) -> None:
        if self.gate is not None:
            check_bands(self.gate)
        for name in DEFAULT:
            self.chart(name)

    def chart(self, name: WeaponType) -> Table[Effect]:
        """The chart of a type of weapons."""
        rows: tuple[ChartRow, ...] | None = getattr(self, name)
        return DEFAULT[name] if rows is None else _built(name, rows)


@lru_cache(maxsize=256)
def _built(name: WeaponType, rows: tuple[ChartRow, ...]) -> Table[Effect]:
    table = Table(
        name,
        DEFAULT[name].title,
        [Row(row.first, row.last, row.title, row.effects) for row in rows],
    )
    if table.sides != CHART_DIE:
        raise ValueError(f"table {name}: nothing covers {table.sides + 1}-{CHART_DIE}")
    return table
