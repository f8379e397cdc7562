"""Kinds of attack, each with the stats that it and its defence are rolled by (SD-KIND-1).

The source prints the first; all four are those of the community whose bot Desdaemona is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.engine.tables import Listing
from app.rules.desdaemona.fields import STRICT, KindName, Pair, Reach


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of attack. `code`: how text commands call it, `!clophyatk` and `!clophydef`."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    attack: Annotated[Pair, Field(title="Attack", description="Two stats.")]
    defence: Annotated[Pair, Field(title="Defence", description="Two stats.")]
    reach: Annotated[Reach, Field(title="Reach")]
    code: Annotated[
        str | None,
        Field(title="Code", pattern=r"^[a-z]{2,20}$", description="For text commands: clophy."),
    ] = None


KINDS: dict[KindName, Kind] = {
    #                       attack          defence         reach     code
    "close_physical":  Kind(("STR", "DEX"), ("CON", "DEX"), "close",  "clophy"),
    "ranged_physical": Kind(("STR", "INT"), ("DEX", "INT"), "ranged", "ranphy"),
    "close_magical":   Kind(("INT", "STR"), ("CON", "STR"), "close",  "clomag"),
    "ranged_magical":  Kind(("INT", "CON"), ("CON", "DEX"), "ranged", "ranmag"),
}  # fmt: skip

LISTING = Listing(
    "kinds",
    "Kinds of attack",
    ("name", "attack", "defence", "reach", "code"),
    tuple(
        (name, "+".join(kind.attack), "+".join(kind.defence), kind.reach, kind.code)
        for name, kind in KINDS.items()
    ),
)
