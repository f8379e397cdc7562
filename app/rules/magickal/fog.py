"""What is seen of others in the fog: how hurt they look, and what comes of blows and spells."""

from collections.abc import Mapping
from typing import Any

from app.engine.fog import Fog, wound_band
from app.rules.magickal import refusals as r
from app.rules.magickal.state import Fighter


def seen_of(fighter: Fighter) -> Mapping[str, Any]:
    """A bystander's look at a fighter."""
    return {"hp": wound_band(fighter.hp, fighter.sheet.max_hp)}


FOG = Fog(
    combatant=seen_of,
    shown={
        "fatigue_tested": ("kind", "passed"),
        "defence_tested": ("held", "outcome"),
        "combatant_fell": ("dead",),
        "time_passed": ("hours",),
    },
    own={
        "initiative_rolled": "combatant",
        "hp_lost": "combatant",
        "condition_gained": "combatant",
        "swooned": "combatant",
        "condition_ticked": "combatant",
        "turn_lost": "combatant",
        "rested": "combatant",
        "ate": "combatant",
        "withdrew": "combatant",
        "equipment_changed": "combatant",
    },
    # They speak of sides, of who is down, and of what the actor itself carries and knows.
    refusals=(
        r.CannotTarget.code,
        r.TargetDown.code,
        r.WrongTargets.code,
        r.NotInHand.code,
        r.NothingChanges.code,
        r.HandsFull.code,
        r.NotCarried.code,
        r.UnknownSpell.code,
        r.NotMindAffecting.code,
    ),
)
