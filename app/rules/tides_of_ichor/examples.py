"""Ready sheets and actions that work as they stand: the jungle ambush of the source.

The actions do so in this order, in the ambush whose goblin is the shaman.
"""

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
SHAMAN: dict[str, Any] = {
    **GOBLIN, "wp": 35, "lores": ["waaaggghh"],
    "spells": [{"name": "Headbutt"}, {"name": "Bellow"}],
}  # fmt: skip
WIZARD: dict[str, Any] = {
    "ws": 25, "bs": 30, "s": 25, "t": 30, "ag": 35, "wp": 45, "w": 12, "zone": 4,
    "weapons": [{"name": "dagger"}], "lores": ["fire", "light"], "spell_power_bonus": 5,
    "spells": [
        {"name": "Fire dart"}, {"name": "Ring of fire"}, {"name": "Mending glow"},
        {"name": "Ember cloak", "level": 1, "rank": 2, "max_rank": 3, "lore": "fire",
         "targeting": "personal", "changes": [{"stat": "t", "change": 10, "turns": 3}]},
    ],
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
    Example("Shaman", "The goblin again, with two spells by name.", SHAMAN),
    Example("Wizard", "A wizard of fire and light, with a spell of its own making.", WIZARD),
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
    Example(
        "Cast",
        "The goblin, a shaman, casts a spell at Sotek, from the far end of the field.",
        {"actor": "goblin", "type": "cast", "spell": "Headbutt", "target": "sotek"},
    ),
    Example("Move", "Go one zone.", {"actor": "orc-1", "type": "move", "zone": 1}),
    Example("Pass", "Do nothing.", {"actor": "orc-2", "type": "pass"}),
)
