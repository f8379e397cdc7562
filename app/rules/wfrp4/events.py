"""What happens in a fight: finished facts, with every number that went into them."""

from dataclasses import dataclass
from typing import Literal

from app.engine import encounter
from app.engine.encounter import Event
from app.engine.tally import Tally
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.fields import Location, Means, WeaponKind, Winner
from app.rules.wfrp4.injuries import Injury
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.state import (
    Due,
    Favour,
    Fighter,
    OpenRuling,
    PendingAttack,
    Trouble,
    Turnable,
)

Stance = Literal["aiming", "on_guard", "hiding", "two_weapons"]
MovedHow = Literal["walk", "run", "crawl", "sprint", "charge", "disengage", "flee"]
Spent = Literal["move", "action"]
Points = Literal["fate", "fortune", "resilience", "resolve", "corruption"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterOpened(encounter.EncounterOpened):
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantJoined(encounter.CombatantJoined):
    combatant: Fighter


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdjusted(encounter.CombatantAdjusted):
    combatant: Fighter


# --- order and turns ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeSettled(Event):
    """What one stands in the order by (WF-INIT-1). `face`: shared by a group; None: no roll."""

    combatant: str
    option: int
    initiative: Tally
    face: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TieTested(Event):
    """An Agility test to break a tie (WF-INIT-1)."""

    combatants: tuple[str, ...]
    test: Rolled


@dataclass(frozen=True, slots=True, kw_only=True)
class Interjected(Event):
    """Takes its turn before another's, who hasn't begun."""

    combatant: str
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSpent(Event):
    """The Move or the Action of the turn is spent."""

    combatant: str
    what: tuple[Spent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost(Event):
    combatant: str
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EverybodyActed(Event):
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """All that the end of a round brings has happened."""

    round: int


# --- tests ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillTested(Event):
    """A test out of an attack (WF-TEST-1). `why`: a stable code."""

    combatant: str
    skill: str
    why: str
    test: Rolled
    against: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpposedTested(Event):
    """Two tests against each other out of an attack: who has won, and by how much (WF-OPP-1)."""

    combatant: str
    skill: str
    ours: Rolled
    against: str
    against_skill: str
    theirs: Rolled
    why: str
    winner: str | None
    margin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtendedTestGoesOn(Event):
    """SL of an extended test so far (WF-TEST-2)."""

    combatant: str
    skill: str
    sl: int
    goal: int
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DidOther(Event):
    """Something else, in the player's words (WF-ACT-1)."""

    combatant: str
    what: str
    free: bool


# --- attacks --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceAsked(Event):
    """An attack waits for the one attacked to choose its defence."""

    combatant: str
    pending: PendingAttack


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceChosen(Event):
    """The attack that waited is carried out."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackTested(Event):
    """An attack: both sides, who has won it by how much SL, and where it lands (WF-OPP-1).

    `band`: of its range; `means`, `with_weapon`: of the defence. `location` is None unless it hits.
    """

    attacker: str
    defender: str
    weapon: str
    kind: WeaponKind
    band: str | None
    attack: Rolled
    means: Means | None
    with_weapon: str | None
    defence: Rolled | None
    winner: Winner
    margin: int
    location: Location | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDealt(Event):
    """What a hit does, line by line: what it adds, and what takes off (WF-ATT-5)."""

    attacker: str
    defender: str
    location: Location
    damage: Tally
    wounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsLost(Event):
    """`cause`: a stable code, such as `attack` or a condition's name."""

    combatant: str
    wounds: int
    remaining: int
    cause: str
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvantageChanged(Event):
    """`side`: of the pool, where there is one. `why`: a stable code."""

    combatant: str
    before: int
    after: int
    why: str
    side: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalScored(Event):
    """A critical wound: what comes of it is rolled next (WF-ATT-6)."""

    trouble: Trouble
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fumbled(Event):
    """What comes of it is rolled next (WF-ATT-6)."""

    trouble: Trouble
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BladeCaught(Event):
    """By a critical parry with a Trap Blade: Strength decides next (WF-GEAR-2)."""

    trouble: Trouble
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalRolled(Event):
    """The roll on the table of the location: `result` = face + modifier, at least 1.

    `due`: the row that happens next.
    """

    combatant: str
    by: str
    location: Location
    face: int
    modifier: int
    result: int
    due: Due


@dataclass(frozen=True, slots=True, kw_only=True)
class FumbleRolled(Event):
    """The roll on the table of fumbles. `due`: the row that happens next."""

    combatant: str
    face: int
    due: Due


@dataclass(frozen=True, slots=True, kw_only=True)
class RowHappened(Event):
    """A row that was rolled happens: `first` is the number it begins with in its table."""

    combatant: str
    by: str
    table: str
    first: int
    title: str
    location: Location | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimbChosen(Event):
    """Which limb it is, by a die."""

    combatant: str
    location: Location
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllyStruck(Event):
    """A fumble hits a friend, by a die among those in reach."""

    combatant: str
    ally: str
    weapon: str
    face: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InjurySuffered(Event):
    """Something that lasts (WF-WND-1)."""

    combatant: str
    injury: Injury


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryEased(Event):
    """SL of the extended Heal test on an injury so far."""

    combatant: str
    name: str
    location: Location | None
    sl: int
    goal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryEnded(Event):
    """`why`: `time`, or the kind of care."""

    combatant: str
    name: str
    location: Location | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAsked(Event):
    """A row leaves something to the game master, who answers in good time."""

    combatant: str
    ruling: OpenRuling
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalCounted(Event):
    """What counts as a critical wound, though no table of them was rolled on."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollsStood(Event):
    """What may still be turned of the last deed is this; what was before it stands (WF-FATE-1)."""

    turnable: tuple[Turnable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSpent(Event):
    """A point of Fate, Fortune, Resilience or Resolve is gone; a dark deal adds Corruption."""

    combatant: str
    points: Points
    use: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeTurned(Event):
    """The last deed is decided again, and this is different (WF-FATE-1)."""

    combatant: str
    favour: Favour


@dataclass(frozen=True, slots=True, kw_only=True)
class HitSpared(Event):
    """A hit does nothing, by Fate."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeathEscaped(Event):
    """Who had died lives, by Fate."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsRegained(Event):
    combatant: str
    wounds: int
    remaining: int
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourDamaged(Event):
    combatant: str
    item: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponDamaged(Event):
    """`broken`: for good; `misfire`: in its bearer's hands. `face`: of the roll to save it."""

    combatant: str
    weapon: str
    points: int
    broken: bool
    misfire: bool = False
    face: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disarmed(Event):
    combatant: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed(Event):
    """Distract: a yard per SL, instead of damage."""

    combatant: str
    by: str
    yards: int
    position: int | None


# --- conditions, and ends -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(Event):
    """`level`: what there is of it now."""

    combatant: str
    condition: Condition
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEased(Event):
    """`levels` fewer, `left` of it; after the last one `then` follows (WF-COND-1)."""

    combatant: str
    condition: str
    levels: int
    left: int
    then: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionsTicked(Event):
    """The end of a round, or of a turn, has had its effect on somebody's conditions."""

    combatant: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeathTested(Event):
    """A d100 at or under the chance is death: of bleeding (WF-COND-bleeding)."""

    combatant: str
    cause: str
    chance: int
    face: int
    died: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantFell(Event):
    """Unconscious."""

    combatant: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantDied(Event):
    combatant: str
    cause: str
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lingered(Event):
    """An end of a round at 0 Wounds untended, or unconscious and poisoned, or neither."""

    combatant: str
    rounds_at_0: int
    rounds_poisoned: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tended(Event):
    """Somebody at 0 Wounds is cared for, and won't lose consciousness by that."""

    combatant: str
    by: str


# --- movement and hands ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """`position` is None where distances are told."""

    combatant: str
    how: MovedHow
    yards: int | None
    position: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodUp(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeJoined(Event):
    """Two are engaged with each other."""

    combatants: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeLeft(Event):
    """Engaged with nobody any more."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceTaken(Event):
    """Aims, is on guard, hides, or fights with two weapons; it ends what it was about before."""

    combatant: str
    stance: Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponsReadied(Event):
    combatant: str
    main: str
    off: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponPickedUp(Event):
    combatant: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotsChanged(Event):
    """Shots left in a weapon, and the SL of loading it."""

    combatant: str
    weapon: str
    left: int
    sl: int


EVENTS: tuple[type[Event], ...] = (
    EncounterOpened, CombatantJoined, CombatantAdjusted, InitiativeSettled, TieTested, Interjected,
    TurnSpent, TurnLost, EverybodyActed, RoundEnded, SkillTested, OpposedTested,
    ExtendedTestGoesOn, DidOther, DefenceAsked, DefenceChosen, AttackTested, DamageDealt,
    WoundsLost, AdvantageChanged, CriticalScored, Fumbled, BladeCaught, CriticalRolled,
    FumbleRolled, RowHappened, LimbChosen, AllyStruck, InjurySuffered, InjuryEased, InjuryEnded,
    RulingAsked, CriticalCounted, RollsStood, PointSpent, OutcomeTurned, HitSpared, DeathEscaped,
    WoundsRegained,
    ArmourDamaged, WeaponDamaged, Disarmed, Pushed, ConditionGained, ConditionEased,
    ConditionsTicked, DeathTested, CombatantFell, CombatantDied, Lingered, Tended, Moved, StoodUp,
    MeleeJoined, MeleeLeft, StanceTaken, WeaponsReadied, WeaponPickedUp, ShotsChanged,
)  # fmt: skip
