"""The order of battle, and turns (TI-INIT, TI-TURN)."""

from app.engine.encounter import Adjust, EndTurn, Join, Leave, Pass, Start
from tests.rules.tides_of_ichor.fights import events_of, field, fight, only, recruit


def order(story):
    return story.state.order.ids


def test_d100_and_twice_agility_highest_first():
    """TI-INIT-1, TI-EX-1: 93+40, 40+70, 16+24, 46+60 are 133, 110, 40, 106."""
    story = fight(
        recruit("Sotek", "a", ag=20),
        recruit("Quetlz", "a", ag=35),
        recruit("Orc", "b", group="orcs", count=2, ag=12),
        recruit("Goblin", "b", ag=30),
        rolls=(93, 40, 16, 46),
    )
    assert order(story) == ("sotek", "quetlz", "goblin", "orc-1", "orc-2")
    assert [place.key[0] for place in story.state.order.places] == [133, 110, 106, 40, 40]


def test_the_order_is_kept_all_battle():
    """TI-INIT-1: no dice after the start, and the same order in round 2."""
    story = fight(recruit("A", "a"), recruit("B", "b"))
    before = order(story)
    for actor in ("a", "b", "a"):
        story = story.when(Pass(actor=actor)).rolling()
    assert order(story) == before
    assert story.state.order.round == 2


def test_a_group_rolls_once_at_its_first_member():
    """TI-INIT-2: one die for the mob, between those of the others in order of joining."""
    story = fight(
        recruit("A", "a"),
        recruit("Orc", "b", group="orcs", count=3),
        recruit("C", "a"),
        rolls=(50, 70, 60),
    )
    assert [(d.subject, d.face) for d in story.dice] == [("a", 50), ("orc-1", 70), ("c", 60)]
    assert order(story) == ("orc-1", "orc-2", "orc-3", "c", "a")


def test_group_mates_act_suffer_and_die_one_by_one():
    """TI-INIT-2."""
    story = fight(recruit("Orc", "b", group="orcs", count=2), recruit("A", "a"), rolls=(70, 10))
    dead = story.when(Adjust(combatant="orc-1", reason="a rock", state={"w": 0})).rolling()
    assert dead.state.combatants["orc-1"].status == "dead"
    assert dead.state.combatants["orc-2"].status == "active"
    assert dead.state.acting == "orc-2"


def test_ties_go_to_higher_agility():
    """TI-INIT-3: 50+2*30 and 70+2*20 are both 110; the more agile is first, without a die."""
    story = fight(recruit("Slow", "a", ag=20), recruit("Quick", "b", ag=30), rolls=(70, 50))
    assert order(story) == ("quick", "slow")
    assert len(story.dice) == 2


def test_full_ties_are_rolled_off_and_the_roll_off_recorded():
    """TI-INIT-3: like agility and result; the roll-off ties once more before it decides."""
    story = fight(
        recruit("A", "a"), recruit("B", "b"), recruit("C", "c"), rolls=(50, 50, 60, 33, 33, 10, 20)
    )
    assert order(story) == ("c", "b", "a")
    assert [e.face for e in events_of(story, "roll_off_rolled")] == [33, 33, 10, 20]
    assert [d.purpose for d in story.dice[3:]] == ["roll-off"] * 4


def test_a_late_arrival_acts_this_round_if_its_place_has_not_passed():
    """TI-INIT-4."""
    story = fight(recruit("A", "a"), recruit("B", "b"), rolls=(90, 50))
    story = story.when(Pass(actor="a")).rolling()
    late = story.when(Join(combatants=(recruit("Late", "b"),)))
    before_b = late.rolling(70)
    assert order(before_b) == ("a", "late", "b")
    assert before_b.when(Pass(actor="b")).rolling().state.acting == "a"
    after_b = late.rolling(20)
    assert order(after_b) == ("a", "b", "late")
    assert after_b.when(Pass(actor="b")).rolling().state.acting == "late"


def test_a_late_arrival_that_ties_is_rolled_off():
    """TI-INIT-3, TI-INIT-4: the newcomer 40 against 80 of the one who stood there."""
    story = fight(recruit("A", "a"), recruit("B", "b"), rolls=(90, 50))
    late = story.when(Join(combatants=(recruit("Late", "b"),)))
    assert order(late.rolling(50, 80, 40)) == ("a", "b", "late")
    assert order(late.rolling(50, 40, 80)) == ("a", "late", "b")


def test_a_late_arrival_into_a_group_shares_its_roll():
    """TI-INIT-2, TI-INIT-4: no die falls."""
    story = fight(recruit("Orc", "b", group="orcs"), recruit("A", "a"), rolls=(70, 10))
    story = story.when(Join(combatants=(recruit("Orc", "b", group="orcs"),))).rolling()
    assert order(story) == ("orc", "orc-2", "a")


def test_a_turn_is_one_action_then_the_next_then_a_new_round():
    """TI-TURN-1."""
    story = fight(recruit("A", "a"), recruit("B", "b"))
    story = story.when(Pass(actor="a")).rolling()
    assert story.state.acting == "b"
    story.when(Pass(actor="a")).refused("not-your-turn", acting="b")
    story = story.when(EndTurn(actor="b")).rolling()
    assert (story.state.acting, story.state.order.round) == ("a", 2)


def test_the_dead_are_passed_over():
    """TI-TURN-1: also first in a round."""
    story = fight(recruit("A", "a"), recruit("B", "b"), recruit("C", "c"))
    story = story.when(Adjust(combatant="a", reason="a rock", state={"w": 0})).rolling()
    assert story.state.acting == "b"
    story = story.when(Pass(actor="b")).rolling().when(Pass(actor="c")).rolling()
    assert (story.state.acting, story.state.order.round) == ("b", 2)
    story.when(Pass(actor="a")).refused("cannot-act", status="dead")


def test_whoever_leaves_the_order_stays_right():
    """TI-TURN-1: B acting leaves, C acts; C last and acting leaves, A in a new round."""
    story = fight(recruit("A", "a"), recruit("B", "b"), recruit("C", "c"))
    at_b = story.when(Pass(actor="a")).rolling()
    assert at_b.when(Leave(combatant="b")).rolling().state.acting == "c"
    at_c = at_b.when(Pass(actor="b")).rolling()
    gone = at_c.when(Leave(combatant="c")).rolling()
    assert (gone.state.acting, gone.state.order.round) == ("a", 2)
    other = at_c.when(Leave(combatant="a")).rolling()
    assert other.state.acting == "c"
    assert not events_of(other, "turn_started")


def test_one_side_down_goes_on_and_everyone_down_pauses():
    story = fight(recruit("A", "a"), recruit("B", "b"))
    story = story.when(Adjust(combatant="a", reason="a rock", state={"w": 0})).rolling()
    assert only(story, "side_fell").standing == ("b",)
    assert story.state.status == "running"
    story = story.when(Pass(actor="b")).rolling()
    assert story.state.acting == "b"
    story = story.when(Adjust(combatant="b", reason="a rock", state={"w": 0})).rolling()
    assert story.state.status == "paused"
    story.when(Start()).refused("cannot-act")


def test_nobody_to_start_with():
    field().when(Start()).refused("cannot-act")
