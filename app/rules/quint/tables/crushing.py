"""Grievous injuries of crushing weapons (ours; QU-GRI-1)."""

from app.engine.tables import Row, Table
from app.rules.quint.effects import (
    Bleed,
    Die,
    Down,
    Drop,
    Effect,
    Extra,
    Hinder,
    KnockOut,
    Stun,
    Useless,
)

CRUSHING: Table[Effect] = Table(
    "crushing",
    "Grievous injuries: crushing",
    (
        #   d100                       extra     bleed     other
        Row(1,   12, "heavy bruise",     (Extra(1),)),
        Row(13,  22, "winded",           (Extra(1),           Stun(1))),
        Row(23,  32, "hand struck",      (Extra(1),           Drop())),
        Row(33,  42, "shaken",           (Extra(1),           Hinder(to_hit=-20, defense=-20,
                                                                     lasts=2))),
        Row(43,  52, "bowled over",      (Extra(2),           Down())),
        Row(53,  62, "cracked ribs",     (Extra(3),           Hinder(to_hit=-10, defense=-10,
                                                                     lasts="treated"))),
        Row(63,  71, "arm broken",       (Extra(3),           Drop(), Useless("arm"))),
        Row(72,  79, "knee broken",      (Extra(3),           Useless("leg"))),
        Row(80,  86, "head blow",        (Extra(3),           Stun(3))),
        Row(87,  92, "ribs driven in",   (Extra(4), Bleed(2, internal=True), Stun(2))),
        Row(93,  96, "knocked out",      (Extra(4),           KnockOut("1d10"))),
        Row(97,  99, "skull fractured",  (Extra(8), Bleed(1, internal=True), KnockOut("1d10"))),
        Row(100, 100, "skull crushed",   (Die(),)),
    ),
)  # fmt: skip
