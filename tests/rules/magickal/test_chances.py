"""Exact chances: what a swoon reading means, and that what dice are asked for loses nothing."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from app.engine.encounter import Adjust, Command
from app.rules.magickal import RULESET
from app.rules.magickal.commands import Attack, Cast
from tests.rules.magickal.fights import done, duel, fight, recruit
from tests.stories import given

STRIKE = Attack(actor="hero", target="foe")
SPARK = Cast(actor="hero", spell="spark", target="foe")
HAIL = Cast(actor="hero", spell="hail")


@pytest.mark.parametrize(
    ("option", "percent"),
    [("double", 1), ("exceeds_by_half", 19), ("as_written", 79), ("formula_alone", 100)],
)
def test_how_often_one_swoons(option: str, percent: int):
    """MG-FAT-6: with all values 5 and penalty 3, as the reference says."""
    odds = duel(options={"swoon": option, "swoon_turns": 1}).when(STRIKE).odds()
    assert odds.chances["swoon", "hero"][1] == Fraction(percent, 100)
    assert odds.chances["too_tired", "hero"][1] == Fraction(79, 100)
    if option != "formula_alone":
        assert f"{percent}%" in RULESET.reference


def brute_force(base: int, defend: int, fatigue: int) -> dict[str, Fraction]:
    """Attack base + d10 against defend + d10 and fatigue + d10, a sword, face by face."""
    found: Counter[str] = Counter()
    for a in range(base + 1, base + 11):
        for d in range(defend + 1, defend + 11):
            for f in range(fatigue + 1, fatigue + 11):
                if a <= f:
                    found["too_tired"] += 1
                elif a <= d:
                    found["blocked"] += 1
                else:
                    found["hit"] += 1
                    found["critical"] += a >= 1.5 * d
    return {name: Fraction(count, 1000) for name, count in found.items() if count}


@pytest.mark.parametrize(("skill", "evasion", "focus"), [(5, 5, 5), (9, 0, 2), (12, 3, 0)])
def test_outcomes_are_as_often_as_their_faces(skill: int, evasion: int, focus: int):
    """MG-ATT-1, MG-DMG-2, MG-FAT-1: what dice are asked for loses nothing of their chances."""
    skills = [{"name": "sword", "value": skill}]
    odds = duel({"evasion": evasion}, skills=skills, focus=focus).when(STRIKE).odds()
    chances = {
        name: by_amount[1]
        for (name, _), by_amount in odds.chances.items()
        if name in ("too_tired", "blocked", "hit", "critical")
    }
    assert chances == brute_force(skill + 5, evasion + 5, focus + 5 + 3)


def test_damage_by_what_the_blow_comes_to():
    """MG-DMG-1, MG-DMG-2: nothing, a hit's or a critical's, as often as each."""
    odds = duel({"evasion": 0}, focus=0, pur=1).when(STRIKE).odds()
    hit, critical = odds.chances["hit", "foe"][1], odds.chances["critical", "foe"][1]
    damage = odds.chances["damage", "foe"]
    assert len(damage) == 3
    assert [damage[amount] for amount in sorted(damage)] == [1 - hit, hit - critical, critical]


def test_an_areal_spell_is_weighed_target_by_target():
    """MG-SPL-2: each as if the spell were on that one alone."""
    foes = [recruit("Foe"), recruit("Slow", sorcery=0, pur=1)]
    odds = given(RULESET, fight(recruit("Hero", "heroes"), *foes)).when(HAIL).odds()
    for foe in ("foe", "slow"):
        alone = Cast(actor="hero", spell="hail", targets=(foe,))
        single = given(RULESET, fight(recruit("Hero", "heroes"), *foes)).when(alone).odds()
        assert odds.chances["took_effect", foe] == single.chances["took_effect", foe]
        assert odds.chances["damage", foe] == single.chances["damage", foe]


@pytest.mark.parametrize("command", [STRIKE, SPARK, HAIL])
@pytest.mark.parametrize("swoon", ["double", "as_written", "formula_alone"])
def test_there_are_few_ways(command: Command, swoon: str):
    """MG-FAT-6: attack by face, defence and fatigue by what comes of them; so odds are quick."""
    burning: Any = {"name": "burning", "turns": 3}
    state = duel(options={"swoon": swoon}, focus=1, pur=2).state
    state = done(state, Adjust(combatant="hero", reason="x", add_conditions=(burning,)))
    assert given(RULESET, state).when(command).odds().runs <= 10 * 3 * 3 * 10
