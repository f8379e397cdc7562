"""Ammunition (WF-GEAR-1): what it adds to the weapon that shoots it."""

from app.engine.tables import Listing
from app.rules.wfrp4.tables.weapons import qualities

AMMUNITION = Listing(
    "ammunition",
    "Ammunition",
    ("name",              "groups",                    "range", "factor", "damage", "qualities"),
    (
        ("arrow",           "bow",                        0,    2, 0, "impale"),
        ("elf arrow",       "bow",                        50,   2, 1,
         "accurate, impale, penetrating"),
        ("bolt",            "crossbow",                   0,    2, 0, "impale"),
        ("bullet",          "blackpowder, engineering",   0,    2, 1, "impale, penetrating"),
        ("small shot",      "blackpowder, engineering",   0,    2, 0, "blast 1"),
        ("improvised shot", "blackpowder, engineering",   0,    1, 0, ""),
        ("stone bullet",    "sling",                      0,    2, 0, "pummel"),
        ("lead bullet",     "sling",                      -10,  2, 1, "pummel"),
    ),
)  # fmt: skip
# `factor`: of the range, in halves

AMMUNITION_BY_NAME = {
    row["name"]: {
        "name": row["name"],
        "groups": row["groups"].split(", "),
        "range": row["range"],
        "half_range": row["factor"] == 1,
        "damage": row["damage"],
        "qualities": qualities(row["qualities"]),
    }
    for row in AMMUNITION.describe()["rows"]
}
