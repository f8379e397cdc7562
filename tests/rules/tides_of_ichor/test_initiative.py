"""Who acts when: initiative, ties, late arrivals."""

import pytest

from app.engine.encounter import Adjust, Join, Pass, PlacesTaken, RoundStarted, Start, TurnStarted
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.events import Initiative, InitiativeRolled, RollOffRolled
from tests.rules.tides_of_ichor.fights import done, fight, late, opened, recruit
from tests.stories import given


def test_d100_and_twice_agility_highest_first():
    """TI-INIT-1."""
    state = opened({}, recruit("Slow", ag=10), recruit("Quick", ag=50), recruit("Lucky", ag=30))
    story = given(RULESET, state).when(Start()).rolling(70, 20, 90)
    story.then(
        InitiativeRolled(face=70, results=(Initiative(combatant="slow", agility=10, result=90),)),
        InitiativeRolled(face=20, results=(Initiative(combatant="quick", agility=50, result=120),)),
        InitiativeRolled(face=90, results=(Initiative(combatant="lucky", agility=30, result=150),)),
        RoundStarted(round=1),
        TurnStarted(combatant="lucky"),
    )
    assert story.state.order.ids == ("lucky", "quick", "slow")
    assert [(d.sides, d.purpose, d.subject) for d in story.dice] == [
        (100, "initiative", "slow"),
        (100, "initiative", "quick"),
        (100, "initiative", "lucky"),
    ]


def test_the_order_is_set_once():
    """TI-INIT-1: a new round rolls nothing, and a changed agility changes no place."""
    state = fight(recruit("A"), recruit("B"))
    state = done(state, Adjust(combatant="b", reason="a potion", sheet={"ag": 100}))
    state = done(done(state, Pass(actor="a")), Pass(actor="b"))
    assert (state.order.ids, state.order.round, state.acting) == (("a", "b"), 2, "a")


def test_a_group_shares_a_roll_and_acts_one_by_one():
    """TI-INIT-2."""
    mob = recruit("Orc", group="orcs", count=2)
    state = opened({}, mob, recruit("Hero", "heroes"), recruit("Boss", group="orcs", ag=41))
    story = given(RULESET, state).when(Start()).rolling(50, 51)
    assert [d.subject for d in story.dice] == ["orc-1", "hero"], "once, at its first member"
    assert story.state.order.ids == ("boss", "hero", "orc-1", "orc-2")
    after = done(
        done(done(story.state, Pass(actor="boss")), Pass(actor="hero")), Pass(actor="orc-1")
    )
    assert after.acting == "orc-2"


def test_ties_higher_agility_first():
    """TI-INIT-3: no roll-off is needed."""
    state = fight(recruit("Slow", ag=30), recruit("Quick", ag=40), dice=(60, 40))
    assert state.order.ids == ("quick", "slow")


def test_ties_of_agility_roll_off():
    """TI-INIT-3: recorded, higher first."""
    state = opened({}, recruit("A"), recruit("B"), recruit("C"))
    story = given(RULESET, state).when(Start()).rolling(50, 50, 99, 10, 20)
    story.then(RollOffRolled(combatants=("a",), face=10), RollOffRolled(combatants=("b",), face=20))
    assert story.state.order.ids == ("c", "b", "a")
    assert [d.purpose for d in story.dice[3:]] == ["roll-off", "roll-off"]


def test_a_tied_roll_off_is_rolled_again_and_in_the_end_who_joined_first():
    """TI-INIT-3: three roll-offs at most."""
    state = opened({}, recruit("A"), recruit("B"))
    again = given(RULESET, state).when(Start()).rolling(50, 50, 7, 7, 8, 9)
    assert again.state.order.ids == ("b", "a")
    last = given(RULESET, state).when(Start()).rolling(50, 50, 7, 7, 8, 8, 9, 9)
    assert last.state.order.ids == ("a", "b")


def test_group_mates_tie_without_a_roll_off():
    """TI-INIT-2, TI-INIT-3: a group rolls off as one."""
    state = opened({}, recruit("Orc", group="orcs", count=2), recruit("Hero", "heroes"))
    story = given(RULESET, state).when(Start()).rolling(50, 50, 10, 20)
    assert story.state.order.ids == ("hero", "orc-1", "orc-2")
    story.then(RollOffRolled(combatants=("orc-1", "orc-2"), face=10))


@pytest.mark.parametrize(
    ("face", "order", "acts_this_round"),
    [
        (98, ("a", "late", "b", "c"), False),
        (60, ("a", "b", "late", "c"), True),
        (1, ("a", "b", "c", "late"), True),
    ],
)
def test_a_late_arrival_is_inserted_by_result(
    face: int, order: tuple[str, ...], acts_this_round: bool
):
    """TI-INIT-4: it acts this round if its place has not passed."""
    state = fight(recruit("A"), recruit("B"), recruit("C"), dice=(99, 70, 50))
    state = done(state, Pass(actor="a"))
    state = late(state, recruit("Late"), dice=(face,))
    assert (state.order.ids, state.acting) == (order, "b")
    acted = []
    while state.order.round == 1:
        acted.append(state.acting)
        state = done(state, Pass(actor=state.acting))
    assert ("late" in acted) == acts_this_round


def test_a_late_member_shares_the_roll_of_its_group():
    """TI-INIT-2, TI-INIT-4: also what the group won in a roll-off."""
    state = fight(recruit("Orc", group="orcs"), recruit("Hero"), dice=(50, 50, 90, 10))
    story = given(RULESET, state).when(Join(combatants=(recruit("Late", group="orcs"),))).rolling()
    assert story.state.order.ids == ("orc", "late", "hero")
    (rolled,) = [e for e in story.events if isinstance(e, InitiativeRolled)]
    assert (rolled.face, rolled.joined) == (50, True)


def test_a_late_arrival_that_ties_rolls_off():
    """TI-INIT-4: whoever has rolled off before keeps that roll."""
    state = fight(recruit("A"), recruit("B"), recruit("C"), dice=(99, 50, 50, 40, 30))
    story = given(RULESET, state).when(Join(combatants=(recruit("Late"),))).rolling(50, 35)
    assert story.state.order.ids == ("a", "b", "late", "c")
    story.then(RollOffRolled(combatants=("late",), face=35))
    alone = given(RULESET, state).when(Join(combatants=(recruit("Late"),))).rolling(99, 1, 2)
    assert alone.state.order.ids == ("late", "a", "b", "c")


def test_a_late_arrival_in_a_pause_rolls_too():
    """TI-INIT-4."""
    state = fight(recruit("A"))
    state = done(state, Adjust(combatant="a", reason="a rock", state={"w": 0}))
    assert state.status == "paused"
    state = late(state, recruit("Late"), dice=(5,))
    state = done(state, Start())
    assert (state.acting, state.order.round) == ("late", 2)


def test_joining_before_the_start_rolls_nothing():
    """TI-INIT-1: dice fall at the start."""
    story = given(RULESET, opened({})).when(Join(combatants=(recruit("A"),))).rolling()
    story.never(InitiativeRolled, PlacesTaken)
