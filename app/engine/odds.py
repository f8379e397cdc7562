"""Exact odds: the rules themselves, run over every way the dice can fall.

Nothing of the rules is said here a second time: an action is decided as in play, and its events are
counted. Where the ways are too many, the same code plays it many times, which gives an estimate.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache, partial
from math import lcm, sqrt
from operator import attrgetter
from types import NoneType
from typing import Any, Generic, TypeVar

from app.engine.dice import Dice, DrawnDice
from app.engine.encounter import Command, EncounterState, Event
from app.engine.enumerated_dice import EnumeratedDice, Limit
from app.engine.fair_dice import (
    SEEDED,
    STREAMS,
    FairStream,
    sealed_entropy,
    secret_from_seed,
    stream_key,
)
from app.engine.ruleset import Outcome, Past, Ruleset, Stage, redecide, stages

S = TypeVar("S", bound=EncounterState)

Subject = tuple[str, str | None]
"""An outcome's name, and the id of whom it befalls."""
Tally = frozenset[tuple[Subject, int]]
"""What has happened: the amount of each outcome."""

NOTHING: Tally = frozenset()
CONFIDENCE = 0.95
"""How likely an estimate's interval holds what is estimated."""

_DEVIATIONS = 1.959964  # to either side of a normal distribution's mean: 95 % lie between
_ENTROPY = sealed_entropy(SEEDED, 0, {})
_STREAMS = {
    stream: FairStream(stream_key(secret_from_seed("odds"), SEEDED, 0, stream), _ENTROPY)
    for stream in STREAMS
}


def _all_of_it(state: Any, number: int) -> object:
    return state


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Generic[S]):
    """An action to weigh: the state it is taken in, its stages, and what its events mean.

    `targets`: whom an area action befalls. Each is weighed alone, never all together.
    `foreseen`: what the stages from this number on look at in a state.
    """

    state: S
    stages: Sequence[Stage[S]]
    outcomes: Callable[[Event], Iterable[Outcome]]
    actor: str | None = None
    targets: Sequence[str] = ()
    foreseen: Callable[[S, int], object] = _all_of_it

    def runs(self, most: int) -> int:
        """How many runs of it cost as much as `most` runs of an action on one target."""
        return max(1, most // max(1, len(self.targets)))


def taken(ruleset: Ruleset[S], state: S, command: Command) -> Action[S]:
    """A command as an action to weigh. Refuses one that isn't for its actor to take now."""
    taking = stages(ruleset, state, command)
    steps = ruleset.steps(state, command) if len(taking) > 1 else ()
    return Action(
        state=state,
        stages=taking,
        outcomes=ruleset.outcomes,
        actor=command.actor,
        targets=ruleset.area(state, command),
        foreseen=lambda state, number: ruleset.foreseen(state, steps[number:]),
    )


def retaken(ruleset: Ruleset[S], now: S, before: S, command: Command, past: Past) -> Action[S]:
    """A reroll as an action to weigh: the one of entry `past`, on the state before it."""

    def again(state: S, dice: Dice) -> tuple[Sequence[Event], S]:
        return redecide(ruleset, now, state, command, past, dice)

    return Action(
        state=before,
        stages=[again],
        outcomes=ruleset.outcomes,
        actor=past.command.actor,
        targets=ruleset.area(before, past.command),
    )


@dataclass(frozen=True, slots=True)
class Odds:
    """For each outcome the chance of each amount of it; those of one outcome sum to exactly 1.

    `runs`: how often the rules were run for it.
    """

    chances: Mapping[Subject, Mapping[int, Fraction]]
    runs: int
    estimated: bool = False


def exact_odds(action: Action[S], most: int) -> Odds:
    """The odds of an action, by at most `most` runs (an area's by fewer: each has many blows).

    Raises TooManyWays, and refuses what the action itself would be refused for.
    """
    limit = Limit(action.runs(most))
    chances: dict[Subject, Mapping[int, Fraction]] = {}
    for target in action.targets or (None,):
        others = frozenset(action.targets) - {target}
        weighed = _weighed(action, limit, others)
        chances |= {subject: weighed[subject] for subject in weighed if subject[1] not in others}
    return Odds(chances, limit.ways)


def _never() -> bool:
    return False


def estimated_odds(action: Action[S], most: int, enough: Callable[[], bool] = _never) -> Odds:
    """The odds of an action as `most` plays of it come out (an area's fewer), or until `enough`.

    Their dice come from a stream of their own, the same ones each time.
    """
    counters = dict.fromkeys(STREAMS, 0)
    plays: Counter[Tally] = Counter()
    while plays.total() < action.runs(most) and not (plays and enough()):
        state, tally = action.state, NOTHING
        dice = DrawnDice(_STREAMS, counters)
        for stage in action.stages:
            events, state = stage(state, dice)
            tally = _with(tally, action, events)
        plays[tally] += 1
        counters = dice.counters
    runs = plays.total()
    spread = {tally: Fraction(times, runs) for tally, times in plays.items()}
    return Odds(_chances(spread), runs, estimated=True)


def chance_interval(chance: Fraction, runs: int) -> tuple[float, float]:
    """Where the chance lies of what happened in this part of so many plays (Wilson's interval)."""
    p, z = float(chance), _DEVIATIONS
    middle = p + z * z / (2 * runs)
    reach = z * sqrt(p * (1 - p) / runs + (z / (2 * runs)) ** 2)
    whole = 1 + z * z / runs
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def mean_of(chances: Mapping[int, Fraction]) -> Fraction:
    """The mean amount."""
    return sum((amount * chance for amount, chance in chances.items()), Fraction())


def mean_interval(chances: Mapping[int, Fraction], runs: int) -> tuple[float, float]:
    """Where the mean lies of amounts that came up in these parts of so many plays."""
    mean = mean_of(chances)
    variance = sum((amount - mean) ** 2 * chance for amount, chance in chances.items())
    reach = _DEVIATIONS * sqrt(variance / runs)
    return float(mean) - reach, float(mean) + reach


# --- from ways to chances -------------------------------------------------------------------------


@dataclass(slots=True)
class _Meeting(Generic[S]):
    """Where ways meet between two stages: one of their states, and what has happened so far.

    Each outcome is told by itself, and so it is kept: in how many of the ways (`weight`) which
    amount of it has happened. Ways with none of it needn't be in there.
    """

    state: S
    weight: int = 0
    amounts: dict[Subject, dict[int, int]] = field(default_factory=dict)

    def add(self, before: "_Meeting[S]", happened: Tally, parts: int) -> None:
        """So many parts of the ways of `before` lead here, and this happens on them."""
        self.weight += before.weight * parts
        more = dict(happened)
        for subject in {**before.amounts, **more}:
            now = self.amounts.setdefault(subject, {})
            added, none = more.get(subject, 0), before.weight
            for amount, weight in before.amounts.get(subject, {}).items():
                now[amount + added] = now.get(amount + added, 0) + weight * parts
                none -= weight
            if none:
                now[added] = now.get(added, 0) + none * parts

    def chances(self) -> dict[Subject, dict[int, Fraction]]:
        """Each outcome by itself: the chance of each amount."""
        found = {}
        for subject, amounts in self.amounts.items():
            none = self.weight - sum(amounts.values())
            weights = {**amounts, 0: amounts.get(0, 0) + none} if none else amounts
            found[subject] = {n: Fraction(weight, self.weight) for n, weight in weights.items()}
        return found


def _weighed(
    action: Action[S], limit: Limit, others: frozenset[str] = frozenset()
) -> dict[Subject, dict[int, Fraction]]:
    """How likely each amount of each outcome is, while the dice of `others` stand still.

    Ways whose states the rest of the action can't tell apart go on as one; after the last stage no
    state matters.
    """
    keys = _Keys()
    meetings = [_Meeting(action.state, 1)]
    for number, stage in enumerate(action.stages, start=1):
        goes_on = number < len(action.stages)
        ahead: dict[Hashable, _Meeting[S]] = {}
        led: list[tuple[_Meeting[S], Hashable, Tally, Fraction]] = []
        for before in meetings:
            alike: dict[tuple[Hashable, Tally], Fraction] = defaultdict(Fraction)
            dice = EnumeratedDice(limit, action.actor, others)
            for (events, after), chance in dice.ways(partial(stage, before.state)):
                key = keys.of(action.foreseen(after, number)) if goes_on else None
                if key not in ahead:
                    ahead[key] = _Meeting(after)
                alike[key, _tally(action, events)] += chance
            led += [(before, key, happened, chance) for (key, happened), chance in alike.items()]
        whole = lcm(*(chance.denominator for *_, chance in led))
        for before, key, happened, chance in led:
            ahead[key].add(before, happened, chance.numerator * (whole // chance.denominator))
        meetings = [*ahead.values()]
    [end] = meetings
    return end.chances()


def _tally(action: Action[S], events: Iterable[Event]) -> Tally:
    """How much of what happens in these events."""
    return _with(NOTHING, action, events)


def _with(tally: Tally, action: Action[S], events: Iterable[Event]) -> Tally:
    """The tally once these events have happened too."""
    amounts = dict(tally)
    for event in events:
        for outcome in action.outcomes(event):
            subject = outcome.name, outcome.of
            amounts[subject] = amounts.get(subject, 0) + outcome.amount
    return frozenset(amounts.items())


def _chances(spread: Mapping[Tally, Fraction]) -> dict[Subject, dict[int, Fraction]]:
    """Each outcome by itself: the chance of each amount, 0 where a tally doesn't name it."""
    chances: dict[Subject, dict[int, Fraction]] = {
        subject: defaultdict(Fraction) for tally in spread for subject, _ in tally
    }
    for tally, chance in spread.items():
        amounts = dict(tally)
        for subject, by_amount in chances.items():
            by_amount[amounts.get(subject, 0)] += chance
    return {subject: dict(by_amount) for subject, by_amount in chances.items()}


_PLAIN = frozenset({str, int, bool, NoneType})  # keys of themselves


class _Keys:
    """Hashable keys, equal only for states that no rule can tell apart (by a dict's order neither).

    States that come from one another share what didn't change: its key is made once. Keys of what
    has parts are small and new, so that no key is as large as a state.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, Hashable]] = {}
        self._by_parts: dict[Hashable, Hashable] = {}

    def of(self, value: Any) -> Hashable:
        if value.__class__ in _PLAIN:
            plain: Hashable = value
            return plain
        known = self._known.get(id(value))
        if known is None:  # the value is kept beside its key, so that nothing else gets its id
            known = self._known[id(value)] = (value, self._key(value))
        return known[1]

    def _key(self, value: Any) -> Hashable:
        if isinstance(value, Mapping):
            parts = (*value, *self._all(value.values()))
        elif isinstance(value, tuple | list):
            parts = self._all(value)
        elif is_dataclass(value):
            kind = value.__class__
            parts = (kind, *self._all(_values_of(kind)(value)))
        else:
            hashable: Hashable = value
            return hashable
        return self._by_parts.setdefault(parts, object())

    def _all(self, values: Iterable[object]) -> tuple[Hashable, ...]:
        of = self.of
        return tuple([value if value.__class__ in _PLAIN else of(value) for value in values])


@cache
def _values_of(kind: type[Any]) -> Callable[[object], tuple[object, ...]]:
    """How to get at the values of a dataclass's fields."""
    names = tuple(f.name for f in fields(kind))
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)
