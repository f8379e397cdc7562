"""Ready weapons, spells, powers and potions (ours; the source prints one sword, of +2 +2).

A name alone brings its row; what is given beside it overrides it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from app.engine.tables import Listing

Rows = dict[str, dict[str, Any]]


def _named(*rows: dict[str, Any]) -> Rows:
    return {row["name"]: row for row in rows}


def _lasting(name: str, turns: int) -> list[dict[str, Any]]:
    return [{"name": name, "turns": turns}]


WEAPONS = _named(
    {"name": "dagger", "kinds": ["close_physical"], "attack": [1]},
    {"name": "sword", "kinds": ["close_physical"], "attack": [2, 2]},
    {"name": "great axe", "kinds": ["close_physical"], "attack": [1], "damage": [{"plus": 5}]},
    {"name": "spear", "kinds": ["close_physical", "ranged_physical"], "attack": [2]},
    {"name": "bow", "kinds": ["ranged_physical"], "attack": [2]},
)
SPELLS = _named(
    {"name": "shock", "kind": "close_magical", "sta": 1, "damage": [{"plus": 3}]},
    {"name": "venom", "kind": "close_magical", "sta": 2, "conditions": _lasting("poisoned", 4)},
    {"name": "fire bolt", "kind": "ranged_magical", "sta": 1, "damage": [{"times": 2}]},
    {"name": "fireball", "kind": "ranged_magical", "sta": 3, "area": True},
    {
        "name": "sleep", "kind": "ranged_magical", "sta": 2, "harmless": True,
        "conditions": _lasting("asleep", 3),
    },
    {
        "name": "mire", "kind": "ranged_magical", "sta": 2, "area": True, "harmless": True,
        "conditions": _lasting("slowed", 3),
    },
)  # fmt: skip
POWERS = _named(
    {"name": "ward", "sta": 1, "conditions": _lasting("warded", 5)},
    {"name": "mend", "sta": 2, "conditions": _lasting("mending", 4)},
)
POTIONS = _named(
    {"name": "healing draught", "hp": 20},
    {"name": "draught of breath", "sta": 10},
    {"name": "draught of strength", "conditions": _lasting("strong", 4)},
    {"name": "stoneskin oil", "conditions": _lasting("stone skin", 6)},
)


def _listing(name: str, title: str, rows: Rows) -> Listing:
    """The rows side by side: a column for each field that any of them has."""
    columns = tuple(dict.fromkeys(field for row in rows.values() for field in row))
    return Listing(
        name,
        title,
        columns,
        tuple(tuple(_said(row.get(column)) for column in columns) for row in rows.values()),
    )


def _said(value: Any) -> str | int | None:
    match value:
        case {"name": str(name), "turns": int(turns)}:
            return f"{name} ({turns} turns)"
        case {"plus": int(plus)}:
            return f"{plus:+}"
        case {"times": int(times)}:
            return f"x{times}"
        case [*several]:
            return _joined(several)
        case _:
            plain: str | int | None = value
            return plain


def _joined(several: Iterable[Mapping[str, Any] | str | int]) -> str:
    return ", ".join(f"{one:+}" if isinstance(one, int) else str(_said(one)) for one in several)


LISTINGS = (
    _listing("weapons", "Weapons", WEAPONS),
    _listing("spells", "Spells", SPELLS),
    _listing("powers", "Powers", POWERS),
    _listing("potions", "Potions", POTIONS),
)
