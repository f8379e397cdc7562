"""Sheets, gear, spells a wizard may know, and the options."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from app.engine.encounter import Join, Open, Recruit
from app.engine.refusals import Refused
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.examples import SHEETS
from app.rules.tides_of_ichor.gear import Shield, Weapon
from app.rules.tides_of_ichor.options import Options
from app.rules.tides_of_ichor.sheet import Sheet, read_sheet
from app.rules.tides_of_ichor.tables.spells import SPELLS_BY_NAME
from app.rules.tides_of_ichor.tables.weapons import WEAPONS_BY_NAME
from tests.rules.tides_of_ichor.fights import PLAIN, fight, late, opened, recruit
from tests.stories import given


def sheet(**fields: Any) -> Sheet:
    return read_sheet({**PLAIN, **fields})


@pytest.mark.parametrize("name", list(WEAPONS_BY_NAME))
def test_a_weapon_by_its_name_alone(name: str):
    """TI-HIT-5: the ranges of the catalogue."""
    (weapon,) = sheet(weapons=[{"name": name}]).weapons
    row = WEAPONS_BY_NAME[name]
    assert (weapon.kind, weapon.range, weapon.damage, weapon.strength) == (
        row["kind"], row["range"], row["damage"], row["strength"],
    )  # fmt: skip


def test_the_sheet_overrides_the_catalogue():
    (weapon,) = sheet(weapons=[{"name": "Sword", "damage": "2d6", "no_block": True}]).weapons
    assert weapon == Weapon(name="Sword", kind="melee", damage="2d6", no_block=True)


@pytest.mark.parametrize(
    ("armor", "points", "kind"),
    [("none", 0, "none"), ("hide", 1, "light"), ("light", 2, "light"), ("medium", 3, "heavy"),
     ("Heavy", 5, "heavy"), (7, 7, "none")],
)  # fmt: skip
def test_armor_by_points_or_by_name(armor: Any, points: int, kind: str):
    """TI-DMG-1."""
    worn = sheet(armor=armor)
    assert (worn.armor, worn.armor_class) == (points, kind)
    assert sheet(armor=armor, armor_class="light").armor_class == "light"


def test_a_shield_by_name_or_by_number():
    """TI-KEY-3."""
    assert sheet(shield={"name": "shield"}).shield == Shield(name="shield", block=15)
    assert sheet(shield={"name": "Pavise", "block": 40}).shield == Shield(name="Pavise", block=40)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"weapons": [{"name": "Ear-spoon"}]}, "unknown-gear"),
        ({"weapons": [{"name": "Ear-spoon", "kind": "melee"}]}, "unknown-gear"),
        ({"weapons": [{"name": "Elf bow", "kind": "ranged", "damage": "1d10"}]}, "unknown-gear"),
        ({"armor": "mithril"}, "unknown-gear"),
        ({"shield": {"name": "door"}}, "unknown-gear"),
        ({"weapons": [{"name": "axe"}, {"name": "AXE"}]}, "sheet-contradiction"),
        ({"abilities": [{"name": "A", "kind": "attack"}] * 2}, "sheet-contradiction"),
        ({"spells": [{"name": "A", "level": 1}] * 2}, "sheet-contradiction"),
        ({"spells": [{"name": "A", "level": 1, "rank": 2}]}, "sheet-contradiction"),
    ],
)
def test_sheets_refused_in_the_words_of_the_rules(fields: Any, code: str):
    with pytest.raises(Refused) as refusal:
        sheet(**fields)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "fields",
    [
        {"ws": 0}, {"ws": 101}, {"ws": True}, {"ws": "45"}, {"ws": 1.0}, {"ws": None}, {"w": 0},
        {"w": 1001}, {"zone": -1}, {"zone": 20}, {"dodge": 101}, {"ward": -1}, {"armor": 101},
        {"armor": True}, {"armor": None}, {"luck": 3}, {"weapons": "sword"}, {"weapons": ["sword"]},
        {"weapons": [{"kind": "melee", "damage": "1d6"}]}, {"shield": "shield"},
        {"weapons": [{"name": "sword", "damage": "many"}]},
        {"weapons": [{"name": "sword", "damage": "51d6+50d6"}]},
        {"weapons": [{"name": "sword", "range": "far"}]},
        {"weapons": [{"name": "sword"}] * 21},
        {"weapons": [{"name": " "}]}, {"weapons": [{"name": "x" * 101, "kind": "melee"}]},
        {"abilities": [{"name": "A", "kind": "dance"}]}, {"abilities": [{"name": "A"}]},
        {"spells": [{"name": "A", "level": 7}]}, {"spells": [{"name": "A", "level": 0}]},
        {"lores": [""]}, {"lores": ["x"] * 21}, {"casting_bonus": 101},
    ],
)  # fmt: skip
def test_sheets_that_cannot_be_right(fields: Any):
    with pytest.raises((ValidationError, Refused)):
        sheet(**fields)


def test_everything_a_sheet_can_say_survives():
    """TI-CAST-7: magic is on the sheet, and validated."""
    spell = {
        "name": "Fire bolt", "level": 1, "rank": 2, "max_rank": 3, "lore": "fire",
        "targeting": "projectile", "range": "long", "affects": "enemies", "resist": "ag",
        "damage": "1d10+2", "healing": None, "ignores_armor": True, "powerful": True,
        "effect": "the grass burns",
        "changes": [{"stat": "ws", "change": -10, "turns": 2}],
    }  # fmt: skip
    whole = sheet(
        dr=1, ward=2, dodge=3, block=4, critical=5, armor="hide", zone=2, lores=["fire"],
        spells=[spell], casting_bonus=1, spell_power_bonus=2, force_bonus=3, miscast_bonus=-4,
        miscast_roll_bonus=-1, summoned_by_lore="necromancy", shield={"name": "shield"},
        abilities=[{"name": "A", "kind": "zone_attack", "weapon": {"name": "bow"}}],
    )  # fmt: skip
    adapter: TypeAdapter[Sheet] = TypeAdapter(Sheet)
    dumped = adapter.dump_python(whole, mode="json")
    assert read_sheet(dumped) == whole, "what an answer shows can be sent again"
    assert dumped["spells"] == [spell]


def spells(*levels_and_mastery: tuple[int, bool]) -> list[dict[str, Any]]:
    return [
        {"name": f"Spell {n}", "level": level, "rank": 3 if mastered else 2, "max_rank": 3}
        for n, (level, mastered) in enumerate(levels_and_mastery)
    ]


@pytest.mark.parametrize(
    ("known", "allowed"),
    [
        ([(1, False)], True),
        ([(2, True)], False),
        ([(1, False), (2, False)], False),
        ([(1, True), (2, False)], True),
        ([(1, True), (3, False)], True),
        ([(2, True), (2, False)], False),
        ([(1, True), (4, False)], False),
        ([(1, True), (1, True), (4, False)], True),
        ([(1, True), (2, True), (5, False)], True),
        ([(1, True), (2, True), (6, False)], False),
        ([(1, True), (2, True), (4, True), (6, False)], True),
        ([(1, True), (1, True), (6, True), (6, False)], False),
    ],
)
def test_higher_spells_need_lower_ones_at_their_highest_rank(known: Any, allowed: bool):
    """TI-CAST-7: 2-3 need one, 4-5 two, 6 three; *option* `enforce_spell_requirements`."""
    wizard = recruit("Wizard", spells=spells(*known))
    strict = given(RULESET, opened({})).when(Join(combatants=(wizard,)))
    if allowed:
        strict.rolling()
    else:
        strict.refused("spell-requirements")
    lax = opened({"enforce_spell_requirements": False}, wizard)
    assert len(lax.combatants["wizard"].sheet.spells) == len(known)


@pytest.mark.parametrize(
    "options",
    [
        {"base_number": 0}, {"base_number": 100}, {"hit_base": 100}, {"zones": 0}, {"zones": 21},
        {"charge_attack": "bow"}, {"unarmed_damage": ""}, {"unarmed_damage": "fist"},
        {"enforce_spell_requirements": 1}, {"base": 40}, {"base_number": True},
    ],
)  # fmt: skip
def test_options_that_cannot_be_right(options: Any):
    with pytest.raises(ValidationError):
        given(RULESET, RULESET.open(Options())).when(Open(name="x", options=options)).rolling()


def test_spells_by_a_name_from_the_table():
    """TI-CAST-7: what is given beside the name overrides the row; others say their level."""
    (dart, hide, own) = sheet(
        spells=[{"name": "FIRE DART", "damage": "3d10"}, {"name": "Oaken hide"},
                {"name": "Own", "level": 1}],
    ).spells  # fmt: skip
    assert (dart.name, dart.targeting, dart.damage) == ("FIRE DART", "projectile", "3d10")
    assert hide.changes[0].change == 10
    assert own.damage is None
    with pytest.raises(Refused) as refusal:
        sheet(spells=[{"name": "Unheard of"}])
    assert (refusal.value.code, refusal.value.facts["needed"]) == ("unknown-gear", ["level"])


@pytest.mark.parametrize("name", sorted(SPELLS_BY_NAME))
def test_every_ready_spell_can_be_known(name: str):
    """TI-CAST-6: one or two a lore."""
    (spell,) = sheet(spells=[{"name": name}]).spells
    assert spell.lore
    assert spell.damage or spell.healing or spell.changes or spell.effect


def test_the_default_options():
    """TI-HIT-3, TI-LINE-1, TI-MOVE-3, TI-CAST-2, 6 and 7, TI-MIS-2, TI-MIS-R15, TI-MIS-R25."""
    dumped = TypeAdapter(Options).dump_python(Options())
    bolt, daemon = dumped.pop("dark_bolt"), dumped.pop("rift_daemon")
    assert dumped == {
        "base_number": 40, "hit_base": None, "wound_base": None, "spell_power_base": None,
        "casting_base": 40, "repeat_cast_penalty": 10, "miscast_roll": "d6_plus_level",
        "personal_spells": "turn", "zones": 6, "charge_attack": "melee", "unarmed_damage": "1d5",
        "enforce_spell_requirements": True,
    }  # fmt: skip
    shown = ("name", "level", "rank", "targeting", "range", "resist", "damage")
    assert [bolt[field] for field in shown] == [
        "Dark Bolt", 1, 1, "projectile", "medium", "wp", "1d10+2",
    ]  # fmt: skip
    assert daemon == {
        "ws": 30, "bs": 30, "s": 30, "t": 30, "ag": 30, "wp": 40, "w": 10, "armor": 0, "dr": 0,
        "ward": 30, "damage": "1d10",
    }  # fmt: skip


def test_ids_groups_and_names():
    """TI-INIT-2: several like participants, each an individual."""
    state = fight(recruit("Orc", group="orcs", count=2))
    state = late(state, recruit("Orc"), dice=(1,))
    assert list(state.combatants) == ["orc-1", "orc-2", "orc"]
    assert [c.name for c in state.combatants.values()] == ["Orc 1", "Orc 2", "Orc"]


@pytest.mark.parametrize("example", SHEETS, ids=lambda e: e.name)
def test_the_example_sheets_work_as_they_stand(example):
    joined = Join(combatants=(Recruit(name=example.name, side="x", sheet=example.body),))
    given(RULESET, opened({})).when(joined).rolling()


@pytest.mark.parametrize("shape", [RULESET.options, RULESET.sheet, *RULESET.actions])
def test_every_field_has_a_title(shape: type):
    """They fill the API's documentation."""
    schema = TypeAdapter(shape).json_schema()
    for of in (schema, *schema.get("$defs", {}).values()):
        for name, field in of.get("properties", {}).items():
            assert field.get("title") or "$ref" in field or name in ("actor", "target"), name
