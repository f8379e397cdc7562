"""Talents that matter in a fight. Any other may name a skill: +1 SL a level on its successes."""

from app.engine.tables import Listing

AETHYRIC_ATTUNEMENT = "aethyric attunement"
AMBIDEXTROUS = "ambidextrous"
COMBAT_AWARE = "combat aware"
COMBAT_REFLEXES = "combat reflexes"
DUAL_WIELDER = "dual wielder"
HARDY = "hardy"
INSTINCTIVE_DICTION = "instinctive diction"
SURGERY = "surgery"
WAR_WIZARD = "war wizard"

REFLEXES = 10  # Initiative a level, for the order

TALENTS = Listing(
    "talents",
    "Talents",
    ("name", "words"),
    (
        (AETHYRIC_ATTUNEMENT, "No miscast by a critical of Channelling."),
        (AMBIDEXTROUS, "The off hand: -10 at level 1, nothing at level 2."),
        (COMBAT_AWARE, "A Challenging (+0) Perception test to ignore surprise."),
        (COMBAT_REFLEXES, "+10 Initiative a level, for the order of battle."),
        (DUAL_WIELDER, "A hit with the main hand lets the off hand attack too."),
        (HARDY, "Toughness Bonus more Wounds, a level."),
        (INSTINCTIVE_DICTION, "No miscast by a critical casting."),
        (SURGERY, "Treats injuries that take it."),
        (WAR_WIZARD, "One spell of CN 5 or less a turn takes no Action."),
    ),
)
