"""Spells that matter in a fight (WF-CAST-3). A spell of the sheet may override any field."""

from collections.abc import Mapping
from typing import Any

from app.engine.tables import Listing

SPELLS = Listing(
    "spells",
    "Spells",
    ("name",             "cn", "range", "affects", "area", "duration", "damage", "does"),
    (
        ("dart",             0, "wp",    "foes",   None,  None,  0,    ""),
        ("drain",            0, "touch", "foes",   None,  None,  0,    "drains 1 Wound"),
        ("shock",            0, "touch", "foes",   None,  None,  None, "stunned 1"),
        ("bolt",             4, "wp",    "foes",   None,  None,  4,    ""),
        ("blast",            4, "wp",    "anyone", "wpb", None,  3,    ""),
        ("breath",           6, "wp",    "anyone", "wpb", None,  0,    "Toughness Bonus to damage"),
        ("chain attack",     6, "wp",    "foes",   None,  None,  4,    "leaps on from the fallen"),
        ("aethyric armour",  2, "self",  "self",   None,  "wpb", None, "1 AP on all locations"),
        ("aethyric arms",    2, "self",  "self",   None,  "wpb", None, "a weapon of magic"),
        ("arrow shield",     3, "self",  "self",   None,  "wpb", None, "stops missiles"),
        ("entangle",         3, "wp",    "foes",   None,  None,  None, "entangled 1, by Willpower"),
        ("magic shield",     4, "self",  "self",   None,  "wpb", None, "WPB SL to dispel"),
        ("ward",             5, "self",  "self",   None,  "wpb", None, "ward 9"),
        ("push",             6, "self",  "foes",   "wpb", None,  None, "WPB yd back, and prone"),
        ("dome",             7, "self",  "allies", "wpb", "wpb", None, "ward 6"),
        ("terrifying",       7, "self",  "foes",   "wp",  None,  None, "terror 1"),
        ("flight",           8, "self",  "self",   None,  "wpb", None, "flies"),
    ),
)  # fmt: skip

DOES: Mapping[str, Mapping[str, Any]] = {
    "drain": {"drains": 1},
    "shock": {"inflicts": "stunned"},
    "breath": {"damage_bonus": "t"},
    "chain attack": {"leaps": True},
    "aethyric armour": {"armour": 1},
    "aethyric arms": {"effect": "A weapon of magic appears in hand: put it on the sheet."},
    "arrow shield": {"stops_missiles": True},
    "entangle": {"inflicts": "entangled"},
    "magic shield": {"helps_dispel": True},
    "ward": {"ward": 9},
    "push": {"pushes": True},
    "dome": {"ward": 6},
    "terrifying": {"terror": 1},
    "flight": {"effect": "Its user flies: say where it is, and who reaches it."},
}


def _spell(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {field: value for field, value in row.items() if field != "does"}
    return {**plain, **DOES.get(row["name"], {})}


SPELLS_BY_NAME = {row["name"]: _spell(row) for row in SPELLS.describe()["rows"]}
