"""Sheets, the equipment catalogue, spells and options."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from app.engine.encounter import Recruit
from app.engine.refusals import Refused
from app.rules.magickal import RULESET
from app.rules.magickal.examples import SHEETS
from app.rules.magickal.sheet import Sheet, Spell, Weapon, WeaponSkill, read_sheet
from app.rules.magickal.state import Options
from tests.rules.magickal.fights import PLAIN, fight, opened


def sheet(**fields: Any) -> Sheet:
    return read_sheet({**PLAIN, **fields})


@pytest.mark.parametrize(
    ("strength", "coordination", "bonus", "hp"), [(5, 5, 0, 30), (6, 4, 2, 36), (1, 1, 0, 6)]
)
def test_max_hp(strength: int, coordination: int, bonus: int, hp: int):
    """MG-HP-1: 3 x (STR + CRD + HP bonus), and one comes with all of it."""
    fields = {"str": strength, "crd": coordination, "hp_bonus": bonus, "shield": "tower shield"}
    assert sheet(**fields).max_hp == hp
    state = opened({}, Recruit(name="A", side="x", sheet={**PLAIN, **fields}))
    assert state.combatants["a"].hp == hp


CATALOGUE = {
    ("slashing", "light"): ["dagger"],
    ("slashing", "medium"): ["sword", "hand ax"],
    ("slashing", "heavy"): ["battle-axe", "two-handed sword"],
    ("piercing", "light"): ["dart"],
    ("piercing", "medium"): ["spear", "arrow"],
    ("bludgeoning", "light"): ["fists"],
    ("bludgeoning", "medium"): ["staves", "mace", "morning star"],
    ("bludgeoning", "heavy"): ["maul", "war hammer"],
}


def test_the_catalogue_of_weapons():
    """MG-DMG-3: by name alone, however it is spelled."""
    for (category, weight), names in CATALOGUE.items():
        for name in names:
            (weapon,) = sheet(weapons=[{"name": name.title()}]).weapons
            assert (weapon.category, weapon.weight) == (category, weight)
            assert weapon.attribute == ("crd" if name in ("dart", "arrow") else "str")
    rows = RULESET.tables["weapons"].describe()["rows"]
    assert [row["name"] for row in rows] == [n for names in CATALOGUE.values() for n in names]


def test_a_weapon_of_ones_own():
    """MG-DMG-3: it names its category and weight; a row may be overridden."""
    own = {"name": "Great spear", "category": "piercing", "weight": "heavy", "skill": "spear"}
    weapons = sheet(weapons=[own, {"name": "sword", "weight": "heavy"}]).weapons
    assert weapons == (
        Weapon(name="Great spear", category="piercing", weight="heavy", skill="spear"),
        Weapon(name="sword", category="slashing", weight="heavy"),
    )


def test_everybody_has_fists():
    """MG-DMG-3: and they may be better than others'."""
    assert [w.name for w in sheet().carried] == ["sword", "fists"]
    assert [w.name for w in sheet(weapons=[]).carried] == ["fists"]
    iron = {"name": "Fists", "weight": "medium"}
    assert [(w.name, w.weight) for w in sheet(weapons=[iron]).carried] == [("Fists", "medium")]


def test_skills_by_name():
    """MG-ATT-1: each with its related attribute, or the weapon's."""
    skills = [{"name": "bow", "value": 3, "attribute": "crd"}, {"name": "sword", "value": 0}]
    assert sheet(skills=skills).skills == (
        WeaponSkill(name="bow", value=3, attribute="crd"), WeaponSkill(name="sword", value=0),
    )  # fmt: skip


def test_a_spell_of_ones_own():
    """MG-SPL-2, MG-SPL-3: it says its damage; conditions from the table bring their rows."""
    own = {
        "name": "Terror", "damage": "low", "areal": True, "mind_affecting": True,
        "conditions": [{"name": "Afraid", "turns": 4}, {"name": "cursed", "damage": 1}],
    }  # fmt: skip
    (spell,) = sheet(spells=[own]).spells
    afraid, cursed = spell.conditions
    assert (spell.name, spell.damage, spell.areal, spell.mind_affecting) == (
        "Terror", "low", True, True,
    )  # fmt: skip
    assert [(m.to, m.by) for m in afraid.modifiers] == [("attack", -2)]
    assert (afraid.turns, cursed.turns, cursed.damage) == (4, None, 1)


def test_a_ready_spell_may_be_changed():
    """MG-SPL-2."""
    (spell,) = sheet(spells=[{"name": "spark", "areal": True}]).spells
    assert spell == Spell(name="spark", damage="low", areal=True)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"weapons": [{"name": "Ear-spoon"}]}, "not-in-table"),
        ({"weapons": [{"name": "Ear-spoon", "weight": "light"}]}, "not-in-table"),
        ({"spells": [{"name": "Doom"}]}, "not-in-table"),
        ({"weapons": [{"name": "sword"}, {"name": "SWORD"}]}, "sheet-contradiction"),
        ({"skills": [{"name": "a", "value": 1}, {"name": "A", "value": 2}]}, "sheet-contradiction"),
        ({"spells": [{"name": "hail"}, {"name": "Hail"}]}, "sheet-contradiction"),
    ],
)
def test_sheets_refused_in_the_words_of_the_rules(fields: Any, code: str):
    """MG-DMG-3."""
    with pytest.raises(Refused) as refusal:
        sheet(**fields)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "fields",
    [
        {"str": 0}, {"str": 101}, {"crd": True}, {"pow": "5"}, {"pur": 1.0}, {"evasion": -1},
        {"focus": 101}, {"hp_bonus": -1}, {"luck": 3}, {"shield": "door"}, {"armour": None},
        {"weapons": {"name": "sword"}}, {"weapons": ["sword"]}, {"weapons": [{"weight": "light"}]},
        {"weapons": [{"name": "sword", "weight": "huge"}]}, {"weapons": [{"name": 5}]},
        {"weapons": [{"name": f"w{n}", "category": "slashing", "weight": "light"}
                     for n in range(21)]},
        {"skills": [{"name": "sword"}]}, {"skills": [{"name": "sword", "value": 1, "x": 1}]},
        {"spells": ["hail"]}, {"spells": [{"name": "Doom", "damage": "total"}]},
        {"spells": [{"name": "hail", "conditions": ["stunned", {"name": "x", "turns": 0}]}]},
        {"spells": [{"name": "hail", "conditions": "stunned"}]},
        {"spells": [{"name": "hail", "conditions": [
            {"name": "x", "modifiers": [{"to": "luck", "by": 1}]},
        ]}]},
        {"withdraw_at": 0}, {"withdraw_at": "0%"}, {"withdraw_at": "101%"}, {"withdraw_at": "7"},
        {"withdraw_at": True}, {"withdraw_at": 0.5},
    ],
)  # fmt: skip
def test_fields_that_are_wrong(fields: Any):
    """MG-HP-1."""
    with pytest.raises(ValidationError):
        sheet(**fields)


def test_attributes_are_needed():
    """MG-HP-1."""
    for attribute in ("str", "crd", "pow", "pur"):
        with pytest.raises(ValidationError):
            read_sheet({k: v for k, v in PLAIN.items() if k != attribute})


@pytest.mark.parametrize(
    "options",
    [
        {"order": "fastest"}, {"rounding": "none"}, {"death_at": 1}, {"swoon": "never"},
        {"swoon_turns": 0}, {"swoon_turns": "d6"}, {"swoon_turns": True},
        {"deprivation_penalty": -1}, {"luck": 1}, {"shield_with_heavy_weapon": "yes"},
    ],
)  # fmt: skip
def test_options_refused(options: Any):
    """MG-TURN-1."""
    with pytest.raises(ValidationError):
        TypeAdapter(Options).validate_python(options)


def test_the_defaults():
    """MG-TURN-1, MG-DMG-1, MG-DMG-4, MG-FAT-6, MG-FAT-7, MG-FAT-8."""
    options = Options()
    assert (options.order, options.rounding, options.death_at) == ("listed", "down", None)
    assert (options.swoon, options.swoon_turns, options.deprivation_penalty) == ("double", "d10", 1)


@pytest.mark.parametrize("example", SHEETS, ids=lambda example: example.name)
def test_examples_fight_as_they_stand(example: Any):
    """MG-HP-1."""
    assert fight(Recruit(name=example.name, side="x", sheet=example.body)).acting
