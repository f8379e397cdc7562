"""How a table plays Tides of Ichor: the encounter's options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from app.rules.tides_of_ichor.fields import STRICT, DiceNotation, Percent, Points, Stat
from app.rules.tides_of_ichor.spells import Spell

Base = Annotated[int, Field(strict=True, ge=1, le=99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RiftDaemon:
    """The daemons of a rift (TI-MIS-R15). The source names their kind and gives no figures."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    ws: Annotated[Stat, Field(title="Weapon skill")] = 30
    bs: Annotated[Stat, Field(title="Ballistic skill")] = 30
    s: Annotated[Stat, Field(title="Strength")] = 30
    t: Annotated[Stat, Field(title="Toughness")] = 30
    ag: Annotated[Stat, Field(title="Agility")] = 30
    wp: Annotated[Stat, Field(title="Willpower")] = 40
    w: Annotated[int, Field(strict=True, title="Wounds", ge=1, le=1000)] = 10
    armor: Annotated[Points, Field(title="Armor")] = 0
    dr: Annotated[Points, Field(title="Damage reduction")] = 0
    ward: Annotated[Percent, Field(title="Ward, %")] = 30
    damage: Annotated[DiceNotation, Field(title="Damage", description="Of its claws.")] = "1d10"


RIFT_DAEMON = RiftDaemon()
DARK_BOLT = Spell(
    name="Dark Bolt",
    level=1,
    lore="dark magic",
    targeting="projectile",
    range="medium",
    damage="1d10+2",  # 1d10 + 2 a rank, at rank 1
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How this table plays."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    base_number: Annotated[
        Base,
        Field(
            title="Base number",
            description="Of every roll: 40, or 50 as first printed (TI-HIT-3).",
        ),
    ] = 40
    hit_base: Annotated[
        Base | None,
        Field(title="Base to hit", description="Of rolls to hit, where it isn't the base number."),
    ] = None
    wound_base: Annotated[
        Base | None,
        Field(title="Base to wound", description="Of rolls to wound, if not the base number."),
    ] = None
    spell_power_base: Annotated[
        Base | None,
        Field(
            title="Base of spell power",
            description="Of spell power rolls, if not the base number.",
        ),
    ] = None
    casting_base: Annotated[
        Base,
        Field(
            title="Base of casting",
            description="Of casting rolls: 40 by the prose, 50 by the formula (TI-CAST-2).",
        ),
    ] = 40
    repeat_cast_penalty: Annotated[
        int,
        Field(
            strict=True,
            title="Repeat penalty",
            ge=0,
            le=50,
            description="For each earlier success with a spell: 10, or 5 by the prose (TI-CAST-2).",
        ),
    ] = 10
    miscast_roll: Annotated[
        Literal["d6_plus_level", "d30", "d5_per_level"],
        Field(
            title="Miscast roll",
            description="On the miscast table: d6 + the spell's level as the text says (rows 2 to "
            "12), d30, or a die of 5 sides a level (TI-MIS-2).",
        ),
    ] = "d6_plus_level"
    personal_spells: Annotated[
        Literal["turn", "anytime"],
        Field(
            title="Personal spells",
            description="turn: in one's own turn, as its action. anytime: also out of turn, once a "
            "round (TI-CAST-6).",
        ),
    ] = "turn"
    dark_bolt: Annotated[
        Spell,
        Field(title="Dark Bolt", description="The spell that row 25 gives (TI-MIS-R25)."),
    ] = DARK_BOLT
    rift_daemon: Annotated[
        RiftDaemon,
        Field(title="Daemon of a rift", description="What row 15 lets in (TI-MIS-R15)."),
    ] = RiftDaemon()  # frozen
    zones: Annotated[
        int,
        Field(strict=True, title="Zones", ge=1, le=20, description="Of the line (TI-LINE-1)."),
    ] = 6
    charge_attack: Annotated[
        Literal["melee", "any"],
        Field(
            title="Attack of a charge",
            description="melee: a charge ends with the target, in a melee attack. any: it ends "
            "anywhere a charge can reach, in an attack with any weapon in range (TI-MOVE-3).",
        ),
    ] = "melee"
    unarmed_damage: Annotated[
        DiceNotation,
        Field(title="Unarmed damage", description="Of the fists of who has no weapon."),
    ] = "1d5"
    enforce_spell_requirements: Annotated[
        bool,
        Field(
            title="Enforce spell requirements",
            description="Refuse sheets with spells that could not be known yet (TI-CAST-7).",
        ),
    ] = True

    @property
    def to_hit(self) -> int:
        """The base of rolls to hit."""
        return self.base_number if self.hit_base is None else self.hit_base

    @property
    def to_wound(self) -> int:
        """The base of rolls to wound."""
        return self.base_number if self.wound_base is None else self.wound_base

    @property
    def spell_power(self) -> int:
        """The base of spell power rolls."""
        return self.base_number if self.spell_power_base is None else self.spell_power_base


OPTIONS: TypeAdapter[Options] = TypeAdapter(Options)
