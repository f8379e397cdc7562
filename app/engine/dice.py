"""Dice as the rules see them.

Rules ask for dice at the level of meaning (did the test pass, which band, what total), never for
random numbers. The same rules code is then played with drawn dice, with faces rolled at a real
table, audited against recorded dice, and enumerated for exact odds; only the source behind `Dice`
differs. Play records every face; odds count by what the rules can tell apart.

What is asked and what fell are plain values that nobody changes; they aren't frozen, since making a
frozen one takes five times as long, and odds make them by the hundred thousand.

Every die names its `purpose` (a stable code such as `to-hit`) and the ids of whom it is about.
Sentences are made from those elsewhere, so that better wording never changes a log.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from app.engine.fair_dice import NO_NONCE, FairStream, Stream
from app.engine.notation import Expression, parse
from app.engine.refusals import DiceLeftOver, DieImpossible, DieNeeded
from app.engine.tables import Row, Table

T = TypeVar("T")

Visibility = Literal["public", "side", "owner", "gm"]
Alike = tuple[Callable[[int], Hashable], Callable[[int], Hashable]]
"""What something goes by of either of two totals."""
Source = Literal["drawn", "given", "reused", "kept"]


@dataclass(slots=True)
class Ask:
    """One die the rules want: its sides, what for, and about whom (ids)."""

    sides: int
    purpose: str
    subject: str | None = None
    object: str | None = None
    visibility: Visibility = "public"

    @property
    def stream(self) -> Stream:
        """Dice only the game master may see come from a stream of their own."""
        return "gm" if self.visibility == "gm" else "public"


@dataclass(slots=True)
class Die:
    """One die that fell. `n` and `ctx` place a drawn die in its stream (see `fair_dice`).

    `source`: drawn; given (rolled at a real table); reused (the same intent again after an undo);
    kept (an earlier roll that a reroll left standing). Reused and kept dice name the entry they
    come from in `reused_from`; only drawn dice have an `n`.
    """

    sides: int
    face: int
    purpose: str
    subject: str | None = None
    object: str | None = None
    visibility: Visibility = "public"
    source: Source = "drawn"
    stream: Stream = "public"
    n: int | None = None
    ctx: str = NO_NONCE
    reused_from: int | None = None

    def answers(self, ask: Ask) -> bool:
        """Whether this is the die that `ask` asks for: same sides, purpose and ids."""
        return (
            self.sides == ask.sides
            and self.purpose == ask.purpose
            and self.subject == ask.subject
            and self.object == ask.object
        )


@dataclass(slots=True)
class Tested:
    """A pass-or-fail roll. `face` is None when no face could pass and no die was asked for."""

    passed: bool
    face: int | None


@dataclass(slots=True)
class Classified(Generic[T]):
    """Which class a roll fell into. Rules branch on `value`; `face` is for the record only."""

    value: T
    face: int


@dataclass(slots=True, unsafe_hash=True)
class Total:
    """A total of several dice, flat numbers included; `faces` is for the record."""

    value: int
    faces: tuple[int, ...]


@dataclass(slots=True)
class Margin(Generic[T]):
    """Two totals compared. Rules branch on `value`; the totals are for the record only."""

    value: T
    left: Total
    right: Total


@dataclass(slots=True)
class Throw:
    """A total thrown once, for several others to meet (`Dice.clash`); the rules don't look at it.

    `ways`: what it may be, each with its weight. Dice that fall leave one; odds narrow them.
    """

    ways: Sequence[tuple[Total, int]]

    @property
    def total(self) -> Total:
        """The total, for the record."""
        return self.ways[0][0]


@dataclass(slots=True)
class Clash:
    """A thrown total met by another. Rules branch on `won` and `face`; the rest is for the record.

    `won`: the thrown one made a die of some `sides`; `face`: that die's, None where none fell.
    """

    won: bool
    face: int | None
    sides: int
    thrown: Total
    right: Total


@dataclass(slots=True)
class Over:
    """Passes on a face strictly higher than `number`."""

    number: int

    def passes(self, face: int) -> bool:
        return face > self.number

    def count(self, sides: int) -> int:
        return sides - self.number


@dataclass(slots=True)
class Under:
    """Passes on a face strictly lower than `number`."""

    number: int

    def passes(self, face: int) -> bool:
        return face < self.number

    def count(self, sides: int) -> int:
        return self.number - 1


@dataclass(slots=True)
class AtMost:
    """Passes on a face at or under `number`."""

    number: int

    def passes(self, face: int) -> bool:
        return face <= self.number

    def count(self, sides: int) -> int:
        return self.number


Goal = Over | Under | AtMost


def passing_faces(sides: int, goal: Goal) -> int:
    """How many of `sides` faces pass."""
    return max(0, min(sides, goal.count(sides)))


class Dice(ABC):
    """What the rules ask.

    Common arguments of every question:

    `purpose`: a stable code; `subject`: the id of the one who rolls; `object`: the id of the one it
    is aimed at; `visibility`: who may see the face (`gm` draws from the secret stream).
    """

    def __init__(self) -> None:
        self._held: list[Die] = []

    def roll(
        self,
        sides: int,
        purpose: str,
        *,
        subject: str | None = None,
        object: str | None = None,
        visibility: Visibility = "public",
    ) -> int:
        """One die, every face told apart. Prefer a question below: odds stay small."""
        return self._whole(Ask(sides, purpose, subject, object, visibility))

    def total(
        self,
        notation: str,
        purpose: str,
        alike: Callable[[int], Hashable] | None = None,
        *,
        subject: str | None = None,
        object: str | None = None,
        visibility: Visibility = "public",
    ) -> Total:
        """The total of a notation such as `2d10+4`.

        `alike`: what of it matters to the action that rolls it, if not all: odds have one of each.
        """
        return self._total_of(parse(notation), Ask(1, purpose, subject, object, visibility), alike)

    def test(
        self,
        sides: int,
        goal: Goal,
        purpose: str,
        *,
        subject: str | None = None,
        object: str | None = None,
        visibility: Visibility = "public",
    ) -> Tested:
        """Pass or fail. When no face can pass, it fails without a die."""
        if goal.count(sides) <= 0:
            return Tested(passed=False, face=None)
        return self._test(Ask(sides, purpose, subject, object, visibility), goal)

    def classify(
        self,
        sides: int,
        sort: Callable[[int], T],
        purpose: str,
        *,
        subject: str | None = None,
        object: str | None = None,
        visibility: Visibility = "public",
    ) -> Classified[T]:
        """One die, of which the rules only care which class `sort` puts the face in (hashable)."""
        return self._classify(Ask(sides, purpose, subject, object, visibility), sort)

    def margin(
        self,
        left: str,
        right: str,
        compare: Callable[[int, int], T],
        purposes: tuple[str, str],
        alike: Alike | None = None,
        *,
        subject: str,
        object: str,
        visibility: Visibility = "public",
    ) -> Margin[T]:
        """Two totals against each other: `left` is rolled by `subject`, `right` by `object`.

        The rules only care what `compare(left total, right total)` makes of them (hashable).
        `alike`: what of each total it goes by, if not by all; odds then compare few pairs.
        """
        return self._margin(
            parse(left),
            parse(right),
            compare,
            alike or (int, int),
            Ask(1, purposes[0], subject, object, visibility),
            Ask(1, purposes[1], object, subject, visibility),
        )

    def throw(
        self,
        notation: str,
        purpose: str,
        *,
        subject: str | None = None,
        object: str | None = None,
        visibility: Visibility = "public",
    ) -> Throw:
        """A total for several others to meet, each in a `clash`: one fireball, and all in it."""
        return self._throw(parse(notation), Ask(1, purpose, subject, object, visibility))

    def clash(
        self,
        thrown: Throw,
        right: str,
        sides: Callable[[int, int], int],
        purposes: tuple[str, str | None],
        *,
        subject: str,
        object: str,
        visibility: Visibility = "public",
    ) -> Clash:
        """A total against one thrown before, then a die as large as `sides` makes of the two.

        `right` is rolled by `subject` against `object`, whose throw it meets, and whose die follows
        if `sides(thrown total, right total)` is over 0. No die falls where its purpose is None.
        """
        meets, follows = purposes
        return self._clash(
            thrown,
            parse(right),
            sides,
            Ask(1, meets, subject, object, visibility),
            None if follows is None else Ask(1, follows, object, subject, visibility),
        )

    def row(
        self,
        table: Table[T],
        purpose: str,
        *,
        subject: str | None = None,
        object: str | None = None,
        visibility: Visibility = "public",
    ) -> tuple[Row[T], int]:
        """A roll on a table by one die of its own size: the row, and the face for the record."""
        ask = Ask(table.sides, purpose, subject, object, visibility)
        found = self._classify(ask, table.row_for)
        return found.value, found.face

    def known(self, make: Callable[..., T], *parts: Any) -> T:
        """What `make(*parts)` makes of nothing but the action and the dice that have fallen so far.

        Odds, which run the rules again and again, make it once for all runs that are alike so far.
        """
        return make(*parts)

    def hold(self, dice: Iterable[Die], of: int) -> None:
        """Lets earlier dice of entry `of` stand: a question they answer takes their face.

        A reroll holds all dice but the one that is rolled again.
        """
        self._held = [
            replace(die, source="kept", n=None, ctx=NO_NONCE, reused_from=of) for die in dice
        ]

    def _next_held(self, ask: Ask) -> Die | None:
        for i, die in enumerate(self._held):
            if die.answers(ask):
                kept = self._held.pop(i)
                return replace(kept, visibility=ask.visibility, stream=ask.stream)
        return None

    def _total_of(
        self, expression: Expression, ask: Ask, alike: Callable[[int], Hashable] | None
    ) -> Total:
        return self._total(expression, ask)

    def _throw(self, expression: Expression, ask: Ask) -> Throw:
        return Throw([(self._total(expression, ask), 1)])

    def _clash(
        self,
        thrown: Throw,
        right: Expression,
        sides: Callable[[int, int], int],
        right_ask: Ask,
        die_ask: Ask | None,
    ) -> Clash:
        met = self._total(right, right_ask)
        made = max(0, sides(thrown.total.value, met.value))
        face = self._whole(replace(die_ask, sides=made)) if made and die_ask else None
        return Clash(made > 0, face, made, thrown.total, met)

    @abstractmethod
    def _whole(self, ask: Ask) -> int: ...

    @abstractmethod
    def _total(self, expression: Expression, ask: Ask) -> Total: ...

    @abstractmethod
    def _test(self, ask: Ask, goal: Goal) -> Tested: ...

    @abstractmethod
    def _classify(self, ask: Ask, sort: Callable[[int], T]) -> Classified[T]: ...

    @abstractmethod
    def _margin(
        self,
        left: Expression,
        right: Expression,
        compare: Callable[[int, int], T],
        alike: Alike,
        left_ask: Ask,
        right_ask: Ask,
    ) -> Margin[T]: ...


class FallingDice(Dice):
    """Dice that fall one by one, recorded in `fallen`; a subclass says where faces come from."""

    def __init__(self) -> None:
        super().__init__()
        self.fallen: list[Die] = []

    def next_die(self, ask: Ask) -> Die:
        """The next die from this source."""
        raise NotImplementedError

    def _fall(self, ask: Ask) -> int:
        die = (self._held and self._next_held(ask)) or self.next_die(ask)
        self.fallen.append(die)
        return die.face

    def _whole(self, ask: Ask) -> int:
        return self._fall(ask)

    def _total(self, expression: Expression, ask: Ask) -> Total:
        total = expression.flat
        faces: list[int] = []
        for term in expression.terms:
            one = replace(ask, sides=term.sides)
            for _ in range(term.count):
                face = self._fall(one)
                faces.append(face)
                total += term.sign * face
        return Total(total, tuple(faces))

    def _test(self, ask: Ask, goal: Goal) -> Tested:
        face = self._fall(ask)
        return Tested(goal.passes(face), face)

    def _classify(self, ask: Ask, sort: Callable[[int], T]) -> Classified[T]:
        face = self._fall(ask)
        return Classified(sort(face), face)

    def _margin(
        self,
        left: Expression,
        right: Expression,
        compare: Callable[[int, int], T],
        alike: Alike,
        left_ask: Ask,
        right_ask: Ask,
    ) -> Margin[T]:
        left_total = self._total(left, left_ask)
        right_total = self._total(right, right_ask)
        return Margin(compare(left_total.value, right_total.value), left_total, right_total)


class DrawnDice(FallingDice):
    """Play: the next dice of the keyed streams.

    `counters` holds the next free number of each stream; it only ever grows, and the caller stores
    it with the entry. `nonce` is a client's contribution to these draws (hex) or `-`.
    """

    def __init__(
        self,
        streams: Mapping[Stream, FairStream],
        counters: dict[Stream, int],
        nonce: str = NO_NONCE,
    ) -> None:
        super().__init__()
        self._streams = streams
        self._nonce = nonce
        self.counters = dict(counters)

    def next_die(self, ask: Ask) -> Die:
        stream = ask.stream
        n = self.counters[stream]
        face = self._streams[stream].draw(n, ask.sides, self._nonce)
        self.counters[stream] = n + 1
        return _die(ask, face, "drawn", n=n, ctx=self._nonce)


class GivenDice(FallingDice):
    """Dice rolled at a real table: takes the faces in the order they were sent.

    Too few: `then` draws the rest, or DieNeeded says which die is wanted and for what. A face that
    isn't on the die: DieImpossible. `check_spent()` refuses faces that nothing asked for.
    """

    def __init__(self, faces: Sequence[int], then: FallingDice | None = None) -> None:
        super().__init__()
        self._faces = list(faces)
        self._taken = 0
        self._then = then

    @property
    def left(self) -> list[int]:
        """The faces nothing has asked for yet."""
        return self._faces[self._taken :]

    def next_die(self, ask: Ask) -> Die:
        if self._taken == len(self._faces):
            if self._then is not None:
                return self._then.next_die(ask)
            raise DieNeeded(
                f"{self._taken} dice were given and one more is needed: a d{ask.sides}.",
                needed=_described(ask),
                given=self._taken,
            )
        face = self._faces[self._taken]
        if not 1 <= face <= ask.sides:
            raise DieImpossible(
                f"Die {self._taken + 1} is a d{ask.sides} and can't show {face}.",
                needed=_described(ask),
                face=face,
                position=self._taken,
            )
        self._taken += 1
        return _die(ask, face, "given")

    def check_spent(self) -> None:
        """Raises DiceLeftOver when not every face was used."""
        if self.left:
            raise left_over(len(self._faces), self.left)


def left_over(given: int, left: Sequence[int]) -> DiceLeftOver:
    """The refusal of faces that nothing asked for."""
    return DiceLeftOver(
        f"{given} dice were given and only {given - len(left)} are needed.",
        needed=given - len(left),
        given=given,
        left_over=list(left),
    )


class ReusedDice(FallingDice):
    """After an undo, the same intent meets the same dice: those of entry `of`, while they fit.

    From the first question they don't answer on, `then` draws fresh.
    """

    def __init__(self, dice: Sequence[Die], of: int, then: FallingDice) -> None:
        super().__init__()
        self._dice = list(dice)
        self._of = of
        self._then = then

    def next_die(self, ask: Ask) -> Die:
        if self._dice and self._dice[0].answers(ask):
            old = self._dice.pop(0)
            return _die(ask, old.face, "reused", reused_from=self._of)
        self._dice.clear()
        return self._then.next_die(ask)


class AuditMismatch(Exception):
    """The rules asked for other dice than the log has."""


class RecordedDice(FallingDice):
    """Audit: the dice of the log, which must be asked for in the same order, and all of them."""

    def __init__(self, dice: Sequence[Die]) -> None:
        super().__init__()
        self._dice = list(dice)

    def _fall(self, ask: Ask) -> int:
        if len(self.fallen) == len(self._dice):
            raise AuditMismatch(f"a d{ask.sides} for {ask.purpose} is not in the log")
        die = self._dice[len(self.fallen)]
        kept = self._next_held(ask)
        if not die.answers(ask) or die.visibility != ask.visibility:
            raise AuditMismatch(
                f"the rules ask a d{ask.sides} for {ask.purpose}, the log has a d{die.sides} "
                f"for {die.purpose}"
            )
        if (kept is not None) != (die.source == "kept") or (kept and kept.face != die.face):
            raise AuditMismatch(f"the d{die.sides} for {die.purpose} is not the die that was kept")
        self.fallen.append(die)
        return die.face

    def check_spent(self) -> None:
        """Raises AuditMismatch when the log has dice nobody asked for."""
        if len(self.fallen) != len(self._dice):
            die = self._dice[len(self.fallen)]
            raise AuditMismatch(f"nothing asks for the d{die.sides} for {die.purpose}")


def _die(
    ask: Ask,
    face: int,
    source: Source,
    *,
    n: int | None = None,
    ctx: str = NO_NONCE,
    reused_from: int | None = None,
) -> Die:
    return Die(
        ask.sides,
        face,
        ask.purpose,
        ask.subject,
        ask.object,
        ask.visibility,
        source,
        ask.stream,
        n,
        ctx,
        reused_from,
    )


def _described(ask: Ask) -> dict[str, str | int | None]:
    return {
        "sides": ask.sides,
        "purpose": ask.purpose,
        "subject": ask.subject,
        "object": ask.object,
    }
