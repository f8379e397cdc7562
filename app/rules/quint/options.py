"""How a table plays Quints: every reading that can be chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.rules.quint.charts import GrievousCharts
from app.rules.quint.fields import STRICT, Percent, Quints

DEFAULT_CHARTS = GrievousCharts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    crossbow_load_quints: Annotated[
        Quints, Field(title="Loading a crossbow, quints", description="Without experience: else 1.")
    ] = 2
    surprise_quint: Annotated[
        Literal["initiative", "free"],
        Field(
            title="Surprise",
            description="initiative: the surprised act last in quint 1. free: they lose it.",
        ),
    ] = "initiative"
    surprise_defense: Annotated[
        Literal["none", "gm", "roll"],
        Field(
            title="Defense of the surprised, quint 1",
            description="gm: asked for each. roll: d100 at or under 2 x (Perception + Reaction).",
        ),
    ] = "none"
    group_initiative: Annotated[
        Literal["shared", "each"],
        Field(title="Initiative of groups", description="shared: one d10. each: one d10 each."),
    ] = "shared"
    reroll_initiative: Annotated[
        bool, Field(title="Initiative anew each quint", description="Else once, and kept.")
    ] = False
    defense_at_or_under: Annotated[
        bool, Field(title="Defense at or under", description="Else strictly under.")
    ] = False
    gate_by_max_points: Annotated[
        bool,
        Field(title="Gate by share", description="By actual damage in % of all Damage Points."),
    ] = False
    severity_shift: Annotated[
        bool,
        Field(title="Severity shift", description="From 10 damage on, + (damage - 9) x 2 a chart."),
    ] = False
    untyped_spells: Annotated[
        Literal["none", "crushing"],
        Field(title="Chart of spells without a type", description="none: no grievous injuries."),
    ] = "none"
    grievous_charts: Annotated[
        GrievousCharts | None, Field(title="Grievous charts", description="A game's own.")
    ] = None
    staunch_percent: Annotated[
        Percent, Field(title="Staunching, %", description="By a companion; 100: without a roll.")
    ] = 100
    escape_gap: Annotated[
        Annotated[int, Field(strict=True, ge=1, le=1000)] | None,
        Field(title="Gap of escape", description="None: 3 x the pursuer's Speed Rating."),
    ] = None
    morale: Annotated[
        Literal["off", "ask", "roll"],
        Field(title="Morale", description="When one of a group falls; ask: the game master."),
    ] = "off"

    @property
    def charts(self) -> GrievousCharts:
        """The grievous charts in play."""
        return self.grievous_charts or DEFAULT_CHARTS


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)
