"""The state of a fight under WFRP 4."""

from dataclasses import dataclass, field
from typing import Literal

from app.engine.encounter import Combatant, CombatantStatus, EncounterState
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.conditions import Condition, Granted, level_of
from app.rules.wfrp4.effects import Ruling
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.gear import Armour, Weapon
from app.rules.wfrp4.injuries import Injury
from app.rules.wfrp4.magic_commands import CriticalUse, Extends
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.sheet import BARE_HANDS, Sheet
from app.rules.wfrp4.tables.weapons import UNARMED

Because = Literal["double", "wounds", "helpless", "fumble", "trap blade", "miscast", "wrath"]
TroubleKind = Literal["critical", "fumble", "caught", "minor miscast", "major miscast", "wrath"]


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
    has caught the `weapon`. `face`: of the roll that was fumbled. `below`: what a miscast's roll
    must be. `targets`: of a prayer.
    """

    kind: TroubleKind
    of: str
    by: str
    because: Because
    location: Location | None = None
    modifier: int = 0
    face: int | None = None
    weapon: str | None = None
    below: int | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A row that was rolled, and that happens next, by itself (WF-WND-1).

    `table`, `number`: which. `of`: whom it befalls; `by`: who brought it. `face`: of the roll that
    was fumbled. `targets`: of a prayer; `sin`: of who prayed.
    """

    table: str
    number: int
    of: str
    by: str
    location: Location | None = None
    face: int | None = None
    targets: tuple[str, ...] = ()
    sin: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRuling:
    """What the answers to a question of a row bring."""

    question: str
    due: Due
    choices: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turnable:
    """A roll of the last deed that its roller may still turn (WF-FATE-1).

    `test`: what the die was for, such as `attack`; `damage` is of a hit that somebody took.
    """

    of: str
    test: str
    failed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Favour:
    """What is to be different as a deed is decided again (WF-FATE-1).

    `sl`: more of it; `face`: instead of a die, and then an opposed test is won.
    """

    of: str
    test: str
    sl: int = 0
    face: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingAttack(Attack):
    """An attack whose defence is asked for; with or without the run of a charge."""

    charge: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Channelled:
    """The wind of a spell that has been gathered so far (WF-CAST-2)."""

    spell: str
    sl: int
    full: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Magic:
    """How a wizard or a priest is now: what it has channelled, and the sin on its prayers.

    `dispelled_in`, `free_in`: the last round of a dispel, and of a spell that took no Action.
    """

    channelled: Channelled | None = None
    dispelled_in: int = 0
    free_in: int = 0
    sin: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSpell:
    """A spell that was cast and may still be dispelled: by `dispeller`, if it says so.

    What else it has is as it was told.
    """

    caster: str
    spell: str
    test: Rolled
    dispeller: str
    target: str | None
    also: tuple[str, ...]
    caught: tuple[str, ...]
    distance: int | None
    extends: Extends
    critical: CriticalUse | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now.

    `main`, `off`: what is in its hands, by name. `engaged`: with whom, by id. `acted_in`,
    `ticked_in`: the last round of its turn, and of its conditions' effects. `busy`: it has attacked
    or gained Advantage this round. `criticals`: critical wounds so far. `rounds_at_0`: ends of
    rounds at 0 Wounds untended; `rounds_poisoned`: unconscious. `dead`: by what.
    `injuries`: what lasts. `fate`, `fortune`, `resilience`, `resolve`, `corruption`: points now.
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
    injuries: tuple[Injury, ...] = ()
    fate: int = 0
    fortune: int = 0
    resilience: int = 0
    resolve: int = 0
    corruption: int = 0
    magic: Magic = Magic()

    def level(self, condition: str) -> int:
        """Levels of a condition; 0 for none."""
        return level_of(self.conditions, condition)

    @property
    def helpless(self) -> bool:
        """Whether it is unconscious."""
        return self.level("unconscious") > 0

    def hindered(self, how: str) -> bool:
        """Whether an injury hinders it so, by the name of a `Hindrance`."""
        return any(getattr(injury.hinders, how) for injury in self.injuries)

    def useless(self, location: Location) -> bool:
        """Whether a limb can't be used."""
        return any(i.hinders.useless and i.location == location for i in self.injuries)

    @property
    def hands(self) -> int:
        """How many hands can hold something."""
        arms: tuple[Location, ...] = ("left arm", "right arm")
        return sum(not self.useless(arm) for arm in arms)

    def arms_of(self, weapon: Weapon) -> tuple[Location, ...]:
        """The arms a weapon in hand is used with."""
        if weapon.hands > 1:
            return ("left arm", "right arm")
        off = weapon.name == self.off or self.useless("right arm")
        return ("left arm",) if off else ("right arm",)

    def keeps(self, condition: str) -> bool:
        """Whether an injury lets it be rid of a condition no further than to 1."""
        return any(
            i.hinders.keeps == condition
            and (i.hinders.keeps_while is None or self.level(i.hinders.keeps_while) > 0)
            for i in self.injuries
        )

    @property
    def most_wounds(self) -> int:
        """Wounds it can heal up to now."""
        held = sum(injury.hinders.holds for injury in self.injuries)
        return max(0, self.sheet.max_wounds - held)

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

    @property
    def granted(self) -> tuple[tuple[str, Granted], ...]:
        """What magic gives it, by the condition that does."""
        return tuple((c.name, c.grants) for c in self.conditions if c.grants is not None)

    @property
    def ward(self) -> int | None:
        """The best ward it has."""
        return min((g.ward for _, g in self.granted if g.ward is not None), default=None)

    def _hurt(self, piece: Armour) -> int:
        """AP it has lost, beyond what Durable bears."""
        return max(0, self.loss(piece.name) - piece.rating("durable"))


@dataclass(frozen=True, slots=True, kw_only=True)
class State(EncounterState):
    """The whole fight at one moment.

    `ended_round`: the last round that is over, its end's effects and all. `pending`: the attack
    whose defence is asked for; `held`: a spell that may be dispelled. `troubles`: criticals,
    fumbles, miscasts and wrath still to be rolled; `due`: rows that happen next; `rulings`: what
    the answers to questions of rows bring. `turnable`: what may still be turned; `favour`: what is
    being turned. `interrupted`: whose turns are still to come again, the last first.
    """

    options: Options
    combatants: dict[str, Fighter] = field(default_factory=dict)
    ended_round: int = 0
    pending: PendingAttack | None = None
    held: HeldSpell | None = None
    troubles: tuple[Trouble, ...] = ()
    due: tuple[Due, ...] = ()
    rulings: tuple[OpenRuling, ...] = ()
    turnable: tuple[Turnable, ...] = ()
    favour: Favour | None = None
    interrupted: tuple[str, ...] = ()

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

    def favour_for(self, combatant: str, test: str) -> Favour | None:
        """What is being turned, if it is this test."""
        favour = self.favour
        fits = favour is not None and (favour.of, favour.test) == (combatant, test)
        return favour if fits else None

    def advantage_of(self, combatant: str) -> int:
        """One's own Advantage; by *option* `advantage` group all of a side have the same."""
        return self.combatants[combatant].advantage


def status_of(fighter: Fighter) -> CombatantStatus:
    """Dead, unconscious, or able to act; who left stays away."""
    if fighter.status == "left":
        return "left"
    if fighter.dead is not None:
        return "dead"
    return "down" if fighter.helpless else "active"
