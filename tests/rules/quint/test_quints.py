"""The course of quints, and what takes one or several of them (QU-TIME-1, QU-ACT-1)."""

from typing import Any

import pytest

from app.engine.encounter import (
    Command,
    EncounterPaused,
    End,
    EndTurn,
    Leave,
    Pass,
    Pause,
    RoundStarted,
    Start,
    TurnStarted,
)
from app.rules.quint import RULESET
from app.rules.quint.choices import choices
from app.rules.quint.commands import (
    Attack,
    Draw,
    EndQuint,
    GetItem,
    Load,
    Other,
    PickUp,
    Rise,
    Say,
    Shoot,
)
from app.rules.quint.events import (
    ConditionEnded,
    DidOther,
    EverybodyActed,
    QuintEnded,
    Spoke,
    TaskAdvanced,
    TaskLost,
    TurnLost,
    WeaponShot,
)
from app.rules.quint.state import State
from tests.rules.quint.fights import (
    adjusted,
    done,
    duel,
    every,
    fight,
    fighter,
    late,
    names,
    only,
    opened,
    recruit,
    settled,
)
from tests.stories import Story, given


def passes(state: State, *who: str) -> State:
    """Each passes, and whatever happens by itself does."""
    for one in who:
        state = settled(done(state, Pass(actor=one)))
    return state


def label(state: State, kind: str) -> str:
    """The label of the choice of a type."""
    (found,) = [c.label for c in choices(state, str(state.acting)) if c.body["type"] == kind]
    return found


# --- a quint --------------------------------------------------------------------------------------


def test_everybody_does_one_thing_a_quint():
    """QU-TIME-1: the log keeps its number; its end is an entry of its own."""
    state = fight(recruit("A", "x"), recruit("B", "y"), recruit("C", "y"))
    assert (state.quint, state.acting) == (1, "a")
    state = done(done(state, Pass(actor="a")), Pass(actor="b"))
    last = given(RULESET, state).when(Pass(actor="c")).rolling()
    assert only(last, EverybodyActed).quint == 1
    assert not every(last, TurnStarted)
    over = last.automatic()
    assert isinstance(over.command, EndQuint)
    assert only(over, QuintEnded).quint == 1
    assert only(over, RoundStarted).round == 2
    assert (over.state.quint, over.state.acting, over.state.ended_quint) == (2, "a", 1)
    assert RULESET.automatic(over.state) is None


def test_an_action_is_the_whole_turn():
    """QU-ACT-1."""
    story = duel().when(Attack(actor="hero", target="foe")).rolling(99)
    story.when(Pass(actor="hero")).refused("not-your-turn", acting="foe")
    assert RULESET.left(story.state) == {"action": 1}
    assert done(duel().state, EndTurn(actor="hero")).acting == "foe"


def test_speech_is_free():
    """QU-ACT-1: with one other action."""
    story = duel().when(Say(actor="hero", words="Yield!")).rolling()
    assert only(story, Spoke).words == "Yield!"
    assert story.state.acting == "hero"
    story.when(Say(actor="foe", words="Never!")).refused("not-your-turn")


def test_another_action_that_the_game_master_allows():
    """QU-ACT-1: takes the quint."""
    story = duel().when(Other(actor="hero", what="bars the door")).rolling()
    assert only(story, DidOther).what == "bars the door"
    assert story.state.acting == "foe"


def test_the_fallen_and_the_dead_are_passed_over():
    """QU-TIME-1: every able fighter acts."""
    state = fight(recruit("A", "x"), recruit("B"), recruit("C"), recruit("D"))
    state = adjusted(adjusted(state, "b", damage_points=0), "c", damage_points=-10)
    assert done(state, Pass(actor="a")).acting == "d"


def test_nobody_left_is_a_pause_and_a_start_is_a_new_quint():
    """QU-TIME-1."""
    state = fight(recruit("A", "x"), recruit("B"))
    state = adjusted(state, "b", damage_points=0)
    state = adjusted(state, "a", damage_points=0)
    over = given(RULESET, state).automatic()
    assert only(over, EncounterPaused).reason == "nobody-can-act"
    over.when(Start()).refused("cannot-act")
    story = given(RULESET, adjusted(over.state, "a", damage_points=3)).when(Start()).rolling()
    assert (story.state.quint, story.state.acting) == (2, "a")


def test_a_paused_quint_ends_before_the_next_begins():
    """QU-TIME-1, QU-BLEED-1: bleeding is due for it, once."""
    state = adjusted(fight(recruit("A", "x"), recruit("B")), "b", "bleeding")
    state = done(state, Pause(reason="x"))
    story = given(RULESET, state).when(Start()).rolling()
    assert story.state.acting is None
    over = story.automatic()
    assert only(over, QuintEnded).quint == 1
    assert over.state.combatants["b"].points == 19
    assert (over.state.quint, over.state.acting) == (2, "a")


def test_who_leaves_in_its_turn_passes_it_on():
    """QU-TIME-1."""
    state = fight(recruit("A", "x"), recruit("B"), recruit("C"))
    assert done(state, Leave(combatant="a")).acting == "b"
    alone = done(state, Leave(combatant="b"))
    assert done(alone, Pass(actor="a")).acting == "c"


def test_somebody_late_acts_in_the_same_quint_if_its_place_is_yet_to_come():
    """QU-TIME-1."""
    state = late(fight(recruit("A", "x"), recruit("B")), recruit("C"), dice=(9,))
    assert done(state, Pass(actor="a")).acting == "b"
    assert done(done(state, Pass(actor="a")), Pass(actor="b")).acting == "c"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Start(), "encounter-running"),
        (EndTurn(actor="b"), "not-your-turn"),
        (Pass(), "invalid-command"),
    ],
)
def test_what_a_running_fight_refuses(command: Command, code: str):
    given(RULESET, fight(recruit("A", "x"), recruit("B"))).when(command).refused(code)


def test_what_other_fights_refuse():
    given(RULESET, opened({})).when(Start()).refused("cannot-act")
    given(RULESET, opened({})).when(Pause(reason="x")).refused("encounter-not-running")
    ended = done(fight(recruit("A", "x")), End())
    given(RULESET, ended).when(Start()).refused("encounter-ended")
    given(RULESET, ended).when(Pass(actor="a")).refused("encounter-ended")


# --- what takes several quints --------------------------------------------------------------------

ARBALEST = {"weapons": [{"name": "crossbow"}]}


def crossbow(experienced: bool = False, **options: Any) -> Story:
    return duel(options=options, crossbow_experience=experienced, **ARBALEST)


def test_a_crossbow_is_loaded_in_a_quint_by_the_experienced():
    """QU-ACT-1."""
    shot = Shoot(actor="hero", target="foe")
    crossbow(experienced=True).when(shot).refused("not-loaded", weapon="crossbow")
    story = crossbow(experienced=True).when(Load(actor="hero")).rolling()
    assert fighter(story, "hero").loaded == ("crossbow",)
    state = passes(story.state, "foe")
    given(RULESET, state).when(Load(actor="hero")).refused("already-loaded")
    story = given(RULESET, state).when(shot).rolling(99)
    assert only(story, WeaponShot).weapon == "crossbow"
    assert fighter(story, "hero").loaded == ()


@pytest.mark.parametrize("quints", [2, 3])
def test_a_crossbow_takes_others_longer(quints: int):
    """QU-ACT-1: *option* `crossbow_load_quints`; state and choices show how far it is."""
    state = crossbow(crossbow_load_quints=quints).state
    for number in range(1, quints + 1):
        assert label(state, "load") == f"Load crossbow (quint {number} of {quints})"
        story = given(RULESET, state).when(Load(actor="hero")).rolling()
        task = only(story, TaskAdvanced).task
        assert (task.done, task.of, task.finished) == (number, quints, number == quints)
        shown = RULESET.current(fighter(story, "hero"))["task"]
        if number < quints:
            assert shown == {"kind": "load", "what": "crossbow", "done": number, "of": quints}
        state = passes(story.state, "foe")
    assert RULESET.current(state.combatants["hero"])["task"] is None
    assert state.combatants["hero"].loaded == ("crossbow",)
    assert label(state, "shoot") == "Shoot at Foe with crossbow"


@pytest.mark.parametrize("command", [Load(actor="hero"), Load(actor="hero", weapon="bow")])
def test_only_a_crossbow_needs_loading(command: Load):
    """QU-ACT-1."""
    duel(weapons=[{"name": "bow"}]).when(command).refused("wrong-weapon")


def test_what_is_buried_in_the_pack_takes_longer():
    """QU-ACT-1: as the item says."""
    pack = [{"name": "bandages"}, {"name": "Rope", "quints": 2}]
    state = duel(pack=pack).state
    story = given(RULESET, state).when(GetItem(actor="hero", item="bandages")).rolling()
    assert fighter(story, "hero").at_hand == ("bandages",)
    state = passes(story.state, "foe")
    given(RULESET, state).when(GetItem(actor="hero", item="bandages")).refused("not-in-pack")
    assert label(state, "get_item") == "Get Rope out of the pack (quint 1 of 2)"
    state = passes(done(state, GetItem(actor="hero", item="ROPE")), "foe")
    assert label(state, "get_item") == "Get Rope out of the pack (quint 2 of 2)"
    assert state.combatants["hero"].at_hand == ("bandages",)
    state = done(state, GetItem(actor="hero", item="rope"))
    assert state.combatants["hero"].at_hand == ("bandages", "Rope")
    assert RULESET.current(state.combatants["hero"])["at_hand"] == ["bandages", "Rope"]


@pytest.mark.parametrize("other", [Pass(actor="hero"), Other(actor="hero", what="waits"),
                                   Draw(actor="hero", weapon="dagger")])  # fmt: skip
def test_something_else_gives_it_up(other: Command):
    """QU-ACT-1."""
    pack = [{"name": "rope", "quints": 3}]
    arms = [{"name": "long sword"}, {"name": "dagger"}]
    state = passes(done(duel(pack=pack, weapons=arms).state, GetItem(actor="hero", item="rope")),
                   "foe")  # fmt: skip
    story = given(RULESET, state).when(other).rolling()
    lost = only(story, TaskLost)
    assert (lost.task.what, lost.task.done, lost.why) == ("rope", 1, "left")
    assert fighter(story, "hero").task is None
    assert label(passes(story.state, "foe"), "get_item").endswith("(quint 1 of 3)")


def test_speech_and_a_lost_turn_do_not_give_it_up():
    """QU-ACT-1."""
    state = duel(pack=[{"name": "rope", "quints": 3}]).state
    state = passes(done(state, GetItem(actor="hero", item="rope")), "foe")
    state = done(state, Say(actor="hero", words="Wait!"))
    state = settled(adjusted(state, "hero", {"name": "stunned", "quints": 1}))
    assert (state.acting, state.quint) == ("foe", 2)
    state = passes(state, "foe")
    assert (state.acting, state.quint) == ("hero", 3)
    assert label(state, "get_item").endswith("(quint 2 of 3)")


# --- conditions in time ---------------------------------------------------------------------------


def test_rising_takes_a_quint():
    """QU-ACT-1, QU-GRI-2."""
    state = adjusted(duel().state, "hero", "prone")
    story = given(RULESET, state).when(Rise(actor="hero")).rolling()
    assert only(story, ConditionEnded).why == "risen"
    assert names(story, "hero") == []
    assert story.state.acting == "foe"
    duel().when(Rise(actor="hero")).refused("not-prone")
    assert PickUp.type == "pick_up"


def test_the_stunned_lose_their_turns():
    """QU-GRI-2: n actions, whether this quint's is yet to come or not."""
    state = duel().state
    before = settled(
        done(adjusted(state, "foe", {"name": "stunned", "quints": 1}), Pass(actor="hero"))
    )
    assert (before.quint, before.acting) == (2, "hero")
    assert before.combatants["foe"].conditions == ()
    after = adjusted(done(state, Pass(actor="hero")), "hero", {"name": "stunned", "quints": 1})
    story = given(RULESET, settled(done(after, Pass(actor="foe"))))
    assert (story.state.quint, story.state.acting) == (2, "foe")
    assert (settled(done(story.state, Pass(actor="foe")))).acting == "hero"


def test_a_lost_turn_is_an_entry_of_its_own():
    """QU-GRI-2."""
    state = adjusted(duel().state, "foe", {"name": "stunned", "quints": 2})
    story = given(RULESET, done(state, Pass(actor="hero"))).automatic()
    assert only(story, TurnLost) == TurnLost(combatant="foe", condition="stunned")
    given(RULESET, done(state, Pass(actor="hero"))).when(Pass(actor="foe")).refused("cannot-act")


def test_a_knock_out_ends_by_itself():
    """QU-GRI-2: while Damage Points are left, also if nobody else is awake."""
    state = adjusted(duel().state, "foe", {"name": "unconscious", "quints": 2})
    assert state.combatants["foe"].status == "down"
    state = settled(done(state, Pass(actor="hero")))
    state = settled(done(state, Pass(actor="hero")))
    assert (state.quint, state.combatants["foe"].status) == (3, "active")
    both = adjusted(duel().state, "foe", {"name": "unconscious", "quints": 3})
    both = settled(adjusted(both, "hero", {"name": "unconscious", "quints": 1}))
    assert (both.status, both.acting, both.quint) == ("running", "hero", 2)
    low = adjusted(duel().state, "foe", {"name": "unconscious", "quints": 1}, damage_points=0)
    low = settled(done(low, Pass(actor="hero")))
    assert low.combatants["foe"].status == "down"
