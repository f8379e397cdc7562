"""What a game master changes, and conditions that count and pass."""

import pytest
from pydantic import ValidationError

from app.engine.encounter import Adjust, Pass
from app.rules.tides_of_ichor.commands import Attack
from app.rules.tides_of_ichor.sheet import read_sheet
from app.rules.tides_of_ichor.tables.gear import ARMOR_BY_NAME, WEAPONS_BY_NAME
from tests.rules.tides_of_ichor.fights import PLAIN, duel, events_of, only


def adjust(combatant: str, **fields) -> Adjust:
    return Adjust(combatant=combatant, reason="so be it", **fields)


def test_at_0_the_acting_one_dies_and_the_turn_passes():
    story = duel().when(adjust("sotek", state={"w": 0})).rolling()
    assert story.state.combatants["sotek"].status == "dead"
    assert story.state.acting == "orc"


def test_the_dead_live_again_with_wounds():
    story = duel().when(adjust("orc", state={"w": 0})).rolling()
    alive = story.when(adjust("orc", state={"w": 3})).rolling()
    assert (alive.state.combatants["orc"].status, alive.state.combatants["orc"].wounds) == (
        "active",
        3,
    )


def test_a_lower_maximum_takes_the_wounds_along():
    story = duel().when(adjust("orc", sheet={"w": 4})).rolling()
    assert story.state.combatants["orc"].wounds == 4
    story.when(adjust("orc", state={"w": 5})).refused("invalid-command", most=4)


def test_a_sheet_is_patched_field_by_field():
    story = duel().when(adjust("orc", sheet={"armor": "heavy", "ws": 50})).rolling()
    sheet = story.state.combatants["orc"].sheet
    assert (sheet.armor, sheet.armor_class, sheet.ws, sheet.bs) == (5, "heavy", 50, 30)
    assert only(story, "combatant_adjusted").changed == ("sheet",)


@pytest.mark.parametrize(
    "fields", [{"sheet": {"hp": 3}}, {"state": {"hp": 3}}, {"state": {"w": True}}]
)
def test_unknown_fields_are_refused(fields):
    with pytest.raises(ValidationError):
        duel().when(adjust("orc", **fields)).rolling()


def test_zone_and_used_abilities_can_be_set():
    story = duel().when(adjust("orc", state={"zone": 4, "used": ["Mighty"]})).rolling()
    assert (story.state.combatants["orc"].zone, story.state.combatants["orc"].used) == (
        4,
        ("Mighty",),
    )
    story.when(adjust("orc", state={"zone": 6})).refused("off-the-field")


def test_a_condition_counts_in_target_numbers_and_passes_with_its_bearers_turns():
    weak = {"name": "weak", "cause": "poison", "ws": -10, "turns": 1}
    story = duel().when(adjust("sotek", add_conditions=(weak,))).rolling()
    struck = story.when(Attack(actor="sotek", target="orc")).rolling(1)
    assert only(struck, "attack_rolled").number == 50
    assert only(struck, "condition_ticked").left == 0
    assert struck.state.combatants["sotek"].conditions == ()
    back = struck.when(Pass(actor="orc")).rolling().when(Attack(actor="sotek", target="orc"))
    assert only(back.rolling(1), "attack_rolled").number == 40


def test_a_condition_without_an_end_stays_until_it_is_removed():
    story = duel().when(adjust("sotek", add_conditions=("marked",))).rolling()
    story = story.when(Pass(actor="sotek")).rolling().when(Pass(actor="orc")).rolling()
    assert [c.name for c in story.state.combatants["sotek"].conditions] == ["marked"]
    story = story.when(adjust("sotek", remove_conditions=("Marked",))).rolling()
    assert story.state.combatants["sotek"].conditions == ()
    story.when(adjust("sotek", remove_conditions=("marked",))).refused("unknown-condition")


def test_a_stat_never_counts_below_1():
    cursed = {"name": "cursed", "t": -100}
    story = duel().when(adjust("orc", add_conditions=(cursed,))).rolling()
    struck = story.when(Attack(actor="sotek", target="orc")).rolling(99, 99, 1)
    assert only(struck, "wound_rolled").toughness == 1


def test_the_catalogue_fills_in_what_a_name_means_and_the_sheet_overrides_it():
    assert {n: (w["damage"], w["range"], w["strength"]) for n, w in WEAPONS_BY_NAME.items()} == {
        "fist": ("1d5", "melee", None),
        "dagger": ("1d5+1", "melee", None),
        "sword": ("1d10", "melee", None),
        "axe": ("1d10", "melee", None),
        "mace": ("1d10", "melee", None),
        "great weapon": ("2d10", "melee", None),
        "bow": ("1d10", "medium", None),
        "longbow": ("1d10", "long", None),
        "crossbow": ("1d10+2", "long", 40),
        "handgun": ("1d10+4", "medium", 45),
    }
    assert {n: (a["armor"], a["armor_class"]) for n, a in ARMOR_BY_NAME.items()} == {
        "none": (0, "none"),
        "hide": (1, "light"),
        "light": (2, "light"),
        "medium": (3, "heavy"),
        "heavy": (5, "heavy"),
    }
    sheet = read_sheet(
        {**PLAIN, "armor": "Hide", "shield": {"name": "shield"}, "block": 5,
         "weapons": [{"name": "Sword", "damage": "1d10+1"}]}
    )  # fmt: skip
    assert (sheet.armor, sheet.armor_class, sheet.block_chance) == (1, "light", 20)
    assert (sheet.weapons[0].kind, sheet.weapons[0].damage) == ("melee", "1d10+1")


def test_an_adjustment_of_someone_else_takes_no_turn():
    story = duel().when(adjust("orc", name="Grub")).rolling()
    assert not events_of(story, "turn_ended")
    assert story.state.combatants["orc"].name == "Grub"
