"""Grievous injuries of piercing weapons (ours; QU-GRI-1)."""

from app.engine.tables import Row, Table
from app.rules.quint.effects import (
    Bleed,
    Die,
    Down,
    Drop,
    Effect,
    Extra,
    Hinder,
    Lodge,
    LoseEye,
    Silence,
    Slow,
    Stun,
    Useless,
)

PIERCING: Table[Effect] = Table(
    "piercing",
    "Grievous injuries: piercing",
    (
        #   d100                       extra     bleed     other
        Row(1,   12, "puncture",         (Extra(1), Bleed(1))),
        Row(13,  22, "pinned muscle",    (Extra(1),           Hinder(to_hit=-10, lasts=3))),
        Row(23,  32, "pierced hand",     (Extra(1),           Drop())),
        Row(33,  42, "thigh puncture",   (Extra(2), Bleed(1), Slow())),
        Row(43,  52, "shoulder pierced", (Extra(2),           Useless("off arm", lasts=5))),
        Row(53,  62, "point lodged",     (Extra(2), Bleed(1), Lodge("1d4"))),
        Row(63,  71, "side pierced",     (Extra(3), Bleed(2))),
        Row(72,  79, "knee or groin",    (Extra(3),           Stun(1), Down())),
        Row(80,  86, "gut pierced",      (Extra(4), Bleed(2), Stun(2))),
        Row(87,  92, "lung pierced",     (Extra(5), Bleed(3, internal=True), Silence(),
                                          Hinder(to_hit=-20, lasts="treated"))),
        Row(93,  96, "eye pierced",      (Extra(4),           Stun(3), LoseEye())),
        Row(97,  99, "artery",           (Extra(5), Bleed(6))),
        Row(100, 100, "heart or brain",  (Die(),)),
    ),
)  # fmt: skip
