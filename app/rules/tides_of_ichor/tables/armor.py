"""Armor and shields by name (ours; the source gives only hide, worth 1).

Anything written on a sheet overrides its row. The class of armor weighs on casting.
"""

from app.engine.tables import Listing

ARMOR = Listing(
    "armor",
    "Armor",
    ("name", "armor", "armor_class"),
    (
        ("none",   0, "none"),
        ("hide",   1, "light"),
        ("light",  2, "light"),
        ("medium", 3, "heavy"),
        ("heavy",  5, "heavy"),
    ),
)  # fmt: skip

SHIELDS = Listing(
    "shields",
    "Shields",
    ("name", "block"),
    (
        ("shield", 15),
    ),
)  # fmt: skip

ARMOR_BY_NAME = {str(row["name"]): row for row in ARMOR.describe()["rows"]}
SHIELDS_BY_NAME = {str(row["name"]): row for row in SHIELDS.describe()["rows"]}
