"""What a fumble comes to: a table of a d100 (WF-ATT-6, WF-WND-1)."""

from app.engine.tables import Row, Table
from app.rules.wfrp4.effects import (
    CountsAsCritical,
    DamageWeapon,
    Effect,
    Hindrance,
    Lasting,
    LoseWounds,
    RandomLimb,
    StrikeAlly,
    TornMuscle,
    Unit,
)

TURN: Unit = "turns"

FUMBLES: Table[Effect] = Table(
    "fumble",
    "Fumbles",
    (
        Row(1, 20, "Overreached", (
            Lasting(name="overreached", hinders=Hindrance(penalty=-10, to=("action",)),
                    lasts="1", unit=TURN),)),
        Row(21, 40, "Own blade", (LoseWounds(wounds="1"),)),
        Row(41, 60, "A bad parry", (
            DamageWeapon(),
            Lasting(name="out of step", hinders=Hindrance(acts_last=True), lasts="2"),)),
        Row(61, 70, "Stuck fast", (
            Lasting(name="stuck fast", hinders=Hindrance(no_move=True), lasts="1", unit=TURN),)),
        Row(71, 80, "Fumbling with the weapon", (
            Lasting(name="fumbling", hinders=Hindrance(no_action=True), lasts="1", unit=TURN),)),
        Row(81, 90, "Twisted ankle", (
            RandomLimb(of="leg"), TornMuscle(degree="minor"), CountsAsCritical())),
        Row(91, 100, "Friend or foe", (StrikeAlly(),)),
    ),
)  # fmt: skip
