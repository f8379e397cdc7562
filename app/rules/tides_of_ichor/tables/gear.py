"""Weapons, armor and shields by name (ours; the source gives a 2d10 blade, hide armor, a bow).

Anything written on a sheet overrides its row. A ranged weapon without a strength of its own uses
the archer's (TI-WOUND-1).
"""

from typing import Any

from app.engine.tables import Listing

# name            kind      range     damage    strength
_WEAPONS = (
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
)  # fmt: skip

# name      points  class (it weighs on casting)
_ARMOR = (
    ("none",   0, "none"),
    ("hide",   1, "light"),
    ("light",  2, "light"),
    ("medium", 3, "heavy"),
    ("heavy",  5, "heavy"),
)  # fmt: skip

# name      block %
_SHIELDS = (
    ("shield", 15),
)  # fmt: skip

_WEAPON_COLUMNS = ("name", "kind", "range", "damage", "strength")
_ARMOR_COLUMNS = ("name", "armor", "armor_class")
_SHIELD_COLUMNS = ("name", "block")

WEAPONS = Listing("weapons", "Weapons", _WEAPON_COLUMNS, _WEAPONS)
ARMOR = Listing("armor", "Armor", _ARMOR_COLUMNS, _ARMOR)
SHIELDS = Listing("shields", "Shields", _SHIELD_COLUMNS, _SHIELDS)


def _by_name(listing: Listing) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in listing.describe()["rows"]}


WEAPONS_BY_NAME = _by_name(WEAPONS)
ARMOR_BY_NAME = _by_name(ARMOR)
SHIELDS_BY_NAME = _by_name(SHIELDS)
