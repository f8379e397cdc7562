"""The state of a fight under WFRP 4."""

from dataclasses import dataclass, field
from typing import Literal

from app.engine.encounter import Combatant, CombatantStatus, EncounterState
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.conditions import Condition, level_of
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.gear import Armour, Weapon
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.sheet import BARE_HANDS, Sheet
from app.rules.wfrp4.tables.weapons import UNARMED

Because = Literal["double", "wounds", "helpless", "fumble", "trap blade"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shots:
    """How many shots a weapon that takes loading has left; `sl`: of loading it (WF-GEAR-2)."""

    weapon: str
    left: int
    sl: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Damaged:
    """A piece of armour or a weapon that has lost so many points."""

    item: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A critical, a fumble or a caught blade that is still to be rolled for (WF-ATT-6, WF-WND-1).

    `of`: whom it befalls; `by`: who brought it. `modifier`: of the roll on the table, or SL of who
    has caught the `weapon`.
    """

    kind: Literal["critical", "fumble", "caught"]
    of: str
    by: str
    because: Because
    location: Location | None = None
    modifier: int = 0
    weapon: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingAttack(Attack):
    """An attack whose defence is asked for; with or without the run of a charge."""

    charge: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The Advantage of a side: *option* `advantage` group."""

    side: str
    advantage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now.

    `main`, `off`: what is in its hands, by name. `engaged`: with whom, by id. `acted_in`,
    `ticked_in`: the last round of its turn, and of its conditions' effects. `busy`: it has attacked
    or gained Advantage this round. `criticals`: critical wounds so far. `rounds_at_0`: ends of
    rounds at 0 Wounds untended; `rounds_poisoned`: unconscious. `dead`: by what.
    """

    sheet: Sheet
    wounds: int
    advantage: int = 0
    conditions: tuple[Condition, ...] = ()
    main: str = UNARMED
    off: str | None = None
    position: int | None = None
    engaged: tuple[str, ...] = ()
    move_left: bool = False
    action_left: bool = False
    moved: bool = False
    charged: bool = False
    busy: bool = False
    aiming: bool = False
    on_guard: bool = False
    two_weapons: bool = False
    hiding: bool = False
    acted_in: int = 0
    ticked_in: int = 0
    shots: tuple[Shots, ...] = ()
    damaged: tuple[Damaged, ...] = ()
    dropped: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    criticals: int = 0
    rounds_at_0: int = 0
    rounds_poisoned: int = 0
    tended: bool = False
    initiative: int | None = None
    dead: str | None = None

    def level(self, condition: str) -> int:
        """Levels of a condition; 0 for none."""
        return level_of(self.conditions, condition)

    @property
    def helpless(self) -> bool:
        """Whether it is unconscious."""
        return self.level("unconscious") > 0

    @property
    def can_oppose(self) -> bool:
        """Whether it may defend at all."""
        return not (self.helpless or self.level("surprised"))

    @property
    def usable(self) -> tuple[Weapon, ...]:
        """The weapons it still has about it."""
        gone = {*self.dropped, *self.broken}
        return tuple(w for w in self.sheet.carried if w.name not in gone)

    @property
    def in_hand(self) -> tuple[Weapon, ...]:
        """What it can strike with: main hand, off hand, and bare hands where one is free."""
        held = [w for w in self.sheet.carried if w.name in (self.main, self.off)]
        held.sort(key=lambda w: w.name != self.main)
        return tuple(held) or (BARE_HANDS,)

    def weapon(self, name: str) -> Weapon:
        """A weapon of its sheet."""
        return next(w for w in self.sheet.carried if w.name == name)

    @property
    def shield(self) -> Weapon | None:
        """The shield in its hands."""
        return next((w for w in self.in_hand if w.is_shield), None)

    def loss(self, item: str) -> int:
        """The points an item has lost."""
        return next((d.points for d in self.damaged if d.item == item), 0)

    def shots_of(self, weapon: Weapon) -> Shots:
        """A weapon's shots; one that takes no loading is always ready."""
        ready = Shots(weapon=weapon.name, left=max(1, weapon.rating("repeater")))
        return next((s for s in self.shots if s.weapon == weapon.name), ready)

    def armour_at(self, location: Location) -> tuple[tuple[Armour, int], ...]:
        """What it wears there, with the AP that are left, layered as Flexible allows (WF-GEAR-2).

        All that is flexible counts under one piece that isn't: the best of either.
        """
        worn = [(p, max(0, p.at(location) - self._hurt(p))) for p in self.sheet.armour]
        layers = []
        for flexible in (False, True):
            of_kind = [w for w in worn if bool(w[0].rating("flexible")) is flexible and w[1]]
            if of_kind:
                layers.append(max(of_kind, key=lambda w: w[1]))
        return tuple(layers)

    def _hurt(self, piece: Armour) -> int:
        """AP it has lost, beyond what Durable bears."""
        return max(0, self.loss(piece.name) - piece.rating("durable"))


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """The whole fight at one moment.

    `ended_round`: the last round that is over, its end's effects and all. `pending`: the attack
    whose defence is asked for. `troubles`: criticals and fumbles still to be rolled.
    """

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)
    ended_round: int = 0
    pending: PendingAttack | None = None
    troubles: tuple[Trouble, ...] = ()
    pools: tuple[Pool, ...] = ()

    @property
    def round(self) -> int:
        """The number of the round; 0 before the fight."""
        return self.order.round

    @property
    def there(self) -> tuple[Fighter, ...]:
        """Everyone who is alive and in the fight, in order of battle."""
        placed = {id: self.combatants[id] for id in self.order.ids}
        everybody = {**placed, **self.combatants}
        return tuple(c for c in everybody.values() if c.status in ("active", "down"))

    def advantage_of(self, combatant: str) -> int:
        """One's own Advantage, or that of the side: *option* `advantage` (WF-ADV-1)."""
        fighter = self.combatants[combatant]
        if self.options.advantage == "individual":
            return fighter.advantage
        return next((p.advantage for p in self.pools if p.side == fighter.side), 0)


def status_of(fighter: Fighter) -> CombatantStatus:
    """Dead, unconscious, or able to act; who left stays away."""
    if fighter.status == "left":
        return "left"
    if fighter.dead is not None:
        return "dead"
    return "down" if fighter.helpless else "active"
