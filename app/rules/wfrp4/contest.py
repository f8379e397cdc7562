"""One blow before it is rolled: what any two faces come to (WF-OPP-1, WF-ATT-3 to WF-ATT-6).

Dice are asked for what matters of a blow alone, so that odds stay small: `comes_to` is all that
the rules go by. What the log shows is worked out from the faces in the same way.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from app.engine.tally import Tally, total
from app.rules.wfrp4.damage import damage_lines, dealt, stopped, units
from app.rules.wfrp4.defences import Defence
from app.rules.wfrp4.fields import Location, Winner
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import ALWAYS, NEVER, Side, higher, won_for_certain
from app.rules.wfrp4.state import Fighter
from app.rules.wfrp4.tables.locations import BODY, BY_FACE
from app.rules.wfrp4.tables.weapons import MISFIRE

STRAY = 20  # WF-ATT-7: what shooting into a melee costs


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Two rolls against each other."""

    attack: Rolled
    defence: Rolled | None
    winner: Winner
    margin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """An attack with a weapon as it is used, up to its dice.

    `band`: of a shot. `called`: where it is to land; `others`: who else may be hit by a shot into
    a melee. `face`, `defence_face`: where they needn't be rolled (Dual Wielder, Resilience).
    `sure`: whom Resilience lets win.
    """

    attacker: Fighter
    defender: Fighter
    weapon: Weapon
    side: Side
    defence: Defence | None
    options: Options
    band: str | None = None
    called: Location | None = None
    others: tuple[str, ...] = ()
    push: bool = False
    every_face: bool = False
    face: int | None = None
    defence_face: int | None = None
    sure: Winner | None = None
    _rolled: dict[tuple[bool, int], Rolled] = field(default_factory=dict)
    _hurts: dict[tuple[int, int], tuple[Tally, int]] = field(default_factory=dict)
    _attacks: dict[int, tuple[Hashable, Hashable, Hashable, Hashable]] = field(default_factory=dict)
    _defences: dict[int, tuple[int, Hashable]] = field(default_factory=dict)
    _known: dict[Hashable, int] = field(default_factory=dict)
    _numbers: dict[Hashable, int] = field(default_factory=dict)

    @property
    def helpless(self) -> bool:
        """Whether it hits without a roll: in melee and at point blank (WF-COND-unconscious)."""
        near = self.weapon.kind == "melee" or self.band == "point blank"
        return self.defender.helpless and near

    def at(self, other: Fighter) -> "Blow":
        """The same blow as it falls on another, who doesn't defend."""
        return Blow(
            attacker=self.attacker,
            defender=other,
            weapon=self.weapon,
            side=self.side,
            defence=None,
            options=self.options,
            band=self.band,
            called=self.called,
        )

    def verdict(self, attack: int, defence: int | None) -> Verdict:
        """What two faces come to; without a defence a success wins by its SL."""
        ours = self.ours(attack)
        if self.defence is None or defence is None:
            sl = ours.sl.total
            return Verdict(
                attack=ours, defence=None, winner="attacker" if ours.passed else "nobody", margin=sl
            )
        theirs = self.theirs(defence)
        if self.sure is not None:
            ours, theirs = won_for_certain(ours, theirs, self.sure == "attacker")
        first = higher(ours.sl.total, theirs.sl.total, self.side, self.defence.side, self.options)
        winner: Winner = "nobody" if first is None else "attacker" if first else "defender"
        if winner == "attacker" and self.options.hits_need_success and not ours.passed:
            winner = "nobody"
        margin = abs(ours.sl.total - theirs.sl.total)
        return Verdict(attack=ours, defence=theirs, winner=winner, margin=margin)

    def ours(self, face: int) -> Rolled:
        """The attack."""
        return self._cached(True, face, self.side)

    def theirs(self, face: int) -> Rolled:
        """The defence, where there is one."""
        if self.defence is None:
            raise TypeError("nobody defends")
        return self._cached(False, face, self.defence.side)

    def location(self, face: int | None) -> Location:
        """Where it lands: as called, or by the swapped digits (WF-ATT-4)."""
        if self.called is not None:
            return self.called
        return BODY if face is None else BY_FACE[face - 1]

    def hurts(self, attack: Rolled, margin: int) -> tuple[Tally, int]:
        """Damage and Wounds of a hit by so much SL."""
        key = (attack.face or 0, margin)
        if key not in self._hurts:
            by_attack = self.options.damage_sl == "attack"
            sl = attack.sl.total if by_attack else margin
            self._hurts[key] = dealt(
                self.options,
                self.weapon,
                damage_lines(self.attacker, self.defender, self.weapon, sl, attack.face),
                stopped(
                    self.defender,
                    self.weapon,
                    self.location(attack.face),
                    attack.face,
                    critical=attack.critical,
                    shield=0 if self.defence is None else self.defence.shield,
                ),
            )
        return self._hurts[key]

    def strays(self, attack: Rolled) -> bool:
        """Whether it missed only because of others in the melee, one of whom it hits."""
        face = attack.face
        if not self.others or attack.passed or face is None:
            return False
        return ALWAYS < face < NEVER and face <= self.side.number.total + STRAY

    def comes_to(self, attack: int, defence: int | None) -> int:
        """A number for all that hangs on two faces: the same for the same.

        Faces that are alike in all that matters are worked out once.
        """
        pair = self.of_attack(attack), None if defence is None else self.of_defence(defence)
        if pair not in self._known:
            outcome = self._outcome(attack, defence)
            self._known[pair] = self._numbers.setdefault(outcome, len(self._numbers))
        return self._known[pair]

    def _outcome(self, attack: int, defence: int | None) -> Hashable:
        """All of two faces that anything hangs on."""
        verdict = self.verdict(attack, defence)
        hit = verdict.winner == "attacker"
        wounds = self.hurts(verdict.attack, verdict.margin)[1] if hit else None
        _, _, always, where = self.of_attack(attack)
        past_0 = wounds is not None and wounds >= self.defender.wounds
        matters = verdict.attack.critical or past_0 or (hit and self._place_matters)
        return (
            verdict.winner,
            verdict.margin,
            wounds,
            always,
            where if matters else None,
            None if defence is None else self.of_defence(defence)[1],
        )

    def is_turned(self, attack: Rolled) -> bool:
        """Whether Impenetrable armour turns a critical: it does those of odd rolls."""
        face = attack.face
        if face is None or face % 2 == 0:
            return False
        worn = self.defender.armour_at(self.location(face))
        return any(piece.rating("impenetrable") for piece, _ in worn)

    def of_attack(self, face: int) -> tuple[Hashable, Hashable, Hashable, Hashable]:
        """What matters of an attack: success, how it hurts, what else always, where it lands."""
        if face not in self._attacks:
            ours = self.ours(face)
            uneasy = self.weapon.group in MISFIRE or self.weapon.rating("shoddy") > 0
            every = self.every_face or (ours.fumble and uneasy) or self.strays(ours)
            always = ours.critical, ours.fumble, face if every else None
            hurts = self._stops(ours), units(face) if self._units_matter else None
            where = self.location(face), self.is_turned(ours)
            self._attacks[face] = (ours.passed, ours.sl.total), hurts, always, where
        return self._attacks[face]

    def of_defence(self, face: int) -> tuple[int, Hashable]:
        """What matters of a defence: SL, and where its critical lands or what it fumbles."""
        if face not in self._defences:
            theirs, held = self.theirs(face), None if self.defence is None else self.defence.weapon
            more: Hashable = None
            if theirs.critical:
                catches = held is not None and held.rating("trap blade") and self.weapon.blade
                more = BY_FACE[face - 1], theirs.sl.total if catches else None
            elif theirs.fumble:
                more = face if held is not None and held.rating("shoddy") else "fumble"
            self._defences[face] = theirs.sl.total, more
        return self._defences[face]

    def _stops(self, attack: Rolled) -> int:
        """What takes off the damage of a hit by this roll."""
        return total(
            stopped(
                self.defender,
                self.weapon,
                self.location(attack.face),
                attack.face,
                critical=attack.critical,
                shield=0 if self.defence is None else self.defence.shield,
            )
        )

    @property
    def _units_matter(self) -> bool:
        """Whether damage goes by the units of the roll."""
        larger = self.attacker.sheet.size_step > self.defender.sheet.size_step
        return bool(larger or self.weapon.rating("damaging") or self.weapon.rating("impact"))

    @property
    def _place_matters(self) -> bool:
        """Whether a hit does something else here than there, beside its damage."""
        uneven = self.weapon.rating("hack") or self.weapon.rating("pummel")
        return bool(uneven or self.defender.hindered("reopens"))

    def _cached(self, ours: bool, face: int, side: Side) -> Rolled:
        if (ours, face) not in self._rolled:
            self._rolled[ours, face] = side.rolled(face, self.options)
        return self._rolled[ours, face]
