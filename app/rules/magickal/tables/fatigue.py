"""Fatigue penalties of spells (MG-FAT-2) and blows (MG-FAT-3); they add up.

Armour and shields weigh on blows too: their penalties stand in their own tables.
"""

from app.engine.tables import Listing

SPELL = {
    "casting":         2,
    "areal":           2,
    "low damage":      0,
    "medium damage":   1,
    "high damage":     2,
    "earlier failure": 2,
}  # fmt: skip
BLOW = {
    "attacking":       2,
    "light weapon":    0,
    "medium weapon":   1,
    "heavy weapon":    2,
    "earlier failure": 2,
}  # fmt: skip
HOURS_A_PENALTY = 12  # without rest, or without food (MG-FAT-8)

COLUMNS = ("penalty", "points")
SPELL_PENALTIES = Listing(
    "spell-fatigue", "Fatigue penalties of spells", COLUMNS, tuple(SPELL.items())
)
BLOW_PENALTIES = Listing("blow-fatigue", "Fatigue penalties of blows", COLUMNS, tuple(BLOW.items()))
