"""What a sheet and options may say."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.engine.encounter import Recruit
from app.engine.refusals import Invalid
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.conditions import read_condition
from app.rules.desdaemona.sheet import SHEET, read_sheet
from app.rules.desdaemona.state import OPTIONS, Options
from app.rules.desdaemona.tables import disabilities, effects, gear, kinds, stamina
from tests.rules.desdaemona.fights import PLAIN, fight, recruit

ROWS = Options().condition_rows


def read(**fields: Any) -> Any:
    return read_sheet({**PLAIN, **fields}, ROWS)


def test_stats_of_any_name_in_any_case():
    assert read(stats={"str": 3, "Wil": 7}).stats == {"STR": 3, "WIL": 7}


def test_a_name_alone_brings_its_row():
    """SD-ROLL-3, SD-PAS-4"""
    sheet = read(
        weapons=[{"name": "sword"}, {"name": "Bow", "attack": [5]}, {"name": "stick"}],
        spells=[{"name": "sleep"}, {"name": "fireball", "sta": 9}],
        powers=[{"name": "ward"}],
        potions=[{"name": "Healing draught"}, {"name": "beer"}],
        conditions=[{"name": "lost hand", "cause": "a wolf"}],
    )
    sword, bow, stick = sheet.weapons
    assert (sword.attack, sword.kinds) == ((2, 2), ("close_physical",))
    assert (bow.name, bow.attack, bow.kinds) == ("Bow", (5,), ("ranged_physical",))
    assert stick.kinds == ("close_physical",)
    assert sheet.spells[0].conditions[0].skip_turn
    assert (sheet.spells[1].sta, sheet.spells[1].area) == (9, True)
    assert sheet.powers[0].conditions[0].shield == 1
    assert [potion.hp for potion in sheet.potions] == [20, 0]
    (hand,) = sheet.conditions
    assert (hand.cause, hand.percent("close_physical", "attack")) == ("a wolf", -25)


def test_a_sheet_survives_json():
    """Rows are filled in once: reading what was read changes nothing."""
    sheet = read(weapons=[{"name": "sword"}], spells=[{"name": "sleep"}], flight={"by": "nature"})
    assert read_sheet(SHEET.dump_python(sheet, mode="json"), ROWS) == sheet


@pytest.mark.parametrize(
    "fields",
    [
        {"hp": 0},
        {"sta": 0},
        {"sta": 1001},
        {"hp": "9"},
        {"hp": True},
        {"stats": {"STR": -1}},
        {"stats": {"STR": 1001}},
        {"stats": {"S T R": 3}},
        {"stats": []},
        {"stats": {"STR": True}},
        {"luck": 3},
        {"weapons": {"name": "sword"}},
        {"weapons": ["sword"]},
        {"weapons": [{"name": "x", "kinds": []}]},
        {"weapons": [{"name": "x", "attack": 2}]},
        {"weapons": [{"name": "x", "damage": [{"times": 1.5}]}]},
        {"weapons": [{"name": "  "}]},
        {"spells": [{"name": "x", "kind": "close_physical", "conditions": ["asleep"]}]},
        {"conditions": [{"name": "x", "turns": 0}]},
        {"conditions": [{"name": "x", "penalties": [{"attack": 5}]}]},
        {"conditions": [{"name": "x", "shake_off": ["CON"]}]},
        {"conditions": [{"name": "x", "modifiers": [{"to": "9", "by": 1}]}]},
        {"flight": {"by": "kite"}},
    ],
)
def test_wrong_fields(fields: Any):
    with pytest.raises(ValidationError):
        read(**fields)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"stats": {"sta": 3}}, "sheet-contradiction"),
        ({"stats": {"HP": 3}}, "sheet-contradiction"),
        ({"weapons": [{"name": "sword"}, {"name": "SWORD"}]}, "sheet-contradiction"),
        ({"conditions": [{"name": "deaf"}, {"name": "Deaf"}]}, "sheet-contradiction"),
        ({"spells": [{"name": "doom"}]}, "not-in-table"),
        ({"powers": [{"name": "aura"}]}, "not-in-table"),
    ],
)
def test_contradictions(fields: Any, code: str):
    with pytest.raises(Invalid) as refusal:
        read(**fields)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "fields",
    [
        {"weapons": [{"name": "x", "kinds": ["mental"]}]},
        {"items": [{"name": "x", "kinds": ["mental"]}]},
        {"skills": [{"name": "x", "kinds": ["mental"]}]},
        {"spells": [{"name": "x", "kind": "mental"}]},
    ],
)
def test_things_of_a_kind_that_there_is_not(fields: Any):
    """SD-KIND-1"""
    with pytest.raises(Invalid) as refusal:
        fight(recruit("A", **fields))
    assert (refusal.value.code, refusal.value.facts["kind"]) == ("unknown-kind", "mental")
    kinds = {"mental": {"attack": ["INT", "CON"], "defence": ["INT", "CON"], "reach": "close"}}
    assert "a" in fight(recruit("A", **fields), kinds=kinds).combatants


@pytest.mark.parametrize(
    "options",
    [
        {"kinds": {"x": {"attack": ["STR"], "defence": ["STR", "DEX"], "reach": "close"}}},
        {"kinds": {"x": {"attack": ["STR", "DEX"], "defence": ["STR", "DEX"], "reach": "far"}}},
        {"kinds": {"X y": {"attack": ["STR", "DEX"], "defence": ["STR", "DEX"], "reach": "close"}}},
        {"stamina_costs": "two"},
        {"stamina_costs": {"close_physical": {"attack": -1}}},
        {"rounding": "odd"},
        {"disabilities": {"x": [{"attack": -101}]}},
        {"order": "dex"},
    ],
)
def test_wrong_options(options: Any):
    with pytest.raises(ValidationError):
        OPTIONS.validate_python(options, strict=False)


def test_options_survive_json():
    """SD-KIND-1: all kinds stand in them, also those that nobody gave."""
    kinds = {"mental": {"attack": ["INT", "CON"], "defence": ["INT", "CON"], "reach": "close"}}
    options = OPTIONS.validate_python({"kinds": kinds}, strict=False)
    dumped = OPTIONS.dump_json(options)
    assert len(options.kinds) == 5
    assert OPTIONS.validate_json(dumped) == options


# --- tables -------------------------------------------------------------------------------------


def test_the_figures_of_the_source():
    """SD-DIS-3: blind and deaf, -30% and -30% -25%; a lost hand -25%."""
    blind, deaf, hand = (read_condition(name, ROWS) for name in ("blind", "deaf", "lost hand"))
    close = "close_physical"
    assert (blind.percent(close, "attack"), deaf.percent(close, "attack")) == (-30, 0)
    assert (blind.percent(close, "defence"), deaf.percent(close, "defence")) == (-30, -25)
    assert hand.percent(close, "attack") == -25


def test_every_row_of_a_table_can_be_used():
    """SD-DIS-3, SD-PAS-4"""
    for name in (*disabilities.DISABILITIES_BY_NAME, *effects.EFFECTS_BY_NAME):
        assert read_condition(name, ROWS).name == name
        assert RULESET.condition_names[name]
    sheet = read(
        weapons=[{"name": name} for name in gear.WEAPONS],
        spells=[{"name": name} for name in gear.SPELLS],
        powers=[{"name": name} for name in gear.POWERS],
        potions=[{"name": name} for name in gear.POTIONS],
    )
    comer = Recruit(name="A", side="x", sheet=SHEET.dump_python(sheet, mode="json"))
    assert fight(comer).combatants["a"].sheet == sheet


def test_tables_as_they_are_served():
    rows = {name: table.describe()["rows"] for name, table in RULESET.tables.items()}
    assert rows["kinds"][0]["attack"] == "STR+DEX"
    assert [row["defence"] for row in rows["stamina"]] == [2, 1, 2, 2]
    assert rows["disabilities"][0]["close_physical_attack"] == -30
    assert {"name": "asleep", "does": "loses turns, -50% defence; of a spell"} in rows["effects"]
    assert rows["weapons"][1] == {
        "name": "sword", "kinds": "close_physical", "attack": "+2, +2", "damage": None,
    }  # fmt: skip
    assert rows["spells"][2]["damage"] == "x2"
    assert rows["spells"][4]["conditions"] == "asleep (3 turns)"
    assert [len(rows[name]) for name in ("kinds", "stamina")] == [
        len(kinds.KINDS), len(stamina.DIGEST),
    ]  # fmt: skip


def test_a_condition_by_name_or_as_an_object():
    assert read_condition("Deaf", ROWS).percent("close_physical", "defence") == -25
    mark = read_condition({"name": "tattooed", "cause": "a bet"}, ROWS)
    assert (mark.cause, mark.penalties, mark.modifiers) == ("a bet", (), ())
    more = read_condition({"name": "poisoned", "damage": 9}, ROWS)
    assert (more.damage, more.spell) == (9, True)
