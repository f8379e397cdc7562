"""What is seen of others in the fog: where they stand, how hurt they look, what comes of rolls."""

from collections.abc import Mapping
from typing import Any

from app.engine.fog import Fog, wound_band
from app.rules.tides_of_ichor import refusals as r
from app.rules.tides_of_ichor.fighter import Fighter


def seen_of(fighter: Fighter) -> Mapping[str, Any]:
    """A bystander's look at a fighter."""
    return {"w": wound_band(fighter.wounds, fighter.sheet.w), "zone": fighter.zone}


FOG = Fog(
    combatant=seen_of,
    shown={
        "moved": ("how", "from_zone", "to_zone"),
        "attack_rolled": ("kind", "hit"),
        "dodge_rolled": ("avoided",),
        "block_rolled": ("avoided",),
        "wound_rolled": ("wounded",),
        "critical_rolled": ("critical",),
        "ward_rolled": ("warded",),
        "casting_rolled": ("trial", "passed"),
        "force_rolled": ("forced",),
        "miscast_checked": ("miscast",),
        "miscast_rolled": ("row", "title"),
        "miscast_suffered": ("row", "title", "alive"),
        "spell_power_rolled": ("passed",),
        "spell_astray": ("lands",),
        "chance_rolled": ("happened",),
        "comet_rolled": ("wounded",),
        "foot_rolled": ("whom",),
        "rift_opened": ("daemons",),
    },
    own={
        "ability_used": "combatant",
        "wounds_lost": "combatant",
        "condition_gained": "combatant",
        "condition_changed": "combatant",
        "condition_ticked": "combatant",
        "condition_ended": "combatant",
    },
    # They speak of the field, of sides and of what the actor itself carries.
    refusals=(
        r.OutOfRange.code,
        r.OffTheField.code,
        r.WrongDistance.code,
        r.CannotTarget.code,
        r.TargetDown.code,
        r.NobodyThere.code,
        r.UnknownWeapon.code,
        r.WeaponUnclear.code,
        r.UnknownAbility.code,
        r.AlreadyUsed.code,
        r.UnknownSpell.code,
        r.SpellForgotten.code,
        r.TooNear.code,
        r.HeldBack.code,
        r.OncePerRound.code,
    ),
)
