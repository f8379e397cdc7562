"""Grievous injuries of slashing weapons (ours; QU-GRI-1)."""

from app.engine.tables import Row, Table
from app.rules.quint.effects import (
    Bleed,
    Die,
    Down,
    Drop,
    Effect,
    Extra,
    Hinder,
    LoseEye,
    Sever,
    Silence,
    Slow,
    Stun,
    Useless,
)

SLASHING: Table[Effect] = Table(
    "slashing",
    "Grievous injuries: slashing",
    (
        #   d100                               extra     bleed     other
        Row(1,   12, "shallow gash",         (Extra(1), Bleed(1))),
        Row(13,  22, "forearm cut",          (Extra(1),           Hinder(to_hit=-10))),
        Row(23,  32, "brow cut",             (Extra(1), Bleed(1), Hinder(to_hit=-20, lasts=3))),
        Row(33,  42, "thigh slash",          (Extra(2), Bleed(1), Slow())),
        Row(43,  52, "hand laid open",       (Extra(2), Bleed(1), Drop())),
        Row(53,  62, "flank opened",         (Extra(3), Bleed(2))),
        Row(63,  71, "hamstring",            (Extra(2),           Down(), Useless("leg"))),
        Row(72,  79, "arm muscle severed",   (Extra(3), Bleed(1), Drop(), Useless("arm"))),
        Row(80,  86, "belly opened",         (Extra(4), Bleed(3), Stun(1))),
        Row(87,  92, "face slashed",         (Extra(3), Bleed(2), Stun(2), LoseEye(25))),
        Row(93,  96, "limb severed",         (Extra(6), Bleed(4), Stun(2), Sever())),
        Row(97,  99, "throat cut",           (Extra(6), Bleed(5), Silence())),
        Row(100, 100, "killing cut",         (Die(),)),
    ),
)  # fmt: skip
