"""Ready sheets and actions that work as they stand."""

from typing import Any

from app.engine.ruleset import Example
from app.rules.wfrp4.tables.foes import SHEETS as FOES

CAPTAIN: dict[str, Any] = {
    "ws": 41, "bs": 30, "s": 35, "t": 42, "i": 38, "ag": 34, "wp": 36, "wounds": 15,
    "skills": [
        {"name": "Melee (Basic)", "advances": 20}, {"name": "Dodge", "advances": 10},
        {"name": "Cool", "advances": 10}, {"name": "Leadership", "advances": 5},
    ],
    "weapons": [{"name": "sword"}, {"name": "shield"}, {"name": "dagger"}],
    "armour": [{"name": "mail shirt"}, {"name": "leather jack"}, {"name": "open helm"}],
}  # fmt: skip
ARCHER: dict[str, Any] = {
    "ws": 30, "bs": 45, "s": 32, "t": 33, "i": 45, "ag": 42, "wp": 35,
    "skills": [
        {"name": "Ranged (Bow)", "advances": 15}, {"name": "Dodge", "advances": 5},
        {"name": "Stealth", "advances": 10}, {"name": "Perception", "advances": 15},
    ],
    "weapons": [{"name": "longbow"}, {"name": "dagger"}],
    "ammunition": [{"name": "arrow"}],
    "armour": [{"name": "leather jerkin"}],
}  # fmt: skip

SHEETS = (
    Example("Captain", "Sword and shield, in mail.", CAPTAIN),
    Example("Archer", "A longbow, and a dagger for whoever comes near.", ARCHER),
    *(Example(n.capitalize(), "Of the table of foes.", FOES[n]) for n in ("orc", "goblin")),
)
ACTIONS = (
    Example(
        "Attack",
        "The captain strikes the orc, who defends as is best.",
        {"actor": "captain", "type": "attack", "target": "orc", "weapon": "sword"},
    ),
    Example(
        "Fight defensively",
        "+20 to defend until the next turn.",
        {"actor": "captain", "type": "guard"},
    ),
    Example(
        "Something else",
        "In words, with a test that the game master has named.",
        {
            "actor": "captain", "type": "other", "what": "kicks the brazier over",
            "skill": "strength", "difficulty": "average",
            "modifiers": [{"name": "slippery ground", "value": -10}],
        },
    ),
    Example(
        "Called shot",
        "At the head, from behind, parried if at all.",
        {
            "actor": "captain", "type": "attack", "target": "orc", "weapon": "sword",
            "called": "head", "from_behind": True, "defence": "parry",
        },
    ),
    Example(
        "Take in hand",
        "Free: the dagger instead of sword and shield.",
        {"actor": "captain", "type": "ready", "main": "dagger"},
    ),
)  # fmt: skip
