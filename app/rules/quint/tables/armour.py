"""Armour and shield (ours; QU-DMG-1, QU-DEF-1)."""

from app.engine.tables import Listing
from app.rules.quint.fields import ArmourName

PROTECTION: dict[ArmourName, int] = {
    "none":    0,
    "padded":  1,
    "leather": 1,
    "studded": 2,
    "mail":    4,
    "plate":   6,
}  # fmt: skip
SHIELD_DEFENSE = 10

ARMOUR = Listing(
    "armour",
    "Armour, and the shield",
    ("name", "protection", "defense"),
    (
        *((name, points, None) for name, points in PROTECTION.items()),
        ("shield", None, SHIELD_DEFENSE),
    ),
)
