"""Armour (WF-GEAR-1): AP by location, what it is of, its qualities, and what it makes harder."""

from app.engine.tables import Listing
from app.rules.wfrp4.tables.weapons import qualities

ARMOUR = Listing(
    "armour",
    "Armour",
    ("name",                     "head", "arms", "body", "legs", "metal", "qualities", "hinders",
     "penalty"),
    (
        ("leather jack",             0, 1, 1, 0, "no",  "",                            None, 0),
        ("leather jerkin",           0, 0, 1, 0, "no",  "",                            None, 0),
        ("leather leggings",         0, 0, 0, 1, "no",  "",                            None, 0),
        ("leather skullcap",         1, 0, 0, 0, "no",  "partial",                     None, 0),
        ("boiled leather breastplate", 0, 0, 2, 0, "no", "weakpoints",                 None, 0),
        ("mail coat",                0, 2, 2, 0, "yes", "flexible",                    None, 0),
        ("mail shirt",               0, 0, 2, 0, "yes", "flexible",                    None, 0),
        ("mail chausses",            0, 0, 0, 2, "yes", "flexible",                    None, 0),
        ("mail coif",                2, 0, 0, 0, "yes", "flexible, partial",    "perception", -10),
        ("breastplate",              0, 0, 2, 0, "yes", "impenetrable, weakpoints",    None, 0),
        ("plate bracers",            0, 2, 0, 0, "yes", "impenetrable, weakpoints",    None, 0),
        ("plate leggings",           0, 0, 0, 2, "yes", "impenetrable, weakpoints", "stealth", -10),
        ("open helm",                2, 0, 0, 0, "yes", "partial",              "perception", -10),
        ("plate helm",               2, 0, 0, 0, "yes", "impenetrable, weakpoints",
         "perception", -20),
    ),
)  # fmt: skip

ARMOUR_BY_NAME = {
    row["name"]: {
        **{field: row[field] for field in ("name", "head", "arms", "body", "legs", "hinders",
                                           "penalty")},
        "metal": row["metal"] == "yes",
        "qualities": qualities(row["qualities"]),
    }
    for row in ARMOUR.describe()["rows"]
}  # fmt: skip
