"""Weapons (WF-GEAR-1). Damage starts with + where it is added to the Strength Bonus."""

from collections.abc import Iterator
from typing import Any

from app.engine.tables import Listing

Row = tuple[str, str, int, str, str, str]

UNARMED = "unarmed"  # whoever has hands has this

MELEE: tuple[Row, ...] = (
    # name             group        hands  reach         damage  qualities and flaws
    ("hand weapon",     "basic",      1, "average",     "SB+4", ""),
    ("sword",           "basic",      1, "average",     "SB+4", ""),
    ("dagger",          "basic",      1, "very short",  "SB+2", ""),
    ("knife",           "basic",      1, "very short",  "SB+1", "undamaging"),
    ("improvised",      "basic",      1, "average",     "SB+1", "undamaging"),
    ("buckler",         "basic",      1, "personal",    "SB+1", "shield 1, defensive, undamaging"),
    ("shield",          "basic",      1, "very short",  "SB+2", "shield 2, defensive, undamaging"),
    ("large shield",    "basic",      1, "very short",  "SB+3", "shield 3, defensive, undamaging"),
    (UNARMED,           "brawling",   1, "personal",    "SB+0", "undamaging"),
    ("knuckledusters",  "brawling",   1, "personal",    "SB+2", ""),
    ("cavalry hammer",  "cavalry",    2, "long",        "SB+5", "pummel"),
    ("lance",           "cavalry",    1, "very long",   "SB+6", "impact, impale"),
    ("foil",            "fencing",    1, "average",     "SB+3",
     "fast, impale, precise, undamaging"),
    ("rapier",          "fencing",    1, "long",        "SB+4", "fast, impale"),
    ("flail",           "flail",      1, "average",     "SB+5", "distract, wrap"),
    ("grain flail",     "flail",      2, "average",     "SB+3", "distract, wrap, imprecise"),
    ("military flail",  "flail",      2, "long",        "SB+6", "distract, impact, wrap, tiring"),
    ("main gauche",     "parry",      1, "very short",  "SB+2", "defensive"),
    ("swordbreaker",    "parry",      1, "short",       "SB+3", "defensive, trap blade"),
    ("halberd",         "polearm",    2, "long",        "SB+4", "defensive, hack, impale"),
    ("spear",           "polearm",    2, "very long",   "SB+4", "impale"),
    ("pike",            "polearm",    2, "massive",     "SB+4", "impale"),
    ("quarterstaff",    "polearm",    2, "long",        "SB+4", "defensive, pummel"),
    ("bastard sword",   "two-handed", 2, "long",        "SB+5", "damaging, defensive"),
    ("great axe",       "two-handed", 2, "long",        "SB+6", "hack, impact, tiring"),
    ("pick",            "two-handed", 2, "average",     "SB+5", "damaging, impale, slow"),
    ("warhammer",       "two-handed", 2, "average",     "SB+6", "damaging, pummel, slow"),
    ("zweihander",      "two-handed", 2, "long",        "SB+5", "damaging, hack"),
)  # fmt: skip

RANGED: tuple[Row, ...] = (
    # name              group          hands  range      damage  qualities and flaws
    ("shortbow",         "bow",          2, "20",       "SB+2", ""),
    ("bow",              "bow",          2, "50",       "SB+3", ""),
    ("longbow",          "bow",          2, "100",      "SB+4", "damaging"),
    ("elf bow",          "bow",          2, "150",      "SB+4", "damaging, precise"),
    ("crossbow pistol",  "crossbow",     1, "10",       "7",    "pistol"),
    ("crossbow",         "crossbow",     2, "60",       "9",    "reload 1"),
    ("heavy crossbow",   "crossbow",     2, "100",      "9",    "damaging, reload 2"),
    ("sling",            "sling",        1, "60",       "6",    ""),
    ("staff sling",      "sling",        2, "100",      "7",    ""),
    ("pistol",           "blackpowder",  1, "20",       "8",
     "blackpowder, damaging, pistol, reload 1"),
    ("handgun",          "blackpowder",  2, "50",       "9",
     "blackpowder, damaging, dangerous, reload 3"),
    ("blunderbuss",      "blackpowder",  2, "20",       "8",
     "blackpowder, blast 3, damaging, dangerous, reload 2"),
    ("long rifle",       "blackpowder",  2, "100",      "9",
     "accurate, precise, blackpowder, damaging, reload 4"),
    ("repeater handgun", "engineering",  2, "30",       "9",
     "repeater 4, blackpowder, damaging, dangerous, reload 5"),
    ("repeater pistol",  "engineering",  1, "10",       "8",
     "repeater 4, pistol, blackpowder, damaging, dangerous, reload 4"),
    ("whip",             "entangling",   1, "6",        "SB+2", "entangle"),
    ("lasso",            "entangling",   1, "2 x SB",   "none", "entangle"),
    ("bolas",            "entangling",   1, "3 x SB",   "SB+0", "entangle"),
    ("dart",             "throwing",     1, "2 x SB",   "SB+1", "impale"),
    ("javelin",          "throwing",     1, "3 x SB",   "SB+3", "impale"),
    ("rock",             "throwing",     1, "3 x SB",   "SB+0", ""),
    ("throwing axe",     "throwing",     1, "2 x SB",   "SB+3", "hack"),
    ("throwing knife",   "throwing",     1, "2 x SB",   "SB+2", ""),
    ("bomb",             "explosives",   1, "1 x SB",   "12",   "blast 5, impact, dangerous"),
    ("incendiary",       "explosives",   1, "1 x SB",   "none", "blast 4, dangerous"),
)  # fmt: skip

# a Trap Blade catches these
BLADES = frozenset({
    "sword", "hand weapon", "dagger", "knife", "foil", "rapier", "main gauche", "bastard sword",
    "zweihander",
})  # fmt: skip
INFLICTS = {"incendiary": "ablaze"}  # 1 + SL levels of it
RANGED_WITHOUT_SKILL = ("crossbow", "throwing")  # at bare BS, without qualities
LIKE = {"engineering": "blackpowder", "blackpowder": "engineering"}  # one for the other, likewise
MISFIRE = ("blackpowder", "engineering", "explosives")

COLUMNS = ("name", "kind", "group", "hands", "reach", "range", "damage", "qualities")
WEAPONS = Listing(
    "weapons",
    "Weapons",
    COLUMNS,
    (
        *((n, "melee", g, h, reach, None, d, q) for n, g, h, reach, d, q in MELEE),
        *((n, "ranged", g, h, None, reach, d, q) for n, g, h, reach, d, q in RANGED),
    ),
)


def qualities(words: str) -> list[str]:
    """A cell of the table as single qualities."""
    return [quality for quality in words.split(", ") if quality]


def _fields(row: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """A row as the fields of a weapon."""
    yield from ((name, row[name]) for name in ("name", "kind", "group", "hands"))
    damage = row["damage"]
    yield "strength", damage.startswith("SB")
    yield "damage", None if damage == "none" else int(damage.removeprefix("SB"))
    yield "qualities", qualities(row["qualities"])
    yield "blade", row["name"] in BLADES
    yield "inflicts", INFLICTS.get(row["name"])
    if row["kind"] == "melee":
        yield "reach", row["reach"]
    else:
        yards = row["range"]
        yield "range", int(yards.removesuffix(" x SB"))
        yield "range_by_strength", yards.endswith("SB")


WEAPONS_BY_NAME = {str(row["name"]): dict(_fields(row)) for row in WEAPONS.describe()["rows"]}
