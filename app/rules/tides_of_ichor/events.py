"""What happens in a fight: finished facts, with every number that went into them."""

from dataclasses import dataclass
from typing import Literal

from app.engine import encounter
from app.engine.encounter import Event
from app.rules.tides_of_ichor.sheet import Condition
from app.rules.tides_of_ichor.state import Fighter, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterOpened(encounter.EncounterOpened):
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantJoined(encounter.CombatantJoined):
    combatant: Fighter


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdjusted(encounter.CombatantAdjusted):
    combatant: Fighter


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Event):
    """One roll for one combatant, or for all of a group (TI-INIT-1, TI-INIT-2)."""

    combatants: tuple[str, ...]
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOffRolled(Event):
    """A tie broken by dice (TI-INIT-3)."""

    combatants: tuple[str, ...]
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    combatant: str
    how: Literal["move", "dash", "charge"]
    from_zone: int
    to_zone: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityUsed(Event):
    combatant: str
    ability: str
    powerful: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRolled(Event):
    """number = base + defence - attack - bonus, held to 5..95; a face above it hits (TI-HIT-1)."""

    attacker: str
    defender: str
    weapon: str
    kind: Literal["melee", "ranged"]
    distance: int
    base: int
    attack: int
    defence: int
    bonus: int
    number: int
    face: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DodgeRolled(Event):
    """A face below the percent avoids the attack (TI-KEY-2)."""

    defender: str
    percent: int
    face: int
    avoided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRolled(Event):
    """A face below the percent stops the attack (TI-KEY-3)."""

    defender: str
    percent: int
    face: int
    avoided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundRolled(Event):
    """number = base + toughness - strength - bonus, held to 5..95 (TI-WOUND-1)."""

    attacker: str
    defender: str
    base: int
    strength: int
    toughness: int
    bonus: int
    number: int
    face: int
    wounded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalRolled(Event):
    """A face below the percent doubles the weapon's damage (TI-KEY-4)."""

    attacker: str
    percent: int
    face: int
    critical: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(Event):
    """damage = weapon (doubled on a critical) + strength_part - armor - reduction, at least 0."""

    attacker: str
    defender: str
    faces: tuple[int, ...]
    weapon: int
    critical: bool
    strength_part: int
    armor: int
    reduction: int
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WardRolled(Event):
    """A face below the percent stops all the damage (TI-DMG-2)."""

    defender: str
    percent: int
    face: int
    warded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsLost(Event):
    combatant: str
    wounds: int
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantSlain(Event):
    combatant: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionTicked(Event):
    """A condition has this many of its bearer's turns left; none left: it is over."""

    combatant: str
    condition: Condition
    left: int


EVENTS: tuple[type[Event], ...] = (
    EncounterOpened, CombatantJoined, CombatantAdjusted, InitiativeRolled, RollOffRolled, Moved,
    AbilityUsed, AttackRolled, DodgeRolled, BlockRolled, WoundRolled, CriticalRolled, DamageRolled,
    WardRolled, WoundsLost, CombatantSlain, ConditionTicked,
)  # fmt: skip
