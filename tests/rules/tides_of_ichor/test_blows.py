"""To hit, to wound, damage, and the keywords between them (TI-HIT, TI-KEY, TI-WOUND, TI-DMG)."""

import pytest

from app.rules.tides_of_ichor.blows import strength_part, target_number
from app.rules.tides_of_ichor.commands import Attack, Charge, UseAbility
from tests.rules.tides_of_ichor.fights import duel, events_of, fight, only, recruit

STRIKE = Attack(actor="sotek", target="orc")
BOW = {"name": "bow"}


@pytest.mark.parametrize(("face", "hit"), [(1, False), (24, False), (25, False), (26, True)])
def test_strictly_higher_hits_and_equal_misses(face: int, hit: bool):
    """TI-HIT-1: 40 + 30 - 45 = 25."""
    story = duel(ws=45, foe={"ws": 30}).when(STRIKE).rolling(face, *([1] if hit else []))
    rolled = only(story, "attack_rolled")
    assert (rolled.base, rolled.attack, rolled.defence, rolled.number) == (40, 45, 30, 25)
    assert rolled.hit is hit


def test_melee_is_ws_against_ws():
    """TI-HIT-2."""
    story = duel(ws=50, bs=1, foe={"ws": 20, "ag": 5}).when(STRIKE).rolling(1)
    assert only(story, "attack_rolled").number == 40 + 20 - 50


def test_ranged_is_bs_against_ag():
    """TI-HIT-2."""
    story = duel(ws=1, bs=50, weapons=[BOW], foe={"ws": 99, "ag": 20}).when(STRIKE).rolling(1)
    assert only(story, "attack_rolled").number == 40 + 20 - 50


@pytest.mark.parametrize(
    ("options", "hit", "wound"),
    [
        ({}, 40, 40),
        ({"base_number": 50}, 50, 50),
        ({"hit_base": 50}, 50, 40),
        ({"base_number": 50, "wound_base": 40}, 50, 40),
    ],
)
def test_the_base_number_is_an_option(options, hit: int, wound: int):
    """TI-HIT-3: 40; 50 is the first printing; each roll may have its own."""
    story = duel(options=options).when(STRIKE).rolling(99, 1)
    assert only(story, "attack_rolled").number == hit
    assert only(story, "wound_rolled").number == wound


@pytest.mark.parametrize(("attack", "defence", "number"), [(100, 1, 5), (1, 100, 95), (95, 60, 5)])
def test_odds_stay_within_5_and_95(attack: int, defence: int, number: int):
    """TI-HIT-4."""
    story = duel(ws=attack, foe={"ws": defence}).when(STRIKE).rolling(number)
    assert only(story, "attack_rolled").number == number
    assert not only(story, "attack_rolled").hit
    over = duel(ws=attack, foe={"ws": defence}).when(STRIKE).rolling(number + 1, 1)
    assert only(over, "attack_rolled").hit
    assert target_number(40, 30, 30, bonus=90) == 5


def test_the_number_is_held_after_every_modifier():
    """TI-HIT-4: 40 + 100 - 1 - 30 is over 95 before the hold, so a bonus of 30 changes nothing."""
    ability = {"name": "Aim", "kind": "attack", "hit": 30}
    story = duel(ws=1, abilities=[ability], foe={"ws": 100})
    used = story.when(UseAbility(actor="sotek", target="orc", ability="Aim")).rolling(95)
    assert only(used, "attack_rolled").number == 95


def test_a_melee_weapon_reaches_its_own_zone_unless_it_says_more():
    """TI-HIT-5."""
    spear = {"name": "Spear", "kind": "melee", "damage": "1d10", "range": "short"}
    foe = recruit("Orc", "foes", zone=1)
    short = fight(recruit("Sotek", "heroes", weapons=[{"name": "sword"}]), foe)
    short.when(STRIKE).refused("out-of-range", distance=1)
    fight(recruit("Sotek", "heroes", weapons=[spear]), foe).when(STRIKE).rolling(1)


def test_shooting_at_distance_0_is_allowed():
    """TI-HIT-5."""
    duel(weapons=[BOW]).when(STRIKE).rolling(1)


@pytest.mark.parametrize(("face", "avoided"), [(19, True), (20, False), (21, False)])
def test_percents_trigger_strictly_under(face: int, avoided: bool):
    """TI-KEY-1, TI-KEY-2: dodge 20, after a confirmed hit and before the wound roll."""
    story = duel(foe={"dodge": 20}).when(STRIKE).rolling(99, face, *([] if avoided else [1]))
    assert [d.purpose for d in story.dice][:2] == ["to-hit", "dodge"]
    assert only(story, "dodge_rolled").avoided is avoided
    assert bool(events_of(story, "wound_rolled")) is not avoided


@pytest.mark.parametrize("percent", [0, 1])
def test_a_chance_that_cannot_come_asks_no_die(percent: int):
    """TI-KEY-1: nothing is under 1."""
    duel(foe={"dodge": percent, "block": percent, "ward": percent}, critical=percent).when(
        STRIKE
    ).rolling(99, 99, 5)


def test_a_miss_asks_for_no_dodge():
    """TI-KEY-2."""
    duel(foe={"dodge": 50}).when(STRIKE).rolling(1)


def test_block_comes_after_dodge_and_a_shield_adds_to_it():
    """TI-KEY-3: block 10 and a shield of 15 stop on 24, not on 25."""
    foe = {"dodge": 20, "block": 10, "shield": {"name": "shield"}}
    blocked = duel(foe=foe).when(STRIKE).rolling(99, 50, 24)
    assert [d.purpose for d in blocked.dice] == ["to-hit", "dodge", "block"]
    assert only(blocked, "block_rolled").percent == 25
    assert only(duel(foe=foe).when(STRIKE).rolling(99, 50, 25, 1), "block_rolled").avoided is False


@pytest.mark.parametrize("keyword", ["no_dodge", "no_block"])
def test_an_attack_may_forbid_dodge_or_block(keyword: str):
    """TI-KEY-2, TI-KEY-3: on the weapon."""
    foe = {"dodge": 50, "block": 50}
    weapon = {"name": "sword", keyword: True}
    story = duel(foe=foe, weapons=[weapon]).when(STRIKE).rolling(99, 99, 1)
    assert [d.purpose for d in story.dice][1] == ("block" if keyword == "no_dodge" else "dodge")


def test_a_critical_doubles_the_weapon_and_its_flat_bonus_but_not_the_strength():
    """TI-KEY-4: (6+4)*2 + (45-30)/5 - 1 = 22; rolled after the wound, before the damage."""
    weapon = {"name": "Axe", "kind": "melee", "damage": "1d10+4"}
    story = duel(s=45, critical=30, weapons=[weapon], foe={"armor": 1, "w": 30})
    struck = story.when(STRIKE).rolling(99, 99, 29, 6)
    assert [d.purpose for d in struck.dice] == ["to-hit", "to-wound", "critical", "damage"]
    rolled = only(struck, "damage_rolled")
    assert (rolled.weapon, rolled.critical, rolled.strength_part, rolled.damage) == (
        10,
        True,
        3,
        22,
    )
    plain = only(story.when(STRIKE).rolling(99, 99, 30, 6), "damage_rolled")
    assert (plain.critical, plain.damage) == (False, 12)


@pytest.mark.parametrize(("face", "wounded"), [(35, False), (36, True)])
def test_the_wound_roll_is_toughness_against_strength(face: int, wounded: bool):
    """TI-WOUND-1: 40 + 40 - 45 = 35, strictly higher."""
    story = duel(s=45, foe={"t": 40}).when(STRIKE).rolling(99, face, *([1] if wounded else []))
    rolled = only(story, "wound_rolled")
    assert (rolled.strength, rolled.toughness, rolled.number) == (45, 40, 35)
    assert rolled.wounded is wounded


def test_a_ranged_weapon_uses_its_own_strength_in_wound_and_damage():
    """TI-WOUND-1, TI-DMG-1: a handgun of S 45 in weak hands; (45-30)/5 = 3."""
    story = duel(s=5, weapons=[{"name": "handgun"}]).when(STRIKE).rolling(99, 99, 1)
    assert only(story, "wound_rolled").strength == 45
    assert only(story, "damage_rolled").strength_part == 3


def test_a_bow_takes_the_archers_strength():
    """TI-WOUND-1, TI-DMG-1."""
    story = duel(s=50, weapons=[BOW]).when(STRIKE).rolling(99, 99, 1)
    assert only(story, "wound_rolled").strength == 50
    assert only(story, "damage_rolled").strength_part == 4


@pytest.mark.parametrize(
    ("strength", "toughness", "part"),
    [(45, 40, 1), (44, 40, 0), (40, 40, 0), (33, 40, -1), (36, 40, 0), (31, 40, -1), (30, 40, -2)],
)
def test_decimals_are_dropped_towards_zero(strength: int, toughness: int, part: int):
    """TI-DMG-1: -7/5 is -1, not -2."""
    assert strength_part(strength, toughness) == part


def test_damage_is_weapon_and_strength_less_armor_and_reduction():
    """TI-DMG-1, TI-DMG-2: 9 + 2 - 3 - 2 = 6."""
    story = duel(s=40, foe={"armor": 3, "dr": 2}).when(STRIKE).rolling(99, 99, 9)
    assert only(story, "damage_rolled").damage == 6
    assert story.state.combatants["orc"].wounds == 4


def test_damage_is_never_below_0_and_then_there_is_nothing_to_ward():
    """TI-DMG-2."""
    story = duel(foe={"armor": 50, "ward": 90}).when(STRIKE).rolling(99, 99, 9)
    assert only(story, "damage_rolled").damage == 0
    assert story.state.combatants["orc"].wounds == 10


@pytest.mark.parametrize(("face", "left"), [(29, 10), (30, 5)])
def test_a_ward_stops_it_all(face: int, left: int):
    """TI-DMG-2: after everything else."""
    story = duel(foe={"ward": 30}).when(STRIKE).rolling(99, 99, 5, face)
    assert [d.purpose for d in story.dice] == ["to-hit", "to-wound", "damage", "ward"]
    assert story.state.combatants["orc"].wounds == left


def test_at_0_the_target_is_slain_and_shown_at_0():
    """TI-DMG-3."""
    story = duel(foe={"w": 3}).when(STRIKE).rolling(99, 99, 9)
    orc = story.state.combatants["orc"]
    assert (orc.wounds, orc.status) == (0, "dead")
    assert only(story, "wounds_lost").wounds == 9
    assert only(story, "combatant_slain").by == "sotek"


@pytest.mark.parametrize(("base", "numbers"), [(50, (35, 45)), (40, (25, 35))])
def test_sotek_charges_the_orc(base: int, numbers):
    """TI-EX-2 and TI-EX-4."""
    story = fight(
        recruit("Sotek", "heroes", ws=45, s=45, zone=3, weapons=[{"name": "great weapon"}]),
        recruit("Orc", "foes", t=40, zone=2, armor="hide"),
        base_number=base,
    )
    charge = story.when(Charge(actor="sotek", target="orc", zone=2)).rolling(76, 47, 6, 7)
    assert (only(charge, "attack_rolled").number, only(charge, "wound_rolled").number) == numbers
    assert only(charge, "damage_rolled").damage == 13
    assert charge.state.combatants["orc"].status == "dead"


@pytest.mark.parametrize(("base", "number"), [(50, 23), (40, 13)])
def test_quetlz_shoots_and_misses(base: int, number: int):
    """TI-EX-3 and TI-EX-4."""
    story = fight(
        recruit("Quetlz", "heroes", bs=39, zone=4, weapons=[BOW]),
        recruit("Orc", "foes", ag=12, zone=2),
        base_number=base,
    )
    shot = story.when(Attack(actor="quetlz", target="orc", weapon="bow")).rolling(8)
    assert (only(shot, "attack_rolled").number, only(shot, "attack_rolled").hit) == (number, False)
    assert shot.state.acting == "orc"


def test_who_has_no_weapon_has_fists():
    """The catalogue's fist; its damage is an option."""
    story = duel(weapons=[]).when(STRIKE).rolling(99, 99, 5)
    assert only(story, "attack_rolled").weapon == "fist"
    heavy = duel(weapons=[], options={"unarmed_damage": "1d3"}).when(STRIKE)
    heavy.refused("die-impossible", 99, 99, 5)


def test_whom_one_cannot_attack():
    story = fight(recruit("Sotek", "a"), recruit("Ally", "a"), recruit("Orc", "b", w=1))
    for target in ("sotek", "ally"):
        story.when(Attack(actor="sotek", target=target)).refused("cannot-target", target=target)
    slain = story.when(STRIKE).rolling(99, 99, 5)
    back = slain.when(Attack(actor="ally", target="orc"))
    back.refused("cannot-target", status="dead")


def test_several_weapons_that_fit_must_be_named():
    story = duel(weapons=[{"name": "sword"}, {"name": "axe"}])
    story.when(STRIKE).refused("weapon-unclear", weapons=["sword", "axe"])
    story.when(Attack(actor="sotek", target="orc", weapon="AXE")).rolling(1)
    story.when(Attack(actor="sotek", target="orc", weapon="spoon")).refused(
        "unknown-weapon", weapons=["sword", "axe"]
    )
