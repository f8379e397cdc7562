"""Weapons by name (ours; the source gives only a 2d10 blade and a bow of Medium range).

Anything written on a sheet overrides its row. A ranged weapon without a strength of its own uses
the archer's (TI-WOUND-1).
"""

from app.engine.tables import Listing

WEAPONS = Listing(
    "weapons",
    "Weapons",
    ("name",          "kind",   "range",  "damage", "strength"),
    (
        ("fist",         "melee",  "melee",  "1d5",    None),
        ("dagger",       "melee",  "melee",  "1d5+1",  None),
        ("sword",        "melee",  "melee",  "1d10",   None),
        ("axe",          "melee",  "melee",  "1d10",   None),
        ("mace",         "melee",  "melee",  "1d10",   None),
        ("great weapon", "melee",  "melee",  "2d10",   None),
        ("bow",          "ranged", "medium", "1d10",   None),
        ("longbow",      "ranged", "long",   "1d10",   None),
        ("crossbow",     "ranged", "long",   "1d10+2", 40),
        ("handgun",      "ranged", "medium", "1d10+4", 45),
    ),
)  # fmt: skip

WEAPONS_BY_NAME = {str(row["name"]): row for row in WEAPONS.describe()["rows"]}
