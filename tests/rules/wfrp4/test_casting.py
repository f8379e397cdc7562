"""Casting against a CN, criticals, fumbles, overcasting, magic missiles (WF-CAST-1)."""

from typing import Any

import pytest

from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.events import CriticalScored, DamageDealt, TurnSpent, WoundsLost
from app.rules.wfrp4.magic_commands import Cast
from app.rules.wfrp4.magic_events import CastingTested, FellShort, Miscast, TookEffect
from tests.rules.wfrp4.fights import (
    every,
    fight,
    fighter,
    levels,
    only,
    recruit,
    value,
    with_state,
)
from tests.rules.wfrp4.wizards import SPELLS, WIZARD, wizard
from tests.stories import Story, given

A_MINOR = 23  # on its table: Witchlight, which hurts nobody
CUT = 15  # on the tables of criticals: a minor one


def bolt(**told: Any) -> Cast:
    return Cast(actor="mage", spell="bolt", target="foe", **told)


def lore(name: str, **changes: Any) -> list[dict[str, Any]]:
    """The spells, all of one lore, or changed else."""
    return [{"name": spell, "lore": name, **changes} for spell in SPELLS]


def troubles(story: Story) -> list[str]:
    return [event.trouble.kind for event in every(story, Miscast)]


def test_a_spell_is_cast_with_as_many_sl_as_its_cn():
    """WF-CAST-1: Language (Magick), Challenging (+0)."""
    story = wizard().when(bolt()).rolling(28)
    cast = only(story, CastingTested)
    assert (cast.test.number.total, cast.test.sl.total, cast.cn.total) == (60, 4, 4)
    assert cast.cast
    assert only(story, TurnSpent).what == ("action",)


@pytest.mark.parametrize(("face", "sl"), [(30, 3), (60, 0), (61, 0), (97, -3)])
def test_with_fewer_nothing_happens(face: int, sl: int):
    """WF-CAST-1: SL below the CN, and failures; no miscast by that alone."""
    story = wizard().when(bolt()).rolling(face)
    assert not only(story, CastingTested).cast
    assert only(story, CastingTested).test.sl.total == sl
    story.never(TookEffect, WoundsLost, Miscast)


def test_a_failure_casts_nothing_whatever_its_sl():
    """WF-CAST-1: a petty spell takes a success too."""
    petty = Cast(actor="mage", spell="dart", target="foe")
    assert not only(wizard().when(petty).rolling(61), CastingTested).cast


def test_advantage_helps_a_casting():
    """WF-ADV-1, WF-CAST-1: it is a test of the fight."""
    story = with_state(wizard(), "mage", advantage=2).when(bolt()).rolling(48)
    assert only(story, CastingTested).test.number.total == 80
    assert only(story, CastingTested).cast


def test_a_grimoire_doubles_the_cn():
    """WF-CAST-1: a spell that isn't memorised."""
    story = wizard(spells=lore("fire", memorised=False)).when(bolt()).rolling(10)
    cast = only(story, CastingTested)
    assert value(cast.cn.lines, "grimoire") == 4
    assert (cast.cn.total, cast.cast) == (8, False)


def test_a_magic_missile_is_counted_line_by_line():
    """WF-CAST-1: SL + its figure + WPB - TB - AP, where the reversed roll lands."""
    armour = [{"name": "mail coat"}]
    story = wizard({"armour": armour}).when(bolt()).rolling(24)
    damage = only(story, DamageDealt)
    assert damage.location == "right arm", "24 is 42"
    lines = {line.name: line.value for line in damage.damage.lines}
    assert lines == {
        "willpower bonus": 4, "bolt": 4, "sl": 4, "toughness bonus": -3, "mail coat": -2,
    }  # fmt: skip
    assert damage.wounds == 7
    assert only(story, WoundsLost).cause == "spell"


def test_a_magic_missile_takes_at_least_a_wound():
    """WF-CAST-1, WF-ATT-5."""
    story = wizard({"t": 150, "wounds": 9}).when(bolt()).rolling(28)
    assert only(story, DamageDealt).damage.total < 1
    assert fighter(story, "foe").wounds == 8


def test_wounds_past_0_are_critical():
    """WF-CAST-1, WF-ATT-6."""
    story = wizard({"wounds": 3}).when(bolt()).rolling(28, CUT)
    assert only(story, CriticalScored).trouble.because == "wounds"
    assert fighter(story, "foe").wounds == 0


def test_a_critical_casting_wounds_critically_and_miscasts():
    """WF-CAST-1: a success with a double."""
    story = wizard().when(bolt()).rolling(22, CUT, A_MINOR)
    assert only(story, CastingTested).critical_use == "wound"
    assert only(story, CriticalScored).trouble.location == "left arm"
    assert troubles(story) == ["minor miscast"]


def test_total_power_casts_whatever_the_cn():
    """WF-CAST-1: a critical with too few SL."""
    story = wizard().when(bolt()).rolling(55, A_MINOR)
    cast = only(story, CastingTested)
    assert (cast.critical_use, cast.test.sl.total, cast.cast) == ("power", 1, True)
    assert only(story, DamageDealt).wounds == 1 + 4 + 4 - 3


def test_a_critical_may_be_used_as_one_likes():
    """WF-CAST-1: force instead of a critical wound."""
    story = wizard().when(bolt(critical="force")).rolling(22, A_MINOR)
    assert only(story, CastingTested).critical_use == "force"
    story.never(CriticalScored)


def test_power_that_is_not_asked_for_does_not_help():
    """WF-CAST-1: a critical that is used for force falls short of its CN."""
    story = wizard().when(bolt(critical="force")).rolling(55, A_MINOR)
    assert not only(story, CastingTested).cast


def test_instinctive_diction_saves_from_the_miscast():
    """WF-CAST-1: of a critical, not of a fumble."""
    talents = [{"name": "Instinctive Diction"}]
    wizard(talents=talents).when(bolt()).rolling(22, CUT).never(Miscast)
    assert troubles(wizard(talents=talents).when(bolt()).rolling(77, A_MINOR)) == ["minor miscast"]


@pytest.mark.parametrize("face", [66, 77, 88, 99, 100])
def test_a_fumbled_casting_is_a_minor_miscast(face: int):
    """WF-CAST-1, WF-MIS-1: a failed double, or 100."""
    assert troubles(wizard().when(bolt()).rolling(face, A_MINOR)) == ["minor miscast"]


def test_witchcraft_always_miscasts():
    """WF-MIS-1: one more miscast; with a fumble that is a major one."""
    witch = wizard(spells=lore("Witchcraft"))
    assert troubles(witch.when(bolt()).rolling(70, A_MINOR)) == ["minor miscast"]
    assert troubles(witch.when(bolt()).rolling(77, 28)) == ["major miscast"]


def test_malignant_influence_makes_an_8_a_miscast():
    """WF-MIS-1: on the units die, by option."""
    story = wizard(options={"malignant_influence": True})
    assert troubles(story.when(bolt()).rolling(28, A_MINOR)) == ["minor miscast"]
    wizard().when(bolt()).rolling(28).never(Miscast)


def test_an_ingredient_makes_a_miscast_milder():
    """WF-MIS-1: a major one is minor, a minor one none."""
    witch = wizard(spells=lore("witchcraft"))
    assert troubles(witch.when(bolt(ingredient=True)).rolling(77, A_MINOR)) == ["minor miscast"]
    wizard().when(bolt(ingredient=True)).rolling(77).never(Miscast)


def test_metal_armour_costs_sl():
    """WF-CAST-1: -1 SL an AP where there is most, but for the lore of metal (unconfirmed)."""
    mail = [{"name": "mail coat"}, {"name": "leather jack"}]
    cast = only(wizard(armour=mail).when(bolt()).rolling(28), CastingTested)
    assert value(cast.test.sl.lines, "metal armour") == -2
    assert not cast.cast
    metal = wizard(armour=mail, spells=lore("Metal"))
    assert only(metal.when(bolt()).rolling(28), CastingTested).cast
    free = wizard(armour=mail, options={"armour_hinders_magic": False})
    assert only(free.when(bolt()).rolling(28), CastingTested).cast


# --- range, targets, overcasting ------------------------------------------------------------------


def far(yards: int, **told: Any) -> Cast:
    return bolt(distance=yards, **told)


def test_a_spell_reaches_as_far_as_willpower():
    """WF-CAST-1: 40 yards; beyond, each 2 SL over the CN carry it once more."""
    assert only(wizard().when(far(40)).rolling(28), TookEffect).range == 0
    story = wizard().when(far(41)).rolling(8)
    assert only(story, TookEffect).range == 1
    assert only(wizard().when(far(41)).rolling(18), FellShort).needed == 1


def test_what_no_roll_can_reach_is_refused():
    """WF-CAST-1: SL 6 are 2 over the CN, and that is once more."""
    wizard().when(far(81)).refused("out-of-range")


def test_by_positions_the_distance_is_known():
    """WF-CAST-1."""
    story = wizard({"position": 90}, position=0)
    story.when(bolt()).refused("out-of-range")
    story.when(bolt(distance=10)).refused("out-of-range")  # whatever is told


def test_a_touch_takes_arms_reach():
    """WF-CAST-1."""
    shock = Cast(actor="mage", spell="shock", target="foe")
    wizard({"position": 3}, position=0).when(shock).refused("out-of-reach")
    story = wizard({"position": 2}, position=0).when(shock).rolling(40)
    assert levels(story, "foe")["stunned"] == 1


def test_each_2_sl_are_one_more_target():
    """WF-CAST-1: overcasting; whom it doesn't reach, it doesn't."""
    foes = (recruit(f"Foe {number}") for number in (1, 2, 3))
    state = fight(recruit("Mage", "heroes", **WIZARD), *foes)
    dart = Cast(actor="mage", spell="dart", target="foe-1", also=("foe-2", "foe-3"))
    story = given(RULESET, state).when(dart)
    assert only(story.rolling(38), TookEffect).targets == ("foe-1", "foe-2")
    assert only(story.rolling(14), TookEffect).targets == ("foe-1", "foe-2", "foe-3")
    assert only(story.rolling(52), TookEffect).targets == ("foe-1",)


def test_each_target_is_named_once():
    """WF-CAST-1."""
    dart = Cast(actor="mage", spell="dart", target="foe", also=("foe",))
    wizard().when(dart).refused("invalid-command", target="foe")


def test_overcasting_lengthens_what_lasts():
    """WF-CAST-1: WPB rounds, and as many again for each 2 SL over the CN."""
    armour = Cast(actor="mage", spell="aethyric armour")
    story = wizard().when(armour).rolling(14)
    assert only(story, TookEffect).duration == 1
    (condition,) = fighter(story, "mage").conditions
    assert condition.rounds == 8


def test_overcasting_widens_an_area():
    """WF-CAST-1."""
    story = wizard({"position": 10}, position=0)
    wide = Cast(actor="mage", spell="blast", target="foe", extends="area")
    assert only(story.when(wide).rolling(8), TookEffect).area == 1
    assert "mage" not in only(story.when(wide).rolling(8), TookEffect).targets


def test_overcasting_by_the_table_costs_more_and_more():
    """WF-CAST-1, option overcasting: range 1, 4, 16; damage 1, 1, 1, 2, 3, 5, 8."""
    options = {"overcasting": "table"}
    story = wizard(options=options).when(far(41)).rolling(18)
    assert only(story, TookEffect).range == 1
    wizard(options=options).when(far(81)).refused("out-of-range")
    harder = (
        wizard({"wounds": 60}, options=options, int=120).when(far(81, extends="damage")).rolling(8)
    )
    # 13 SL, 9 over the CN: 1 + 4 for the range, 1 + 1 + 1 for damage, and 1 to spare
    effect = only(harder, TookEffect)
    assert (effect.range, effect.damage) == (2, 3)
    assert value(only(harder, DamageDealt).damage.lines, "overcast") == 3


def test_war_wizards_cast_a_lesser_spell_a_turn_without_action():
    """WF-CAST-1: of CN 5 or less."""
    story = wizard(talents=[{"name": "War Wizard"}]).when(bolt()).rolling(35)
    assert only(story, CastingTested).free
    story.never(TurnSpent)
    again = story.when(bolt()).rolling(35)
    assert not only(again, CastingTested).free
    again.when(bolt()).refused("nothing-left")
    greater = Cast(actor="mage", spell="breath", target="foe")
    assert not only(
        wizard(talents=[{"name": "War Wizard"}]).when(greater).rolling(35), CastingTested
    ).free


# --- refusals -------------------------------------------------------------------------------------


def test_what_cannot_be_cast_is_refused():
    """WF-CAST-1, WF-CAST-3: unknown spells, no skill, wrong targets."""
    story = wizard()
    story.when(Cast(actor="mage", spell="fireball", target="foe")).refused("unknown-power")
    story.when(Cast(actor="mage", spell="bolt")).refused("invalid-command")
    story.when(Cast(actor="mage", spell="bolt", target="mage")).refused("cannot-target")
    story.when(Cast(actor="mage", spell="ward", target="foe")).refused("cannot-target")
    wizard(skills=[]).when(bolt()).refused("untrained")
    with_state(wizard(), "mage", "broken").when(bolt()).refused("cannot-fight")
    with_state(wizard(), "mage", "stunned").when(bolt()).refused("nothing-left")
    with_state(wizard(), "foe", dead=True).when(bolt()).refused("target-gone")
