"""The odds of an action, before it is taken: weighed off the event loop, and told with names."""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from app.config import Settings
from app.engine.dice import Dice
from app.engine.encounter import Command, Event
from app.engine.enumerated_dice import TooManyWays
from app.engine.odds import (
    CONFIDENCE,
    Action,
    Odds,
    Subject,
    chance_interval,
    estimated_odds,
    exact_odds,
    mean_interval,
    mean_of,
    retaken,
    taken,
)
from app.engine.refusals import Refused
from app.engine.ruleset import Stage, combatants_of, is_reroll, settled
from app.errors import AppError, OddsHidden, TooBusy
from app.services.referee import Referee
from app.services.views import Perspective

MOST_WAITING = 20
UNSEEN = "Odds would tell what you may not see of those in this action: ask the game master."
LONGEST_FRACTION = 10_000  # bits of its denominator


class OddsMaker:
    """Weighs actions one at a time, on a thread that lets all else go first.

    Nothing is recorded, and no die of the encounter's is drawn.
    """

    def __init__(self, referee: Referee, settings: Settings) -> None:
        self._referee = referee
        self._most = settings.max_odds_runs
        self._seconds = settings.max_odds_seconds
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="odds")
        self._waiting = 0

    def close(self) -> None:
        """Weighs nothing more; what is being weighed ends within its seconds."""
        self._thread.shutdown(cancel_futures=True)

    async def of(
        self, seen: Perspective, sent: Mapping[str, Any], *, estimate: bool
    ) -> dict[str, Any]:
        """The odds of the action that a client sent, as answers show them.

        They are weighed on what the one who asks sees. Refuses what `actions` would refuse. Raises
        OddsHidden, TooManyWays, unless an estimate will do, and TooBusy when too many wait already.
        """
        command = settled(seen.ruleset, seen.state, seen.loaded.codec.action(sent))
        try:
            odds = await self._odds(await self._action(seen, command), estimate)
        except (AppError, TooManyWays):
            raise
        except Refused as refusal:
            raise seen.refusal(refusal, command) from None
        except Exception as error:
            if seen.state is seen.loaded.state:
                raise
            # The rules may not be able to do without whoever is hidden from this one.
            raise OddsHidden(UNSEEN) from error
        return odds_view(seen, odds)

    async def _odds(self, action: Action[Any], estimate: bool) -> Odds:
        if self._waiting == MOST_WAITING:
            raise TooBusy("Too many ask for odds: try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, _weighed, action, self._most, self._seconds, estimate
            )
        finally:
            self._waiting -= 1

    async def _action(self, seen: Perspective, command: Command) -> Action[Any]:
        """The action as play would take it."""
        ruleset, state = seen.ruleset, seen.state
        _require_sight(seen, combatants_of(command))
        if is_reroll(ruleset, state, command):
            past, before, _ = await self._referee.past(seen.loaded)
            _require_sight(seen, before.combatants)
            action = retaken(ruleset, state, before, command, past)
        else:
            action = taken(ruleset, state, command)
        _require_sight(seen, action.targets)
        return replace(action, stages=[partial(_giving_way, stage) for stage in action.stages])


def _giving_way(stage: Stage[Any], state: Any, dice: Dice) -> tuple[Sequence[Event], Any]:
    """The stage, after whatever waits for the interpreter: each run gives way to other threads."""
    time.sleep(0)
    return stage(state, dice)


class _Time:
    """So many seconds of this thread's work: a busy machine doesn't make them shorter."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.thread_time() + seconds

    def is_up(self) -> bool:
        return time.thread_time() >= self._ends


def _weighed(action: Action[Any], most: int, seconds: float, estimate: bool) -> Odds:
    """Exact odds within the seconds; else, where it will do, an estimate within as many again."""
    try:
        left = _Time(seconds)
        stages = [partial(_in_time, left, seconds, stage) for stage in action.stages]
        return exact_odds(replace(action, stages=stages), most)
    except TooManyWays:
        if not estimate:
            raise
        return estimated_odds(action, most, _Time(seconds).is_up)


def _in_time(
    left: _Time, seconds: float, stage: Stage[Any], state: Any, dice: Dice
) -> tuple[Sequence[Event], Any]:
    if left.is_up():
        raise TooManyWays(
            f"To go through all ways of the dice takes longer than {seconds:g} s here: for an "
            'estimate instead, send "estimate": true.',
            most_seconds=seconds,
        )
    return stage(state, dice)


def _require_sight(seen: Perspective, combatants: Iterable[str]) -> None:
    if not seen.may_see_odds(*combatants):
        raise OddsHidden(UNSEEN)


def odds_view(seen: Perspective, odds: Odds) -> dict[str, Any]:
    """The odds as answers show them: by joining, and for each in the ruleset's order."""
    ruleset, names = seen.ruleset, seen.names
    joined, order = list(seen.state.combatants), list(ruleset.outcome_names)
    _require_sight(seen, {of for _, of in odds.chances if of is not None})

    def place(subject: Subject) -> tuple[int, int]:
        name, of = subject
        return joined.index(of) if of in joined else -1, order.index(name)

    return {
        "version": seen.loaded.version,
        "method": "estimate" if odds.estimated else "exact",
        "runs": odds.runs,
        "confidence": CONFIDENCE if odds.estimated else None,
        "outcomes": [
            {
                "name": name,
                "of": of,
                "label": ruleset.foretold(name, of, names),
                **_distribution(odds, odds.chances[name, of]),
            }
            for name, of in sorted(odds.chances, key=place)
        ],
    }


def _distribution(odds: Odds, chances: Mapping[int, Fraction]) -> dict[str, Any]:
    """The chance that there is any, how much on average, and the chance of each amount."""

    def chance(part: Fraction) -> dict[str, Any]:
        return _number(part, chance_interval(part, odds.runs) if odds.estimated else None)

    return {
        "chance": chance(1 - chances.get(0, Fraction())),
        "mean": _number(
            mean_of(chances), mean_interval(chances, odds.runs) if odds.estimated else None
        ),
        "distribution": [
            {"amount": amount, "chance": chance(part)} for amount, part in sorted(chances.items())
        ],
    }


def _number(value: Fraction, interval: tuple[float, float] | None) -> dict[str, Any]:
    """A number: its fraction, where it is exact (and can be written); else its interval."""
    written = interval is None and value.denominator.bit_length() <= LONGEST_FRACTION
    return {
        "fraction": str(value) if written else None,
        "value": float(value),
        "interval": interval,
    }
