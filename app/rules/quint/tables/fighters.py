"""The average fighter (ours): what a sheet has that doesn't say otherwise."""

from app.engine.tables import Listing

TO_HIT = 55
ATTACKS = 1
DEFENSE = 25
PROTECTION = 2
DAMAGE_POINTS = 20
REACTION = 4
PERCEPTION = 10
SPEED = 6
NERVE = 50

FIGHTERS = Listing(
    "fighters",
    "What fighters are like",
    ("stat",           "usual range", "average"),
    (
        ("% to hit",       "5-95",        TO_HIT),
        ("attacks",        "1-3",         ATTACKS),
        ("defense %",      "5-75",        DEFENSE),
        ("damage base",    "0-10",        4),
        ("protection",     "0-8",         PROTECTION),
        ("damage points",  "5-60",        DAMAGE_POINTS),
        ("reaction",       "0-10",        REACTION),
        ("perception",     "1-20",        PERCEPTION),
        ("speed rating",   "0-20",        SPEED),
        ("nerve %",        "10-90",       NERVE),
    ),
)  # fmt: skip
