"""What a ruleset's values must be, so that each has one text in the log."""

from dataclasses import dataclass, field, replace

import pytest

from app.engine.encounter import Command, Event
from app.services.codec import Codec
from tests.toy import RULESET as TOY
from tests.toy.state import State


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Other(State):
    """A state with a field of its own."""

    weather: str = "fair"


@dataclass(frozen=True, slots=True, kw_only=True)
class Described(State):
    asked: int = field(default=0, metadata={"description": "In other words."})


def test_the_format_of_a_state_hangs_on_its_fields_and_not_on_their_words():
    plain = Codec(TOY).state_format
    assert Codec(replace(TOY, state=Other)).state_format != plain
    assert Codec(replace(TOY, state=Described)).state_format == plain
    assert Codec(replace(TOY, state_format=TOY.state_format + 1)).state_format != plain
