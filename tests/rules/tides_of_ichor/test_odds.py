"""Odds of attacks: as the source promises them, as brute force and as icepool find them."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from app.engine.encounter import Command
from app.engine.odds import estimated_odds, exact_odds, taken
from app.engine.refusals import Refused
from app.engine.ruleset import with_ids
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.choices import choices
from app.rules.tides_of_ichor.commands import Attack, Cast, Charge, Dash, UseAbility
from app.rules.tides_of_ichor.examples import CHAMPION, GOBLIN, ORC, QUETLZ, SOTEK
from tests.brute_force import brute_force
from tests.rules.tides_of_ichor.fights import BOW, duel, fight, recruit
from tests.rules.tides_of_ichor.test_choices import command
from tests.rules.tides_of_ichor.wizards import STORM, wizard, wizards
from tests.stories import Story, given

D100 = range(1, 101)
CELLS = range(10, 101, 20)
"""A d100 in five cells of 20 faces, for numbers that part cells: over 40, under 21 or 41."""


def attack(story: Story) -> Story:
    return story.when(Attack(actor="hero", target="foe"))


def test_equal_stats_hit_6_of_10_and_wound_36_of_100():
    """TI-HIT-3: at base 40, 60 % a roll and 36 % for two."""
    odds = attack(duel()).odds()
    assert odds.chances["hit", "foe"] == {0: Fraction(40, 100), 1: Fraction(60, 100)}
    assert odds.chances["wound", "foe"] == {0: Fraction(64, 100), 1: Fraction(36, 100)}


def test_the_first_printing_is_even():
    """TI-HIT-3: at base 50, 50 % a roll."""
    odds = attack(duel(options={"base_number": 50})).odds()
    assert odds.chances["hit", "foe"][1] == Fraction(1, 2)
    assert odds.chances["wound", "foe"][1] == Fraction(1, 4)


@pytest.mark.parametrize(("ws", "hit"), [(100, 95), (1, 5)])
def test_odds_stay_within_5_to_95_percent(ws: int, hit: int):
    """TI-HIT-4"""
    odds = attack(duel({"ws": 101 - ws}, ws=ws)).odds()
    assert odds.chances["hit", "foe"][1] == Fraction(hit, 100)


def test_a_percent_is_one_less():
    """TI-KEY-1: strictly under it."""
    odds = attack(duel({"dodge": 21})).odds()
    assert odds.chances["dodged", "foe"][1] == Fraction(60, 100) * Fraction(20, 100)


def test_a_blow_is_weighed_in_as_many_ways_as_the_rules_tell_apart():
    """A miss, no wound, and ten amounts of damage."""
    assert attack(duel()).odds().runs == 12
    full = {"dodge": 20, "block": 20, "ward": 20, "w": 100}
    blade = {"name": "Blade", "kind": "melee", "damage": "2d10"}
    story = duel(full, critical=20, weapons=[blade])
    assert attack(story).odds().runs == 4 + 2 * 19 * 2


# --- by brute force -----------------------------------------------------------------------------


def test_a_plain_blow_is_as_every_combination_of_faces_has_it():
    """20,000 of them, die for die."""
    story = attack(
        duel({"w": 2}, ws=53, weapons=[{"name": "x", "kind": "melee", "damage": "1d2+1"}])
    )
    assert story.command is not None
    faces = [("to-hit", D100), ("to-wound", D100), ("damage", (1, 2))]
    assert story.odds().chances == brute_force(RULESET, story.state, story.command, faces)


def test_a_blow_with_every_roll_is_as_every_combination_of_faces_has_it():
    blade = {"name": "Blade", "kind": "melee", "damage": "1d2+1", "critical": 20}
    foe = {"dodge": 21, "block": 41, "ward": 21, "w": 4, "armor": 1}
    story = attack(duel(foe, critical=21, weapons=[blade]))
    assert story.command is not None
    rolls = ("to-hit", "dodge", "block", "to-wound", "critical", "ward")
    faces = [*((purpose, CELLS) for purpose in rolls), ("damage", (1, 2))]
    odds = story.odds()
    assert odds.chances == brute_force(RULESET, story.state, story.command, faces)
    spells = {"cast", "force", "miscast", "overcome", "healed"}
    assert {name for name, _ in odds.chances} == set(RULESET.outcome_names) - spells


# --- spells ---------------------------------------------------------------------------------------


def test_a_spell_is_cast_forced_and_miscast_as_its_brackets_say():
    """TI-CAST-1, TI-IF-1, TI-MIS-1: over the number; 10, 20, 40 % by how far, either way."""
    story = wizards(wizard(), recruit("Foe", zone=2))
    story = story.when(Cast(actor="wizard", spell="Bolt", target="foe"))
    rolled: Any = story.rolling(1, 100).events[0]
    number = rolled.number
    brackets = [10 if away < 20 else 20 if away < 40 else 40 for away in range(100)]
    odds = story.odds()
    over, under = range(number + 1, 101), range(1, number + 1)
    forced = sum(Fraction(brackets[face - number], 10_000) for face in over)
    miscast = sum(Fraction(brackets[number - face], 10_000) for face in under)
    assert odds.chances["cast", "wizard"][1] == Fraction(len(over), 100)
    assert odds.chances["force", "wizard"][1] == forced
    assert odds.chances["miscast", "wizard"][1] == miscast


def test_a_spell_on_a_zone_is_weighed_target_by_target():
    """TI-LINE-4"""
    near = [recruit("Foe", zone=2), recruit("Wise", zone=2, wp=90)]
    story = wizards(wizard(spells=[STORM]), *near)
    odds = story.when(Cast(actor="wizard", spell=STORM["name"], zone=2)).odds()
    assert odds.chances["damage", "foe"][0] < odds.chances["damage", "wise"][0]
    assert odds.chances["overcome", "foe"][1] > odds.chances["overcome", "wise"][1]


# --- by icepool ---------------------------------------------------------------------------------

stats, percents = st.integers(1, 100), st.integers(0, 100)


@settings(deadline=None, max_examples=25)
@hypothesis_given(
    st.fixed_dictionaries({"ws": stats, "s": stats, "critical": percents}),
    st.fixed_dictionaries(
        {
            "ws": stats, "t": stats, "w": st.integers(1, 20),
            "dodge": percents, "block": percents, "ward": percents,
            "armor": st.integers(0, 4), "dr": st.integers(0, 3),
        }
    ),
    st.sampled_from(["1d10", "2d10", "1d5+1", "3d6-2", "2d8-1d4"]),
)  # fmt: skip
def test_damage_is_as_icepool_has_it(hero: dict, foe: dict, damage: str):
    """TI-HIT-1, TI-KEY-1 to 4, TI-WOUND-1, TI-DMG-1 to 3: the whole blow in another tongue."""
    blade = {"name": "Blade", "kind": "melee", "damage": damage}
    odds = attack(duel(foe, weapons=[blade], **hero)).odds()
    expected = by_icepool(hero, foe, damage)
    found = odds.chances.get(("damage", "foe"), {0: 1})
    assert found == expected
    slain = sum(part for amount, part in expected.items() if amount >= foe["w"])
    assert odds.chances.get(("slain", "foe"), {0: 1}).get(1, 0) == slain


def by_icepool(hero: Mapping[str, int], foe: Mapping[str, int], damage: str) -> dict[int, Fraction]:
    def over(number: int) -> Any:
        return icepool.d(100) > max(5, min(95, number))

    def under(percent: int) -> Any:
        return icepool.d(100) < percent

    difference = hero["s"] - foe["t"]
    flat = int(difference / 5) - foe["armor"] - foe["dr"]
    weapon = dice_of(damage)
    dealt = under(hero["critical"]).if_else(weapon * 2, weapon)
    dealt = (dealt + flat).map(lambda points: max(0, points))
    dealt = under(foe["ward"]).if_else(0, dealt)
    dealt = over(40 + foe["t"] - hero["s"]).if_else(dealt, 0)
    dealt = under(foe["block"]).if_else(0, dealt)
    dealt = under(foe["dodge"]).if_else(0, dealt)
    dealt = over(40 + foe["ws"] - hero["ws"]).if_else(dealt, 0)
    return {int(k): Fraction(n, dealt.denominator()) for k, n in dealt.items()}


def dice_of(notation: str) -> Any:
    """The notations used above, as icepool counts them."""
    return {
        "1d10": icepool.d(10),
        "2d10": 2 @ icepool.d(10),
        "1d5+1": icepool.d(5) + 1,
        "3d6-2": 3 @ icepool.d(6) - 2,
        "2d8-1d4": 2 @ icepool.d(8) - icepool.d(4),
    }[notation]


# --- other actions ------------------------------------------------------------------------------


def test_a_charge_is_weighed_with_its_attack():
    """TI-MOVE-3"""
    story = duel({"zone": 1}).when(Charge(actor="hero", target="foe"))
    assert story.odds().chances["wound", "foe"][1] == Fraction(36, 100)


def test_going_somewhere_comes_to_nothing_that_is_weighed():
    assert duel().when(Dash(actor="hero", zone=2)).odds().chances == {}


def test_an_abilitys_numbers_count():
    """A bonus of 10 to hit, and 3 to damage that a critical doubles too (TI-KEY-4)."""
    mighty = {"name": "Mighty blow", "kind": "attack", "hit": 10, "damage": 3, "critical": 100}
    story = duel(abilities=[mighty], weapons=[{"name": "club", "kind": "melee", "damage": "1d2"}])
    odds = story.when(UseAbility(actor="hero", ability="mighty BLOW", target="foe")).odds()
    assert odds.chances["hit", "foe"][1] == Fraction(70, 100)
    assert set(odds.chances["damage", "foe"]) == {0, 4, 5, 8, 10}


SWEEP = {"name": "Sweep", "kind": "zone_attack", "affects": "all"}


def sweep(*foes: dict[str, Any]) -> Story:
    names = ("Ann", "Bea", "Cyd", "Dot")
    others = [recruit(name, **foe) for name, foe in zip(names, foes, strict=False)]
    state = fight(recruit("Hero", "heroes", abilities=[SWEEP]), *others)
    return given(RULESET, state).when(UseAbility(actor="hero", ability="Sweep", zone=0))


def test_an_attack_on_a_zone_is_weighed_target_by_target():
    """TI-LINE-4: each as if it stood alone."""
    foes: tuple[dict[str, Any], ...] = (
        {},
        {"ws": 60, "w": 3},
        {"dodge": 30, "armor": 4},
        {"ward": 50},
    )
    story = sweep(*foes)
    odds = story.odds()
    for name, foe in zip(("ann", "bea", "cyd", "dot"), foes, strict=True):
        alone = attack(duel(foe)).odds().chances
        told = {outcome: chances for (outcome, of), chances in odds.chances.items() if of == name}
        assert told == {outcome: chances for (outcome, _), chances in alone.items()}


def test_one_by_one_or_all_together_makes_no_difference():
    """The odds of two, from all that can come to both."""
    story = sweep({"w": 3}, {"dodge": 30})
    assert story.command is not None
    by_target = taken(RULESET, story.state, story.command)
    together = exact_odds(replace(by_target, targets=()), 20_000)
    assert exact_odds(by_target, 20_000).chances == together.chances
    assert together.runs > exact_odds(by_target, 20_000).runs


def test_an_estimate_of_a_zone_attack_is_near():
    story = sweep({"w": 3}, {"dodge": 30})
    assert story.command is not None
    action = taken(RULESET, story.state, story.command)
    exact, estimate = exact_odds(action, 20_000), estimated_odds(action, 4_000)
    assert estimate.runs == 2_000
    for subject, chances in exact.chances.items():
        for amount, part in chances.items():
            assert abs(estimate.chances.get(subject, {}).get(amount, 0) - part) < 0.05


def test_what_is_refused_has_no_odds():
    story = duel({"zone": 3}, **BOW)
    for wanted, code in (
        (Attack(actor="foe", target="hero"), "not-your-turn"),
        (Attack(actor="hero", target="foe"), "out-of-range"),
        (Attack(actor="hero", target="hero"), "cannot-target"),
        (UseAbility(actor="hero", ability="Sweep", zone=0), "unknown-ability"),
    ):
        refused(story.when(wanted), code)
    refused(sweep({"zone": 1}), "nobody-there")
    off = UseAbility(actor="hero", ability="Sweep", zone=19)
    refused(sweep({}).when(off), "off-the-field")


def refused(story: Story, code: str) -> None:
    """By play and by odds alike."""
    story.refused(code)
    with pytest.raises(Refused) as refusal:
        story.odds()
    assert refusal.value.code == code


def test_whatever_may_be_done_has_odds():
    state = fight(
        recruit("Sotek", "heroes", **SOTEK),
        recruit("Orc", **{**ORC, "zone": 3}),
        recruit("Goblin", **GOBLIN),
        recruit("Quetlz", **QUETLZ),
        recruit("Champion", "heroes", **CHAMPION),
        dice=(1, 2, 3, 4, 99),
    )
    assert state.acting == "champion"
    wanted: list[Command] = [command(choice.body) for choice in choices(state, "champion")]
    assert {c.type for c in wanted} >= {"attack", "charge", "use_ability", "move", "pass"}
    for one in wanted:
        odds = given(RULESET, state).when(with_ids(state, one)).odds()
        assert bool(odds.chances) == (one.type in ("attack", "charge", "use_ability"))
