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
    combatant: str
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeRolled(Event):
    attacker: str
    defender: str
    face: int
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ParryRolled(Event):
    defender: str
    face: int
    parried: bool


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
class RoundBurns(Event):
    """A round has ended, and these burn before the next turn."""

    combatants: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Burned(Event):
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
    EncounterOpened, CombatantJoined, CombatantAdjusted, Spent, Sneaked, SneakRolled,
    StrikeRolled, ParryRolled, HpLost, CombatantFell, CaughtFire, RoundBurns, Burned, LuckSpent,
    Thundered, WentWild,
)  # fmt: skip
