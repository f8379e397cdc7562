"""Blows: attack against defence, shields, armour, damage, criticals, falling and dying."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, SideFell
from app.rules.magickal import RULESET
from app.rules.magickal.attacks import outcome_of_blow
from app.rules.magickal.commands import Attack
from app.rules.magickal.events import (
    CombatantFell,
    DamageDealt,
    DefenceTested,
    FatigueTested,
    HpLost,
)
from app.rules.magickal.sheet import Weapon, read_sheet
from app.rules.magickal.tables.damage import BASE, CRITERION, CRITICAL
from tests.rules.magickal.fights import (
    PLAIN,
    attack_lines,
    damage_lines,
    defend_lines,
    duel,
    fatigue_lines,
    fight,
    fighter,
    only,
    recruit,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")
FRESH = {"focus": 0, "pur": 1}  # fatigue is no matter here
HIGH, LOW = 10, 1


def struck(*faces: int, foe: Any = None, options: Any = None, **hero: Any) -> Story:
    """Hero strikes Foe; dice: attack, defence, fatigue."""
    return duel(foe, options=options, **{**FRESH, **hero}).when(STRIKE).rolling(*faces)


def test_both_sides_of_a_blow_are_named_lines_that_add_up():
    """MG-ATT-1: weapon skill + attribute + d10 against evasion + CRD + d10."""
    story = struck(7, 3, LOW, foe={"evasion": 4})
    assert attack_lines(story) == {"skill: sword": 5, "str": 5, "d10": 7}
    assert defend_lines(story) == {"evasion": 4, "crd": 5, "d10": 3}
    tested = only(story, DefenceTested)
    assert (tested.attack.total, tested.defend.total, tested.outcome) == (17, 12, "hit")
    assert tested.attack == only(story, FatigueTested).attack


@pytest.mark.parametrize(
    ("attack", "defend", "outcome"), [(6, 5, "hit"), (5, 5, "blocked"), (4, 5, "blocked")]
)
def test_equal_is_a_block(attack: int, defend: int, outcome: str):
    """MG-ATT-1."""
    story = struck(attack, defend, LOW)
    assert only(story, DefenceTested).outcome == outcome
    assert only(story, DefenceTested).held == (outcome == "blocked")
    assert fighter(story, "foe").hp == 30 - (7 if outcome == "hit" else 0)


@pytest.mark.parametrize(
    ("shield", "bonus", "crd"),
    [("none", 0, 0), ("buckler", 1, 0), ("small shield", 3, 1), ("large shield", 5, 2),
     ("tower shield", 7, 5)],
)  # fmt: skip
def test_shields(shield: str, bonus: int, crd: int):
    """MG-SHD-1: a tower shield takes all of CRD."""
    story = struck(HIGH, 3, LOW, foe={"shield": shield})
    expected = {"evasion": 5, "crd": 5, "d10": 3}
    expected |= {f"crd: {shield}": -crd} if crd else {}
    expected |= {shield: bonus} if bonus else {}
    assert defend_lines(story) == expected


@pytest.mark.parametrize(
    ("armour", "stops", "crd"),
    [("none", 0, 0), ("leather armour", 1, 0), ("studded armour", 2, 0), ("chain mail", 3, 1),
     ("breastplate", 4, 1), ("plate mail", 5, 2)],
)  # fmt: skip
def test_armour(armour: str, stops: int, crd: int):
    """MG-ARM-1."""
    story = struck(6, 5, LOW, foe={"armour": armour})
    assert defend_lines(story).get(f"crd: {armour}", 0) == -crd
    assert damage_lines(story).get(armour, 0) == -stops
    assert only(story, DamageDealt).damage.total == 7 - stops


@pytest.mark.parametrize(
    ("crd", "shield", "lowered"),
    [
        (5, "large shield", {"crd: large shield": -2, "crd: plate mail": -2}),
        (3, "large shield", {"crd: large shield": -2, "crd: plate mail": -1}),
        (2, "large shield", {"crd: large shield": -2}),
        (5, "tower shield", {"crd: tower shield": -5}),
    ],
)
def test_penalties_add_up_and_never_take_crd_below_0(crd: int, shield: str, lowered: Any):
    """MG-ARM-2."""
    story = struck(HIGH, 1, LOW, foe={"crd": crd, "shield": shield, "armour": "plate mail"})
    found = defend_lines(story)
    assert {name: value for name, value in found.items() if ":" in name} == lowered
    assert found["crd"] + sum(lowered.values()) >= 0


GEAR = {"shield": "small shield", "armour": "plate mail"}


@pytest.mark.parametrize("attribute", ["str", "crd"])
def test_penalties_lower_attacks_that_depend_on_crd(attribute: str):
    """MG-ARM-2: and no others."""
    skills = [{"name": "sword", "value": 5, "attribute": attribute}]
    story = struck(HIGH, 1, LOW, skills=skills, **GEAR)
    lowered = {"crd: small shield": -1, "crd: plate mail": -2} if attribute == "crd" else {}
    assert attack_lines(story) == {"skill: sword": 5, attribute: 5, **lowered, "d10": 10}


def test_penalties_leave_max_hp_alone():
    """MG-ARM-2, MG-HP-1."""
    assert read_sheet({**PLAIN, **GEAR}).max_hp == read_sheet(PLAIN).max_hp == 30


@pytest.mark.parametrize(
    ("weapon", "attribute"),
    [({"name": "spear"}, "str"), ({"name": "arrow"}, "crd"), ({"name": "dart"}, "crd"),
     ({"name": "spear", "attribute": "crd"}, "crd")],
)  # fmt: skip
def test_without_a_skill_it_is_the_attribute_of_the_weapon_alone(weapon: Any, attribute: str):
    """MG-ATT-1."""
    story = struck(HIGH, 1, LOW, weapons=[weapon])
    assert attack_lines(story) == {f"skill: {weapon['name']}": 0, attribute: 5, "d10": 10}


def test_several_weapons_may_share_a_skill():
    """MG-ATT-1: the skill's attribute goes before the weapon's."""
    bow = {"name": "Elf bow", "category": "piercing", "weight": "medium", "skill": "bow"}
    skills = [{"name": "Bow", "value": 3, "attribute": "crd"}]
    story = struck(HIGH, 1, LOW, weapons=[bow], skills=skills)
    assert attack_lines(story) == {"skill: bow": 3, "crd": 5, "d10": 10}


@pytest.mark.parametrize(
    ("weapon", "line", "damage"),
    [("dagger", "1 x str", 6), ("sword", "1.5 x str", 9), ("battle-axe", "2 x str", 12),
     ("fists", "1 x str", 6)],
)  # fmt: skip
def test_base_damage_by_weight(weapon: str, line: str, damage: int):
    """MG-DMG-1: STR, 1.5 x STR, 2 x STR."""
    skills = [{"name": weapon, "value": 5}]
    story = struck(5, 3, LOW, weapons=[{"name": weapon}], skills=skills, str=6)
    assert only(story, DefenceTested).outcome == "hit"
    assert damage_lines(story) == {line: damage}


@pytest.mark.parametrize(
    ("strength", "rounding", "damage"),
    [(5, "down", 7), (5, "up", 8), (5, "nearest", 8), (7, "down", 10), (7, "up", 11),
     (7, "nearest", 10), (6, "up", 9)],
)  # fmt: skip
def test_halves_are_rounded_by_option(strength: int, rounding: str, damage: int):
    """MG-DMG-1: nearest goes to the even number."""
    story = struck(8, 5, LOW, str=strength, options={"rounding": rounding})
    assert only(story, DefenceTested).outcome == "hit"
    assert damage_lines(story) == {"1.5 x str": damage}


def test_armour_never_takes_damage_below_0():
    """MG-DMG-1: the line shows what it stopped."""
    story = struck(5, 5, LOW, str=2, foe={"armour": "plate mail", "evasion": 2})
    assert only(story, DefenceTested).outcome == "hit"
    assert damage_lines(story) == {"1.5 x str": 3, "plate mail": -3}
    story.never(HpLost)
    assert fighter(story, "foe").hp == 30


@pytest.mark.parametrize(
    ("category", "criterion", "factors"),
    [
        ("slashing", 1.5, {"light": 1.5, "medium": 2, "heavy": 2.5}),
        ("piercing", 2, {"light": 2, "medium": 2.5, "heavy": 3}),
        ("bludgeoning", 2, {"light": 1.5, "medium": 2, "heavy": 2.5}),
    ],
)
def test_the_tables_of_damage_are_those_of_the_page(category: Any, criterion: float, factors: Any):
    """MG-DMG-1, MG-DMG-2."""
    assert BASE == {"light": 1, "medium": 1.5, "heavy": 2}
    assert (CRITERION[category], CRITICAL[category]) == (criterion, factors)


@pytest.mark.parametrize(
    ("category", "attack", "defend", "outcome"),
    [
        ("slashing", 15, 10, "critical"), ("slashing", 14, 10, "hit"),
        ("slashing", 17, 11, "critical"), ("slashing", 16, 11, "hit"),
        ("piercing", 20, 10, "critical"), ("piercing", 19, 10, "hit"),
        ("bludgeoning", 20, 10, "critical"), ("bludgeoning", 19, 10, "hit"),
    ],
)  # fmt: skip
def test_a_critical_from_so_many_times_defend(category, attack: int, defend: int, outcome: str):
    """MG-DMG-2."""
    weapon = Weapon(name="It", category=category, weight="light")
    assert outcome_of_blow(weapon, attack, defend) == outcome


@pytest.mark.parametrize("defend", [1, 0, -5])
def test_a_defend_below_1_makes_no_blow_more_critical(defend: int):
    """MG-DMG-2: ours; conditions can take it there."""
    weapon = Weapon(name="It", category="slashing", weight="light")
    assert outcome_of_blow(weapon, 2, defend) == "critical"
    assert outcome_of_blow(weapon, 1, defend) == ("blocked" if defend == 1 else "hit")


@pytest.mark.parametrize(
    ("weapon", "line", "damage"),
    [
        ("dagger", "1.5 x str", 9), ("hand ax", "2 x str", 12),
        ("two-handed sword", "2.5 x str", 15),
        ("dart", "2 x str", 12), ("spear", "2.5 x str", 15),
        ("fists", "1.5 x str", 9), ("mace", "2 x str", 12), ("maul", "2.5 x str", 15),
    ],
)  # fmt: skip
def test_the_critical_amount_replaces_the_base(weapon: str, line: str, damage: int):
    """MG-DMG-2: less armour, as ever."""
    skills = [{"name": weapon, "value": 9}]
    foe = {"evasion": 0, "armour": "studded armour"}
    story = struck(HIGH, 1, LOW, weapons=[{"name": weapon}], skills=skills, str=6, foe=foe)
    assert only(story, DefenceTested).outcome == "critical"
    assert damage_lines(story) == {line: damage, "studded armour": -2}


def test_at_0_one_falls_and_hp_stops_there():
    """MG-DMG-4: by default nobody dies."""
    state = fight(recruit("Hero", "heroes", **FRESH), recruit("Foe"))
    hurt = Adjust(combatant="foe", reason="x", state={"hp": 4})
    story = given(RULESET, state).when(hurt).rolling().when(STRIKE).rolling(9, 1, LOW)
    story.then(
        HpLost(combatant="foe", hp=10, remaining=0),
        CombatantFell(combatant="foe", dead=False),
        SideFell(side="foes", standing=("heroes",)),
    )
    assert (fighter(story, "foe").hp, fighter(story, "foe").status) == (0, "down")
    assert story.state.acting == "hero", "the fallen are passed over"


def test_with_1_hp_left_one_stands():
    """MG-DMG-4."""
    story = duel(**FRESH).when(Adjust(combatant="foe", reason="x", state={"hp": 8})).rolling()
    story = story.when(STRIKE).rolling(6, 5, LOW)
    story.then(HpLost(combatant="foe", hp=7, remaining=1)).never(CombatantFell)
    assert fighter(story, "foe").status == "active"


@pytest.mark.parametrize(
    ("death_at", "hp", "status"),
    [(0, -3, "dead"), (-3, -3, "dead"), (-4, -3, "down"), (None, 0, "down")],
)
def test_death_by_option(death_at: int | None, hp: int, status: str):
    """MG-DMG-4: at it or under it one is dead; HP runs below 0."""
    state = fight(recruit("Hero", "heroes", **FRESH), recruit("Foe"), death_at=death_at)
    hurt = Adjust(combatant="foe", reason="x", state={"hp": 4})
    story = given(RULESET, state).when(hurt).rolling().when(STRIKE).rolling(6, 5, LOW)
    assert damage_lines(story) == {"1.5 x str": 7}
    story.then(CombatantFell(combatant="foe", dead=status == "dead"))
    assert (fighter(story, "foe").hp, fighter(story, "foe").status) == (hp, status)


@pytest.mark.parametrize(
    ("target", "code"), [("hero", "cannot-target"), ("friend", "cannot-target"),
                         ("fallen", "target-down"), ("nobody", "unknown-combatant")],
)  # fmt: skip
def test_who_cannot_be_attacked(target: str, code: str):
    """MG-ATT-1."""
    state = fight(
        recruit("Hero", "heroes"), recruit("Friend", "heroes"), recruit("Foe"), recruit("Fallen")
    )
    story = given(RULESET, state).when(Adjust(combatant="fallen", reason="x", state={"hp": 0}))
    story.rolling().when(Attack(actor="hero", target=target)).refused(code)


def test_the_weapon_named_is_the_one_in_hand():
    """MG-TURN-2: another has to be taken in hand first."""
    story = duel(weapons=[{"name": "sword"}, {"name": "spear"}])
    named = Attack(actor="hero", target="foe", weapon="Sword")
    assert story.when(named).rolling(1, 10, 1).events
    spear = Attack(actor="hero", target="foe", weapon="spear")
    story.when(spear).refused("not-in-hand", in_hand="sword")


def test_vector_plate_large_shield_heavy_weapon():
    """MG-FAT-3: 2 + 2 + 2 + 2 = 8, at a table that allows a shield beside a heavy weapon."""
    story = struck(
        HIGH, LOW, LOW, armour="plate mail", shield="large shield", weapons=[{"name": "maul"}],
        options={"shield_with_heavy_weapon": True},
    )  # fmt: skip
    found = fatigue_lines(story)
    assert found == {
        "focus": 0, "pur": 1, "attacking": 2, "plate mail": 2, "large shield": 2,
        "heavy weapon": 2, "d10": 1,
    }  # fmt: skip
