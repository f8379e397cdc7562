"""Rules tests as stories: given a state, when a command, rolling these dice, then these events.

given(RULESET, state).when(Attack(actor="sotek", target="orc")).rolling(25).then(AttackMissed(...))
"""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from app.engine.dice import Die, GivenDice, RecordedDice
from app.engine.encounter import Command, EncounterState, Event
from app.engine.odds import Odds, exact_odds, taken
from app.engine.refusals import Refused
from app.engine.ruleset import Ruleset, resolve, settled, with_ids


@dataclass(frozen=True)
class Story:
    """A state and, once told, the command, the faces, and what came of them."""

    ruleset: Ruleset[Any]
    state: Any
    command: Command | None = None
    events: tuple[Event, ...] = ()
    dice: tuple[Die, ...] = ()

    def when(self, command: Command) -> "Story":
        """What somebody wants, on the state so far."""
        return replace(self, command=command, events=(), dice=())

    def rolling(self, *faces: int) -> "Story":
        """Decides with exactly these faces: one too few or too many is a refusal.

        Also audits itself: deciding again with the recorded dice gives the same events.
        """
        assert self.command is not None
        command = with_ids(self.state, self.command)
        dice = GivenDice(faces)
        events, state = resolve(self.ruleset, self.state, command, dice)
        dice.check_spent()
        again = RecordedDice(dice.fallen)
        assert resolve(self.ruleset, self.state, command, again) == (events, state)
        again.check_spent()
        return replace(self, state=state, events=tuple(events), dice=tuple(dice.fallen))

    def then(self, *expected: Event) -> "Story":
        """Each expected event happened, in this order (others may lie between)."""
        happened = iter(self.events)
        for event in expected:
            assert event in happened, f"{event} is missing (or out of order) in {self.events}"
        return self

    def never(self, *unwanted: type[Event]) -> "Story":
        """No event of these types happened."""
        assert not [e for e in self.events if isinstance(e, unwanted)]
        return self

    def refused(self, code: str, *faces: int, **facts: Any) -> "Story":
        """The command is refused with `code` and at least these facts."""
        assert self.command is not None
        dice = GivenDice(faces)
        with pytest.raises(Refused) as refusal:
            _resolve_with_all(self.ruleset, self.state, self.command, dice)
        assert refusal.value.code == code, refusal.value
        for name, value in facts.items():
            assert refusal.value.facts[name] == value
        return self

    def odds(self, most: int = 20_000) -> Odds:
        """The exact odds of the command, each of whose outcomes is sure to come to something."""
        assert self.command is not None
        command = settled(self.ruleset, self.state, self.command)
        odds = exact_odds(taken(self.ruleset, self.state, command), most)
        for chances in odds.chances.values():
            assert sum(chances.values()) == 1
            assert all(chance > 0 for chance in chances.values())
        return odds

    def automatic(self, *faces: int) -> "Story":
        """What happens by itself now, with these faces."""
        command = self.ruleset.automatic(self.state)
        assert command is not None, "nothing happens by itself"
        return self.when(command).rolling(*faces)


def _resolve_with_all(ruleset: Ruleset[Any], state: Any, command: Command, dice: GivenDice) -> None:
    resolve(ruleset, state, with_ids(state, command), dice)
    dice.check_spent()


def given(ruleset: Ruleset[Any], state: EncounterState) -> Story:
    """The beginning of a story."""
    return Story(ruleset, state)
