"""What happens when somebody casts, and what comes of it: finished facts, with every number."""

from dataclasses import dataclass
from typing import Literal

from app.engine.encounter import Event
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.fields import StatName
from app.rules.tides_of_ichor.spells import Spell

Trial = Literal["cast", "comet", "struggle"]
"""What a casting roll is for: a spell; to put off a comet; to contain the magic of row 29."""

# --- casting ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One of the numbers that add up to a target number; below 0 it makes it easier.

    `name`: a code (`base`, `level`, `wp`, …) or the name of a condition of `of`.
    """

    name: str
    value: int
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CastingRolled(Event):
    """total = the sum of the lines; number = total held to 5..95; over it is a success (TI-CAST-1).

    margin: how far the face is from the number, either way.
    """

    caster: str
    spell: str
    level: int
    trial: Trial
    target: str | None
    zone: int | None
    out_of_turn: bool
    powerful: bool
    lines: tuple[Line, ...]
    total: int
    number: int
    face: int
    passed: bool
    margin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceRolled(Event):
    """percent = bracket + bonus, held to 0..100; at or under it is force (TI-IF-1).

    `face`: None when the percent is 0, or 100 by a condition (`because`): no die falls then.
    """

    caster: str
    margin: int
    bracket: int
    bonus: int
    percent: int
    because: str | None
    face: int | None
    forced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscastChecked(Event):
    """percent = bracket + bonus, held to 0..100; at or under it is a miscast (TI-MIS-1)."""

    caster: str
    margin: int
    bracket: int
    bonus: int
    percent: int
    because: str | None
    face: int | None
    miscast: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscastRolled(Event):
    """total = rolled + level + bonus; row: the total held to the table (TI-MIS-2).

    `level`: 0 where the option `miscast_roll` doesn't add it. `again`: a row that doesn't count
    here is rolled again. What the row does is an entry of its own.
    """

    caster: str
    spell: Spell
    target: str | None
    zone: int | None
    in_hand: bool
    notation: str
    faces: tuple[int, ...]
    level: int
    bonus: int
    total: int
    row: int
    title: str
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscastSuffered(Event):
    """A row of the miscast table happens; what it does follows. `alive`: whether there is a caster.

    Nothing happens to a wizard who died before.
    """

    caster: str
    row: int
    title: str
    alive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellPowerRolled(Event):
    """total = the sum of the lines; number = total held to 5..95; over it is a success."""

    caster: str
    defender: str
    stat: StatName
    lines: tuple[Line, ...]
    total: int
    number: int
    face: int
    passed: bool


# --- where a spell lands ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellReleased(Event):
    """A miscast lets the spell go off all the same (TI-MIS-R01): it counts as cast."""

    caster: str
    spell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellAstray(Event):
    """A miscast turns the spell on somebody else (TI-MIS-R05). `lands`: whether it can."""

    caster: str
    spell: str
    target: str
    lands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellDrawn(Event):
    """A vortex draws the spell in (TI-MIS-R11)."""

    caster: str
    spell: str
    bearer: str
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellDamageRolled(Event):
    """The total of a spell's dice, flat numbers included."""

    caster: str
    defender: str
    spell: str
    faces: tuple[int, ...]
    rolled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageTaken(Event):
    """damage = amount - armor - dr, at least 0: of what isn't a blow. `cause`: a spell or a row.

    `armor`, `dr`: 0 where they don't count. `by`: the wizard behind it.
    """

    combatant: str
    by: str
    cause: str
    amount: int
    armor: int
    dr: int
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Healed(Event):
    """healed: what of the amount there was room for; wounds: W afterwards."""

    combatant: str
    by: str
    cause: str
    faces: tuple[int, ...]
    amount: int
    healed: int
    wounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Untouched(Event):
    """What `by` does passes through somebody who is immune by a condition."""

    combatant: str
    condition: str
    by: str


# --- what lasts ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(Event):
    combatant: str
    condition: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionChanged(Event):
    """A condition is now another."""

    combatant: str
    condition: Condition
    now: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEnded(Event):
    """A condition is over, before its turns ran out. `wounds`: its bearer's W without it."""

    combatant: str
    condition: Condition
    why: Literal["death", "encounter", "used", "renewed", "faded", "struck"]
    wounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSpent(Event):
    """Somebody has acted; the turn ends when what follows from it has happened."""

    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepBegun(Event):
    """What lasts takes its toll at the start of a turn."""

    combatant: str


# --- what the rows of the table do --------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceRolled(Event):
    """At or under the percent it happens. `cause`: the row or condition."""

    combatant: str
    cause: str
    percent: int
    face: int
    happened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(Event):
    """Chance picks one of several, in order of joining; of one without a die (`face` None).

    `among`: how many there were. `for_what`: a code.
    """

    for_what: Literal["astray", "trodden", "prey"]
    combatant: str
    among: int
    face: int | None
    chosen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WindsStirred(Event):
    """A casting roll that a wizard bound to the winds is about to feel (TI-MIS-R24)."""

    combatant: str
    caster: str
    level: int
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WindsFelt(Event):
    """A wizard bound to the winds feels another's casting roll: harm or healing follows."""

    combatant: str
    caster: str
    level: int
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CometRolled(Event):
    """A wound roll of a comet: over the number, what the lines add up to held to 5..95."""

    caster: str
    defender: str
    lines: tuple[Line, ...]
    total: int
    number: int
    face: int
    wounded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CometStruck(Event):
    """damage = flat + strength_part: before armor and DR (TI-MIS-R21)."""

    caster: str
    combatant: str
    flat: int
    strength: int
    toughness: int
    strength_part: int
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FootRolled(Event):
    """Whom the foot treads on next (TI-MIS-R23): an enemy up to one face, an ally up to another."""

    caster: str
    enemy_up_to: int
    ally_up_to: int
    face: int
    whom: Literal["enemy", "ally", "nobody"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RiftOpened(Event):
    """daemons = rolled + level (TI-MIS-R15)."""

    caster: str
    faces: tuple[int, ...]
    rolled: int
    level: int
    daemons: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DaemonWaited(Event):
    """A daemon that came this round acts from the next on (TI-MIS-R13)."""

    combatant: str


SPELL_EVENTS: tuple[type[Event], ...] = (
    CastingRolled, ForceRolled, MiscastChecked, MiscastRolled, MiscastSuffered, SpellPowerRolled,
    SpellReleased, SpellAstray, SpellDrawn, SpellDamageRolled, DamageTaken, Healed, Untouched,
    ConditionGained, ConditionChanged, ConditionEnded, TurnSpent, UpkeepBegun, ChanceRolled,
    Chosen, WindsStirred, WindsFelt, CometRolled, CometStruck, FootRolled, RiftOpened, DaemonWaited,
)  # fmt: skip
