"""Qualities and flaws of weapons and armour, and what they do (WF-GEAR-2)."""

from app.engine.tables import Listing

OUT_OF_COMBAT = "Only matters out of combat."

# name: (of what, whether a number follows, what it does)
QUALITIES: dict[str, tuple[str, bool, str]] = {
    "accurate":      ("weapon", False, "+10 to hit."),
    "blackpowder":   ("weapon", False, "The target tests Cool (+20), hit or miss; else 1 Broken."),
    "blast":         ("weapon", True,  "All within so many yards of the target are hit too."),
    "damaging":      ("weapon", False, "The units of the roll as SL, where they are more."),
    "defensive":     ("weapon", False, "+1 SL on Melee tests against an attack."),
    "distract":      ("weapon", False, "May push a yard per SL instead of hurting."),
    "entangle":      ("weapon", False, "A hit gives 1 Entangled with the user's Strength."),
    "fast":          ("weapon", False, "Comes in when it likes; foes without it -10 to parry."),
    "hack":          ("weapon", False, "A hit takes 1 AP off the armour, or the shield."),
    "impact":        ("weapon", False, "Adds the units of the roll (0: 10) to damage."),
    "impale":        ("weapon", False, "Critical on multiples of 10 too; a missile stays in."),
    "penetrating":   ("weapon", False, "Passes armour that isn't metal, and 1 AP of metal."),
    "pistol":        ("weapon", False, "May be fired while engaged."),
    "precise":       ("weapon", False, "+1 SL on a success."),
    "pummel":        ("weapon", False, "On the head: Strength against Endurance, or 1 Stunned."),
    "repeater":      ("weapon", True,  "So many shots before it is loaded again."),
    "shield":        ("weapon", True,  "So many AP when it opposes; from 2 on also missiles."),
    "trap blade":    ("weapon", False, "A critical parry of a blade: Strength test to disarm."),
    "unbreakable":   ("weapon", False, "Does not break."),
    "wrap":          ("weapon", False, "-1 SL on Melee tests against it."),
    "dangerous":     ("weapon", False, "A failure that shows a 9 is a fumble."),
    "imprecise":     ("weapon", False, "-1 SL to attack."),
    "reload":        ("weapon", True,  "Takes an extended test to so many SL to load."),
    "slow":          ("weapon", False, "Acts last; foes +1 SL to defend."),
    "tiring":        ("weapon", False, "Impact and Damaging only in a turn with a charge."),
    "undamaging":    ("weapon", False, "Armour counts twice, 0 Wounds is a hit; never Impact."),
    "flexible":      ("armour", False, "Is worn under armour that isn't, and adds to it."),
    "impenetrable":  ("armour", False, "No criticals from odd rolls."),
    "partial":       ("armour", False, "Doesn't count on an even roll or a critical."),
    "weakpoints":    ("armour", False, "Doesn't count on a critical with Impale."),
    "durable":       ("item",   True,  "So many damages more before it is broken; then d10 saves."),
    "practical":     ("item",   False, "+1 SL on failures."),
    "unreliable":    ("item",   False, "-1 SL on failures."),
    "shoddy":        ("item",   False, "Breaks on a failed double."),
    "fine":          ("item",   False, OUT_OF_COMBAT),
    "lightweight":   ("item",   False, OUT_OF_COMBAT),
    "ugly":          ("item",   False, OUT_OF_COMBAT),
    "bulky":         ("item",   False, OUT_OF_COMBAT),
}  # fmt: skip

FLAWS = frozenset({
    "dangerous", "imprecise", "reload", "slow", "tiring", "undamaging", "unreliable", "shoddy",
    "ugly", "bulky",
})  # fmt: skip

LISTING = Listing(
    "qualities",
    "Qualities and flaws",
    ("name", "of", "kind", "rated", "words"),
    tuple(
        (name, of, "flaw" if name in FLAWS else "quality", "yes" if rated else "no", words)
        for name, (of, rated, words) in QUALITIES.items()
    ),
)
