"""The odds of an action, before it is taken: weighed off the event loop, and told with names."""

import asyncio
import time
from collections.abc import Mapping, Sequence
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
from app.engine.ruleset import Stage, is_reroll, settled
from app.errors import TooBusy
from app.services.event_log import Loaded
from app.services.referee import Referee
from app.services.views import NamesOf

MOST_WAITING = 50
LONGEST_FRACTION = 10_000  # bits of its denominator


class OddsMaker:
    """Weighs actions one at a time, on a thread that lets all else go first.

    Nothing is recorded, and no die of the encounter's is drawn.
    """

    def __init__(self, referee: Referee, settings: Settings) -> None:
        self._referee = referee
        self._most = settings.max_odds_runs
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="odds")
        self._waiting = 0

    def close(self) -> None:
        """Weighs nothing more; what is being weighed ends within seconds."""
        self._thread.shutdown(cancel_futures=True)

    async def of(
        self, loaded: Loaded, sent: Mapping[str, Any], *, estimate: bool
    ) -> dict[str, Any]:
        """The odds of the action that a client sent, as answers show them.

        Refuses what `actions` would refuse. Raises TooManyWays, unless an estimate will do, and
        TooBusy when too many wait already.
        """
        action = await self._action(loaded, loaded.codec.action(sent))
        if self._waiting == MOST_WAITING:
            raise TooBusy("Too many ask for odds: try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: odds_view(loaded, _weighed(action, self._most, estimate))
            )
        finally:
            self._waiting -= 1

    async def _action(self, loaded: Loaded, command: Command) -> Action[Any]:
        """The action as play would take it."""
        ruleset, state = loaded.codec.ruleset, loaded.state
        command = settled(ruleset, state, command)
        if is_reroll(ruleset, state, command):
            past, before, _ = await self._referee.past(loaded)
            action = retaken(ruleset, state, before, command, past)
        else:
            action = taken(ruleset, state, command)
        return replace(action, stages=[partial(_giving_way, stage) for stage in action.stages])


def _giving_way(stage: Stage[Any], state: Any, dice: Dice) -> tuple[Sequence[Event], Any]:
    """The stage, after whatever waits for the interpreter: each run gives way to other threads."""
    time.sleep(0)
    return stage(state, dice)


def _weighed(action: Action[Any], most: int, estimate: bool) -> Odds:
    try:
        return exact_odds(action, most)
    except TooManyWays:
        if not estimate:
            raise
        return estimated_odds(action, most)


def odds_view(loaded: Loaded, odds: Odds) -> dict[str, Any]:
    """The odds as answers show them: by joining, and for each in the ruleset's order."""
    ruleset = loaded.codec.ruleset
    names = NamesOf(loaded.state)
    joined, order = list(loaded.state.combatants), list(ruleset.outcome_names)

    def place(subject: Subject) -> tuple[int, int]:
        name, of = subject
        return joined.index(of) if of in joined else -1, order.index(name)

    return {
        "version": loaded.version,
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
