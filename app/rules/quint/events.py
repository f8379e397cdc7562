"""What happens in a fight: finished facts, with every number that went into them."""

from dataclasses import dataclass
from typing import Literal

from app.engine import encounter
from app.engine.encounter import Event
from app.engine.tally import Tally
from app.rules.quint.conditions import Affliction
from app.rules.quint.fields import Mood, Ruling, WeaponKind, WeaponType
from app.rules.quint.options import Options
from app.rules.quint.state import Fighter, Task

Harm = Literal["blow", "spell", "injury", "bleeding", "condition", "missile"]
"""What takes Damage Points: the damage of a strike, what a grievous injury adds, and so on."""
Undefended = Literal["unconscious", "surprised", "unaware"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterOpened(encounter.EncounterOpened):
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantJoined(encounter.CombatantJoined):
    combatant: Fighter


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdjusted(encounter.CombatantAdjusted):
    combatant: Fighter


# --- surprise and initiative ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantsSurprised(Event):
    """Who is surprised, all of them (QU-SUR-1)."""

    combatants: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Event):
    """Reaction + d10; who is `surprised` acts after all who aren't (QU-INIT-1, QU-SUR-1)."""

    combatant: str
    face: int
    reaction: int
    initiative: int
    surprised: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOffRolled(Event):
    """A tie broken by a d10 (QU-INIT-1)."""

    combatants: tuple[str, ...]
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseDefenseSettled(Event):
    """Whether somebody surprised may defend in quint 1 (QU-SUR-2).

    `number`, `face`: of the roll at or under 2 x (Perception + Reaction); None: the game master's.
    """

    combatant: str
    allowed: bool
    number: int | None = None
    face: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseEnded(Event):
    combatants: tuple[str, ...]


# --- attacks --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HitRolled(Event):
    """d100 at or under `number` hits; no `face` where none could (QU-HIT-1).

    `kind`: of the weapon; None for a spell.
    """

    attacker: str
    defender: str
    using: str
    kind: WeaponKind | None
    number: Tally
    face: int | None
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRuled(Event):
    """The game master decides an attack without dice (QU-ST-1). `group`: whose ruling it is of."""

    attacker: str
    defender: str
    using: str
    kind: WeaponKind | None
    ruling: Ruling
    group: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellCast(Event):
    caster: str
    target: str
    spell: str
    automatic: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseRolled(Event):
    """d100 under `number` defends; no `face` where none could (QU-DEF-1)."""

    defender: str
    attacker: str
    number: Tally
    face: int | None
    defended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseDenied(Event):
    """No Defense roll (QU-SUR-2, QU-DOWN-2)."""

    defender: str
    attacker: str
    because: Undefended


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(Event):
    """An attack that hit and wasn't defended (QU-DEF-1)."""

    attacker: str
    defender: str
    using: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(Event):
    """The dice (`rolled`) + `base`, less `protection`, not below 0: `actual` (QU-DMG-1).

    `chance`: in percent, of a grievous injury of `chart` (QU-GRI-1).
    """

    attacker: str
    defender: str
    rolled: int
    base: Tally
    protection: int
    actual: int
    chart: WeaponType | None
    chance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsLost(Event):
    """Damage Points lost. `harm` is what took them, `by` who dealt it.

    `what`: the name of the injury or condition; None of a strike, which names what did it.
    """

    combatant: str
    points: int
    remaining: int
    harm: Harm
    what: str | None
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRolled(Event):
    """d100 under `chance` is a grievous injury (QU-GRI-1)."""

    attacker: str
    defender: str
    actual: int
    chance: int
    face: int | None
    grievous: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryRolled(Event):
    """A row of a grievous chart (QU-GRI-1). `number`: the face and the severity shift."""

    attacker: str
    defender: str
    chart: WeaponType
    face: int
    number: int
    injury: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(Event):
    combatant: str
    affliction: Affliction


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEnded(Event):
    """`why`: `over` at its time; else what ended it. `by`: who did."""

    combatant: str
    affliction: Affliction
    why: Literal["over", "staunched", "treated", "risen", "pulled_out", "magic"]
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BleedingEased(Event):
    """A wound bleeds `left` from now on (QU-BLEED-1)."""

    combatant: str
    affliction: Affliction
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantFell(Event):
    """Unconscious (QU-DOWN-1), of `harm`; `what`: its name; `by`: who dealt it."""

    combatant: str
    harm: Harm
    what: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantDied(Event):
    """Dead (QU-DOWN-2), `at_once` or after lying there. `harm`, `what`, `by`: as of a fall."""

    combatant: str
    at_once: bool
    harm: Harm
    what: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantWoke(Event):
    combatant: str


# --- what one does --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponDrawn(Event):
    """A weapon is in hand; one that was there before is put away (QU-ACT-1)."""

    combatant: str
    weapon: str
    picked_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponDropped(Event):
    combatant: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponShot(Event):
    """What needs loading is no longer loaded."""

    combatant: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskAdvanced(Event):
    """A quint more is spent on something; when all are, it is done (QU-ACT-1, QU-SPL-1)."""

    combatant: str
    task: Task


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLost(Event):
    """`struck`: an incantation that starts over (QU-SPL-1). `left`: something else was done."""

    combatant: str
    task: Task
    why: Literal["struck", "left"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellReady(Event):
    """All its quints are spent unstruck: it can be cast from the next on (QU-SPL-1)."""

    combatant: str
    spell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StaunchRolled(Event):
    """d100 at or under `percent` staunches (QU-BLEED-1)."""

    combatant: str
    patient: str
    percent: int
    face: int | None
    staunched: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DidOther(Event):
    combatant: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke(Event):
    combatant: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost(Event):
    combatant: str
    condition: str


# --- flight ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatBegun(Event):
    """`opponent`: whom it is engaged with; who has a free strike, unless it is `waived`."""

    combatant: str
    opponent: str | None
    waived: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran(Event):
    """Running away: `distance` in all (QU-RET-2)."""

    combatant: str
    speed: int
    distance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightEnded(Event):
    """The fleer runs no more: it turned, or was knocked down."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursued(Event):
    """The gap was `before`, and changes by the difference of the Speed Ratings, to `gap`."""

    pursuer: str
    fleer: str
    before: int
    fleer_speed: int
    pursuer_speed: int
    gap: int
    escape_gap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PursuitEnded(Event):
    """A pursuer gave up, or was outrun."""

    pursuer: str
    fleer: str
    outrun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Escaped(Event):
    """`gap`: to the last pursuer; None: nobody pursued."""

    combatant: str
    gap: int | None


# --- the course of the fight ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRuled(Event):
    """All attacks of a group are decided without dice from now on; None: by dice again."""

    group: str
    ruling: Ruling | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleSettled(Event):
    """How a group takes it that one of it fell; by roll with `nerve` and `face` (QU-MOR-1)."""

    group: str
    fallen: str
    members: tuple[str, ...]
    mood: Mood
    nerve: int | None = None
    face: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EverybodyActed(Event):
    """The last turn of a quint is over."""

    quint: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QuintEnded(Event):
    """Nobody acts any more in it, and what its end brings has happened."""

    quint: int


EVENTS: tuple[type[Event], ...] = (
    EncounterOpened, CombatantJoined, CombatantAdjusted, CombatantsSurprised, InitiativeRolled,
    RollOffRolled, SurpriseDefenseSettled, SurpriseEnded, HitRolled, AttackRuled, SpellCast,
    DefenseRolled, DefenseDenied, Struck, DamageRolled, PointsLost, GateRolled, InjuryRolled,
    ConditionGained, ConditionEnded, BleedingEased, CombatantFell, CombatantDied, CombatantWoke,
    WeaponDrawn, WeaponDropped, WeaponShot, TaskAdvanced, TaskLost, SpellReady, StaunchRolled,
    DidOther, Spoke, TurnLost, RetreatBegun, Ran, FlightEnded, Pursued, PursuitEnded, Escaped,
    GroupRuled, MoraleSettled, EverybodyActed, QuintEnded,
)  # fmt: skip
