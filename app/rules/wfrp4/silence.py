"""Who can cast, channel and pray at all: by skill, and by what doesn't keep one from it."""

from app.rules.wfrp4.numbers import own_skill
from app.rules.wfrp4.refusals import Silenced, Untrained
from app.rules.wfrp4.state import Fighter


def require_voice(fighter: Fighter, skill: str) -> None:
    """Refuses who hasn't the skill, or is kept from using it (WF-MIS-1, WF-PRAY-1)."""
    if own_skill(fighter, skill) is None:
        raise Untrained(f"{fighter.id} hasn't the skill {skill}.", skill=skill)
    kept = next((c.name for c in fighter.conditions if silences(c, skill)), None)
    if kept is not None:
        raise Silenced(f"{fighter.id} can't use {skill} now: {kept}.", condition=kept, skill=skill)
