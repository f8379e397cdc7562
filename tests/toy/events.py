"""What happened in a toy fight."""

from dataclasses import dataclass

from app.engine import encounter
from app.engine.encounter import Event
from tests.toy.state import Fighter, Options


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
class Spent(Event):
    """What a turn has less of now."""

    steps: int = 0
    strikes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sneaked(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SneakRolled(Event):
    """How well it went: only for the game master."""

    combatant: str
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen(Event):
    """What was seen: only for the one who saw it."""

    of: str
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Whispered(Event):
    """Whether it was good: only for one's own side."""

    of: str
    good: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeRolled(Event):
    """A face over 10 hits."""

    attacker: str
    defender: str
    face: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowRolled(Event):
    """One of a flurry: a face over 10 hits for 1 damage."""

    attacker: str
    defender: str
    face: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ParryRolled(Event):
    """A face over 12 avoids the strike."""

    defender: str
    attacker: str
    face: int
    parried: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(Event):
    """damage = face + power."""

    attacker: str
    defender: str
    face: int
    power: int
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BeastChose(Event):
    """Whom a beast goes for: the `face` of a die among all others able to act."""

    beast: str
    face: int
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HpLost(Event):
    combatant: str
    hp: int
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantFell(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaughtFire(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Burned(Event):
    """Fire at the end of a round."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckSpent(Event):
    combatant: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Thundered(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class WentWild(Event):
    combatant: str
    face: int
    row: str


EVENTS: tuple[type[Event], ...] = (
    EncounterOpened, CombatantJoined, CombatantAdjusted, Spent, Sneaked, SneakRolled, Foreseen,
    Whispered,
    StrikeRolled, BlowRolled, ParryRolled, DamageRolled, BeastChose, HpLost, CombatantFell,
    CaughtFire, Burned, LuckSpent, Thundered, WentWild,
)  # fmt: skip
