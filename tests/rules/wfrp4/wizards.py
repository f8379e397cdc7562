"""Wizards and priests for the tests of WFRP 4."""

from collections.abc import Mapping
from typing import Any

from app.rules.wfrp4 import RULESET
from tests.rules.wfrp4.fights import fight, recruit
from tests.stories import Story, given

SPELLS = ("dart", "drain", "shock", "bolt", "blast", "breath", "chain attack", "aethyric armour",
          "aethyric arms", "arrow shield", "entangle", "magic shield", "ward", "push", "dome",
          "terrifying", "flight")  # fmt: skip
PRAYERS = ("blessing of battle", "blessing of healing", "blessing of might",
           "blessing of protection")  # fmt: skip

# Language (Magick) 60, Channelling 50, WPB 4; TB 3, 13 Wounds, no armour.
WIZARD: dict[str, Any] = {
    "int": 50,
    "wp": 40,
    "skills": [
        {"name": "Language (Magick)", "advances": 10},
        {"name": "Channelling (fire)", "advances": 10},
        {"name": "Melee (Basic)"},
    ],
    "weapons": [{"name": "quarterstaff"}],
    "spells": [{"name": name, "lore": "fire"} for name in SPELLS],
}

# Pray 50, WPB 3.
PRIEST: dict[str, Any] = {
    "fel": 40,
    "skills": [{"name": "Pray", "advances": 10}, {"name": "Melee (Basic)", "advances": 10}],
    "weapons": [{"name": "hand weapon"}],
    "prayers": [{"name": name} for name in PRAYERS],
}


def wizard(
    foe: Mapping[str, Any] | None = None, /, *, options: Any = None, **changes: Any
) -> Story:
    """Mage, who acts, against Foe."""
    mage = recruit("Mage", "heroes", **{**WIZARD, **changes})
    return given(RULESET, fight(mage, recruit("Foe", **(foe or {})), **(options or {})))


def priest(
    foe: Mapping[str, Any] | None = None, /, *, options: Any = None, **changes: Any
) -> Story:
    """Nun, who acts, and Friend, against Foe."""
    nun = recruit("Nun", "heroes", **{**PRIEST, **changes})
    friend = recruit("Friend", "heroes")
    return given(RULESET, fight(nun, recruit("Foe", **(foe or {})), friend, **(options or {})))
