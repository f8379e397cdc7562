"""Effects of spells, powers and potions by name (ours): a name alone brings its row.

They speak a small language: skip a turn, so many percent or points to something, damage or healing
at the end of each turn, a shield and its STA, how long (SD-PAS-4).
"""

from typing import Any

from app.engine.tables import Listing

ANY_KIND = None

_ROWS: tuple[dict[str, Any], ...] = (
    # of hostile spells
    {
        "name": "asleep", "spell": True, "skip_turn": True,
        "penalties": [{"kind": ANY_KIND, "defence": -50}],
    },
    {"name": "poisoned", "spell": True, "damage": 3},
    {
        "name": "slowed", "spell": True,
        "penalties": [{"kind": ANY_KIND, "attack": -20, "defence": -20}],
    },
    {
        "name": "weary", "spell": True,
        "modifiers": [{"to": "attack_cost", "by": 1}, {"to": "defence_cost", "by": 1}],
    },
    {"name": "weakened", "spell": True, "modifiers": [{"to": "STR", "by": -5}]},
    # of one's own
    {"name": "warded", "shield": 1, "modifiers": [{"to": "defence", "by": 5}]},
    {"name": "stone skin", "modifiers": [{"to": "defence", "by": 3}]},
    {"name": "strong", "modifiers": [{"to": "STR", "by": 5}]},
    {"name": "tireless", "modifiers": [{"to": "attack_cost", "by": -1}]},
    {"name": "mending", "healing": 3},
    # of any cause
    {"name": "stunned", "skip_turn": True},
    {"name": "bleeding", "damage": 2},
)  # fmt: skip
EFFECTS_BY_NAME: dict[str, dict[str, Any]] = {row["name"]: row for row in _ROWS}


def in_words(effect: dict[str, Any]) -> str:
    """What a condition does, in short: `-20% attack, -20% defence; of a spell`."""
    said = ["loses turns"] if effect.get("skip_turn") else []
    for penalty in effect.get("penalties", ()):
        kind = f" ({penalty['kind'].replace('_', ' ')})" if penalty.get("kind") else ""
        said += [
            f"{penalty[action]}% {action}{kind}"
            for action in ("attack", "defence")
            if penalty.get(action)
        ]
    said += [
        f"{modifier['by']:+} {modifier['to'].replace('_', ' ')}"
        for modifier in effect.get("modifiers", ())
    ]
    if "shield" in effect:
        said.append(f"a shield, {effect['shield']} STA for each defence")
    said += [f"{effect[n]} {n} a turn" for n in ("damage", "healing") if n in effect]
    return ", ".join(said) + ("; of a spell" if effect.get("spell") else "")


LISTING = Listing(
    "effects",
    "Effects of spells, powers and potions",
    ("name", "does"),
    tuple((name, in_words(effect)) for name, effect in EFFECTS_BY_NAME.items()),
)
