"""Who can cast, channel and pray at all: by skill, and by what doesn't keep one from it."""

from app.rules.wfrp4.numbers import base_of, own_skill
from app.rules.wfrp4.refusals import Silenced, Untrained
from app.rules.wfrp4.state import Fighter

PRAY = "pray"


def require_voice(fighter: Fighter, skill: str) -> None:
    """Refuses who hasn't the skill, or is kept from using it (WF-MIS-1, WF-PRAY-1)."""
    if own_skill(fighter, skill) is None:
        raise Untrained(f"{fighter.id} hasn't the skill {skill}: put it on the sheet.", skill=skill)
    kept = _kept_by(fighter, skill)
    if kept is not None:
        raise Silenced(f"{fighter.id} can't use {skill} now: {kept}.", because=kept, skill=skill)


def is_silent(fighter: Fighter) -> bool:
    """Whether it has no words of magic."""
    return _kept_by(fighter, "language (magick)") is not None


def is_forsaken(fighter: Fighter) -> bool:
    """Whether prayers do nothing for it (WF-PRAY-1)."""
    return fighter.hindered("forsaken")


def _kept_by(fighter: Fighter, skill: str) -> str | None:
    """The affliction that keeps one from a skill."""
    prays = base_of(skill) == PRAY
    for injury in fighter.injuries:
        hinders = injury.hinders
        if hinders.silent or (hinders.no_prayer if prays else hinders.no_magic):
            return injury.name
    return None
