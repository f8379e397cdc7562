"""Conditions by name (ours; MG-SPL-3): a name alone brings its row."""

from typing import Any

from app.engine.tables import Listing

SWOONED = "swooned"

CONDITIONS = Listing(
    "conditions",
    "Conditions",
    ("name",    "skip_turn", "unconscious", "damage", "to",      "by"),
    (
        (SWOONED,   True,        True,          0,        None,      0),
        ("stunned", True,        False,         0,        None,      0),
        ("charmed", True,        False,         0,        None,      0),
        ("afraid",  False,       False,         0,        "attack",  -2),
        ("clumsy",  False,       False,         0,        "crd",     -2),
        ("weary",   False,       False,         0,        "fatigue", 2),
        ("burning", False,       False,         2,        None,      0),
    ),
)  # fmt: skip


def _condition(row: dict[str, Any]) -> dict[str, Any]:
    to, by = row.pop("to"), row.pop("by")
    return {**row, "modifiers": [{"to": to, "by": by}] if to else []}


CONDITIONS_BY_NAME = {row["name"]: _condition(row) for row in CONDITIONS.describe()["rows"]}
