"""Exact chances: what they are of, that they are right, and when there are too many ways."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from app.engine.odds import Odds, exact_odds, taken
from app.rules.quint import RULESET
from app.rules.quint.commands import Attack, Cast, Pursue, Retreat, Shoot, Staunch
from app.rules.quint.state import State
from tests.brute_force import brute_force
from tests.rules.quint.fights import CODEC, adjusted, done, duel, fight, recruit
from tests.stories import Story

MOST = 10_000  # runs, as the service has it
HALVES = (1, 100)  # a d100 for numbers of 50 at or under, 51 under

STRIKE = Attack(actor="hero", target="foe")
PULLED = Attack(actor="hero", target="foe", grievous=False)


def weighed(state: State, command: Any, most: int = MOST) -> Odds:
    return exact_odds(taken(RULESET, state, command), most)


def chance(odds: Odds, name: str, of: str = "foe") -> Fraction:
    return 1 - odds.chances[name, of].get(0, Fraction(0))


def test_the_chances_of_the_worked_case():
    """QU-EX-1: 55 % to hit, 29 % of them defended, the rest strikes."""
    state = duel({"defense": 30, "protection": 3, "damage_points": 12}, attacks=1).state
    odds = weighed(state, PULLED)
    assert chance(odds, "hit") == Fraction(55, 100)
    assert chance(odds, "defended") == Fraction(55, 100) * Fraction(29, 100)
    assert chance(odds, "strike") == Fraction(55, 100) * Fraction(71, 100)
    assert odds.chances["damage", "foe"][7] == chance(odds, "strike") / 10
    assert ("down", "foe") not in odds.chances


def test_defense_at_or_under_is_one_percent_more():
    """QU-DEF-1."""
    state = duel({"defense": 30}, options={"defense_at_or_under": True}).state
    assert chance(weighed(state, PULLED), "defended") == Fraction(55, 100) * Fraction(30, 100)


def test_three_attacks_are_exact_in_few_runs():
    """QU-HIT-1: hit, defended, strike, damage, down, dead; some hundred runs of the rules."""
    foe = {"defense": 30, "protection": 3, "damage_points": 12}
    odds = weighed(duel(foe, attacks=3).state, PULLED)
    assert odds.runs < 1_000
    assert {name for name, _ in odds.chances} == {
        "hit", "defended", "strike", "damage", "down", "dead",
    }  # fmt: skip
    assert chance(odds, "dead") < chance(odds, "down") < chance(odds, "strike")
    hardy = weighed(duel({**foe, "damage_points": 60}, attacks=3).state, PULLED)
    assert hardy.chances["hit", "foe"][3] == Fraction(55, 100) ** 3


def test_attacks_at_two_are_weighed_for_each():
    """QU-ACT-1."""
    state = fight(recruit("Hero", "heroes", attacks=2), recruit("Foe"), recruit("Ogre", defense=1))
    odds = weighed(state, Attack(actor="hero", targets=("foe", "ogre"), grievous=False))
    assert chance(odds, "strike") == Fraction(55, 100) * Fraction(76, 100)
    assert chance(odds, "strike", "ogre") == Fraction(55, 100)


def test_one_attack_with_its_chart_is_exact():
    """QU-GRI-1: the gate and all that a row does."""
    odds = weighed(duel({"damage_points": 9}).state, STRIKE)
    strike = chance(odds, "strike")
    gate = [0] * 1 + [9, 9, 9, 19, 19, 19, 34, 34, 34]  # damage of 3 to 12
    assert chance(odds, "grievous") == strike * Fraction(sum(gate), 1000)
    assert odds.runs < 500
    killed = [sum(gate[from_ - 3 :]) for from_ in range(3, 13)]
    assert chance(odds, "dead") >= strike * Fraction(killed[0], 1000) * Fraction(1, 100)


@pytest.mark.parametrize("weapon", ["long sword", "spear", "mace"])
def test_several_attacks_with_their_charts_are_few_ways(weapon: str):
    """QU-GRI-1: by each of the charts that ship."""
    arms = [{"name": weapon}]
    assert weighed(duel(attacks=2, weapons=arms).state, STRIKE).runs < 2_500
    odds = weighed(duel(attacks=3, weapons=arms).state, STRIKE)
    assert odds.runs < 8_000
    assert chance(odds, "grievous") > 0
    assert sum(odds.chances["damage", "foe"].values()) == 1


OWN = {
    "gate": [{"first": 0, "last": None, "chance": 51}],
    "slashing": [
        {"first": 10 * n - 9, "last": 10 * n, "title": str(n), "effects": effects}
        for n, effects in enumerate(
            [
                [], [{"effect": "extra", "points": 5}], [{"effect": "knock_out", "quints": "1d2"}],
                [{"effect": "lose_eye", "percent": 50}, {"effect": "extra", "points": 1}],
                [{"effect": "sever"}], [{"effect": "useless", "limb": "arm"}],
                [{"effect": "die"}], [{"effect": "stun", "quints": 2}], [{"effect": "down"}],
                [{"effect": "bleed", "points": 2}, {"effect": "extra", "points": 9}],
            ],
            start=1,
        )
    ],
}  # fmt: skip
ODD_AND_EVEN = [face for n in range(10) for face in (10 * n + 1, 10 * n + 2)]


def test_a_chart_as_brute_force_finds_it():
    """QU-GRI-1, QU-GRI-2: every combination of faces, a twin without the enumeration."""
    foe = {"damage_points": 10, "defense": 0, "protection": 4}
    state = duel(foe, to_hit=100, options={"grievous_charts": OWN}).state
    faces = [
        ("to-hit", (1,)), ("damage", range(1, 11)), ("grievous", HALVES), ("injury", ODD_AND_EVEN),
        ("knock-out", range(1, 3)), ("eye", HALVES), ("limb", range(1, 5)),
    ]  # fmt: skip
    assert weighed(state, STRIKE).chances == brute_force(RULESET, state, STRIKE, faces)


@pytest.mark.parametrize("shield", [True, False])
@pytest.mark.parametrize("shift", [True, False])
def test_odds_are_the_same_without_what_is_foreseen(shield: bool, shift: bool):
    """QU-GRI-1, QU-DEF-1: what the rest of an action is said to look at is all it looks at."""
    foe = {"damage_points": 9, "protection": 11, "defense": 60, "shield": shield}
    options = {"grievous_charts": OWN, "severity_shift": shift}
    arms = [{"name": "Arm", "type": "slashing", "damage_base": 12 if shift else 4}]
    state = duel(foe, attacks=2, weapons=arms, options=options).state
    action = taken(RULESET, state, STRIKE)
    known_apart = exact_odds(replace(action, foreseen=lambda now, number: now), 50_000)
    odds = exact_odds(action, MOST)
    assert odds.chances == known_apart.chances
    assert odds.runs < known_apart.runs / 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([{"effect": "stun", "quints": 2}, {"effect": "extra", "points": 3}],
         [{"effect": "useless", "limb": "arm"}, {"effect": "bleed", "points": 1}]),
        ([{"effect": "drop"}, {"effect": "down"}, {"effect": "lodge"}],
         [{"effect": "hinder", "defense": -50}, {"effect": "extra", "points": 4}]),
    ],
)  # fmt: skip
def test_two_attacks_with_a_chart_as_brute_force_finds_them(one: Any, other: Any):
    """QU-GRI-1, QU-GRI-2, QU-DEF-1: an injury tells on the Defense against the next attack."""
    chart = [
        {"first": 1, "last": 50, "title": "one", "effects": one},
        {"first": 51, "last": 100, "title": "other", "effects": other},
    ]
    foe = {"damage_points": 7, "defense": 70, "protection": 14, "shield": True}
    options = {"defense_at_or_under": True, "grievous_charts": {**OWN, "slashing": chart}}
    state = duel(foe, to_hit=100, attacks=2, options=options).state
    faces = [  # Defense is 80, 70 without the shield, 60 prone, 40 stunned, 30 hindered
        ("to-hit", (1,)), ("defend", range(10, 101, 10)), ("damage", (1,)),
        ("grievous", HALVES), ("injury", (1, 2, 51, 52)),
    ] * 2  # fmt: skip
    assert weighed(state, STRIKE).chances == brute_force(RULESET, state, STRIKE, faces)


@pytest.mark.parametrize("condition", [None, "stunned", "unconscious"])
@pytest.mark.parametrize(("points", "protection"), [(20, 2), (9, 0), (3, 8), (1, 14)])
def test_two_attacks_as_brute_force_finds_them(points: int, protection: int, condition: str | None):
    """QU-HIT-1, QU-DEF-1, QU-DMG-1, QU-DOWN-1, QU-DOWN-2: at even chances."""
    foe = {
        "damage_points": points, "protection": protection, "shield": True,
        "defense": 90 if condition == "stunned" else 40,
    }  # fmt: skip
    state = duel(foe, to_hit=50, attacks=2, options={"defense_at_or_under": True}).state
    if condition is not None:
        state = adjusted(state, "foe", condition)
    faces = [("to-hit", HALVES), ("defend", HALVES), ("damage", range(1, 11))] * 2
    assert weighed(state, PULLED).chances == brute_force(RULESET, state, PULLED, faces)


# --- other actions --------------------------------------------------------------------------------


def odds_of(story: Story) -> Odds:
    assert story.command is not None
    return weighed(story.state, story.command)


def test_a_shot_and_a_spell():
    """QU-ACT-1, QU-SPL-3."""
    shot = duel(weapons=[{"name": "bow"}]).when(Shoot(actor="hero", target="foe"))
    assert chance(odds_of(shot), "hit") == Fraction(55, 100)
    bolt = {"name": "Bolt", "to_hit": 80, "damage": "2d6"}
    cast = duel({"defense": 1}, spells=[bolt], invocative=True).when(
        Cast(actor="hero", spell="Bolt", target="foe")
    )
    assert odds_of(cast).chances["damage", "foe"][12] == Fraction(80, 100) / 36


def test_a_free_strike_and_a_pursuit():
    """QU-RET-1, QU-RET-2: the chances of the one who is struck; an escape that is certain."""
    state = done(duel({"speed": 1}).state, Attack(actor="hero", target="foe"), 100)
    state = done(state, Attack(actor="foe", target="hero"), 100)
    state = done(state, RULESET.automatic(state))  # type: ignore[arg-type]
    odds = weighed(state, Retreat(actor="hero"))
    assert chance(odds, "hit", "hero") == Fraction(55, 100)
    state = done(state, Retreat(actor="hero", free_strike=False))
    assert chance(weighed(state, Pursue(actor="foe", target="hero")), "escaped", "hero") == 1


def test_staunching():
    """QU-BLEED-1."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", "heroes"), staunch_percent=35)
    state = adjusted(state, "foe", "bleeding")
    odds = weighed(state, Staunch(actor="hero", target="foe"))
    assert chance(odds, "staunched") == Fraction(35, 100)


@pytest.mark.parametrize(
    ("ruling", "happens"),
    [("miss", set()), ("hit", {"hit", "defended", "strike", "damage"}),
     ("defended", {"hit", "defended"}), ("strike", {"hit", "strike", "damage"})],
)  # fmt: skip
def test_rulings(ruling: Any, happens: set[str]):
    """QU-ST-1."""
    command = Attack(actor="hero", target="foe", ruling=ruling, grievous=False)
    odds = weighed(duel().state, command)
    assert {name for name, _ in odds.chances} == happens


def test_a_death_at_once_is_a_fall_too():
    """QU-DOWN-1, QU-DOWN-2: and a fall before a death counts once."""
    arms = [{"name": "Arm", "type": "crushing", "damage_base": 15}]
    state = duel({"damage_points": 9, "protection": 0}, to_hit=100, attacks=2, weapons=arms).state
    odds = weighed(state, PULLED)
    assert set(odds.chances["down", "foe"]) <= {0, 1}
    assert chance(odds, "dead") <= chance(odds, "down")


def test_every_outcome_has_its_phrase():
    names = {"foe": "Grub"}
    assert RULESET.foretold("down", "foe", names) == "Grub goes down"
    assert list(RULESET.outcome_names) == [
        "hit", "defended", "strike", "grievous", "damage", "down", "dead", "staunched", "escaped",
    ]  # fmt: skip
    assert CODEC.ruleset is RULESET
