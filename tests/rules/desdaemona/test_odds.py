"""Odds of attacks: as brute force and as icepool find them, of areas target by target."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from app.engine.encounter import Command
from app.engine.odds import exact_odds, taken
from app.engine.ruleset import settled, with_ids
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.choices import choices
from app.rules.desdaemona.commands import Attack, Drink, Evade, ShakeOff
from app.rules.desdaemona.examples import FRED, JANE, MYRA
from app.services.codec import Codec
from tests.brute_force import brute_force
from tests.rules.desdaemona.fights import adjusted, duel, fight, recruit, strike
from tests.stories import Story, given

CODEC = Codec(RULESET)
KINDS = ("close_physical", "ranged_physical", "close_magical", "ranged_magical")
MOST_RUNS = 10_000  # as the service goes through unless told otherwise


def test_two_d6_against_d8_and_d4_tie_in_10_76_percent_of_bouts():
    """SD-ROLL-2: what neither wins."""
    sixes = {"stats": {"STR": 6, "DEX": 6, "CON": 6}}
    others = {"stats": {"STR": 8, "DEX": 4, "CON": 8}}
    there = duel(others, **sixes).when(strike()).odds().chances["hit", "foe"][1]
    back = duel(sixes, **others).when(strike()).odds().chances["hit", "foe"][1]
    assert f"{float(1 - there - back):.2%}" == "10.76%"


@pytest.mark.parametrize("kind", KINDS)
def test_two_d100_against_the_same_are_51_runs(kind: str):
    """SD-KIND-1, SD-DMG-1: one convolution, and a way for each face of the damage die."""
    hundred = dict.fromkeys(("STR", "DEX", "CON", "INT"), 100)
    story = duel({"stats": hundred, "hp": 20}, stats=hundred).when(strike(kind=kind))
    odds = story.odds(MOST_RUNS)
    assert odds.runs == 51
    two = 2 @ icepool.d(100)
    difference = (two - two).map(lambda n: min(50, max(0, n)))
    damage = difference.map(lambda n: icepool.d(n) if n else 0)
    assert odds.chances["damage", "foe"] == {
        n: Fraction(weight, damage.denominator()) for n, weight in damage.items()
    }
    assert odds.chances["hit", "foe"][1] == Fraction(difference.probability(">", 0))
    assert odds.chances["dead", "foe"][1] == Fraction(damage.probability(">=", 20))


def test_the_source_s_example():
    """SD-EX-1: 1d25 + 1d32 + 4 against 1d18 + 1d36 + 5."""
    state = fight(recruit("Hero", "heroes", **FRED), recruit("Foe", **JANE))
    odds = given(RULESET, state).when(strike()).odds()
    ours = icepool.d(25) + icepool.d(32) + 4
    theirs = icepool.d(18) + icepool.d(36) + 5
    assert odds.chances["hit", "foe"][1] == Fraction((ours > theirs).probability(True))
    assert odds.chances["damage", "foe"][0] == 1 - odds.chances["hit", "foe"][1]


# --- in another tongue ----------------------------------------------------------------------------

levels, small = st.integers(0, 12), st.integers(-4, 6)


@settings(deadline=None, max_examples=30)
@hypothesis_given(
    attack=st.tuples(levels, levels, st.sampled_from([100, 75, 30, 0]), small),
    defence=st.tuples(levels, levels, st.sampled_from([100, 75, 50]), small),
    rounding=st.sampled_from(["down", "up", "nearest"]),
    damage=st.lists(st.tuples(st.integers(0, 3), small, st.booleans()), max_size=2),
)
def test_damage_is_as_icepool_has_it(attack: Any, defence: Any, rounding: str, damage: Any):
    """SD-ROLL-1 to 3, SD-DIS-1, SD-DMG-1 to 3: the whole attack."""
    named = [{"times": t, "plus": p, "respects_cap": c} for t, p, c in damage]
    hurt = {"name": "hurt", "penalties": [{"defence": defence[2] - 100}]}
    foe = {
        "stats": {"CON": defence[0], "DEX": defence[1]}, "conditions": [hurt],
        "items": [{"name": "armor", "defence": [defence[3]]}],
    }  # fmt: skip
    hero = {
        "stats": {"STR": attack[0], "DEX": attack[1]},
        "items": [{"name": "ring", "damage": named}],
    }
    story = duel(foe, options={"rounding": rounding}, **hero)
    odds = story.when(strike(percent=attack[2], modifiers=(attack[3],))).odds()
    difference = rolled(attack, rounding) - rolled(defence, rounding)
    dealt = difference.map(lambda n: icepool.d(min(50, n)).map(blow(damage)) if n > 0 else 0)
    expected = {int(n): Fraction(w, dealt.denominator()) for n, w in dealt.items()}
    assert odds.chances.get(("damage", "foe"), {0: 1}) == expected


def rolled(side: Any, rounding: str) -> Any:
    first, second, percent, modifier = side
    dice = sum((icepool.d(level) for level in (first, second) if level), icepool.Die([0]))
    exact = dice.map(lambda n: Fraction(n * percent, 100))
    rounded = {
        "down": lambda part: part.numerator // part.denominator,
        "up": lambda part: -(-part.numerator // part.denominator),
        "nearest": lambda part: int(part + Fraction(1, 2)),
    }[rounding]
    return exact.map(rounded) + modifier


def blow(modifiers: Any) -> Any:
    """What modifiers make of a damage roll: those that respect the cap, then the others."""

    def made(face: int) -> int:
        for held in (True, False):
            product, plus = 1, 0
            for times, more, capped in modifiers:
                if capped is held:
                    product, plus = product * times, plus + more
            face = face * product + plus
            face = min(50, face) if held else face
        return max(0, face)

    return made


def test_an_attack_held_back_is_as_every_combination_of_faces_has_it():
    """SD-DMG-4: two ways, whatever the dice; the spell's effect takes hold all the same."""
    tiny = {"stats": {"INT": 3, "STR": 2, "CON": 3}}
    story = adjusted(duel(tiny, spells=[{"name": "venom"}], **tiny), "foe", "blind", sta=1)
    story = story.when(strike(kind=None, spell="venom", withhold=True))
    assert story.command is not None
    three, two = (1, 2, 3), (1, 2)
    faces = [("attack", three), ("attack", two), ("defence", three), ("defence", two)]
    odds = story.odds()
    assert odds.runs == 2
    assert odds.chances == brute_force(RULESET, story.state, story.command, faces)
    assert {name for name, _ in odds.chances} == {"hit", "affected", "yields"}
    assert odds.chances["yields", "foe"] == {1: 1}


def test_who_dies_does_not_yield():
    """SD-STA-2, SD-DMG-3"""
    story = adjusted(duel({"hp": 1}), "foe", sta=1).when(strike())
    odds = story.odds().chances
    assert odds["yields", "foe"][1] == odds["dead", "foe"][0]


def test_whether_the_attacker_yields_is_not_told():
    """SD-STA-3: it hangs on everybody it attacks."""
    story = adjusted(duel({"hp": 1}), "hero", sta=1).when(strike())
    assert {name for name, _ in story.odds().chances} == {"hit", "damage", "dead"}


# --- areas ----------------------------------------------------------------------------------------

FIREBALL = Attack(actor="hero", spell="fireball")


def ball(*foes: Any, hero: Any = None) -> Story:
    names = ("Ann", "Bob", "Cid", "Dot", "Eve")
    others = [recruit(name, **sheet) for name, sheet in zip(names, foes, strict=False)]
    mage = recruit("Hero", "heroes", spells=[{"name": "fireball"}], **(hero or {}))
    return given(RULESET, fight(mage, *others)).when(FIREBALL)


FOES: tuple[dict[str, Any], ...] = (
    {},
    {"stats": {"CON": 35}, "hp": 9},
    {"items": [{"name": "armor", "defence": [7]}]},
)


def test_an_area_is_weighed_target_by_target():
    """SD-AREA-1: each as if it stood there alone."""
    odds = ball(*FOES).odds(MOST_RUNS)
    for name, foe in zip(("ann", "bob", "cid"), FOES, strict=True):
        alone = duel(foe, spells=[{"name": "fireball"}]).when(FIREBALL).odds().chances
        told = {outcome: chances for (outcome, of), chances in odds.chances.items() if of == name}
        assert told == {outcome: chances for (outcome, _), chances in alone.items()}


def test_one_by_one_or_all_together_makes_no_difference():
    """SD-AREA-1: from all that one attack total can do to both."""
    low = {"INT": 6, "CON": 5, "DEX": 4}
    story = ball({"stats": low, "hp": 3}, {"stats": low, "conditions": [{"name": "deaf"}]},
                 hero={"stats": low})  # fmt: skip
    assert story.command is not None
    command = settled(RULESET, story.state, story.command)
    by_target = taken(RULESET, story.state, command)
    assert by_target.targets == ("ann", "bob")
    together = exact_odds(replace(by_target, targets=()), 20_000)
    assert exact_odds(by_target, 20_000).chances == together.chances


def test_ten_targets_have_exact_odds():
    """SD-AREA-1: with as many runs as the service goes through."""
    state = fight(recruit("Hero", "heroes", **MYRA), recruit("Orc", count=10, hp=9))
    odds = given(RULESET, state).when(FIREBALL).odds(MOST_RUNS)
    assert len(odds.chances) == 30
    assert odds.chances["dead", "orc-1"] == odds.chances["dead", "orc-10"]


# --- other actions ------------------------------------------------------------------------------


def test_evading():
    """SD-PAS-2: up to the maximum, and 2 for the opponent."""
    story = adjusted(adjusted(duel(), "hero", sta=17), "foe", sta=5)
    odds = story.when(Evade(actor="hero")).odds()
    chances = odds.chances["recovered", "hero"]
    assert chances == {1: Fraction(1, 20), 2: Fraction(1, 20), 3: Fraction(18, 20)}
    assert odds.chances["recovered", "foe"] == {2: 1}


def test_shaking_off():
    """SD-PAS-3: strictly above."""
    story = adjusted(duel(), "hero", {"name": "asleep", "against": 21})
    odds = story.when(ShakeOff(actor="hero", effect="asleep")).odds()
    above = (2 @ icepool.d(20)).probability(">", 21)
    assert odds.chances["shaken_off", "hero"][1] == Fraction(above)


def test_drinking_is_certain():
    """SD-PAS-4"""
    story = adjusted(duel(potions=[{"name": "draught of breath"}]), "hero", sta=5)
    odds = story.when(Drink(actor="hero", potion="draught of breath")).odds()
    assert odds.chances == {("recovered", "hero"): {10: 1}}


def test_whatever_may_be_done_has_odds():
    state = fight(
        recruit("Myra", "heroes", **MYRA), recruit("Foe", **JANE), recruit("Other", **FRED),
    )  # fmt: skip
    state = adjusted(given(RULESET, state), "myra", "slowed", sta=9).state
    wanted: list[Command] = [CODEC.action(choice.body) for choice in choices(state, "myra")]
    assert {c.type for c in wanted} >= {"attack", "evade", "take_off", "call_power", "shake_off"}
    for one in wanted:
        odds = given(RULESET, state).when(with_ids(state, one)).odds(MOST_RUNS)
        assert ("hit", "foe") in odds.chances or one.type != "attack" or "other" in str(one)
