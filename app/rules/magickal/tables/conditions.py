"""Conditions by name (ours; MG-SPL-3): a name alone brings its row."""

from typing import Any

from app.engine.tables import Listing

SWOONED = "swooned"

CONDITIONS = Listing(
    "conditions",
    "Conditions",
    ("name",    "words",                       "skip_turn", "unconscious", "damage", "to", "by"),
    (
        (SWOONED,   "Loses turns, defends with 0", True,  True,  0, None,      0),
        ("stunned", "Loses turns",                 True,  False, 0, None,      0),
        ("charmed", "Loses turns",                 True,  False, 0, None,      0),
        ("afraid",  "2 less to attack",            False, False, 0, "attack",  -2),
        ("clumsy",  "2 less CRD",                  False, False, 0, "crd",     -2),
        ("weary",   "2 more fatigue to beat",      False, False, 0, "fatigue", 2),
        ("burning", "2 HP a turn",                 False, False, 2, None,      0),
    ),
)  # fmt: skip


def _condition(row: dict[str, Any]) -> dict[str, Any]:
    modifiers = [{"to": row["to"], "by": row["by"]}] if row["to"] else []
    effects = {effect: row[effect] for effect in ("skip_turn", "unconscious", "damage")}
    return {"name": row["name"], **effects, "modifiers": modifiers}


_ROWS = CONDITIONS.describe()["rows"]
CONDITIONS_BY_NAME = {row["name"]: _condition(row) for row in _ROWS}
WORDS = {row["name"]: row["words"] for row in _ROWS}
