"""Dice that fall in every way: each question is answered in all the ways the rules can tell apart.

An answer is weighed by what stands behind it: a test by its passing faces, a total by the
combinations that make it. Chances are therefore fractions of whole numbers, and those of a question
sum to exactly 1.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, islice
from math import lcm, prod
from typing import Any, TypeVar

from app.engine.dice import (
    Alike,
    Ask,
    Clash,
    Classified,
    Dice,
    Goal,
    Margin,
    Tested,
    Throw,
    Total,
    passing_faces,
)
from app.engine.notation import Expression
from app.engine.refusals import Invalid

T = TypeVar("T")
A = TypeVar("A")

Totals = Sequence[tuple[Total, int]]
"""Totals, each with its weight."""

PAIRS_A_RUN = 100  # pairs of totals are compared in the time that one run of the rules takes


class TooManyWays(Invalid):
    code = "too-many-ways"


class Limit:
    """How many ways of the dice are known by now, and how many there may be."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.ways = 0

    def check(self, ways: int) -> None:
        """Raises TooManyWays when there may not be so many."""
        if ways > self.most:
            raise TooManyWays(
                f"The dice can fall in more than {self.most} ways here: for an estimate instead, "
                'send "estimate": true.',
                most=self.most,
            )

    def add(self, ways: int) -> None:
        """So many more are known. Raises TooManyWays."""
        self.ways += ways
        self.check(self.ways)


@dataclass(slots=True)
class _Fork:
    """A question: its answers, each with its weight; the total of weights; the answer taken."""

    branches: Sequence[tuple[Any, int]]
    total: int
    taken: int = 0

    @property
    def last(self) -> bool:
        return self.taken == len(self.branches) - 1


class EnumeratedDice(Dice):
    """Answers every question in every way, by running the rules once for each.

    A run takes the answers of the one before it up to the last question that had another, takes
    that one, and goes on with first answers. Dice that concern none but `others` (beside the
    `actor`) keep their first answer, as if it were certain.
    """

    def __init__(
        self, limit: Limit, actor: str | None = None, others: frozenset[str] = frozenset()
    ) -> None:
        super().__init__()
        self._limit = limit
        self._actor = actor
        self._others = others
        self._forks: list[_Fork] = []
        self._at = 0
        self._made: list[tuple[int, Any]] = []  # each after how many answers
        self._taken = 0

    def ways(self, run: Callable[[Dice], A]) -> Iterator[tuple[A, Fraction]]:
        """What `run` comes to in every way the dice can fall, and the chance of each way.

        Raises TooManyWays.
        """
        self._limit.add(1)
        while True:
            self._at, self._taken, self._held = 0, 0, []
            yield run(self), self._chance
            while self._forks and self._forks[-1].last:
                self._forks.pop()
            if not self._forks:
                self._made.clear()
                return
            self._forks[-1].taken += 1
            while self._made and self._made[-1][0] >= len(self._forks):
                self._made.pop()

    def known(self, make: Callable[..., T], *parts: Any) -> T:
        if self._taken == len(self._made):
            self._made.append((self._at, make(*parts)))
        made: T = self._made[self._taken][1]
        self._taken += 1
        return made

    @property
    def _chance(self) -> Fraction:
        return Fraction(
            prod(fork.branches[fork.taken][1] for fork in self._forks),
            prod(fork.total for fork in self._forks),
        )

    def _answer(self, ask: Ask, branches: Callable[[], Sequence[tuple[A, int]]]) -> A:
        if self._at == len(self._forks):
            self._forks.append(self._fork(ask, branches()))
        fork = self._forks[self._at]
        self._at += 1
        answer: A = fork.branches[fork.taken][0]
        return answer

    def _stands_still(self, ask: Ask) -> bool:
        """Whether a die concerns none but those who aren't weighed."""
        concerned = {ask.subject, ask.object} - {self._actor, None}
        return bool(concerned) and concerned <= self._others

    def _fork(self, ask: Ask, branches: Sequence[tuple[Any, int]]) -> _Fork:
        if self._stands_still(ask):
            branches = branches[:1]
        self._limit.add(len(branches) - 1)
        return _Fork(branches, sum(weight for _, weight in branches))

    def _die(self, ask: Ask, sort: Callable[[int], T]) -> tuple[T, int]:
        """The class a die falls into, and a face of that class for the record."""
        held = self._next_held(ask)
        faces = range(1, ask.sides + 1) if held is None else (held.face,)
        self._limit.check(len(faces))
        return self._answer(ask, lambda: _by_class((sort(face), face, 1) for face in faces))

    def _whole(self, ask: Ask) -> int:
        return self._die(ask, int)[0]

    def _test(self, ask: Ask, goal: Goal) -> Tested:
        held = self._next_held(ask)
        if held is not None:
            return Tested(*self._answer(ask, lambda: [((goal.passes(held.face), held.face), 1)]))
        self._limit.check(ask.sides)
        return Tested(*self._answer(ask, lambda: _by_goal(ask.sides, goal)))

    def _classify(self, ask: Ask, sort: Callable[[int], T]) -> Classified[T]:
        return Classified(*self._die(ask, sort))

    def _total(self, expression: Expression, ask: Ask) -> Total:
        return self._total_of(expression, ask, None)

    def _total_of(
        self, expression: Expression, ask: Ask, alike: Callable[[int], Hashable] | None
    ) -> Total:
        falling = self._still_falling(expression, ask)
        return self._answer(ask, lambda: _sorted(self._totals(falling), alike or int))

    def _margin(
        self,
        left: Expression,
        right: Expression,
        compare: Callable[[int, int], T],
        alike: Alike,
        left_ask: Ask,
        right_ask: Ask,
    ) -> Margin[T]:
        lefts = self._still_falling(left, left_ask)
        rights = self._still_falling(right, right_ask)

        def pairs() -> Sequence[tuple[tuple[T, tuple[Total, Total]], int]]:
            ours, theirs = self._totals(lefts), self._totals(rights)
            ours, theirs = _sorted(ours, alike[0]), _sorted(theirs, alike[1])
            self._limit.check(len(ours) * len(theirs) // PAIRS_A_RUN)
            return _by_class(
                (compare(our.value, their.value), (our, their), weight * weight_of_theirs)
                for our, weight in ours
                for their, weight_of_theirs in theirs
            )

        value, (our, their) = self._answer(left_ask, pairs)
        return Margin(value, our, their)

    def _throw(self, expression: Expression, ask: Ask) -> Throw:
        if self._held:  # of a reroll: die by die
            return super()._throw(expression, ask)
        ways = self._totals(expression)
        return Throw(ways[:1] if self._stands_still(ask) else ways)

    def _clash(
        self,
        thrown: Throw,
        right: Expression,
        sides: Callable[[int, int], int],
        right_ask: Ask,
        die_ask: Ask | None,
    ) -> Clash:
        if self._held:
            return super()._clash(thrown, right, sides, right_ask, die_ask)

        still = self._stands_still(right_ask)
        made = sides if die_ask else lambda our, their: min(1, sides(our, their))

        def branches() -> Sequence[tuple[tuple[Clash, Totals], int]]:
            ours, theirs = thrown.ways, self._totals(right)
            if still:
                ours, theirs = ours[:1], theirs[:1]
            self._limit.check(len(ours) * len(theirs) // PAIRS_A_RUN)
            met = islice(_clashes(ours, theirs, made), 1 if still else None)
            return [((clash, ways), sum(w for _, w in ways)) for clash, ways in met]

        clash, ways = self._answer(right_ask, branches)
        if not still:
            thrown.ways = ways
        return clash if die_ask else replace(clash, face=None)

    def _still_falling(self, expression: Expression, ask: Ask) -> Expression:
        """The expression with the dice that are held as flat numbers."""
        if not self._held:
            return expression
        flat, terms = expression.flat, []
        for term in expression.terms:
            one = replace(ask, sides=term.sides)
            held = [die.face for _ in range(term.count) if (die := self._next_held(one))]
            flat += term.sign * sum(held)
            terms.append(replace(term, count=term.count - len(held)))
        return Expression(expression.text, tuple(terms), flat)

    def _totals(self, expression: Expression) -> list[tuple[Total, int]]:
        """Every total, and in how many ways its dice make it. Which faces did, nobody knows."""
        self._limit.check(expression.highest - expression.lowest + 1)
        weights = [1]
        for term in expression.terms:
            for _ in range(term.count):
                weights = _with_die(weights, term.sides)
        return [
            (Total(value, ()), weight)
            for value, weight in enumerate(weights, start=expression.lowest)
        ]


def _clashes(
    ours: Totals, theirs: Totals, sides: Callable[[int, int], int]
) -> Iterator[tuple[Clash, Totals]]:
    """Each way a clash can come out, with what the thrown total may be then.

    A face is on every die that is large enough, as one of its so many faces: weights are counted in
    parts that all of those divide.
    """
    met = _by_sides(ours, theirs, sides)
    made = sorted((n for n in met if n), reverse=True)
    parts = lcm(*made)
    if 0 in met:
        our, their, lost = met[0]
        yield Clash(False, None, 0, our, their), [(total, w * parts) for total, w in lost]
    won: dict[Total, int] = defaultdict(int)
    for n, smaller in zip(made, [*made, 0][1:], strict=True):
        our, their, ways = met[n]
        for total, weight in ways:
            won[total] += weight * (parts // n)
        for face in range(n, smaller, -1):
            yield Clash(True, face, n, our, their), [*won.items()]


def _by_sides(
    ours: Totals, theirs: Totals, sides: Callable[[int, int], int]
) -> dict[int, tuple[Total, Total, list[tuple[Total, int]]]]:
    """For each size of die the first pair that makes it, and our totals, by the weight of pairs."""
    found: dict[int, tuple[Total, Total, list[tuple[Total, int]]]] = {}
    for our, weight in ours:
        weights: dict[int, int] = {}
        made_by: dict[int, Total] = {}
        value = our.value
        for their, weight_of_theirs in theirs:
            made = max(0, sides(value, their.value))
            if made in weights:
                weights[made] += weight_of_theirs
            else:
                weights[made], made_by[made] = weight_of_theirs, their
        for made, of_theirs in weights.items():
            found.setdefault(made, (our, made_by[made], []))[2].append((our, weight * of_theirs))
    return found


def _with_die(weights: Sequence[int], sides: int) -> list[int]:
    """The weights of totals, from the lowest on, once a die is added (or taken away: the same)."""
    sums = [*accumulate(weights, initial=0)]
    return [
        sums[min(last, len(weights))] - sums[max(0, last - sides)]
        for last in range(1, len(weights) + sides)
    ]


def _sorted(totals: Totals, sort: Callable[[int], Hashable]) -> list[tuple[Total, int]]:
    """The first total of each class, weighed by all there are in it."""
    classes = _by_class((sort(total.value), total, weight) for total, weight in totals)
    return [(total, weight) for (_, total), weight in classes]


def _by_goal(sides: int, goal: Goal) -> list[tuple[tuple[bool, int], int]]:
    """Passing and failing, each with its first face: the faces of one all come first."""
    passing = passing_faces(sides, goal)
    low = goal.passes(1)
    weight = passing if low else sides - passing
    ways = [((low, 1), weight), ((not low, weight + 1), sides - weight)]
    return [(way, weight) for way, weight in ways if weight]


def _by_class(ways: Iterable[tuple[T, A, int]]) -> list[tuple[tuple[T, A], int]]:
    """Each class once, with the first thing in it, weighed by all there is in it."""
    first: dict[T, A] = {}
    weights: dict[T, int] = defaultdict(int)
    for value, thing, weight in ways:
        first.setdefault(value, thing)
        weights[value] += weight
    return [((value, thing), weights[value]) for value, thing in first.items()]
