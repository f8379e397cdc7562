"""The state of a fight in quints."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from app.engine.encounter import Combatant, CombatantStatus, EncounterState
from app.engine.tally import Line
from app.rules.quint.conditions import Affliction, modifiers_of
from app.rules.quint.fields import Modified, Ruling, WeaponType
from app.rules.quint.options import Options
from app.rules.quint.sheet import Item, Sheet, Weapon

ARMS = ("weapon arm", "off arm")
DEAD_AT = -10  # QU-DOWN-2


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that takes several quints: `done` of `of` are spent (QU-ACT-1, QU-SPL-1)."""

    kind: Literal["load", "get", "prepare"]
    what: str
    done: int
    of: int

    @property
    def finished(self) -> bool:
        """Whether all its quints are spent."""
        return self.done == self.of


@dataclass(frozen=True, slots=True, kw_only=True)
class Chase:
    """One pursuer, and how far behind it is."""

    pursuer: str
    gap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """How far a fleer has run, and who is after it (QU-RET-2)."""

    distance: int
    chases: tuple[Chase, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wound:
    """A strike that has done `actual` damage. Judged not to be a grievous one, it is over."""

    attacker: str
    defender: str
    actual: int
    chart: WeaponType
    chance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRuling:
    """How the attacks of a group are decided without dice (QU-ST-1)."""

    group: str
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now.

    `points`: Damage Points left. `drawn`, `dropped`, `loaded`: names of its weapons. `at_hand`:
    what it has taken from its pack. `prepared`: a spell ready to be cast. `surprised`: in quint 1;
    `may_defend`: it may defend all the same. `engaged`: whom it last exchanged blows with.
    `struck_in`: the quint it was last struck in. `face`: of its initiative.
    """

    sheet: Sheet
    points: int
    drawn: str | None = None
    dropped: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()
    at_hand: tuple[str, ...] = ()
    task: Task | None = None
    prepared: str | None = None
    surprised: bool = False
    may_defend: bool = False
    engaged: str | None = None
    struck_in: int | None = None
    flight: Flight | None = None
    face: int | None = None
    conditions: tuple[Affliction, ...] = ()

    @property
    def unconscious(self) -> bool:
        """By a blow to the head; at 0 Damage Points or less one is so anyway (QU-DOWN-1)."""
        return any(a.condition.unconscious for a in self.conditions)

    @property
    def prone(self) -> bool:
        """Whether it lies on the ground."""
        return any(a.condition.prone for a in self.conditions)

    @property
    def mute(self) -> bool:
        """Whether it can't cast."""
        return any(a.condition.mute for a in self.conditions)

    @property
    def flees(self) -> bool:
        """Whether it runs by itself."""
        return any(a.condition.flees for a in self.conditions)

    @property
    def loses_turns_to(self) -> str | None:
        """The name of a condition that makes it lose its turns."""
        return next((a.name for a in self.conditions if a.condition.skip_turn), None)

    @property
    def bleeding(self) -> tuple[Affliction, ...]:
        """The wounds that staunching would stop (QU-BLEED-1)."""
        return tuple(a for a in self.conditions if a.bleeds)

    @property
    def sound_arms(self) -> int:
        """How many arms can hold something."""
        useless = {a.condition.limb for a in self.conditions}
        return sum(arm not in useless for arm in ARMS)

    @property
    def weapon(self) -> Weapon | None:
        """The weapon in hand."""
        return next((w for w in self.sheet.weapons if w.name == self.drawn), None)

    @property
    def pack(self) -> tuple[Item, ...]:
        """What is still in its pack."""
        return tuple(item for item in self.sheet.pack if item.name not in self.at_hand)

    def can_hold(self, weapon: Weapon) -> bool:
        """Whether it has the arms for a weapon."""
        return self.sound_arms >= weapon.hands

    def changes(self, to: Modified) -> Iterator[Line]:
        """What conditions add to a number."""
        for name, by in modifiers_of(self.conditions, to):
            yield Line(name, by)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """The whole fight at one moment.

    `ended_quint`: the last quint that is over, bleeding and all; one may be over while nobody acts.
    `wound`: what is still to be judged, or to be rolled for, in the middle of an action.
    """

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)
    ended_quint: int = 0
    rulings: tuple[GroupRuling, ...] = ()
    wound: Wound | None = None

    @property
    def quint(self) -> int:
        """The number of the quint (QU-TIME-1); 0 before the fight."""
        return self.order.round

    def ruling_of(self, group: str | None) -> Ruling | None:
        """How a group's attacks are decided, if not by dice."""
        return next((r.ruling for r in self.rulings if r.group == group), None)


def status_of(fighter: Fighter) -> CombatantStatus:
    """What points and conditions make of a fighter (QU-DOWN-1, 2); who left stays away."""
    if fighter.status == "left":
        return "left"
    if fighter.points <= DEAD_AT:
        return "dead"
    return "down" if fighter.points <= 0 or fighter.unconscious else "active"
