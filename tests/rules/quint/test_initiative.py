"""Initiative and surprise (QU-INIT-1, QU-SUR-1, QU-SUR-2)."""

from typing import Any

import pytest

from app.engine.encounter import Answer, Leave, Pass, PlacesTaken, QuestionAsked, Start
from app.rules.quint import RULESET
from app.rules.quint.commands import Attack, EndQuint, LoseTurn, Surprise
from app.rules.quint.events import (
    CombatantsSurprised,
    DefenseDenied,
    DefenseRolled,
    InitiativeRolled,
    RollOffRolled,
    SurpriseDefenseSettled,
    SurpriseEnded,
    TurnLost,
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
    only,
    opened,
    recruit,
    settled,
)
from tests.stories import given


def order_of(state: State) -> list[str]:
    return list(state.order.ids)


def test_highest_first():
    """QU-INIT-1: d10 + Reaction, individually."""
    state = opened({}, recruit("A", reaction=2), recruit("B", reaction=9), recruit("C", reaction=5))
    story = given(RULESET, state).when(Start()).rolling(10, 1, 8)
    rolled = every(story, InitiativeRolled)
    assert [(one.combatant, one.face, one.reaction, one.initiative) for one in rolled] == [
        ("a", 10, 2, 12), ("b", 1, 9, 10), ("c", 8, 5, 13),
    ]  # fmt: skip
    assert order_of(story.state) == ["c", "a", "b"]
    assert story.state.acting == "c"


def test_ties_go_to_the_higher_reaction_then_to_a_roll_off():
    """QU-INIT-1: rolled off by d10s until they differ."""
    state = opened({}, recruit("A", reaction=3), recruit("B", reaction=5), recruit("C", reaction=5))
    story = given(RULESET, state).when(Start()).rolling(9, 7, 7, 4, 4, 2, 6)
    assert [(one.combatants, one.face) for one in every(story, RollOffRolled)] == [
        (("b",), 4), (("c",), 4), (("b",), 2), (("c",), 6),
    ]  # fmt: skip
    assert order_of(story.state) == ["c", "b", "a"]


def test_it_is_rolled_once_and_kept():
    """QU-INIT-1."""
    state = fight(recruit("A", "x"), recruit("B", "y"))
    story = given(RULESET, done(done(state, Pass(actor="a")), Pass(actor="b"))).automatic()
    assert not every(story, InitiativeRolled)
    assert order_of(story.state) == ["a", "b"]


def test_it_is_rolled_anew_by_option():
    """QU-INIT-1: at the end of each quint."""
    state = fight(recruit("A", "x"), recruit("B", "y"), reroll_initiative=True)
    story = given(RULESET, done(done(state, Pass(actor="a")), Pass(actor="b"))).automatic(3, 8)
    assert order_of(story.state) == ["b", "a"]
    assert story.state.acting == "b"


def test_a_group_shares_its_die_unless_the_option_says_otherwise():
    """QU-INIT-1: each adds its own Reaction."""
    gang = (recruit("Hero", "heroes"), recruit("Orc", group="orcs", count=2, reaction=6))
    story = given(RULESET, opened({}, *gang)).when(Start()).rolling(5, 7)
    assert [one.face for one in every(story, InitiativeRolled)] == [5, 7, 7]
    assert order_of(story.state) == ["orc-1", "orc-2", "hero"]
    each = given(RULESET, opened({"group_initiative": "each"}, *gang)).when(Start())
    assert order_of(each.rolling(5, 7, 8).state) == ["orc-2", "orc-1", "hero"]


def test_late_arrivals():
    """QU-INIT-1: they roll then, and come after those they tie with."""
    state = fight(recruit("A", "x"), recruit("B", "y"))
    assert order_of(late(state, recruit("C"), dice=(10,))) == ["a", "c", "b"]
    both = late(state, recruit("C", count=2), dice=(1, 1))
    assert order_of(both) == ["a", "b", "c-1", "c-2"]
    gang = fight(recruit("A", "x"), recruit("B", group="bs"))
    assert order_of(late(gang, recruit("C", group="bs"))) == ["a", "b", "c"]


def test_who_left_before_the_fight_has_no_place():
    """QU-INIT-1."""
    state = done(opened({}, recruit("A"), recruit("B")), Leave(combatant="b"))
    assert order_of(done(state, Start(), 5)) == ["a"]


# --- surprise -------------------------------------------------------------------------------------


def ambush(**options: Any) -> State:
    """Two orcs, who are surprised, before the fight."""
    state = opened(
        options,
        recruit("Orc", reaction=9, perception=15, count=2),
        recruit("Hero", "heroes", attacks=2), recruit("Friend", "heroes"),
    )  # fmt: skip
    return done(state, Surprise(combatants=("orc-1", "orc-2")))


def test_the_game_master_names_the_surprised():
    """QU-SUR-1: by a word of the game master's own, before the fight; the last one counts."""
    story = given(RULESET, opened({}, recruit("A"), recruit("B"), recruit("C")))
    story = story.when(Surprise(combatants=("a", "b", "a"))).rolling()
    assert only(story, CombatantsSurprised).combatants == ("a", "b")
    story = story.when(Surprise(combatants=("b",))).rolling()
    assert [c.surprised for c in story.state.combatants.values()] == [False, True, False]
    story.when(Surprise(actor="a", combatants=("a",))).refused("invalid-command")
    given(RULESET, fight(recruit("A", "x"), recruit("B"))).when(
        Surprise(combatants=("a",))
    ).refused("too-late-for-surprise")


def test_the_surprisers_act_first():
    """QU-SUR-1: each side by d10 + Reaction, in the same quint."""
    story = given(RULESET, ambush()).when(Start()).rolling(10, 9, 1, 2)
    assert order_of(story.state) == ["friend", "hero", "orc-1", "orc-2"]
    state = story.state
    for who in ("friend", "hero", "orc-1"):
        assert state.acting == who
        state = done(state, Pass(actor=who))
    assert (state.acting, state.quint) == ("orc-2", 1)


def test_by_option_the_surprised_lose_the_first_quint():
    """QU-SUR-1: `surprise_quint` free."""
    state = done(ambush(surprise_quint="free"), Start(), 10, 9, 1, 2)
    for who in ("friend", "hero"):
        state = done(state, Pass(actor=who))
    story = given(RULESET, state).automatic()
    assert isinstance(story.command, LoseTurn)
    assert only(story, TurnLost) == TurnLost(combatant="orc-1", condition="surprised")
    given(RULESET, state).when(Pass(actor="orc-1")).refused("cannot-act")
    after = settled(story.state)
    assert (after.quint, after.acting) == (2, "friend")
    assert settled(done(done(after, Pass(actor="friend")), Pass(actor="hero"))).acting == "orc-1"


def test_the_surprised_have_no_defense_in_quint_1():
    """QU-SUR-2: and a Defense as ever from quint 2 on."""
    state = done(ambush(), Start(), 10, 9, 1, 2)
    state = done(state, Pass(actor="friend"))
    story = given(RULESET, state).when(Attack(actor="hero", target="orc-1"))
    story = story.rolling(1, 1, 99)
    assert only(story, DefenseDenied) == DefenseDenied(
        defender="orc-1", attacker="hero", because="surprised"
    )
    assert not every(story, DefenseRolled)
    state = done(done(story.state, Pass(actor="orc-1")), Pass(actor="orc-2"))
    over = given(RULESET, state).automatic()
    assert isinstance(over.command, EndQuint)
    assert only(over, SurpriseEnded).combatants == ("orc-1", "orc-2")
    state = done(over.state, Pass(actor="friend"))
    later = given(RULESET, state).when(Attack(actor="hero", target="orc-1")).rolling(1, 1, 99)
    assert only(later, DefenseRolled).defended


@pytest.mark.parametrize(("face", "allowed"), [(48, True), (49, False)])
def test_by_option_perception_and_reaction_are_rolled(face: int, allowed: bool):
    """QU-SUR-2: d100 at or under 2 x (15 + 9)."""
    story = given(RULESET, ambush(surprise_defense="roll")).when(Start())
    story = story.rolling(10, 9, 1, 2, face, 100)
    first, second = every(story, SurpriseDefenseSettled)
    assert (first.combatant, first.number, first.face, first.allowed) == (
        "orc-1", 48, face, allowed,
    )  # fmt: skip
    assert not second.allowed
    state = done(story.state, Pass(actor="friend"))
    attack = given(RULESET, state).when(Attack(actor="hero", targets=("orc-1",)))
    attack = attack.rolling(1, 1)
    assert bool(every(attack, DefenseRolled)) == allowed


def test_by_option_the_game_master_is_asked():
    """QU-SUR-2: for each of the surprised, before anybody acts."""
    story = given(RULESET, ambush(surprise_defense="gm")).when(Start()).rolling(10, 9, 1, 2)
    asked = [event.question for event in every(story, QuestionAsked)]
    assert [(q.to, q.of, q.choices, q.default, q.blocks) for q in asked] == [
        ("gm", "orc-1", ("defends", "no_defense"), "no_defense", True),
        ("gm", "orc-2", ("defends", "no_defense"), "no_defense", True),
    ]  # fmt: skip
    story.when(Pass(actor="friend")).refused("question-open")
    story = story.when(Answer(question="q1", choice="defends")).rolling()
    story = story.when(Answer(question="q2", choice="no_defense")).rolling()
    assert [c.may_defend for c in story.state.combatants.values()][:2] == [True, False]
    state = done(story.state, Pass(actor="friend"))
    attack = Attack(actor="hero", targets=("orc-1", "orc-2"))
    story = given(RULESET, state).when(attack).rolling(1, 1, 1, 1)
    assert (only(story, DefenseRolled).defender, only(story, DefenseDenied).defender) == (
        "orc-1", "orc-2",
    )  # fmt: skip


def test_no_defense_against_what_one_is_not_aware_of():
    """QU-SUR-2: at any time, by the game master's word on the action."""
    story = duel().when(Attack(actor="hero", target="foe", aware=False)).rolling(1, 1)
    assert only(story, DefenseDenied).because == "unaware"
    assert fighter(story, "foe").points == 17


def test_surprise_can_be_adjusted_too():
    """QU-SUR-1."""
    state = adjusted(opened({}, recruit("A"), recruit("B")), "a", surprised=True)
    assert state.combatants["a"].surprised
    assert order_of(done(state, Start(), 10, 1)) == ["b", "a"]
    assert PlacesTaken in {
        type(e) for e in given(RULESET, state).when(Start()).rolling(2, 1).events
    }
