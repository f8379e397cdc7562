"""What happens in a fight: finished facts, with every number that went into them."""

from dataclasses import dataclass
from typing import Literal

from app.engine import encounter
from app.engine.encounter import Event
from app.engine.tally import Tally
from app.rules.desdaemona.conditions import Condition
from app.rules.desdaemona.rolls import Roll
from app.rules.desdaemona.state import Fighter, Options

SpentOn = Literal["attack", "defence", "power", "take_off"]


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
    """1dDEX and the sheet's init (SD-TURN-1); all of a group take the first one's `result`.

    `again`: to break a tie. `roll` is None for who takes part in a roll made before.
    """

    combatant: str
    roll: Roll | None
    result: int
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StaminaSpent(Event):
    """STA for an attack, a defence or something else (SD-STA-1); never below 0 (SD-STA-2)."""

    combatant: str
    on: SpentOn
    cost: Tally
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StaminaRegained(Event):
    """`why`: the opponent's passive action, a potion, or the last blow of a fight (SD-STA-3)."""

    combatant: str
    sta: int
    remaining: int
    why: Literal["contested", "potion", "last_gasp"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackMade(Event):
    """One attack total, for all its targets. `using`: a weapon or a spell."""

    attacker: str
    targets: tuple[str, ...]
    kind: str
    using: str | None
    roll: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceMade(Event):
    """A target's defence: the attack landed if it was strictly higher (SD-ROLL-2).

    `roll` is None for who has yielded, and defends with 0 (SD-STA-2).
    """

    attacker: str
    defender: str
    attack: int
    defence: int
    roll: Roll | None
    landed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageChange:
    """What was done to the damage roll, by the name of what did it."""

    name: str
    times: int
    plus: int
    respects_cap: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(Event):
    """A die of the difference, held to 50; modifiers that respect the cap first (SD-DMG-1, 2)."""

    attacker: str
    defender: str
    sides: int
    face: int
    modifiers: tuple[DamageChange, ...]
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageWithheld(Event):
    """The attack landed, and its maker held back the damage roll (SD-DMG-4)."""

    attacker: str
    defender: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HpLost(Event):
    """`condition`: what took them, where it wasn't an attack."""

    combatant: str
    hp: int
    remaining: int
    condition: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HpRegained(Event):
    """`by`: the potion or the condition that gave them."""

    combatant: str
    hp: int
    remaining: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantDied(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Yielded(Event):
    """No STA are left, the last were spent `on` that (SD-STA-2). Who flew is on the ground."""

    combatant: str
    on: SpentOn


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaded(Event):
    """1d(normal STA) regained, up to the maximum (SD-PAS-2)."""

    combatant: str
    opponent: str | None
    sides: int
    face: int
    regained: int
    remaining: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectContested(Event):
    """An attempt to shake an effect off: `roll` strictly above `against` (SD-PAS-3).

    Both are None where it takes no roll.
    """

    combatant: str
    opponent: str | None
    condition: str
    roll: Roll | None
    against: int | None
    shaken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PotionDrunk(Event):
    combatant: str
    opponent: str | None
    potion: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerCalled(Event):
    combatant: str
    opponent: str | None
    power: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TookOff(Event):
    """`opponent`: whom it contested, where it was a turn's work."""

    combatant: str
    opponent: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(Event):
    """It takes the place of an earlier one of its name."""

    combatant: str
    condition: Condition


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
class FreeRollMade(Event):
    """Dice that change nothing (SD-CMD-2)."""

    combatant: str | None
    about: Literal["dice", "defence", "init"]
    kind: str | None
    roll: Roll


EVENTS: tuple[type[Event], ...] = (
    EncounterOpened, CombatantJoined, CombatantAdjusted, InitiativeRolled, StaminaSpent,
    StaminaRegained, AttackMade, DefenceMade, DamageRolled, DamageWithheld, HpLost, HpRegained,
    CombatantDied, Yielded, Evaded, EffectContested, PotionDrunk, PowerCalled, TookOff, Landed,
    ConditionGained, ConditionTicked, TurnLost, FreeRollMade,
)  # fmt: skip
