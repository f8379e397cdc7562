"""Shields (MG-SHD-1): what they add to Defend, and what they take off CRD."""

from dataclasses import astuple, dataclass

from app.engine.tables import Listing
from app.rules.magickal.fields import ShieldName

ALL_OF_IT = None  # CRD counts as 0


@dataclass(frozen=True, slots=True)
class Shield:
    """`fatigue`: its penalty to who strikes a blow with it on the arm (MG-FAT-3)."""

    defend: int
    crd: int | None
    fatigue: int


SHIELDS: dict[ShieldName, Shield] = {
    #                      defend  CRD        fatigue
    "none":         Shield(0,      0,         0),
    "buckler":      Shield(1,      0,         0),
    "small shield": Shield(3,      1,         1),
    "large shield": Shield(5,      2,         2),
    "tower shield": Shield(7,      ALL_OF_IT, 3),
}  # fmt: skip

LISTING = Listing(
    "shields",
    "Shields (crd: what it takes off; null: CRD counts as 0)",
    ("name", "defend", "crd", "fatigue"),
    tuple((name, *astuple(shield)) for name, shield in SHIELDS.items()),
)
