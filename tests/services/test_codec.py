"""What a ruleset's values must be, so that each has one text in the log."""

from dataclasses import dataclass, replace

import pytest

from app.engine.encounter import Command, Event
from app.services.codec import Codec
from tests.toy import RULESET as TOY


@dataclass(frozen=True, slots=True, kw_only=True)
class Drifted(Event):
    metres: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift(Command):
    metres: float


def test_fractions_in_an_event_are_refused():
    with pytest.raises(TypeError, match="Drifted"):
        Codec(replace(TOY, events=(*TOY.events, Drifted)))


def test_fractions_in_a_command_are_refused():
    with pytest.raises(TypeError, match="Drift"):
        Codec(replace(TOY, actions=(*TOY.actions, Drift)))
