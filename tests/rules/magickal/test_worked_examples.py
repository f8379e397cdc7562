"""The worked cases, die for die."""

from app.engine.encounter import Adjust
from app.engine.tally import Line, Tally
from app.rules.magickal.commands import Attack
from app.rules.magickal.events import DamageDealt, DefenceTested, FatigueTested, HpLost
from app.rules.magickal.narrate import narrate
from tests.rules.magickal.fights import damage_lines, duel, only

HERO = {"str": 6, "pur": 3, "focus": 3}
FOE = {"evasion": 4, "shield": "small shield", "armour": "leather armour"}


def test_a_sword_against_a_small_shield_and_leather():
    """MG-EX-1: 18 against 14, over fatigue 13; no critical; 9 - 1 = 8 damage."""
    story = duel(FOE, **HERO).when(Attack(actor="hero", target="foe")).rolling(7, 3, 4)
    attack = Tally((Line("skill: sword", 5), Line("str", 6), Line("d10", 7)), 18)
    assert story.events[:4] == (
        FatigueTested(
            combatant="hero", kind="blow", using="sword", attack=attack,
            fatigue=Tally(
                (Line("focus", 3), Line("pur", 3), Line("attacking", 2), Line("medium weapon", 1),
                 Line("d10", 4)), 13,
            ),
            difficulty=None, passed=True, failures=0,
        ),
        DefenceTested(
            attacker="hero", defender="foe", attack=attack,
            defend=Tally(
                (Line("evasion", 4), Line("crd", 5), Line("crd: small shield", -1),
                 Line("small shield", 3), Line("d10", 3)), 14,
            ),
            held=False, outcome="hit",
        ),
        DamageDealt(
            attacker="hero", defender="foe",
            damage=Tally((Line("1.5 x str", 9), Line("leather armour", -1)), 8),
        ),
        HpLost(combatant="foe", hp=8, remaining=22),
    )  # fmt: skip
    assert narrate(story.events, {"hero": "Hero", "foe": "Foe"}) == (
        "Hero strikes with sword: 18, over fatigue 13; Foe defends with 14: hit, 8 damage, "
        "22 HP left."
    )


def test_a_spear_is_critical_from_twice_the_defence():
    """MG-EX-2: 20 against 10; 2.5 x 5 = 12, rounded down, plate takes 5."""
    spear = {"weapons": [{"name": "spear"}], "skills": [{"name": "spear", "value": 7}]}
    story = duel({"evasion": 3, "armour": "plate mail"}, **spear, pur=1, focus=0)
    story = story.when(Attack(actor="hero", target="foe")).rolling(8, 4, 1)
    tested = only(story, DefenceTested)
    assert (tested.attack.total, tested.defend.total, tested.outcome) == (20, 10, "critical")
    assert damage_lines(story) == {"2.5 x str": 12, "plate mail": -5}
    assert only(story, DamageDealt).damage.total == 7


def test_a_medium_weapon_against_plate():
    """MG-DMG-1: 1.5 x 5 = 7, rounded down, less 5 is 2."""
    foe = {"armour": "plate mail"}
    story = duel(foe, pur=1, focus=0).when(Adjust(combatant="foe", reason="x", state={"hp": 2}))
    story = story.rolling().when(Attack(actor="hero", target="foe")).rolling(5, 5, 1)
    assert damage_lines(story) == {"1.5 x str": 7, "plate mail": -5}
    assert only(story, HpLost).remaining == 0
