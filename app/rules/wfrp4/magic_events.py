"""What happens in spells and prayers: finished facts, with every number that went into them."""

from dataclasses import dataclass
from typing import Literal

from app.engine.encounter import Event
from app.engine.tally import Tally
from app.rules.wfrp4.magic_commands import CriticalUse
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.state import Due, HeldSpell, Trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class CastingTested(Event):
    """A casting (WF-CAST-1). `cn`: what its SL had to reach.

    `critical_use`: what a critical is used for; `miscasts`: how many there are against the caster;
    `free`: it took no Action.
    """

    caster: str
    spell: str
    target: str | None
    test: Rolled
    cn: Tally
    cast: bool
    critical_use: CriticalUse | None
    miscasts: int
    ingredient: bool
    free: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellHeld(Event):
    """A spell waits for one who may dispel it to say so."""

    combatant: str
    held: HeldSpell


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellReleased(Event):
    """The spell that waited goes on."""

    caster: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DispelTested(Event):
    """Language (Magick) against that of the caster (WF-CAST-2)."""

    combatant: str
    caster: str
    spell: str
    test: Rolled
    dispelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TookEffect(Event):
    """A spell or prayer takes effect: whom it reaches, and how often each thing is extended."""

    combatant: str
    power: str
    targets: tuple[str, ...]
    steps: int
    range: int
    further: int
    area: int
    duration: int
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FellShort(Event):
    """Its target is farther away than its SL carry it."""

    combatant: str
    power: str
    needed: int
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannellingTested(Event):
    """SL of a spell's wind so far; `full`: its next casting needs none (WF-CAST-2)."""

    combatant: str
    spell: str
    test: Rolled
    sl: int
    goal: int
    full: bool
    miscasts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannellingLost(Event):
    """What was channelled is gone. `why`: a stable code."""

    combatant: str
    spell: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Miscast(Event):
    """What comes of it is rolled next (WF-MIS-1)."""

    trouble: Trouble
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscastRolled(Event):
    """The roll on the table of minor or of major miscasts."""

    combatant: str
    table: str
    face: int
    due: Due


@dataclass(frozen=True, slots=True, kw_only=True)
class PrayerTested(Event):
    """A prayer (WF-PRAY-1). `wrath`: by a fumble, or by Sin."""

    combatant: str
    prayer: str
    target: str | None
    test: Rolled
    granted: bool
    sin: int
    wrath: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrath(Event):
    """The gods are angry: what comes of it is rolled next (WF-PRAY-1)."""

    trouble: Trouble
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WrathRolled(Event):
    """The roll on the table of wrath: `result` = face + 10 a point of Sin."""

    combatant: str
    face: int
    modifier: int
    result: int
    due: Due


@dataclass(frozen=True, slots=True, kw_only=True)
class SinChanged(Event):
    combatant: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CorruptionGained(Event):
    """`total`: what there is of it now."""

    combatant: str
    points: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsGained(Event):
    """`left`: Fortune or Fate there is now."""

    combatant: str
    points: Literal["fortune", "fate"]
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Warded(Event):
    """A d10 at or over the ward keeps the hit off."""

    combatant: str
    ward: int
    face: int
    held: bool


MAGIC_EVENTS: tuple[type[Event], ...] = (
    CastingTested, SpellHeld, SpellReleased, DispelTested, TookEffect, FellShort, ChannellingTested,
    ChannellingLost, Miscast, MiscastRolled, PrayerTested, Wrath, WrathRolled, SinChanged,
    CorruptionGained, PointsGained, Warded,
)  # fmt: skip
