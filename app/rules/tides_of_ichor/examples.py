"""Ready sheets and actions that work as they stand: the jungle ambush of the source."""

from typing import Any

from app.engine.ruleset import Example

SOTEK: dict[str, Any] = {
    "ws": 45, "bs": 30, "s": 45, "t": 40, "ag": 20, "wp": 25, "w": 15, "zone": 3, "armor": 2,
    "weapons": [{"name": "Great blade", "kind": "melee", "damage": "2d10"}],
}  # fmt: skip
QUETLZ: dict[str, Any] = {
    "ws": 30, "bs": 39, "s": 30, "t": 30, "ag": 35, "wp": 30, "w": 10, "zone": 4,
    "weapons": [{"name": "bow"}, {"name": "dagger"}],
}  # fmt: skip
ORC: dict[str, Any] = {
    "ws": 30, "bs": 20, "s": 35, "t": 40, "ag": 12, "wp": 20, "w": 10, "zone": 2,
    "armor": "hide", "weapons": [{"name": "axe"}],
}  # fmt: skip
GOBLIN: dict[str, Any] = {
    "ws": 25, "bs": 30, "s": 25, "t": 30, "ag": 30, "wp": 20, "w": 8, "zone": 0, "dodge": 20,
    "weapons": [{"name": "dagger"}, {"name": "bow"}],
}  # fmt: skip
CHAMPION: dict[str, Any] = {
    "ws": 50, "bs": 25, "s": 40, "t": 40, "ag": 25, "wp": 30, "w": 20, "zone": 3,
    "armor": "heavy", "shield": {"name": "shield"}, "weapons": [{"name": "sword"}],
    "abilities": [
        {"name": "Mighty blow", "kind": "attack", "hit": -10, "wound": 20, "damage": 3},
        {"name": "Whirlwind", "kind": "zone_attack", "no_block": True, "powerful": True},
    ],
}  # fmt: skip

SHEETS = (
    Example("Sotek", "A saurus warrior with a great blade.", SOTEK),
    Example("Quetlz", "A skink archer.", QUETLZ),
    Example("Orc", "An orc in furs.", ORC),
    Example("Goblin", "A sneaky goblin.", GOBLIN),
    Example("Champion", "A warrior with two abilities, one of them powerful.", CHAMPION),
)
ACTIONS = (
    Example(
        "Charge",
        "Sotek, in zone 3, charges an orc in zone 2.",
        {"actor": "sotek", "type": "charge", "target": "orc-1", "weapon": "Great blade"},
    ),
    Example(
        "Shoot",
        "Quetlz shoots at an orc two zones away.",
        {"actor": "quetlz", "type": "attack", "target": "orc-2", "weapon": "bow"},
    ),
    Example("Move", "Go one zone.", {"actor": "goblin", "type": "move", "zone": 1}),
    Example("Pass", "Do nothing.", {"actor": "orc-1", "type": "pass"}),
)
