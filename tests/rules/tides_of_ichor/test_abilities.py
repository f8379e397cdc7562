"""Abilities of the sheet: other numbers, zones, once an encounter (TI-KEY-5, TI-LINE-4)."""

import pytest

from app.engine.encounter import Pass
from app.rules.tides_of_ichor.commands import UseAbility
from app.rules.tides_of_ichor.refusals import SpellRequirements
from app.rules.tides_of_ichor.sheet import check_spells, read_sheet
from tests.rules.tides_of_ichor.fights import PLAIN, duel, events_of, field, fight, only, recruit


def use(ability: str, **fields) -> UseAbility:
    return UseAbility(actor="sotek", ability=ability, **fields)


def test_a_basic_attack_with_other_numbers():
    """40+30-30-(-10) = 50 to hit, 40-20 = 20 to wound, 5+3 damage."""
    blow = {"name": "Mighty", "kind": "attack", "hit": -10, "wound": 20, "damage": 3}
    story = duel(abilities=[blow]).when(use("Mighty", target="orc")).rolling(51, 21, 5)
    assert only(story, "attack_rolled").number == 50
    assert only(story, "wound_rolled").number == 20
    assert only(story, "damage_rolled").damage == 8


def test_an_ability_has_its_own_weapon_or_those_of_the_sheet():
    own = {"name": "Spit", "kind": "attack", "weapon": {"name": "bow"}}
    story = duel(abilities=[own]).when(use("spit", target="orc")).rolling(1)
    assert only(story, "attack_rolled").weapon == "bow"
    duel(abilities=[own]).when(use("spit", target="orc", weapon="sword")).refused("unknown-weapon")


def test_powerful_is_once_an_encounter():
    """TI-KEY-5."""
    blow = {"name": "Mighty", "kind": "attack", "powerful": True}
    story = duel(abilities=[blow, {"name": "Plain", "kind": "attack"}])
    used = story.when(use("Mighty", target="orc")).rolling(1)
    again = used.when(UseAbility(actor="orc", ability="x", target="sotek"))
    again.refused("unknown-ability")
    back = used.when(Pass(actor="orc")).rolling()
    back.when(use("Mighty", target="orc")).refused("already-used", ability="Mighty")
    back.when(use("Plain", target="orc")).rolling(1)


@pytest.mark.parametrize("keyword", ["no_dodge", "no_block"])
def test_an_ability_may_forbid_dodge_or_block(keyword: str):
    """TI-KEY-3."""
    blow = {"name": "Feint", "kind": "attack", keyword: True}
    story = duel(abilities=[blow], foe={"dodge": 50, "block": 50})
    struck = story.when(use("Feint", target="orc")).rolling(99, 99, 1)
    assert [d.purpose for d in struck.dice][1] == ("block" if keyword == "no_dodge" else "dodge")


@pytest.mark.parametrize(
    ("affects", "hit"),
    [("enemies", ["orc-1", "orc-2"]), ("allies", ["ally"]), ("all", ["ally", "orc-1", "orc-2"])],
)
def test_an_attack_on_a_zone_hits_each_with_dice_of_their_own(affects: str, hit: list[str]):
    """TI-LINE-4: all enemies, all allies or all in a zone; never its maker; not the next zone."""
    sweep = {"name": "Sweep", "kind": "zone_attack", "affects": affects}
    story = fight(
        recruit("Sotek", "heroes", abilities=[sweep], weapons=[{"name": "sword"}]),
        recruit("Ally", "heroes"),
        recruit("Orc", "foes", count=2),
        recruit("Far", "foes", zone=1),
    )
    swept = story.when(use("Sweep", zone=0)).rolling(*[1] * len(hit))
    assert [e.defender for e in events_of(swept, "attack_rolled")] == hit


def test_a_zone_that_cannot_be():
    sweep = {"name": "Sweep", "kind": "zone_attack"}
    story = fight(
        recruit("Sotek", "heroes", abilities=[sweep], weapons=[{"name": "sword"}]),
        recruit("Orc", "foes", zone=1),
    )
    story.when(use("Sweep", zone=0)).refused("nobody-there")
    story.when(use("Sweep", zone=1)).refused("out-of-range", distance=1)
    story.when(use("Sweep", zone=6)).refused("off-the-field")
    story.when(use("Sweep", target="orc")).refused("invalid-command")
    story.when(use("Sweep", zone=1, target="orc")).refused("invalid-command")


def test_an_ability_on_a_target_takes_no_zone():
    story = duel(abilities=[{"name": "Plain", "kind": "attack"}])
    story.when(use("Plain", zone=0)).refused("invalid-command")
    story.when(use("Plain")).refused("invalid-command")


SPELL = {"name": "Spark", "level": 1, "rank": 3, "max_rank": 3}


@pytest.mark.parametrize(
    ("level", "mastered", "known"),
    [(1, 0, True), (2, 0, False), (2, 1, True), (3, 1, True), (4, 1, False), (4, 2, True),
     (5, 1, False), (5, 2, True), (6, 2, False), (6, 3, True)],
)  # fmt: skip
def test_higher_spells_take_mastered_lower_ones(level: int, mastered: int, known: bool):
    """TI-CAST-7: 1 for levels 2 and 3, 2 for 4 and 5, 3 for 6."""
    spells = [{**SPELL, "name": f"Spark {n}"} for n in range(mastered)]
    spells.append({"name": "Great", "level": level, "rank": 1, "max_rank": 2})
    sheet = read_sheet({**PLAIN, "spells": spells})
    if known:
        check_spells(sheet)
    else:
        with pytest.raises(SpellRequirements):
            check_spells(sheet)


def test_an_unmastered_lower_spell_does_not_count():
    """TI-CAST-7: at its highest rank."""
    spells = [{**SPELL, "rank": 2}, {"name": "Great", "level": 2}]
    with pytest.raises(SpellRequirements):
        check_spells(read_sheet({**PLAIN, "spells": spells}))


def test_the_requirement_can_be_switched_off():
    """TI-CAST-7: *option* `enforce_spell_requirements`."""
    wizard = recruit("Wizard", "a", spells=[{"name": "Doom", "level": 6}])
    field(wizard, enforce_spell_requirements=False)
    with pytest.raises(SpellRequirements):
        field(wizard)
