"""Damage of blows and spells, and when a blow is critical (MG-DMG-1, MG-DMG-2, MG-SPL-2).

Factors are wholes and halves, so that products are exact; a half left over is rounded by option.
"""

from app.engine.tables import Listing
from app.rules.magickal.fields import Category, SpellDamage, Weight

# times STR        light  medium  heavy
BASE: dict[Weight, float] = {
    "light": 1,    "medium": 1.5, "heavy": 2,
}  # fmt: skip
CRITICAL: dict[Category, dict[Weight, float]] = {
    "slashing":    {"light": 1.5, "medium": 2,   "heavy": 2.5},
    "piercing":    {"light": 2,   "medium": 2.5, "heavy": 3},
    "bludgeoning": {"light": 1.5, "medium": 2,   "heavy": 2.5},
}  # fmt: skip

# a blow is critical from this many times Defend
CRITERION: dict[Category, float] = {
    "slashing":    1.5,
    "piercing":    2,
    "bludgeoning": 2,
}  # fmt: skip

# times POW
SPELL_DAMAGE: dict[SpellDamage, float] = {
    "none":   0,
    "low":    1,
    "medium": 1.5,
    "high":   2,
}  # fmt: skip

BLOWS = Listing(
    "damage",
    "Damage of blows, times STR; critical from this many times Defend",
    ("blow", "light", "medium", "heavy", "criterion"),
    (
        ("base", *(f"{BASE[w]:g}" for w in BASE), None),
        *(
            (f"critical {category}", *(f"{row[w]:g}" for w in BASE), f"{CRITERION[category]:g}")
            for category, row in CRITICAL.items()
        ),
    ),
)
SPELLS = Listing(
    "spell-damage",
    "Damage of spells, times POW",
    ("damage", "factor"),
    tuple((name, f"{factor:g}") for name, factor in SPELL_DAMAGE.items()),
)
