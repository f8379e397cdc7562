"""How a table plays WFRP 4: every reading that can be chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.rules.wfrp4.fields import STRICT
from app.rules.wfrp4.house_tables import AS_THEY_COME, Tables

Preset = Literal["full", "source"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays. Those without a default of their own go by the preset."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    preset: Annotated[
        Preset,
        Field(
            title="Preset",
            description="full: the game its players know. source: as the short source text has it.",
        ),
    ] = "full"
    initiative: Annotated[
        int,
        Field(
            strict=True,
            title="Initiative",
            ge=0,
            le=3,
            description="0: Initiative, then Ag. 1: SL of an Initiative test. 2: d10 + I. "
            "3: d10 + IB + AgB (WF-INIT-1).",
        ),
    ] = 0
    critical_at: Annotated[
        Literal["below_zero", "zero"] | None,
        Field(
            title="Critical at",
            description="Wounds past 0, or down to it (WF-ATT-6). By preset: below_zero, zero.",
        ),
    ] = None
    oppose_ranged: Annotated[
        Literal["shield_or_near", "always"] | None,
        Field(
            title="Opposing missiles",
            description="With a shield of 2 or more, or Dodge at point blank; or always "
            "(WF-ATT-2). By preset: shield_or_near, always.",
        ),
    ] = None
    damage_sl: Annotated[
        Literal["difference", "attack"] | None,
        Field(
            title="SL in damage",
            description="The difference, or the attacker's alone (WF-ATT-5). By preset.",
        ),
    ] = None
    conditions_tick: Annotated[
        Literal["round", "turn"] | None,
        Field(
            title="Conditions tick",
            description="At the end of the round, or of the bearer's turn (WF-TURN-2). By preset.",
        ),
    ] = None
    condition_penalties: Annotated[
        Literal["worst", "add"],
        Field(title="Penalties of conditions", description="The worst, or all (WF-COND-1)."),
    ] = "worst"
    advantage: Annotated[
        Literal["individual", "group"],
        Field(title="Advantage", description="One's own, or a pool of the side (WF-ADV-1)."),
    ] = "individual"
    advantage_cap: Annotated[
        Annotated[int, Field(strict=True, ge=1, le=100)] | Literal["initiative_bonus"] | None,
        Field(title="Cap of Advantage", description="None: as much as one can get."),
    ] = None
    advantage_lost_by_harm: Annotated[
        bool, Field(title="Harm costs Advantage", description="Wounds from whatever (unconfirmed).")
    ] = True
    advantage_fades: Annotated[
        bool,
        Field(title="Advantage fades", description="1 in a round without a deed (unconfirmed)."),
    ] = True
    success_levels: Annotated[
        Literal["tens", "fast", "degrees"],
        Field(
            title="Success Levels",
            description="tens: of the number less of the roll. fast: on a success the tens of the "
            "roll. degrees: tens of the difference.",
        ),
    ] = "tens"
    ties: Annotated[
        Literal["skill", "number", "defender"],
        Field(title="Ties", description="Won by skill, by number, or by the defender (WF-OPP-1)."),
    ] = "skill"
    hits_need_success: Annotated[
        bool, Field(title="Hits need a success", description="Else a better failure hits too.")
    ] = False
    least_wound: Annotated[
        bool, Field(title="At least 1 Wound", description="By a hit (WF-ATT-5).")
    ] = True
    lighter_criticals: Annotated[
        bool,
        Field(title="Lighter criticals", description="-20 where the excess is below TB."),
    ] = True
    defender_criticals: Annotated[
        bool, Field(title="Criticals of defenders", description="They wound the attacker.")
    ] = True
    talents_help: Annotated[
        bool,
        Field(title="Talents help", description="+1 SL a level on successes (unconfirmed)."),
    ] = True
    outnumbering: Annotated[
        bool, Field(title="Outnumbering", description="2:1 +20, 3:1 +40 (unconfirmed).")
    ] = True
    weapon_length: Annotated[
        bool, Field(title="Weapon length", description="-10 with the shorter weapon.")
    ] = False
    modifier_cap: Annotated[
        bool, Field(title="Cap of modifiers", description="+60 and -30 in all (unconfirmed).")
    ] = False
    defence: Annotated[
        Literal["best", "ask"],
        Field(title="Defence", description="ask: the one attacked chooses each time (WF-ATT-1)."),
    ] = "best"
    dispelling: Annotated[
        Literal["best", "ask", "named"],
        Field(
            title="Dispelling",
            description="By the best foe there is; by that one if it says so; or by who is named "
            "(WF-CAST-2).",
        ),
    ] = "best"
    channelled_cast: Annotated[
        Literal["free", "reduced"],
        Field(
            title="Casting what was channelled",
            description="free: once channelled to its CN a spell needs no SL. reduced: each SL "
            "channelled takes one off the CN.",
        ),
    ] = "free"
    channelling_fumbles: Annotated[
        Literal["tens", "doubles"],
        Field(
            title="Fumbled channelling",
            description="tens: doubles and tens, a major miscast. doubles: those alone, a minor "
            "one.",
        ),
    ] = "tens"
    channelling_interrupted: Annotated[
        bool,
        Field(title="Channelling is interrupted", description="By harm (unconfirmed)."),
    ] = True
    armour_hinders_magic: Annotated[
        bool,
        Field(title="Metal hinders casting", description="-1 SL for each AP (unconfirmed)."),
    ] = True
    malignant_influence: Annotated[
        bool, Field(title="Malignant influence", description="A casting roll's 8 is a miscast.")
    ] = False
    overcasting: Annotated[
        Literal["even", "table"],
        Field(title="Overcasting", description="2 SL a step; or by the table of overcasts."),
    ] = "even"
    critical_prayers: Annotated[
        bool,
        Field(title="Critical prayers", description="They extend one step more (unconfirmed)."),
    ] = True
    one_prayer_of_a_kind: Annotated[
        bool,
        Field(title="One of a kind", description="A new blessing ends the last (unconfirmed)."),
    ] = True
    turns_end: Annotated[
        Literal["when_said", "when_spent"],
        Field(title="Turns end", description="when_spent: with Move and Action (WF-TURN-1)."),
    ] = "when_said"
    tables: Annotated[
        Tables, Field(title="Tables", description="Of one's own, instead of those that come along.")
    ] = AS_THEY_COME


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)

PRESETS: Mapping[Preset, Mapping[str, Any]] = {
    "full": {
        "critical_at": "below_zero",
        "oppose_ranged": "shield_or_near",
        "damage_sl": "difference",
        "conditions_tick": "round",
    },
    "source": {
        "critical_at": "zero",
        "oppose_ranged": "always",
        "damage_sl": "attack",
        "conditions_tick": "turn",
    },
}


def by_preset(options: Options) -> Options:
    """The options with what was left to the preset."""
    open_ones = {
        name: value
        for name, value in PRESETS[options.preset].items()
        if getattr(options, name) is None
    }
    return replace(options, **open_ones)
