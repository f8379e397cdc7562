"""Moods of a group: how one of its members bears it that another fell (QU-MOR-1)."""

from dataclasses import replace

from app.rules.quint.conditions import BY_NAME, Affliction
from app.rules.quint.fields import Mood
from app.rules.quint.tables.conditions import BROKEN, ENRAGED, SHAKEN

MOODS: tuple[Mood, ...] = ("enraged", "steady", "shaken", "broken")

_LASTING = (ENRAGED, SHAKEN, BROKEN)
_ENRAGED_TO = 5  # nerve divided by it
_SHAKEN_TO = 20  # above nerve


def mood_at(nerve: int, face: int) -> Mood:
    """What a d100 makes of a group's nerve."""
    if face <= nerve // _ENRAGED_TO:
        return "enraged"
    if face <= nerve:
        return "steady"
    return "shaken" if face <= nerve + _SHAKEN_TO else "broken"


def in_mood(now: tuple[Affliction, ...], mood: Mood) -> tuple[Affliction, ...]:
    """Afflictions with a mood in place of the one before; a steady one is none."""
    others = tuple(a for a in now if a.name not in _LASTING)
    if mood == "steady":
        return others
    condition = replace(BY_NAME[mood], cause="morale")
    return (*others, Affliction(condition=condition))
