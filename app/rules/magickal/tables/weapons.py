"""Weapons by category and weight (MG-DMG-3)."""

from app.engine.tables import Listing

WEIGHTS = ("light", "medium", "heavy")
PAGE = {
    #               light         medium                               heavy
    "slashing":    (("dagger",), ("sword", "hand ax"),                ("battle-axe",
                                                                       "two-handed sword")),
    "piercing":    (("dart",),   ("spear", "arrow"),                  ()),
    "bludgeoning": (("fists",),  ("staves", "mace", "morning star"),  ("maul", "war hammer")),
}  # fmt: skip
FISTS = "fists"  # whoever has hands has these
MISSILES = ("dart", "arrow")  # ours: they depend on CRD, all others on STR

WEAPONS = Listing(
    "weapons",
    "Weapons",
    ("name", "category", "weight", "attribute"),
    tuple(
        (name, category, weight, "crd" if name in MISSILES else "str")
        for category, cells in PAGE.items()
        for weight, names in zip(WEIGHTS, cells, strict=True)
        for name in names
    ),
)
WEAPONS_BY_NAME = {str(row["name"]): row for row in WEAPONS.describe()["rows"]}
