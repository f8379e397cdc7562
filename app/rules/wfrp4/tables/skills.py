"""Skills: the characteristic of each, and which penalties of conditions fall on it (WF-TEST-2)."""

from app.engine.tables import Listing
from app.rules.wfrp4.fields import CharacteristicName

COMBAT = ("physical", "sight")

SKILLS: dict[str, tuple[CharacteristicName, tuple[str, ...]]] = {
    "melee":         ("ws",  COMBAT),
    "ranged":        ("bs",  COMBAT),
    "dodge":         ("ag",  (*COMBAT, "movement")),
    "athletics":     ("ag",  ("physical", "movement", "flight")),
    "ride":          ("ag",  ("physical", "movement")),
    "stealth":       ("ag",  ("physical", "movement", "flight")),
    "climb":         ("s",   ("physical", "movement")),
    "intimidate":    ("s",   ()),
    "endurance":     ("t",   ()),
    "intuition":     ("i",   ()),
    "perception":    ("i",   ("sight", "hearing")),
    "heal":          ("int", ()),
    "language":      ("int", ()),
    "lore":          ("int", ()),
    "cool":          ("wp",  ()),
    "channelling":   ("wp",  ()),
    "charm":         ("fel", ()),
    "leadership":    ("fel", ()),
    "pray":          ("fel", ()),
}  # fmt: skip

CHARACTERISTICS: dict[str, tuple[CharacteristicName, tuple[str, ...]]] = {
    "weapon skill":    ("ws",  COMBAT),
    "ballistic skill": ("bs",  COMBAT),
    "strength":        ("s",   ("physical",)),
    "toughness":       ("t",   ()),
    "initiative":      ("i",   ()),
    "agility":         ("ag",  ("physical", "movement")),
    "dexterity":       ("dex", ("physical",)),
    "intelligence":    ("int", ()),
    "willpower":       ("wp",  ()),
    "fellowship":      ("fel", ()),
}  # fmt: skip

TESTED = {**CHARACTERISTICS, **SKILLS}

LISTING = Listing(
    "skills",
    "Skills and characteristics",
    ("name", "characteristic", "hindered_as"),
    tuple((name, c, ", ".join(kinds)) for name, (c, kinds) in TESTED.items()),
)
