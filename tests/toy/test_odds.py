"""Odds of the toy's actions: repeated, on all, rerolled; as brute force finds them."""

from fractions import Fraction
from typing import Any

import pytest

from app.engine.encounter import Adjust, EndTurn, Recruit, Start
from app.engine.odds import estimated_odds, exact_odds, retaken, taken
from app.engine.refusals import NothingToReplace, NotYourTurn, QuestionOpen, Refused
from app.engine.ruleset import Past
from tests.brute_force import brute_force
from tests.stories import Story
from tests.toy import RULESET
from tests.toy.commands import Blast, Flurry, Omen, Reroll, Sneak, Step, Strike, Summon, Wild
from tests.toy.test_toy import fight, opened

D4 = range(1, 5)
EVERY_OTHER = range(2, 21, 2)  # faces of a d20: as many hit, of half as many
HALF = Fraction(1, 2)


def test_a_strike_hits_or_not_and_what_is_answered_is_not_its_own() -> None:
    odds = fight().when(Strike(actor="fast", target="slow")).odds()
    assert odds.chances == {("hit", "slow"): {0: HALF, 1: HALF}}
    assert (odds.runs, odds.estimated) == (2, False)


def test_what_costs_no_die_is_certain() -> None:
    for command in (Step(actor="fast"), Summon(actor="fast"), Omen(actor="fast")):
        odds = fight().when(command).odds()
        assert (odds.chances, odds.runs) == ({}, 1)


def test_a_row_of_a_table_is_one_way() -> None:
    odds = fight().when(Wild(actor="fast")).odds()
    assert odds.runs == 3
    assert odds.chances == {
        ("damage", "fast"): {4: Fraction(1, 6), 1: Fraction(1, 3), 0: HALF},
    }


# --- a repeated action ---------------------------------------------------------------------------


def test_three_blows_are_counted_together() -> None:
    odds = fight().when(Flurry(actor="fast", target="slow")).odds()
    binomial = {hits: Fraction(ways, 8) for hits, ways in enumerate((1, 3, 3, 1))}
    assert odds.chances == {("hit", "slow"): binomial, ("damage", "slow"): binomial}


def test_equal_states_go_on_as_one_between_the_blows() -> None:
    """2 ways to the first blow, 2 states with 2 each, 3 states with 2 each; 4 turns end."""
    odds = fight().when(Flurry(actor="fast", target="slow")).odds()
    assert odds.runs == 2 + 4 + 6 + 4


@pytest.mark.parametrize("hp", [1, 2, 3])
def test_who_falls_is_struck_no_more(hp: int) -> None:
    """Blows on the fallen ask for no die, so what is weighed isn't what is struck."""
    weak = fight().when(Adjust(combatant="slow", reason="cold", state={"hp": hp})).rolling()
    flurry = Flurry(actor="fast", target="slow")
    odds = weak.when(flurry).odds()
    assert odds.chances == brute_force(RULESET, weak.state, flurry, [("to-hit", EVERY_OTHER)] * 3)
    assert odds.chances["down", "slow"][1] == [Fraction(7, 8), HALF, Fraction(1, 8)][hp - 1]


# --- an action on all ----------------------------------------------------------------------------


def test_a_blast_is_weighed_target_by_target() -> None:
    odds = fight().when(Blast(actor="fast")).odds()
    assert odds.runs == 4 + 4
    assert odds.chances["damage", "slow"] == dict.fromkeys((1, 2, 3, 4), Fraction(1, 4))
    assert odds.chances["burning", "slow"] == {1: 1}
    # Twin has 3 hp: 3 and 4 both fell it, and who has fallen doesn't burn.
    assert odds.chances["damage", "twin"] == {1: Fraction(1, 4), 2: Fraction(1, 4), 3: HALF}
    assert odds.chances["down", "twin"] == {0: HALF, 1: HALF}
    assert odds.chances["burning", "twin"] == {0: HALF, 1: HALF}


def test_one_by_one_or_all_together_makes_no_difference() -> None:
    state, blast = fight().state, Blast(actor="fast")
    together = brute_force(RULESET, state, blast, [("blast", D4), ("blast", D4)])
    assert fight().when(blast).odds().chances == together


def test_a_blast_at_many_does_not_grow_with_their_combinations() -> None:
    crowd = [Recruit(name=f"Foe {i}", side="red") for i in range(1, 13)]
    mage = Recruit(name="Mage", side="blue", sheet={"speed": 50})
    odds = opened(mage, *crowd).when(Start()).rolling().when(Blast(actor="mage")).odds()
    assert odds.runs == 12 * 4
    assert {of for _, of in odds.chances} == {f"foe-{i}" for i in range(1, 13)}


# --- a reroll ------------------------------------------------------------------------------------


def test_a_reroll_is_weighed_as_the_strike_it_replaces() -> None:
    before = fight()
    missed = before.when(Strike(actor="fast", target="slow")).rolling(3)
    assert missed.command is not None
    past = Past(7, missed.command, missed.dice)
    reroll = Reroll(actor="fast")
    odds = exact_odds(retaken(RULESET, missed.state, before.state, reroll, past), 100)
    assert odds.chances == {("hit", "slow"): {0: HALF, 1: HALF}}


# --- refusals ------------------------------------------------------------------------------------


def refusal(story: Story, command: Any) -> type[Refused]:
    with pytest.raises(Refused) as refused:
        story.when(command).odds()
    return refused.type


def test_what_play_refuses_has_no_odds() -> None:
    story = fight()
    assert refusal(story, Strike(actor="slow", target="fast")) is NotYourTurn
    assert refusal(story, Reroll(actor="fast")) is NothingToReplace
    assert refusal(story, Flurry(actor="fast", target="fast")).code == "cannot-act"
    story = story.when(Strike(actor="fast", target="slow")).rolling(11)
    assert refusal(story, Step(actor="fast")) is QuestionOpen


# --- an estimate ---------------------------------------------------------------------------------


def test_an_estimate_is_near_and_the_same_each_time() -> None:
    state = fight().state
    for command in (Flurry(actor="fast", target="slow"), Blast(actor="fast")):
        action = taken(RULESET, state, command)
        exact, estimate = exact_odds(action, 100), estimated_odds(action, 2_000)
        assert estimate.estimated
        assert estimate == estimated_odds(action, 2_000)
        assert estimate.chances.keys() == exact.chances.keys()
        for subject, chances in exact.chances.items():
            assert sum(estimate.chances[subject].values()) == 1
            for amount, chance in chances.items():
                assert abs(estimate.chances[subject][amount] - chance) < 0.05


def test_an_estimate_at_many_is_played_less_often() -> None:
    state = fight().state
    assert estimated_odds(taken(RULESET, state, Step(actor="fast")), 100).runs == 100
    assert estimated_odds(taken(RULESET, state, Blast(actor="fast")), 100).runs == 50


def test_secret_dice_are_weighed_like_others() -> None:
    odds = fight().when(Sneak(actor="fast")).odds()
    assert (odds.chances, odds.runs) == ({}, 20)
    assert estimated_odds(taken(RULESET, fight().state, Sneak(actor="fast")), 10).runs == 10


def test_what_follows_by_itself_is_not_weighed() -> None:
    """The beast's attack is an entry of its own."""
    story = fight().when(Summon(actor="fast")).rolling()
    for who in ("fast", "twin"):
        story = story.when(EndTurn(actor=who)).rolling()
    odds = story.when(EndTurn(actor="slow")).odds()
    assert (odds.chances, odds.runs) == ({}, 1)
