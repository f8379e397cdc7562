"""Ready sheets and actions that work as they stand."""

from typing import Any

from app.engine.ruleset import Example

SWORDSMAN: dict[str, Any] = {
    "to_hit": 60, "attacks": 2, "defense": 35, "protection": "mail", "shield": True,
    "damage_points": 24, "reaction": 5, "weapons": [{"name": "long sword"}, {"name": "dagger"}],
    "pack": [{"name": "bandages"}, {"name": "rope", "quints": 3}],
}  # fmt: skip
ARCHER: dict[str, Any] = {
    "to_hit": 65, "reaction": 6, "speed": 8, "protection": "leather", "perception": 14,
    "weapons": [{"name": "bow"}, {"name": "crossbow"}, {"name": "short sword"}],
    "crossbow_experience": True,
}  # fmt: skip
SORCERESS: dict[str, Any] = {
    "to_hit": 45, "damage_points": 16, "protection": "none", "healer": True,
    "weapons": [{"name": "dagger", "to_hit": 40}],
    "spells": [
        {"name": "Fire bolt", "quints": 2, "to_hit": 70, "damage": "2d6", "type": "piercing",
         "protection": True},
        {"name": "Seal wounds", "quints": 1, "to_hit": "automatic", "stops_bleeding": True},
        {"name": "Tanglefoot", "quints": 1, "conditions": [
            {"name": "Tangled", "quints": 3, "modifiers": [{"to": "speed", "by": -4}]}]},
    ],
}  # fmt: skip
RAIDER: dict[str, Any] = {
    "to_hit": 50, "weapons": [{"name": "axe"}], "protection": "studded", "nerve": 40,
}  # fmt: skip
WOLF: dict[str, Any] = {
    "to_hit": 55, "attacks": 2, "speed": 14, "reaction": 7, "protection": 1, "damage_points": 12,
    "weapons": [{"name": "bite"}, {"name": "claws"}],
}  # fmt: skip

SHEETS = (
    Example("Swordsman", "Two attacks with a long sword, mail, a shield, a full pack.", SWORDSMAN),
    Example("Archer", "A bow in hand, and a crossbow that is loaded in a quint.", ARCHER),
    Example("Sorceress", "Three spells to be prepared, and a healer's hands.", SORCERESS),
    Example("Raider", "One of a group whose nerve may fail.", RAIDER),
    Example("Wolf", "Fast, with natural weapons.", WOLF),
)
ACTIONS = (
    Example(
        "Attack",
        "The full number of attacks at one foe.",
        {"actor": "swordsman", "type": "attack", "target": "raider", "weapon": "long sword"},
    ),
    Example(
        "Attack two foes",
        "An attack at each of two.",
        {"actor": "swordsman", "type": "attack", "targets": ["raider", "wolf"]},
    ),
    Example(
        "Attack by ruling",
        "The game master decides: the first attack misses, dice decide the second.",
        {"actor": "swordsman", "type": "attack", "target": "raider", "ruling": ["miss", None]},
    ),
    Example(
        "Draw",
        "A weapon drawn, and a single strike.",
        {"actor": "swordsman", "type": "draw", "weapon": "dagger", "target": "raider"},
    ),
    Example(
        "Get an item",
        "The first of three quints of digging for a rope.",
        {"actor": "swordsman", "type": "get_item", "item": "rope"},
    ),
    Example(
        "Rule on a group",
        "The game master: all attacks of the raiders miss from now on.",
        {"type": "rule_group", "group": "raiders", "ruling": "miss"},
    ),
    Example("Retreat", "Turn to run.", {"actor": "swordsman", "type": "retreat"}),
)
