"""From ways of the dice to chances: what goes on as one, what is told, how sure an estimate is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.dice import Dice, Over
from app.engine.encounter import Combatant, EncounterState, Event
from app.engine.enumerated_dice import TooManyWays
from app.engine.odds import (
    Action,
    chance_interval,
    estimated_odds,
    exact_odds,
    mean_interval,
    mean_of,
)
from app.engine.ruleset import Outcome

SIXTH, HALF = Fraction(1, 6), Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(Event):
    combatant: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    hp: int
    marks: tuple[str, ...] = ()


def outcomes(event: Event) -> Sequence[Outcome]:
    assert isinstance(event, Struck)
    return (Outcome("struck", event.combatant), Outcome("points", event.combatant, event.points))


def state_of(*fighters: Fighter) -> EncounterState:
    return EncounterState(options=None, combatants={f.id: f for f in fighters})


FOE = Fighter(id="foe", name="Foe", side="red", hp=20)
DUEL = state_of(FOE)


def weighed(*stages: Any, state: EncounterState = DUEL, **fields: Any) -> Action[Any]:
    return Action(state=state, stages=stages, outcomes=outcomes, **fields)


def strike(state: EncounterState, dice: Dice) -> tuple[list[Event], EncounterState]:
    """A d6 off the foe's hp, as long as it has any."""
    foe = state.combatants["foe"]
    assert isinstance(foe, Fighter)
    if not foe.hp:
        return [], state
    points = min(foe.hp, dice.roll(6, "damage"))
    return [Struck(combatant="foe", points=points)], state_of(replace(foe, hp=foe.hp - points))


def test_an_outcome_that_can_only_happen_has_no_chance_of_nothing():
    odds = exact_odds(weighed(strike), 100)
    assert odds.chances["struck", "foe"] == {1: 1}
    assert odds.chances["points", "foe"] == dict.fromkeys(range(1, 7), SIXTH)
    assert odds.runs == 6


def test_amounts_add_up_over_the_stages():
    odds = exact_odds(weighed(strike, strike), 100)
    assert odds.chances["struck", "foe"] == {2: 1}
    assert odds.chances["points", "foe"][2] == SIXTH**2
    assert odds.chances["points", "foe"][7] == SIXTH


def test_ways_to_one_state_go_on_as_one():
    """11 totals of two dice, 16 of three: no stage is run for each of the 36 or 216 ways."""
    assert exact_odds(weighed(strike, strike, strike), 1000).runs == 6 * (1 + 6 + 11)


def test_what_has_happened_is_not_forgotten_where_states_are_one():
    def feint(state: EncounterState, dice: Dice) -> tuple[list[Event], EncounterState]:
        hit = dice.test(2, Over(1), "feint").passed
        return ([Struck(combatant="foe", points=0)] if hit else []), state

    odds = exact_odds(weighed(feint, feint), 100)
    assert odds.chances["struck", "foe"] == {0: HALF**2, 1: HALF, 2: HALF**2}


def test_ways_that_the_rest_of_an_action_cannot_tell_apart_go_on_as_one():
    """A mark that no later blow looks at; what has happened on the way is told all the same."""

    def mark(state: EncounterState, dice: Dice) -> tuple[list[Event], EncounterState]:
        foe = state.combatants["foe"]
        assert isinstance(foe, Fighter)
        face = dice.roll(2, "mark")
        marked = replace(foe, marks=(*foe.marks, f"m{face}"))
        return [Struck(combatant="foe", points=face)], state_of(marked)

    def hp_alone(state: EncounterState, number: int) -> object:
        asked.append(number)
        foe = state.combatants["foe"]
        assert isinstance(foe, Fighter)
        return foe.hp

    asked: list[int] = []
    action = weighed(mark, mark, strike)
    merged = exact_odds(replace(action, foreseen=hp_alone), 100)
    assert merged.chances == exact_odds(action, 100).chances
    assert merged.runs == 2 + 2 + 6
    assert asked == [1, 1, 2, 2]  # what the stages from this one on look at


def test_states_that_tell_anything_apart_stay_two():
    def mark(state: EncounterState, dice: Dice) -> tuple[list[Event], EncounterState]:
        foe = state.combatants["foe"]
        assert isinstance(foe, Fighter)
        marked = replace(foe, marks=(*foe.marks, f"m{dice.roll(2, 'mark')}"))
        return [], state_of(marked)

    assert exact_odds(weighed(mark, mark, mark), 100).runs == 2 + 4 + 8


def test_states_in_another_order_stay_two():
    """Rules go through combatants in their order, so a dict's order tells states apart."""

    def turn(state: EncounterState, dice: Dice) -> tuple[list[Event], EncounterState]:
        fighters = [f for f in state.combatants.values() if isinstance(f, Fighter)]
        return [], state_of(*(fighters if dice.roll(2, "turn") == 1 else fighters[::-1]))

    def strike_first(state: EncounterState, dice: Dice) -> tuple[list[Event], EncounterState]:
        return [Struck(combatant=next(iter(state.combatants)), points=1)], state

    both = state_of(FOE, replace(FOE, id="other"))
    odds = exact_odds(weighed(turn, strike_first, state=both), 100)
    assert odds.chances["struck", "foe"] == {0: HALF, 1: HALF}


def test_no_stage_is_nothing():
    assert exact_odds(weighed(), 100).chances == {}


def test_an_area_is_told_by_target_and_its_maker_only_once():
    def blast(state: EncounterState, dice: Dice) -> tuple[list[Event], EncounterState]:
        recoil = dice.roll(2, "recoil", subject="mage")
        struck = [
            Struck(combatant=who, points=dice.roll(6, "blast", subject="mage", object=who))
            for who in ("a", "b")
        ]
        return [Struck(combatant="mage", points=recoil), *struck], state

    action = weighed(blast, actor="mage", targets=("a", "b"))
    odds = exact_odds(action, 100)
    assert odds.runs == 2 * 6 + 2 * 6
    assert odds.chances == exact_odds(replace(action, targets=()), 100).chances
    with pytest.raises(TooManyWays):
        exact_odds(action, 2 * 23)  # each run has two blows
    assert exact_odds(action, 2 * 24) == odds


# --- an estimate ---------------------------------------------------------------------------------


def test_wilsons_interval():
    """As in tables of it: 10 of 10 and 50 of 100, at 95 %."""
    assert chance_interval(Fraction(1), 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert chance_interval(Fraction(50, 100), 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert chance_interval(Fraction(0), 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_chance_and_stays_between_0_and_1(share):
    times, runs = share
    low, high = chance_interval(Fraction(times, runs), runs)
    assert 0 <= low <= times / runs + 1e-12
    assert times / runs - 1e-12 <= high <= 1


def test_the_mean_and_how_sure_it_is():
    chances = {0: HALF, 2: Fraction(1, 4), 4: Fraction(1, 4)}
    assert mean_of(chances) == Fraction(3, 2)
    low, high = mean_interval(chances, 100)  # variance 11/4, 1.96 deviations
    assert (low, high) == pytest.approx((1.5 - 0.325, 1.5 + 0.325), abs=1e-3)


@pytest.mark.parametrize("chance", [Fraction(1, 20), Fraction(3, 10), HALF, Fraction(9, 10)])
def test_19_of_20_intervals_hold_the_chance(chance):
    """Summed over everything that 200 plays can come to."""
    runs, holding = 200, 0.0
    for times in range(runs + 1):
        low, high = chance_interval(Fraction(times, runs), runs)
        if low <= chance <= high:
            holding += float(comb(runs, times) * chance**times * (1 - chance) ** (runs - times))
    assert holding == pytest.approx(0.95, abs=0.02)


def test_an_estimate_comes_near():
    action = weighed(strike, strike)
    exact, estimate = exact_odds(action, 100), estimated_odds(action, 3_000)
    assert (estimate.runs, estimate.estimated) == (3_000, True)
    assert sum(estimate.chances["points", "foe"].values()) == 1
    for amount, chance in exact.chances["points", "foe"].items():
        assert abs(estimate.chances["points", "foe"][amount] - chance) < 0.02
