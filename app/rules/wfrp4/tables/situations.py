"""Modifiers of attack and defence by situation (WF-ATT-7)."""

from app.engine.tables import Listing

ADVANTAGE = 10  # a level

ATTACK = {
    "moved this turn": -10, "target engaged": -20, "larger target": 10, "called shot": -20,
    "off hand": -20, "shorter weapon": -10, "aimed": 20, "target prone": 20,
    "target surprised": 20, "from behind": 20, "mounted": 20, "against a rider": -10,
    "fleeing target": 20, "outnumbering 2 to 1": 20, "outnumbering 3 to 1": 40, "accurate": 10,
    "charge": 10,
}  # fmt: skip
ATTACK_PER_LEVEL = {"target blinded": 10}
DEAFENED_BEHIND = 10  # once
DEFENCE = {"on guard": 20, "fast weapon": -10, "after two weapons": -10}
SIZE_SL = -2  # a step larger, on Melee against it

LISTING = Listing(
    "situations",
    "Modifiers",
    ("to", "situation", "modifier"),
    (
        ("attack", "advantage, a level", ADVANTAGE),
        *(("attack", name, value) for name, value in ATTACK.items()),
        ("attack", "target blinded, a level", ATTACK_PER_LEVEL["target blinded"]),
        ("attack", "target deafened, from behind", DEAFENED_BEHIND),
        ("defence", "advantage, a level", ADVANTAGE),
        *(("defence", name, value) for name, value in DEFENCE.items()),
    ),
)
