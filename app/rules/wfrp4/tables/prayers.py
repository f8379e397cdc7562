"""Blessings for a fight (WF-PRAY-1); figures unconfirmed. Miracles come with the sheet."""

from collections.abc import Mapping
from typing import Any

from app.engine.tables import Listing

RANGE, ROUNDS = 6, 6  # yards and rounds, of every blessing

PRAYERS = Listing(
    "prayers",
    "Prayers",
    ("name", "kind", "affects", "does"),
    (
        ("blessing of battle",     "blessing", "allies", "ws +10"),
        ("blessing of courage",    "blessing", "allies", "wp +10"),
        ("blessing of finesse",    "blessing", "allies", "dex +10"),
        ("blessing of grace",      "blessing", "allies", "ag +10"),
        ("blessing of hardiness",  "blessing", "allies", "t +10"),
        ("blessing of healing",    "blessing", "allies", "1 Wound back"),
        ("blessing of might",      "blessing", "allies", "s +10"),
        ("blessing of protection", "blessing", "allies", "ward 10 (ours)"),
        ("blessing of the hunt",   "blessing", "allies", "bs +10"),
    ),
)  # fmt: skip

DOES: Mapping[str, Mapping[str, Any]] = {
    "blessing of healing": {"heals": 1, "duration": None},
    "blessing of protection": {"ward": 10},
}


def _prayer(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {field: value for field, value in row.items() if field != "does"}
    characteristic, _, change = str(row["does"]).partition(" +")
    changes = [{"characteristic": characteristic, "change": int(change)}] if change else []
    does = {"range": RANGE, "duration": ROUNDS, "changes": changes}
    return {**plain, **does, **DOES.get(row["name"], {})}


PRAYERS_BY_NAME = {row["name"]: _prayer(row) for row in PRAYERS.describe()["rows"]}
