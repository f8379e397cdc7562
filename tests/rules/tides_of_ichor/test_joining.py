"""Who goes in the middle of its turn: its conditions grow a turn older all the same."""

import pytest

from app.engine.encounter import Adjust, Command, Leave
from app.rules.tides_of_ichor.events import ConditionTicked
from tests.rules.tides_of_ichor.fights import duel


@pytest.mark.parametrize(
    "end",
    [Leave(combatant="hero"), Adjust(combatant="hero", reason="a rock", state={"w": 0})],
)
def test_conditions_tick_however_the_turn_ends(end: Command):
    """TI-TURN-1: gone, or slain by the game master's word."""
    burning = {"name": "Burning", "turns": 3}
    story = duel().when(Adjust(combatant="hero", reason="x", add_conditions=(burning,))).rolling()
    story = story.when(end).rolling()
    assert [e.left for e in story.events if isinstance(e, ConditionTicked)] == [2]
    assert story.state.acting == "foe"
