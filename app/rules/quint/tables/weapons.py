"""Weapons: type, Damage Base, how many hands they need (ours; QU-DMG-1, QU-ACT-1)."""

from app.engine.tables import Listing

FIST = "fist"  # whoever has arms has these

WEAPONS = Listing(
    "weapons",
    "Weapons",
    ("name",              "type",     "damage_base", "kind",   "hands", "natural", "needs_loading"),
    (
        (FIST,               "crushing", 0,             "melee",  1,       True,      False),
        ("claws",            "slashing", 2,             "melee",  1,       True,      False),
        ("bite",             "piercing", 2,             "melee",  0,       True,      False),
        ("dagger",           "piercing", 2,             "melee",  1,       False,     False),
        ("short sword",      "slashing", 3,             "melee",  1,       False,     False),
        ("long sword",       "slashing", 4,             "melee",  1,       False,     False),
        ("axe",              "slashing", 4,             "melee",  1,       False,     False),
        ("mace",             "crushing", 4,             "melee",  1,       False,     False),
        ("spear",            "piercing", 4,             "melee",  1,       False,     False),
        ("two-handed sword", "slashing", 7,             "melee",  2,       False,     False),
        ("maul",             "crushing", 7,             "melee",  2,       False,     False),
        ("bow",              "piercing", 4,             "ranged", 2,       False,     False),
        ("crossbow",         "piercing", 6,             "ranged", 2,       False,     True),
    ),
)  # fmt: skip
WEAPONS_BY_NAME = {str(row["name"]): row for row in WEAPONS.describe()["rows"]}
