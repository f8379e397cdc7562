"""What the spells of the catalogue do, and that they are data (WF-CAST-3)."""

from dataclasses import replace
from typing import Any

import pytest

from app.engine.encounter import GAME_MASTER, with_combatant
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4 import events as e
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.effects import Hindrance
from app.rules.wfrp4.events import DamageDealt, Pushed, WoundsLost
from app.rules.wfrp4.injuries import Injury
from app.rules.wfrp4.magic_commands import Cast
from app.rules.wfrp4.magic_events import CastingTested, TookEffect, Warded
from app.rules.wfrp4.sheet import read_sheet
from app.rules.wfrp4.tables.spells import SPELLS_BY_NAME
from tests.rules.wfrp4.fights import (
    adjusted,
    armed,
    every,
    fight,
    fighter,
    levels,
    next_turn,
    only,
    recruit,
    round_over,
    value,
    with_state,
)
from tests.rules.wfrp4.wizards import WIZARD, wizard
from tests.stories import Story, given

# Language (Magick) 120: a roll of 28 is 10 SL, which casts anything.
ADEPT: dict[str, Any] = {**WIZARD, "int": 110}
EASY = 28


def cast(name: str, target: str | None = "foe", **told: Any) -> Cast:
    return Cast(actor="mage", spell=name, target=target, **told)


def adept(foe: Any = None, /, **changes: Any) -> Story:
    return wizard({"wounds": 40, **(foe or {})}, int=110, **changes)


def on_oneself(name: str, **changes: Any) -> Story:
    """Once the mage has cast it on itself."""
    return adept(**changes).when(cast(name, None)).rolling(EASY)


@pytest.mark.parametrize(
    ("spell", "figure"), [("dart", 0), ("drain", 0), ("bolt", 4), ("blast", 3), ("chain attack", 4)]
)
def test_missiles_have_their_figures(spell: str, figure: int):
    """WF-CAST-3: SL + figure + WPB - TB."""
    story = adept().when(cast(spell)).rolling(EASY)
    assert only(story, DamageDealt).damage.total == 10 + figure + 4 - 3


def test_breath_is_as_hard_as_its_caster_is_tough():
    """WF-CAST-3: the Toughness Bonus."""
    story = adept(t=50).when(cast("breath")).rolling(EASY)
    assert value(only(story, DamageDealt).damage.lines, "t bonus") == 5


def test_drain_gives_a_wound_back():
    """WF-CAST-3: if it takes any."""
    story = with_state(adept(), "mage", wounds=5).when(cast("drain")).rolling(EASY)
    assert only(story, e.WoundsRegained).remaining == 6


def test_shock_stuns():
    """WF-CAST-3."""
    assert levels(adept().when(cast("shock")).rolling(EASY), "foe") == {"stunned": 1}


def test_blast_befalls_all_in_its_area():
    """WF-CAST-3: WPB yards around the target, friend or foe."""
    state = fight(
        recruit("Mage", "heroes", **{**ADEPT, "position": 0}),
        recruit("Near", position=20, wounds=40),
        recruit("Friend", "heroes", position=24, wounds=40),
        recruit("Far", position=25, wounds=40),
    )  # fmt: skip
    story = given(RULESET, state).when(cast("blast", "near")).rolling(EASY)
    assert only(story, TookEffect).targets == ("near", "friend")
    assert len(every(story, WoundsLost)) == 2


def test_who_is_caught_may_be_told():
    """WF-CAST-3: where a table has a map of its own."""
    foes = (recruit(f"Foe {number}", wounds=40) for number in (1, 2, 3))
    state = fight(recruit("Mage", "heroes", **ADEPT), *foes)
    blast = cast("blast", "foe-1", caught=("foe-3",))
    story = given(RULESET, state).when(blast).rolling(EASY)
    assert only(story, TookEffect).targets == ("foe-1", "foe-3")


def test_chain_attack_leaps_on_from_the_fallen():
    """WF-CAST-3: to the nearest foe within WPB yards, WPB times at most."""
    state = fight(
        recruit("Mage", "heroes", **{**ADEPT, "position": 0}),
        *(recruit(f"Rat {n}", position=10 + n, wounds=1, t=10) for n in range(3)),
        recruit("Brute", position=14, wounds=60), recruit("Behind", position=16, wounds=1),
    )  # fmt: skip
    story = given(RULESET, state).when(cast("chain attack", "rat-0"))
    story = story.rolling(EASY, 15, 15, 15)
    assert [hit.defender for hit in every(story, DamageDealt)] == [
        "rat-0", "rat-1", "rat-2", "brute",
    ]  # fmt: skip


def test_aethyric_armour_is_an_ap_everywhere():
    """WF-CAST-3: it shows in the damage, and ends after WPB rounds."""
    story = next_turn(on_oneself("aethyric armour"))
    attack = Attack(actor="foe", target="mage", weapon="sword", defence="none")
    hit = story.when(attack).rolling(31)
    assert value(only(hit, DamageDealt).damage.lines, "aethyric armour") == -1
    for _ in range(4):
        assert levels(story, "mage")["aethyric armour"] == 1
        story = round_over(story)
    assert "aethyric armour" not in levels(story, "mage") or fighter(story, "mage").ward is None


def test_a_boon_costs_no_advantage_and_renews():
    """WF-CAST-3, WF-ADV-1: only what harms takes Advantage away."""
    story = with_state(adept(), "mage", advantage=2).when(cast("ward", None)).rolling(EASY)
    assert fighter(story, "mage").advantage == 2
    again = with_state(story, "mage", action_left=True).when(cast("ward", None)).rolling(EASY)
    assert levels(again, "mage") == {"ward": 1}


@pytest.mark.parametrize(("face", "wounds"), [(9, 0), (8, 7)])
def test_a_ward_may_keep_a_hit_off(face: int, wounds: int):
    """WF-CAST-3: 9 or more on a d10."""
    story = next_turn(on_oneself("ward"))
    attack = Attack(actor="foe", target="mage", weapon="sword", defence="none")
    hit = story.when(attack).rolling(13, face)
    assert only(hit, Warded).held == (wounds == 0)
    assert sum(lost.wounds for lost in every(hit, WoundsLost)) == wounds


def test_a_ward_keeps_magic_off_too():
    """WF-CAST-3."""
    story = adept()
    grants = {"name": "ward", "grants": {"ward": 9}}
    story = given(RULESET, adjusted(story.state, "foe", grants))
    story.when(cast("bolt")).rolling(EASY, 9).never(WoundsLost)


def test_arrow_shield_stops_arrows_and_no_bullets():
    """WF-CAST-3."""
    bow = armed("longbow", "pistol", bs=60)
    story = next_turn(on_oneself("arrow shield"))
    story = given(RULESET, fight(recruit("Foe", **bow), recruit("Mage", "heroes", **ADEPT)))
    shielded = {"name": "arrow shield", "grants": {"stops_missiles": True}}
    state = adjusted(story.state, "mage", shielded)
    shot = Attack(actor="foe", target="mage", weapon="longbow")
    given(RULESET, state).when(shot).rolling(24).never(WoundsLost, DamageDealt)
    bullets = adjusted(state, "foe", main="pistol")
    shot = Attack(actor="foe", target="mage", weapon="pistol", defence="none")
    assert every(given(RULESET, bullets).when(shot).rolling(24, 10), WoundsLost)


def test_entangle_holds_by_the_casters_will():
    """WF-CAST-3, WF-COND-entangled."""
    story = adept().when(cast("entangle")).rolling(EASY)
    (held,) = fighter(story, "foe").conditions
    assert (held.name, held.level, held.strength, held.by) == ("entangled", 1, 40, "mage")


def test_push_throws_all_foes_near_back():
    """WF-CAST-3: WPB yards, and prone, and out of the melee."""
    state = fight(
        recruit("Mage", "heroes", **{**ADEPT, "position": 0}),
        recruit("Friend", "heroes", position=1),
        recruit("Foe", position=2), recruit("Other", position=-1), recruit("Far", position=5),
    )  # fmt: skip
    state = adjusted(state, "mage", engaged=["foe"])
    story = given(RULESET, state).when(cast("push", None)).rolling(EASY)
    assert {p.combatant: p.position for p in every(story, Pushed)} == {"foe": 6, "other": -5}
    assert levels(story, "foe") == {"prone": 1}
    assert not fighter(story, "mage").engaged


def test_push_without_positions_is_for_who_is_engaged():
    """WF-CAST-3 (ours)."""
    story = with_state(adept(), "mage", engaged=["foe"]).when(cast("push", None)).rolling(EASY)
    assert only(story, TookEffect).targets == ("foe",)
    assert only(adept().when(cast("push", None)).rolling(EASY), TookEffect).targets == ()


def test_dome_wards_ones_own_side():
    """WF-CAST-3: 6 or more, all allies within WPB yards."""
    state = fight(
        recruit("Mage", "heroes", **{**ADEPT, "position": 0}),
        recruit("Friend", "heroes", position=4),
        recruit("Foe", position=2), recruit("Straggler", "heroes", position=5),
    )  # fmt: skip
    story = given(RULESET, state).when(cast("dome", None)).rolling(EASY)
    assert only(story, TookEffect).targets == ("mage", "friend")
    assert fighter(story, "friend").ward == 6


@pytest.mark.parametrize(("face", "broken"), [(30, 0), (31, 1), (59, 3)])
def test_terrifying_breaks_who_has_no_cool(face: int, broken: int):
    """WF-CAST-3: Terror 1: Cool, or Broken 1 and one more a SL below 0."""
    story = with_state(adept(), "mage", engaged=["foe"]).when(cast("terrifying", None))
    story = story.rolling(EASY, face)
    assert levels(story, "foe").get("broken", 0) == broken


@pytest.mark.parametrize("spell", ["aethyric arms", "flight"])
def test_what_is_said_in_words_the_game_master_settles(spell: str):
    """WF-CAST-3."""
    story = on_oneself(spell)
    (question,) = story.state.questions
    assert question.to == GAME_MASTER
    assert question.about.startswith(f"{spell}: ")


def test_magic_shield_helps_to_dispel():
    """WF-CAST-2, WF-CAST-3: WPB SL."""
    story = on_oneself("magic shield")
    assert fighter(story, "mage").conditions[0].grants is not None
    assert fighter(story, "mage").conditions[0].grants.dispel == 4  # type: ignore[union-attr]


def test_a_missile_opens_old_wounds():
    """WF-CAST-3, WF-WND-1: as any later hit there does."""
    wound = Injury(name="open wound", location="right arm", hinders=Hindrance(reopens=2))
    story = adept()
    hurt = replace(fighter(story, "foe"), injuries=(wound,))
    story = given(RULESET, with_combatant(story.state, hurt))
    assert levels(story.when(cast("bolt")).rolling(24), "foe") == {"bleeding": 2}


def test_a_spell_is_data():
    """WF-CAST-3: any field of a row may be said otherwise, and a spell be one's own."""
    own = {"name": "Ill Wind", "cn": 3, "inflicts": "blinded", "levels": 2, "resist": "cool",
           "difficulty": "average"}  # fmt: skip
    story = wizard(int=110, spells=[own, {"name": "bolt", "damage": 9}])
    assert levels(story.when(cast("ill wind")).rolling(EASY, 70), "foe") == {"blinded": 2}
    resisted = story.when(cast("Ill Wind")).rolling(EASY, 50)
    assert only(resisted, e.SkillTested).why == "resist"
    assert levels(resisted, "foe") == {}
    assert (
        value(only(story.when(cast("bolt")).rolling(EASY, 15), DamageDealt).damage.lines, "bolt")
        == 9
    )


def test_the_catalogue_is_whole():
    """WF-CAST-3: the casting numbers of the figures."""
    numbers = {name: spell["cn"] for name, spell in SPELLS_BY_NAME.items()}
    assert numbers == {
        "dart": 0, "drain": 0, "shock": 0, "bolt": 4, "blast": 4, "breath": 6, "chain attack": 6,
        "aethyric armour": 2, "aethyric arms": 2, "arrow shield": 3, "entangle": 3,
        "magic shield": 4, "ward": 5, "push": 6, "dome": 7, "terrifying": 7, "flight": 8,
    }  # fmt: skip
    sheet = read_sheet({"spells": [{"name": name} for name in numbers]})
    assert [spell.name for spell in sheet.spells] == list(numbers)


def test_a_spell_out_of_the_table_needs_its_cn():
    """WF-CAST-3."""
    story = wizard()
    assert only(story.when(cast("bolt")).rolling(EASY), CastingTested).cast
    with pytest.raises(Exception, match="give its cn too"):
        read_sheet({"spells": [{"name": "fireball"}]})
