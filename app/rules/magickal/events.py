"""What happens in a fight: finished facts, with every number that went into them."""

from dataclasses import dataclass
from typing import Literal

from app.engine import encounter
from app.engine.encounter import Event
from app.engine.tally import Tally
from app.rules.magickal.conditions import Condition
from app.rules.magickal.fields import ArmourName, ShieldName
from app.rules.magickal.state import Fighter, Options

Outcome = Literal[
    "undelivered", "blocked", "hit", "critical", "not_cast", "countered", "took_effect"
]


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
    """Penalised CRD + d10; all of a group have one `face` (MG-TURN-1)."""

    combatant: str
    face: int
    initiative: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOffRolled(Event):
    """A tie broken by dice (MG-TURN-1)."""

    combatants: tuple[str, ...]
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FatigueTested(Event):
    """A blow or a spell is tried: it is done if attack > fatigue (MG-FAT-1).

    `using`: the weapon or spell. `difficulty`: a spell's (MG-FAT-2). `failures`: of this kind since
    the last reset, this one included.
    """

    combatant: str
    kind: Literal["blow", "spell"]
    using: str
    attack: Tally
    fatigue: Tally
    difficulty: int | None
    passed: bool
    failures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceTested(Event):
    """One target's defence: it `held` unless attack > defend; what came of it all (MG-FAT-4)."""

    attacker: str
    defender: str
    attack: Tally
    defend: Tally
    held: bool
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDealt(Event):
    """What a blow or a spell does, line by line."""

    attacker: str
    defender: str
    damage: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class HpLost(Event):
    """`condition`: what took them, where it wasn't a blow or a spell."""

    combatant: str
    hp: int
    remaining: int
    condition: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantFell(Event):
    combatant: str
    dead: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(Event):
    """It takes the place of an earlier one of its name. `by`: whose spell it is of."""

    combatant: str
    condition: Condition
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swooned(ConditionGained):
    """A critical failure of fatigue (MG-FAT-6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionTicked(Event):
    """A condition has this many of its bearer's turns left; none left: it is over."""

    combatant: str
    condition: Condition
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost(Event):
    combatant: str
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rested(Event):
    """`reset`: rested and fed since the last reset, so all penalties are gone (MG-FAT-8)."""

    combatant: str
    reset: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ate(Event):
    """`reset`: as of resting."""

    combatant: str
    reset: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed(Event):
    hours: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrew(Event):
    """`limit`: the HP at which it withdraws by itself, where that is why."""

    combatant: str
    hp: int
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentChanged(Event):
    """What it now has in hand and on."""

    combatant: str
    weapon: str
    shield: ShieldName
    armour: ArmourName


EVENTS: tuple[type[Event], ...] = (
    EncounterOpened, CombatantJoined, CombatantAdjusted, InitiativeRolled, RollOffRolled,
    FatigueTested, DefenceTested, DamageDealt, HpLost, CombatantFell, ConditionGained, Swooned,
    ConditionTicked, TurnLost, Rested, Ate, TimePassed, Withdrew, EquipmentChanged,
)  # fmt: skip
