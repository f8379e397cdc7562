"""Ready spells (ours; the source gives none): a name alone brings its row."""

from typing import Any

from app.engine.tables import Listing

SPELLS = Listing(
    "spells",
    "Spells",
    ("name",         "damage", "areal", "mind_affecting", "condition", "turns"),
    (
        ("spark",        "low",    False,   False,            None,        None),
        ("fire bolt",    "medium", False,   False,            "burning",   2),
        ("thunderbolt",  "high",   False,   False,            None,        None),
        ("hail",         "low",    True,    False,            None,        None),
        ("firestorm",    "high",   True,    False,            None,        None),
        ("lead limbs",   "none",   False,   False,            "clumsy",    3),
        ("daze",         "none",   False,   True,             "stunned",   1),
        ("charm",        "none",   False,   True,             "charmed",   2),
        ("dread",        "none",   True,    True,             "afraid",    3),
    ),
)  # fmt: skip


def _spell(row: dict[str, Any]) -> dict[str, Any]:
    gained = [{"name": row["condition"], "turns": row["turns"]}] if row["condition"] else []
    spell = {field: row[field] for field in ("name", "damage", "areal", "mind_affecting")}
    return {**spell, "conditions": gained}


SPELLS_BY_NAME = {row["name"]: _spell(row) for row in SPELLS.describe()["rows"]}
