"""Disabilities, in percent of attack and defence by kind (SD-DIS-3).

The source has close physical of the blind, the deaf, and attacks by a lost hand; the rest is ours.
"""

from typing import Any

from app.engine.tables import Listing
from app.rules.desdaemona.tables.kinds import KINDS

PAGE: dict[str, tuple[tuple[int, int], ...]] = {
    #                 close       ranged      close       ranged
    #                 physical    physical    magical     magical
    "blind":         ((-30, -30), (-60, -40), (-20, -20), (-50, -30)),
    "deaf":          ((0, -25),   (0, -15),   (-5, -10),  (0, -10)),
    "one eye":       ((-5, -10),  (-20, -10), (-5, -5),   (-15, -5)),
    "lost hand":     ((-25, -10), (-50, 0),   (-15, -10), (-15, 0)),
    "lost off hand": ((-10, -15), (-40, 0),   (-10, -5),  (-10, 0)),
    "lost arm":      ((-30, -25), (-60, -5),  (-20, -15), (-20, -5)),
    "lost leg":      ((-30, -40), (-10, -35), (-10, -20), (0, -25)),
    "lame":          ((-15, -20), (-5, -15),  (-5, -10),  (0, -10)),
    "mute":          ((0, 0),     (0, 0),     (-25, -10), (-25, -10)),
    "prone":         ((-20, -25), (-15, -10), (-10, -10), (-5, -5)),
    "marsh":         ((-10, -20), (-5, -20),  (-5, -10),  (0, -10)),
    "held":          ((-25, -25), (-25, -25), (-10, -15), (-10, -15)),
    "dazed":         ((-15, -15), (-20, -15), (-20, -15), (-20, -15)),
    "darkness":      ((-15, -15), (-30, -25), (-10, -10), (-25, -20)),
}  # fmt: skip


def _penalties(row: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    return [
        {"kind": kind, "attack": attack, "defence": defence}
        for kind, (attack, defence) in zip(KINDS, row, strict=True)
        if attack or defence
    ]


DISABILITIES_BY_NAME: dict[str, dict[str, Any]] = {
    name: {"name": name, "penalties": _penalties(row)} for name, row in PAGE.items()
}
LISTING = Listing(
    "disabilities",
    "Disabilities: % of attack and defence, by kind",
    ("name", *(f"{kind}_{action}" for kind in KINDS for action in ("attack", "defence"))),
    tuple((name, *(percent for cell in row for percent in cell)) for name, row in PAGE.items()),
)
