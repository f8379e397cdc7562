"""A few foes, by their characteristics (WF-GEAR-1); what they carry is ours."""

from typing import Any

from app.engine.tables import Listing

FOES = Listing(
    "foes",
    "Foes",
    ("name",     "ws", "bs", "s", "t", "i", "ag", "wp", "wounds", "weapons", "armour"),
    (
        ("orc",         35, 30, 35, 45, 20, 25, 35, 14, "hand weapon, shield", "leather jack"),
        ("goblin",      25, 35, 30, 30, 20, 35, 20, 11, "hand weapon, shortbow", "leather jerkin"),
        ("daemon",      55, 35, 45, 35, 60, 40, 70, 17, "bastard sword", ""),
    ),
)  # fmt: skip


def _sheet(row: dict[str, Any]) -> dict[str, Any]:
    gear = {
        field: [{"name": name} for name in row[field].split(", ") if name]
        for field in ("weapons", "armour")
    }
    skills = [{"name": "ranged (bow)", "advances": 0}] if "bow" in row["weapons"] else []
    numbers = ("ws", "bs", "s", "t", "i", "ag", "wp", "wounds")
    return {**{field: row[field] for field in numbers}, **gear, "skills": skills}


SHEETS = {row["name"]: _sheet(row) for row in FOES.describe()["rows"]}
