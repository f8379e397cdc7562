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
WIZARD: dict[str, Any] = {
    "ws": 28, "s": 28, "t": 32, "i": 42, "ag": 35, "int": 45, "wp": 48,
    "skills": [
        {"name": "Language (Magick)", "advances": 20},
        {"name": "Channelling (fire)", "advances": 15}, {"name": "Cool", "advances": 10},
    ],
    "talents": [{"name": "Instinctive Diction"}],
    "weapons": [{"name": "quarterstaff"}],
    "spells": [
        {"name": "dart"}, {"name": "bolt", "lore": "fire"}, {"name": "blast", "lore": "fire"},
        {"name": "aethyric armour"},
        {"name": "Cinder cloak", "cn": 3, "lore": "fire", "range": "self", "affects": "self",
         "duration": "wpb", "ward": 8},
    ],
}  # fmt: skip
PRIEST: dict[str, Any] = {
    "ws": 38, "s": 35, "t": 38, "i": 31, "wp": 40, "fel": 42, "sin": 1,
    "skills": [{"name": "Pray", "advances": 15}, {"name": "Melee (Basic)", "advances": 10}],
    "weapons": [{"name": "hand weapon"}, {"name": "shield"}],
    "armour": [{"name": "mail shirt"}],
    "prayers": [{"name": "blessing of battle"}, {"name": "blessing of healing"}],
}  # fmt: skip

SHEETS = (
    Example("Captain", "Sword and shield, in mail.", CAPTAIN),
    Example("Archer", "A longbow, and a dagger for whoever comes near.", ARCHER),
    Example("Wizard", "Spells of fire, one of them of its own.", WIZARD),
    Example("Priest", "Two blessings, and a Sin.", PRIEST),
    Example("Orc", "Of the table of foes.", FOES["orc"]),
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
        "Cast",
        "A bolt of fire, by an ingredient that makes a miscast milder.",
        {"actor": "wizard", "type": "cast", "spell": "bolt", "target": "orc", "ingredient": True},
    ),
    Example(
        "Channel",
        "SL towards the casting number of a spell.",
        {"actor": "wizard", "type": "channel", "spell": "blast"},
    ),
    Example(
        "Pray",
        "For a blessing on somebody of one's own side; more SL make it last longer.",
        {"actor": "priest", "type": "pray", "prayer": "blessing of battle", "target": "captain"},
    ),
    Example(
        "Take in hand",
        "Free: the dagger instead of sword and shield.",
        {"actor": "captain", "type": "ready", "main": "dagger"},
    ),
)  # fmt: skip
