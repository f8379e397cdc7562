"""Armour (MG-ARM-1): what it takes off the damage of a blow, and off CRD."""

from dataclasses import astuple, dataclass

from app.engine.tables import Listing
from app.rules.magickal.fields import ArmourName


@dataclass(frozen=True, slots=True)
class Armour:
    """What it takes off CRD is also its fatigue penalty (MG-FAT-3)."""

    damage: int
    crd: int


ARMOUR: dict[ArmourName, Armour] = {
    #                        damage  CRD
    "none":           Armour(0,      0),
    "leather armour": Armour(1,      0),
    "studded armour": Armour(2,      0),
    "chain mail":     Armour(3,      1),
    "breastplate":    Armour(4,      1),
    "plate mail":     Armour(5,      2),
}  # fmt: skip

LISTING = Listing(
    "armour",
    "Armour",
    ("name", "damage", "crd"),
    tuple((name, *astuple(armour)) for name, armour in ARMOUR.items()),
)
