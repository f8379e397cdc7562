"""Conditions by name: a name alone brings its row (ours; QU-GRI-2, QU-MOR-1)."""

from collections.abc import Mapping
from typing import Any

from app.engine.tables import Listing

PRONE, STUNNED, UNCONSCIOUS = "prone", "stunned", "unconscious"
SLOW, MUTE, EYE_LOST, LODGED = "slow", "mute", "eye lost", "missile lodged"
BLEEDING, INTERNAL_BLEEDING, HINDERED = "bleeding", "internal bleeding", "hindered"
ENRAGED, SHAKEN, BROKEN = "enraged", "shaken", "broken"

LODGED_TO_HIT = -10
EYE_LOST_TO_HIT = -15


def _changes(**by: int) -> list[dict[str, Any]]:
    return [{"to": to, "by": change} for to, change in by.items()]


CONDITIONS_BY_NAME: Mapping[str, Mapping[str, Any]] = {
    PRONE:       {"prone": True, "modifiers": _changes(defense=-20, foes_to_hit=20)},
    STUNNED:     {"skip_turn": True, "halves_defense": True},
    UNCONSCIOUS: {"unconscious": True},
    BLEEDING:    {"damage": 1, "bleeding": "open"},
    INTERNAL_BLEEDING: {"damage": 1, "bleeding": "internal", "treatable": True},
    SLOW:        {"slow": True, "treatable": True},
    MUTE:        {"mute": True, "treatable": True},
    "weapon arm useless": {"limb": "weapon arm", "treatable": True},
    "off arm useless":    {"limb": "off arm", "treatable": True},
    "leg useless":        {"limb": "leg", "treatable": True},
    EYE_LOST:    {"modifiers": _changes(ranged_to_hit=EYE_LOST_TO_HIT)},
    LODGED:      {"lodged": "1d4", "modifiers": _changes(to_hit=LODGED_TO_HIT)},
    ENRAGED:     {"modifiers": _changes(to_hit=10, defense=-10)},
    SHAKEN:      {"modifiers": _changes(to_hit=-10, defense=-10)},
    BROKEN:      {"flees": True},
}  # fmt: skip

WORDS = {
    PRONE: "Defense -20, foes +20 to hit; rising takes a quint",
    STUNNED: "Loses turns; Defense is halved",
    UNCONSCIOUS: "Out of the fight, without Defense",
    BLEEDING: "Loses Damage Points at the end of each quint, until staunched",
    INTERNAL_BLEEDING: "The same, until a healer or magic stops it",
    SLOW: "Speed Rating halved, until treated",
    MUTE: "Can't prepare or cast spells, until treated",
    "weapon arm useless": "It holds nothing, until treated",
    "off arm useless": "It holds nothing, until treated",
    "leg useless": "Speed Rating a quarter, until treated",
    EYE_LOST: f"{EYE_LOST_TO_HIT} to hit from a distance",
    LODGED: f"{LODGED_TO_HIT} to hit, until pulled out",
    ENRAGED: "+10 to hit, Defense -10",
    SHAKEN: "-10 to hit, Defense -10",
    BROKEN: "Retreats by itself",
}

CONDITIONS = Listing("conditions", "Conditions", ("name", "words"), tuple(WORDS.items()))
