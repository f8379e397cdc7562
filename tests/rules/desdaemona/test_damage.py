"""Damage by the difference, what is done to it, and death (SD-DMG, SD-DUAL)."""

from typing import Any

import pytest

from app.engine.encounter import SideFell
from app.rules.desdaemona.events import (
    AttackMade,
    CombatantDied,
    DamageChange,
    DamageRolled,
    DamageWithheld,
    DefenceMade,
    HpLost,
)
from app.rules.desdaemona.harm import damage_die, damage_of
from tests.rules.desdaemona.fights import (
    adjusted,
    attack_roll,
    damage,
    duel,
    fighter,
    named,
    only,
    strike,
)

STRONG = {"stats": {"STR": 100, "DEX": 100}, "hp": 200}


@pytest.mark.parametrize(
    ("difference", "sides"), [(-5, 0), (0, 0), (1, 1), (31, 31), (50, 50), (51, 50), (77, 50)]
)
def test_the_die_is_the_difference_held_to_50(difference: int, sides: int):
    """SD-DMG-1, SD-EX-2, SD-EX-3"""
    assert damage_die(difference) == sides


def test_a_landed_attack_rolls_a_die_of_the_difference():
    """SD-DMG-1"""
    story = duel().when(strike()).rolling(15, 10, 6, 8, 11)
    assert [(d.purpose, d.sides) for d in story.dice][-1] == ("damage", 11)
    rolled = only(story, DamageRolled)
    assert (rolled.sides, rolled.face, rolled.damage, rolled.modifiers) == (11, 11, 11, ())
    assert only(story, HpLost) == HpLost(combatant="foe", hp=11, remaining=39)


def modifier(name: str, times: int = 1, plus: int = 0, *, cap: bool = False) -> DamageChange:
    return DamageChange(name=name, times=times, plus=plus, respects_cap=cap)


@pytest.mark.parametrize(
    ("face", "modifiers", "total"),
    [
        (20, [], 20),
        (20, [modifier("x2", 2)], 40),
        (20, [modifier("+5", plus=5), modifier("x2", 2)], 45),
        (40, [modifier("x2", 2), modifier("x3", 3), modifier("+5", plus=5)], 245),
        (40, [modifier("x2", 2, cap=True)], 50),
        (40, [modifier("x2", 2, cap=True), modifier("+5", plus=5)], 55),
        (40, [modifier("+5", plus=5, cap=True), modifier("x2", 2)], 90),
        (46, [modifier("+5", plus=5, cap=True), modifier("x2", 2)], 100),
        (3, [modifier("-5", plus=-5)], 0),
        (3, [modifier("-5", plus=-5, cap=True), modifier("+4", plus=4)], 2),
        (9, [modifier("x0", 0)], 0),
    ],
)
def test_modifiers_pass_the_cap_unless_they_respect_it(face: int, modifiers: Any, total: int):
    """SD-DMG-2: (roll x product) + sum; those that respect it first, held to 50."""
    assert damage_of(face, modifiers) == total


def test_weapon_items_skills_and_conditions_add_to_damage():
    """SD-DMG-2: of the kind; not of a weapon that isn't used."""
    hero = {
        "weapons": [
            {"name": "great axe"},
            {"name": "venom blade", "damage": [{"times": 3}]},
        ],
        "items": [
            {"name": "ring", "damage": [{"times": 2, "respects_cap": True}]},
            {"name": "wand", "kinds": ["ranged_magical"], "damage": [{"times": 9}]},
        ],
        "skills": [{"name": "cleaving", "damage": [{"plus": 1}]}],
    }
    raging = {"name": "raging", "modifiers": [{"to": "damage", "by": 4}]}
    story = adjusted(duel(STRONG, **hero), "hero", raging)
    rolled = only(story.when(strike()).rolling(20, 20, 1, 1, 30), DamageRolled)
    assert [m.name for m in rolled.modifiers] == ["great axe", "ring", "cleaving", "raging"]
    assert rolled.damage == 50 + 5 + 1 + 4


def test_death_is_at_0_hp_or_below():
    """SD-DMG-3"""
    for hp, dead in ((12, False), (11, True), (4, True)):
        story = duel({"hp": hp}).when(strike()).rolling(15, 10, 6, 8, 11)
        assert fighter(story, "foe").hp == hp - 11
        assert (fighter(story, "foe").status == "dead") is dead
        if dead:
            story.then(CombatantDied(combatant="foe"), SideFell(side="foes", standing=("heroes",)))
        else:
            story.never(CombatantDied)


def test_the_dead_cannot_be_attacked():
    """SD-DMG-3"""
    story = duel({"hp": 1}).when(strike()).rolling(15, 10, 6, 8, 11)
    story.when(strike()).refused("target-down", target_status="dead")
    story.when(strike(press=True)).refused("target-down")


def test_the_damage_roll_is_held_back_before_it_is_rolled():
    """SD-DMG-4"""
    story = duel({"hp": 1}).when(strike(withhold=True)).rolling(15, 10, 6, 8)
    story.then(DamageWithheld(attacker="hero", defender="foe")).never(DamageRolled, HpLost)
    assert fighter(story, "foe").status == "active"


def test_nothing_is_held_back_of_an_attack_that_fails():
    """SD-DMG-4"""
    story = duel().when(strike(withhold=True)).rolling(1, 1, 6, 8)
    assert not only(story, DefenceMade).landed
    story.never(DamageWithheld)


def test_damage_of_0_takes_nothing():
    """SD-DMG-2"""
    story = duel(items=[{"name": "padding", "damage": [{"plus": -9}]}])
    story = story.when(strike()).rolling(15, 10, 6, 8, 5)
    assert damage(story) == 0
    story.never(HpLost)


# --- weapons --------------------------------------------------------------------------------------

SWORDS = [
    {"name": "sword"},
    {"name": "bow"},
    {"name": "dagger", "damage": [{"plus": 1}]},
    {"name": "axe", "attack": [7]},
]


def test_a_second_weapon_changes_nothing():
    """SD-DUAL-1"""
    story = duel(weapons=SWORDS).when(strike()).rolling(9, 9, 1, 1, 1)
    assert named(attack_roll(story).modifiers) == [("sword", 2), ("sword", 2)]
    assert damage(story) == 1


def test_a_skill_brings_the_second_weapon_into_play():
    """SD-DUAL-1: the next of the kind, and no third."""
    skills = [{"name": "two blades", "kinds": ["close_physical"], "second_weapon": True}]
    story = duel(weapons=SWORDS, skills=skills)
    close = story.when(strike()).rolling(9, 9, 1, 1, 1)
    assert named(attack_roll(close).modifiers) == [("sword", 2), ("sword", 2), ("dagger", 1)]
    assert damage(close) == 2
    axe = story.when(strike(weapon="axe")).rolling(9, 9, 1, 1, 1)
    assert named(attack_roll(axe).modifiers) == [("axe", 7), ("sword", 2), ("sword", 2)]
    shot = story.when(strike(kind="ranged_physical")).rolling(9, 9, 1, 1, 1)
    assert named(attack_roll(shot).modifiers) == [("bow", 2)]


def test_switching_costs_no_turn():
    """SD-SWITCH-1: each attack is of any kind, with any weapon or spell."""
    story = duel({"hp": 200}, weapons=SWORDS, spells=[{"name": "shock"}], sta=50)
    for fields in (
        {},
        {"kind": "ranged_physical"},
        {"kind": None, "spell": "shock"},
        {"weapon": "axe"},
    ):
        story = story.when(strike(**fields)).rolling(9, 9, 1, 1, 1)
        assert story.state.acting == "foe"
        story = story.when(strike(actor="foe", target="hero")).rolling(1, 1, 9, 9)
    assert story.state.order.round == 5


def test_what_is_left_out_is_filled_in():
    """SD-SWITCH-1: the kind of weapon or spell, else the first; its first weapon."""
    story = duel(weapons=SWORDS, spells=[{"name": "shock"}])
    for fields, kind, using in (
        ({"kind": None}, "close_physical", "sword"),
        ({"kind": None, "weapon": "BOW"}, "ranged_physical", "bow"),
        ({"kind": None, "spell": "Shock"}, "close_magical", "shock"),
        ({"kind": "ranmag"}, "ranged_magical", None),
    ):
        rolled = story.when(strike(**fields, withhold=True)).rolling(9, 9, 1, 1)
        made = only(rolled, AttackMade)
        assert (made.kind, made.using) == (kind, using)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"weapon": "spoon"}, "unknown-weapon"),
        ({"kind": None, "spell": "doom"}, "unknown-spell"),
        ({"weapon": "bow"}, "wrong-kind"),
        ({"spell": "shock"}, "wrong-kind"),
        ({"kind": "clomag", "weapon": "sword", "spell": "shock"}, "weapon-or-spell"),
        ({"target": None}, "wrong-targets"),
        ({"target": None, "targets": ("foe",)}, "wrong-targets"),
        ({"target": "hero"}, "cannot-target"),
        ({"target": "nobody"}, "unknown-combatant"),
    ],
)
def test_what_cannot_be_done_is_refused_before_any_die(fields: Any, code: str):
    """SD-SWITCH-1, SD-AREA-1"""
    duel(weapons=SWORDS, spells=[{"name": "shock"}]).when(strike(**fields)).refused(code)
