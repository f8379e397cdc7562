"""What is seen of others in the fog: how hurt they look, who flies, and what comes of attacks."""

from collections.abc import Mapping
from typing import Any

from app.engine.fog import Fog, wound_band
from app.rules.desdaemona import refusals as r
from app.rules.desdaemona.state import Fighter


def seen_of(fighter: Fighter) -> Mapping[str, Any]:
    """A bystander's look at a fighter."""
    return {
        "hp": wound_band(fighter.hp, fighter.sheet.hp),
        "yielded": fighter.yielded,
        "airborne": fighter.airborne,
    }


FOG = Fog(
    combatant=seen_of,
    shown={
        "attack_made": ("kind",),
        "defence_made": ("landed",),
        "effect_contested": ("shaken",),
    },
    own={
        "initiative_rolled": "combatant",
        "stamina_spent": "combatant",
        "stamina_regained": "combatant",
        "hp_lost": "combatant",
        "hp_regained": "combatant",
        "evaded": "combatant",
        "potion_drunk": "combatant",
        "power_called": "combatant",
        "condition_gained": "combatant",
        "condition_ticked": "combatant",
        "turn_lost": "combatant",
        "free_roll_made": "combatant",
    },
    # They speak of sides, of who is down, yielded or in the air, and of what the actor has.
    refusals=(
        r.CannotTarget.code,
        r.TargetDown.code,
        r.TargetYielded.code,
        r.OutOfReach.code,
        r.WrongTargets.code,
        r.UnknownKind.code,
        r.WrongKind.code,
        r.NoSuchStat.code,
        r.UnknownWeapon.code,
        r.UnknownSpell.code,
        r.WeaponOrSpell.code,
        r.OpponentNeeded.code,
        r.NotAnOpponent.code,
        r.NothingToShakeOff.code,
        r.UnknownPotion.code,
        r.NoneLeft.code,
        r.UnknownPower.code,
        r.CannotFly.code,
        r.NoRoomToFly.code,
        r.Airborne.code,
        r.NotAirborne.code,
        r.NotDice.code,
    ),
)
