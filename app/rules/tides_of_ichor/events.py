"""What happens in a fight: finished facts, with every number that went into them."""

from dataclasses import dataclass
from typing import Literal

from app.engine import encounter
from app.engine.encounter import Event
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.options import Options
from app.rules.tides_of_ichor.spell_events import SPELL_EVENTS


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
class Initiative:
    """One combatant's: result = face + 2 x agility (TI-INIT-1)."""

    combatant: str
    agility: int
    result: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Event):
    """One roll for one combatant, or for all of a group (TI-INIT-2).

    `joined`: the group rolled earlier, and these take part in that roll.
    """

    face: int
    results: tuple[Initiative, ...]
    joined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOffRolled(Event):
    """A tie broken by dice (TI-INIT-3)."""

    combatants: tuple[str, ...]
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """Something beside the printed stats that changes a target number; below 0 it is easier.

    `of`: whose condition or ability it is.
    """

    of: str
    name: str
    value: int


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
    """number = base + defender_stat - attacker_stat + modifiers, held to 5..95 (TI-HIT-1).

    `because`: the defender's condition that lets it hit without a roll; the face is 0 then.
    """

    attacker: str
    defender: str
    weapon: str
    kind: Literal["melee", "ranged"]
    distance: int
    base: int
    defender_stat: int
    attacker_stat: int
    modifiers: tuple[Modifier, ...]
    number: int
    face: int
    hit: bool
    because: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DodgeRolled(Event):
    """A face below the percent avoids the attack (TI-KEY-2)."""

    attacker: str
    defender: str
    percent: int
    face: int
    avoided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRolled(Event):
    """percent = own + shield; a face below it stops the attack (TI-KEY-3)."""

    attacker: str
    defender: str
    own: int
    shield: int
    percent: int
    face: int
    avoided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundRolled(Event):
    """number = base + toughness - strength + modifiers, held to 5..95 (TI-WOUND-1).

    `strength` is the weapon's own where it has one, a comet's, else the attacker's. `because`: as
    for a hit.
    """

    attacker: str
    defender: str
    base: int
    toughness: int
    strength: int
    modifiers: tuple[Modifier, ...]
    number: int
    face: int
    wounded: bool
    because: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalRolled(Event):
    """percent = own + weapon + ability; a face below it is a critical (TI-KEY-4)."""

    attacker: str
    defender: str
    own: int
    weapon: int
    ability: int
    percent: int
    face: int
    critical: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(Event):
    """damage = weapon_damage + strength_part - armor - dr, at least 0 (TI-DMG-1, TI-DMG-2).

    `rolled` is the total of the weapon's dice (`faces`) and its flat bonus; weapon_damage = rolled
    + ability, twice that on a critical. `strength` and `toughness` are those that count now.
    """

    attacker: str
    defender: str
    faces: tuple[int, ...]
    rolled: int
    ability: int
    critical: bool
    weapon_damage: int
    strength: int
    toughness: int
    strength_part: int
    armor: int
    dr: int
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WardRolled(Event):
    """A face below the percent stops all the damage (TI-DMG-2)."""

    attacker: str
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
    WardRolled, WoundsLost, CombatantSlain, ConditionTicked, *SPELL_EVENTS,
)  # fmt: skip
