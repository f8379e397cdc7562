"""What happened, in sentences."""

import pytest

from app.engine.encounter import Event
from app.rules.wfrp4.events import (
    DidOther,
    Moved,
    Pushed,
    RulingAsked,
    WoundsLost,
    WoundsRegained,
)
from app.rules.wfrp4.narrate import narrate
from app.rules.wfrp4.state import Due, OpenRuling

DUE = Due(table="wrath", number=1, of="hero", by="hero")
RULING = OpenRuling(question="q1", due=DUE, choices=())
NAMES = {"hero": "Hero", "foe": "Foe"}


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Moved(combatant="hero", how="charge", yards=1, position=None), "Hero charges 1 yard."),
        (Moved(combatant="hero", how="charge", yards=4, position=2), "Hero charges 4 yards, to 2."),
        (Pushed(combatant="foe", by="hero", yards=1, position=None), "Foe is pushed back 1 yard."),
        (
            WoundsLost(combatant="foe", wounds=1, remaining=2, cause="fire", by=None),
            "Foe loses 1 Wound to fire, 2 left.",
        ),
        (
            WoundsRegained(combatant="foe", wounds=1, remaining=3, cause="resolve"),
            "Foe regains 1 Wound, 3 left.",
        ),
        (
            RulingAsked(combatant="hero", ruling=RULING, words="Which skill suffers?"),
            "The game master is asked: Which skill suffers?",
        ),
        (
            RulingAsked(combatant="hero", ruling=RULING, words="A penance: say which."),
            "The game master is asked: A penance: say which.",
        ),
        (DidOther(combatant="hero", what="Who is there?", free=True), "Hero: Who is there?"),
        (DidOther(combatant="hero", what="bows.", free=True), "Hero: bows."),
    ],
)
def test_words(event: Event, told: str):
    """One is singular; a sentence ends once."""
    assert narrate((event,), NAMES) == told
