"""Chance picks, and chance decides: the dice of what happens to somebody at random."""

from collections.abc import Sequence
from typing import Literal

from app.engine.dice import AtMost, Dice
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.spell_events import ChanceRolled, Chosen
from app.rules.tides_of_ichor.state import State


def pick(
    scene: Scene[State],
    dice: Dice,
    for_what: Literal["astray", "trodden", "prey"],
    combatant: str,
    among: Sequence[str],
) -> str | None:
    """One of several, each as likely; of one without a die; of none, nobody."""
    if not among:
        return None
    face = dice.roll(len(among), for_what, subject=combatant) if len(among) > 1 else None
    chosen = among[(face or 1) - 1]
    scene.record(
        Chosen(for_what=for_what, combatant=combatant, among=len(among), face=face, chosen=chosen)
    )
    return chosen


def happens(
    scene: Scene[State], dice: Dice, percent: int, purpose: str, combatant: str, cause: str
) -> bool:
    """At or under the percent it does (TI-KEY-6)."""
    rolled = dice.test(100, AtMost(percent), purpose, subject=combatant)
    scene.record(
        ChanceRolled(
            combatant=combatant,
            cause=cause,
            percent=percent,
            face=rolled.face or 0,
            happened=rolled.passed,
        )
    )
    return rolled.passed
