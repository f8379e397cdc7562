"""What an attack and a defence cost in STA (SD-STA-1). The source says that they do, not how much.

`digest` is what a player of the community has noted; a spell's own STA come on top.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.engine.tables import Listing
from app.rules.desdaemona.fields import STRICT, Cost, KindName


@dataclass(frozen=True, slots=True)
class Costs:
    """STA for each attack of a kind, and for each defence against one."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    attack: Annotated[Cost, Field(title="Attack")] = 1
    defence: Annotated[Cost, Field(title="Defence")] = 1


ONE_EACH = Costs()
DIGEST: dict[KindName, Costs] = {
    #                        attack  defence
    "close_physical":  Costs(2,      2),
    "ranged_physical": Costs(1,      1),
    "close_magical":   Costs(1,      2),
    "ranged_magical":  Costs(1,      2),
}  # fmt: skip

LISTING = Listing(
    "stamina",
    "STA by the preset digest; by one_each all are 1",
    ("kind", "attack", "defence"),
    tuple((name, costs.attack, costs.defence) for name, costs in DIGEST.items()),
)
