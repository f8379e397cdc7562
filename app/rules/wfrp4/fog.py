"""What is seen of others in the fog: how hurt they look, where they are, what comes of blows."""

from collections.abc import Mapping
from typing import Any

from app.engine.fog import Fog, wound_band
from app.rules.wfrp4 import refusals as r
from app.rules.wfrp4.state import Fighter


def seen_of(fighter: Fighter) -> Mapping[str, Any]:
    """A bystander's look at a fighter."""
    return {
        "wounds": wound_band(fighter.wounds, fighter.sheet.max_wounds),
        "position": fighter.position,
        "engaged": list(fighter.engaged),
    }


FOG = Fog(
    combatant=seen_of,
    shown={
        "attack_tested": ("kind", "means", "winner", "location"),
        "opposed_tested": ("why", "winner"),
        "combatant_fell": ("cause",),
        "combatant_died": ("cause",),
        "moved": ("how", "yards", "position"),
        "pushed": ("yards", "position"),
        "row_happened": ("location",),
        "ally_struck": ("weapon",),
        "hit_spared": (),
        "death_escaped": (),
        "turn_lost": ("condition",),
        "everybody_acted": ("round",),
        "round_ended": ("round",),
    },
    own={
        "initiative_settled": "combatant",
        "turn_spent": "combatant",
        "skill_tested": "combatant",
        "extended_test_goes_on": "combatant",
        "did_other": "combatant",
        "wounds_lost": "combatant",
        "advantage_changed": "combatant",
        "critical_rolled": "combatant",
        "fumble_rolled": "combatant",
        "row_happened": "combatant",
        "limb_chosen": "combatant",
        "injury_suffered": "combatant",
        "injury_eased": "combatant",
        "injury_ended": "combatant",
        "ruling_asked": "combatant",
        "critical_counted": "combatant",
        "point_spent": "combatant",
        "outcome_turned": "combatant",
        "wounds_regained": "combatant",
        "armour_damaged": "combatant",
        "weapon_damaged": "combatant",
        "disarmed": "combatant",
        "condition_gained": "combatant",
        "condition_eased": "combatant",
        "conditions_ticked": "combatant",
        "death_tested": "combatant",
        "lingered": "combatant",
        "stance_taken": "combatant",
        "weapons_readied": "combatant",
        "weapon_picked_up": "combatant",
        "shots_changed": "combatant",
    },
    # They speak of sides, of who is gone, of places everybody sees, and of what the actor has.
    refusals=(
        r.CannotTarget.code,
        r.TargetGone.code,
        r.NothingLeft.code,
        r.IsEngaged.code,
        r.NotEngaged.code,
        r.TooFar.code,
        r.CannotMove.code,
        r.CannotFight.code,
        r.NotLoaded.code,
        r.AlreadyLoaded.code,
        r.NotInHand.code,
        r.HandsFull.code,
        r.NothingChanges.code,
        r.WrongWeapon.code,
        r.UnknownWeapon.code,
        r.UnknownAmmunition.code,
        r.Untrained.code,
        r.NotQuick.code,
        r.NoPointLeft.code,
        r.NeedsTalent.code,
        r.NotHelpless.code,
    ),
)
