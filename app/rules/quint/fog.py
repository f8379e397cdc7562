"""What is seen of others in the fog: how hurt they look, what they are about, what comes of it."""

from collections.abc import Mapping
from typing import Any

from app.engine.fog import Fog, wound_band
from app.rules.quint import refusals as r
from app.rules.quint.state import Fighter


def seen_of(fighter: Fighter) -> Mapping[str, Any]:
    """A bystander's look at a fighter: `doing` is `load`, `get`, `prepare`, or None."""
    return {
        "damage_points": wound_band(fighter.points, fighter.sheet.damage_points),
        "bleeding": bool(fighter.bleeding),
        "prone": fighter.prone,
        "fleeing": fighter.flight is not None,
        "doing": fighter.task.kind if fighter.task is not None else None,
    }


FOG = Fog(
    combatant=seen_of,
    # Gaps and distances aren't shown: they are made of Speed Ratings.
    shown={
        "say": ("words",),
        "spoke": ("words",),
        "other": ("what",),
        "did_other": ("what",),
        "rule_group": ("group", "ruling"),
        "group_ruled": ("group", "ruling"),
        "morale_settled": ("group", "mood"),
        "surprise_defense_settled": ("allowed",),
        "hit_rolled": ("kind", "hit"),
        "attack_ruled": ("kind", "ruling", "group"),
        "spell_cast": ("automatic",),
        "defense_rolled": ("defended",),
        "defense_denied": ("because",),
        "gate_rolled": ("grievous",),
        "injury_rolled": ("chart", "injury"),
        "combatant_fell": ("harm",),
        "combatant_died": ("at_once", "harm"),
        "weapon_drawn": ("picked_up",),
        "staunch_rolled": ("staunched",),
        "retreat_begun": ("waived",),
        "pursuit_ended": ("outrun",),
        "everybody_acted": ("quint",),
        "quint_ended": ("quint",),
    },
    own={
        "initiative_rolled": "combatant",
        "surprise_defense_settled": "combatant",
        "points_lost": "combatant",
        "condition_gained": "combatant",
        "condition_ended": "combatant",
        "bleeding_eased": "combatant",
        "combatant_woke": "combatant",
        "weapon_drawn": "combatant",
        "weapon_dropped": "combatant",
        "weapon_shot": "combatant",
        "task_advanced": "combatant",
        "task_lost": "combatant",
        "spell_ready": "combatant",
        "staunch_rolled": "combatant",
        "turn_lost": "combatant",
        "ran": "combatant",
    },
    # They speak of sides, of who runs, and of what the actor itself carries and knows.
    refusals=(
        r.CannotTarget.code,
        r.OutOfReach.code,
        r.WrongTargets.code,
        r.UnknownWeapon.code,
        r.NotDrawn.code,
        r.AlreadyDrawn.code,
        r.WrongWeapon.code,
        r.NotLoaded.code,
        r.AlreadyLoaded.code,
        r.TooFewArms.code,
        r.NotInPack.code,
        r.IsProne.code,
        r.NotProne.code,
        r.NotFleeing.code,
        r.NotAHealer.code,
        r.UnknownSpell.code,
        r.SpellNotReady.code,
        r.AlreadyPrepared.code,
        r.IsMute.code,
    ),
)
