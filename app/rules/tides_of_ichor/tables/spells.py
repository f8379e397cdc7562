"""Ready spells, one or two a lore (ours: the source names none but Dark Bolt).

Anything written on a sheet overrides its row. `effect` is what the game master settles by hand.
"""

from collections.abc import Mapping
from typing import Any

from app.engine.tables import Listing

SPELLS = Listing(
    "spells",
    "Spells",
    ("name",         "lore",        "level", "targeting", "range", "affects",
     "resist", "damage", "healing", "stat", "change", "turns", "ignores_armor", "powerful",
     "effect"),
    (
        ("Dawn spear",    "light",      1, "projectile", "long",   "enemies",
         "wp", "1d10",   None,    None, None, None, None,  None,  None),
        ("Mending glow",  "light",      1, "ranged",     "medium", "allies",
         "wp", None,     "1d10",  None, None, None, None,  None,  None),
        ("Oaken hide",    "beasts",     1, "personal",   "melee",  "allies",
         "wp", None,     None,    "t",  10,   3,    None,  None,  None),
        ("Hornets",       "beasts",     2, "zone",       "medium", "enemies",
         "ag", "1d5",    None,    "bs", -10,  2,    None,  None,  None),
        ("Hot rivets",    "metal",      1, "ranged",     "medium", "enemies",
         "t",  "1d10",   None,    None, None, None, "yes", None,  None),
        ("Fire dart",     "fire",       1, "projectile", "medium", "enemies",
         "wp", "1d10+2", None,    None, None, None, None,  None,  None),
        ("Ring of fire",  "fire",       2, "zone",       "short",  "enemies",
         "wp", "1d10",   None,    None, None, None, None,  None,  None),
        ("Grey veil",     "shadow",     1, "ranged",     "medium", "enemies",
         "wp", None,     None,    "ws", -10,  2,    None,  None,  None),
        ("Sidestep",      "shadow",     2, "personal",   "melee",  "allies",
         "wp", None,     None,    None, None, None, None,  "yes",
         "the caster steps out of another shadow, up to 2 zones away"),
        ("Spark",         "heavens",    1, "projectile", "long",   "enemies",
         "wp", "1d10",   None,    None, None, None, None,  None,  None),
        ("Thunderclap",   "heavens",    2, "zone",       "long",   "enemies",
         "t",  "1d10",   None,    None, None, None, None,  None,  None),
        ("Cold hand",     "death",      1, "ranged",     "short",  "enemies",
         "wp", "1d10+1", None,    None, None, None, "yes", None,  None),
        ("Knit bones",    "necromancy", 1, "ranged",     "medium", "allies",
         "wp", None,     "1d5+3", None, None, None, None,  None,  None),
        ("Raise a servant", "necromancy", 2, "personal", "melee",  "allies",
         "wp", None,     None,    None, None, None, None,  "yes",
         "a dead thing gets up and joins the caster's side"),
        ("Headbutt",      "waaaggghh",  1, "ranged",     "long",   "enemies",
         "t",  "1d10+1", None,    None, None, None, None,  None,  None),
        ("Bellow",        "waaaggghh",  2, "zone",       "short",  "allies",
         "wp", None,     None,    "s",  10,   2,    None,  None,  None),
        ("Clear mind",    "high magic", 1, "personal",   "melee",  "allies",
         "wp", None,     None,    "wp", 10,   3,    None,  None,  None),
        ("Silver arrow",  "high magic", 1, "projectile", "long",   "enemies",
         "wp", "1d10",   None,    None, None, None, "yes", None,  None),
        ("Black needle",  "dark magic", 1, "projectile", "medium", "enemies",
         "wp", "1d10+3", None,    None, None, None, None,  None,  None),
        ("Sweet ache",    "slaanesh",   1, "ranged",     "medium", "enemies",
         "wp", "1d5",    None,    "ag", -10,  2,    None,  None,  None),
        ("Sores",         "nurgle",     1, "ranged",     "short",  "enemies",
         "t",  "1d5+2",  None,    "t",  -5,   3,    None,  None,  None),
        ("Many colours",  "tzeentch",   1, "projectile", "medium", "enemies",
         "wp", "1d10+2", None,    None, None, None, None,  None,  None),
        ("Turn of fate",  "tzeentch",   2, "ranged",     "long",   "enemies",
         "wp", None,     None,    "ws", -20,  2,    None,  None,  None),
    ),
)  # fmt: skip


def _as_on_a_sheet(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as a sheet has the spell: its change of a stat, and its flags, in a sheet's shape."""
    flags = ("ignores_armor", "powerful")
    apart = {"stat", "change", "turns", *flags}
    spell = {name: value for name, value in row.items() if value is not None and name not in apart}
    spell |= {flag: True for flag in flags if row[flag]}
    if row["stat"]:
        spell["changes"] = [{name: row[name] for name in ("stat", "change", "turns")}]
    return spell


SPELLS_BY_NAME = {
    str(row["name"]).casefold(): _as_on_a_sheet(row) for row in SPELLS.describe()["rows"]
}
