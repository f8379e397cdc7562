"""Ready sheets and actions that work as they stand."""

from typing import Any

from app.engine.ruleset import Example

FRED: dict[str, Any] = {
    "stats": {"STR": 25, "DEX": 32, "CON": 22, "INT": 10}, "hp": 80, "sta": 20,
    "weapons": [{"name": "sword", "attack": [2, 2]}],
    "potions": [{"name": "healing draught"}],
}  # fmt: skip
JANE: dict[str, Any] = {
    "stats": {"STR": 20, "DEX": 36, "CON": 18, "INT": 16}, "hp": 70, "sta": 24,
    "weapons": [{"name": "dagger"}, {"name": "bow"}],
    "items": [
        {"name": "armor", "defence": [2]},
        {"name": "Pendant of Shielding", "defence": [3]},
    ],
}  # fmt: skip
MYRA: dict[str, Any] = {
    "stats": {"STR": 12, "DEX": 22, "CON": 30, "INT": 38}, "hp": 60, "sta": 30,
    "spells": [{"name": "fire bolt"}, {"name": "fireball"}, {"name": "sleep"}],
    "powers": [{"name": "ward"}],
    "flight": {"by": "spell", "take_off": 2},
}  # fmt: skip
HARPY: dict[str, Any] = {
    "stats": {"STR": 18, "DEX": 28, "CON": 14, "INT": 12}, "hp": 40, "sta": 18,
    "weapons": [
        {"name": "claws", "attack": [1]},
        {"name": "javelins", "kinds": ["ranged_physical"]},
    ],
    "flight": {"by": "nature"},
}  # fmt: skip
BANDIT: dict[str, Any] = {
    "stats": {"STR": 15, "DEX": 16, "CON": 14}, "hp": 30, "sta": 10,
    "weapons": [{"name": "spear"}],
    "conditions": [{"name": "one eye", "cause": "an old fight"}],
}  # fmt: skip

SHEETS = (
    Example("Fred", "A swordsman with a potion.", FRED),
    Example("Jane", "An archer with armor and a pendant.", JANE),
    Example("Myra", "A mage with spells, a ward, and a spell to fly.", MYRA),
    Example("Harpy", "A natural flier.", HARPY),
    Example("Bandit", "A weak foe, blind in one eye.", BANDIT),
)
ACTIONS = (
    Example(
        "Attack",
        "Fred strikes at a bandit with his sword.",
        {"actor": "fred", "type": "attack", "target": "bandit-1", "kind": "close_physical",
         "weapon": "sword"},
    ),
    Example(
        "Hold back",
        "Jane shoots, and holds back the damage roll should she hit.",
        {"actor": "jane", "type": "attack", "target": "bandit-2", "kind": "ranged_physical",
         "weapon": "bow", "withhold": True},
    ),
    Example(
        "Area spell",
        "Myra lets a fireball go off between two bandits.",
        {"actor": "myra", "type": "attack", "kind": "ranged_magical", "spell": "fireball",
         "targets": ["bandit-1", "bandit-2"]},
    ),
    Example(
        "Evade",
        "Fred backs off for breath; the bandit he contests gets some, too.",
        {"actor": "fred", "type": "evade", "opponent": "bandit-1"},
    ),
    Example(
        "Call up a power",
        "Myra puts up a ward.",
        {"actor": "myra", "type": "call_power", "power": "ward", "opponent": "bandit-2"},
    ),
    Example(
        "Dice",
        "Two dice at 75 percent and a bonus; nothing changes.",
        {"actor": "fred", "type": "combat_dice", "rolls": ["STR", "1d32"], "percent": 75,
         "modifiers": [2, 2]},
    ),
)  # fmt: skip
