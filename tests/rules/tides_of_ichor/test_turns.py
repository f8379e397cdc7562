"""One action a turn, and whose turn comes next, whoever goes, whenever."""

import pytest

from app.engine.encounter import (
    Adjust,
    Answer,
    EncounterFinished,
    EncounterPaused,
    End,
    EndTurn,
    Join,
    Leave,
    Pass,
    Pause,
    RoundStarted,
    SideFell,
    Start,
    TurnEnded,
    TurnStarted,
)
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.commands import Attack, Charge, Dash, Move
from app.rules.tides_of_ichor.state import State
from tests.rules.tides_of_ichor.fights import done, fight, opened, recruit
from tests.stories import Story, given


def three(acting: str = "a", *, zones: tuple[int, ...] = (1, 1, 1)) -> State:
    """A, B and C of three sides, in this order; those before the acting one have passed."""
    state = fight(*(recruit(n, n, zone=z) for n, z in zip("ABC", zones, strict=True)))
    for name in "abc"[: "abc".index(acting)]:
        state = done(state, Pass(actor=name))
    return state


def slay(state: State, combatant: str) -> Story:
    command = Adjust(combatant=combatant, reason="a rock", state={"w": 0})
    return given(RULESET, state).when(command).rolling()


@pytest.mark.parametrize(
    ("command", "faces"),
    [
        (Move(actor="a", zone=2), ()),
        (Dash(actor="a", zone=3), ()),
        (Attack(actor="a", target="b"), (1,)),
        (Charge(actor="a", target="b"), (1,)),
        (Pass(actor="a"), ()),
        (EndTurn(actor="a"), ()),
    ],
)
def test_a_turn_is_one_action(command, faces: tuple[int, ...]):
    """TI-TURN-1: the turn passes in the same entry."""
    story = given(RULESET, three()).when(command).rolling(*faces)
    story.then(TurnEnded(combatant="a"), TurnStarted(combatant="b"))
    assert story.state.acting == "b"
    story.when(Pass(actor="a")).refused("not-your-turn", acting="b")


def test_after_the_last_a_new_round():
    """TI-TURN-1."""
    story = given(RULESET, three("c")).when(Pass(actor="c")).rolling()
    story.then(TurnEnded(combatant="c"), RoundStarted(round=2), TurnStarted(combatant="a"))


def test_the_acting_one_leaves_and_the_next_acts():
    """TI-TURN-1."""
    story = given(RULESET, three("b")).when(Leave(combatant="b")).rolling()
    assert (story.state.acting, story.state.order.round) == ("c", 1)


def test_the_acting_and_last_one_leaves_and_a_round_begins():
    """TI-TURN-1."""
    story = given(RULESET, three("c")).when(Leave(combatant="c")).rolling()
    assert (story.state.acting, story.state.order.round) == ("a", 2)


def test_somebody_else_leaves_and_nobodys_turn_changes():
    """TI-TURN-1."""
    story = given(RULESET, three("c")).when(Leave(combatant="a")).rolling()
    story.never(TurnStarted, TurnEnded, RoundStarted)
    assert story.state.acting == "c"
    assert done(story.state, Pass(actor="c")).acting == "b"


@pytest.mark.parametrize("dead", ["a", "b"])
def test_the_dead_are_passed_over(dead: str):
    """TI-TURN-1: in the middle of a round, and first in it."""
    state = slay(three("c"), dead).state
    state = done(state, Pass(actor="c"))
    acted = [state.acting]
    state = done(state, Pass(actor=state.acting))
    acted.append(state.acting)
    assert acted == [i for i in "abc" if i != dead]


def test_the_acting_one_slain_by_the_game_master_ends_its_turn():
    """TI-TURN-1."""
    story = slay(three("b"), "b")
    assert story.state.acting == "c"
    assert story.state.combatants["b"].status == "dead"


def test_everyone_down_pauses_until_somebody_can_act():
    """TI-TURN-1."""
    state = three()
    for combatant in "ab":
        state = slay(state, combatant).state
    story = slay(state, "c")
    state = story.state
    story.then(EncounterPaused(reason="nobody-can-act"))
    given(RULESET, state).when(Start()).refused("cannot-act")
    state = done(state, Adjust(combatant="b", reason="a potion", state={"w": 5}))
    state = done(state, Start())
    assert (state.acting, state.order.round) == ("b", 2)


def test_a_side_that_falls_is_said_and_the_fight_goes_on():
    """TI-TURN-1."""
    story = slay(three(), "c")
    story.then(SideFell(side="C", standing=("A", "B")))
    assert (story.state.status, story.state.acting) == ("running", "a")
    story = given(RULESET, three()).when(Leave(combatant="b")).rolling()
    story.then(SideFell(side="B", standing=("A", "C")))


def test_a_slaying_blow_that_ends_a_side_says_so():
    """TI-DMG-3: after the blow, before the next turn."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", w=1))
    story = given(RULESET, state).when(Attack(actor="hero", target="foe")).rolling(99, 99, 9)
    story.then(
        SideFell(side="foes", standing=("heroes",)), TurnEnded(combatant="hero"),
        RoundStarted(round=2), TurnStarted(combatant="hero"),
    )  # fmt: skip


def test_starting():
    given(RULESET, opened({})).when(Start()).refused("cannot-act")
    given(RULESET, three()).when(Start()).refused("encounter-running")
    paused = done(three("b"), Pause(reason="x"))
    story = given(RULESET, paused).when(Start()).rolling()
    assert (story.state.status, story.state.acting, story.state.order.round) == ("running", "a", 2)


def test_who_left_before_the_start_takes_no_place():
    state = done(opened({}, recruit("A"), recruit("B")), Leave(combatant="a"))
    assert done(state, Start(), 50).order.ids == ("b",)


def test_pausing_needs_a_running_fight():
    given(RULESET, opened({})).when(Pause(reason="x")).refused("encounter-not-running")


def test_the_end():
    story = given(RULESET, three()).when(End()).rolling()
    story.then(EncounterFinished(standing=("A", "B", "C")))
    for command in (
        End(),
        Start(),
        Pause(reason="x"),
        Pass(actor="a"),
        Leave(combatant="a"),
        Adjust(combatant="a", reason="x"),
        Join(combatants=(recruit("D"),)),
    ):
        story.when(command).refused("encounter-ended")


def test_these_rules_ask_no_questions():
    given(RULESET, three()).when(Answer(question="q1", choice="yes")).refused("no-such-question")


def test_acting_before_the_start_is_refused():
    state = opened({}, recruit("A"))
    given(RULESET, state).when(Pass(actor="a")).refused("encounter-not-running")
