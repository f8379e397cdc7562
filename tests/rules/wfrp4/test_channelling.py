"""Channelling over turns, what interrupts it, and dispelling (WF-CAST-2)."""

from typing import Any

import pytest

from app.engine.encounter import Answer, EndTurn
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4 import events as e
from app.rules.wfrp4.commands import Attack, Guard, Resolve
from app.rules.wfrp4.events import WoundsLost
from app.rules.wfrp4.magic_commands import Cast, Channel
from app.rules.wfrp4.magic_events import (
    CastingTested,
    ChannellingLost,
    ChannellingTested,
    DispelTested,
    Miscast,
    SpellHeld,
    TookEffect,
)
from tests.rules.wfrp4.fights import every, fight, fighter, next_turn, only, recruit, with_state
from tests.rules.wfrp4.wizards import WIZARD, wizard
from tests.stories import Story, given

BOLT = Cast(actor="mage", spell="bolt", target="foe")
CHANNEL = Channel(actor="mage", spell="bolt")
A_MINOR = 23  # Witchlight
A_MAJOR = 28  # Burning


def again(story: Story) -> Story:
    """In the mage's next turn."""
    return with_state(story, "mage", action_left=True)


def troubles(story: Story) -> list[str]:
    return [event.trouble.kind for event in every(story, Miscast)]


def test_sl_of_channelling_add_up_to_the_cn():
    """WF-CAST-2: Channelling of the spell's wind; then the spell needs no SL."""
    story = wizard().when(CHANNEL).rolling(29)
    first = only(story, ChannellingTested)
    assert (first.test.number.total, first.sl, first.goal, first.full) == (50, 3, 4, False)
    story = again(story).when(CHANNEL).rolling(41)
    assert (only(story, ChannellingTested).sl, only(story, ChannellingTested).full) == (4, True)
    story = again(story).when(BOLT).rolling(59)
    cast = only(story, CastingTested)
    assert (cast.cn.total, cast.test.sl.total, cast.cast) == (0, 1, True)
    assert fighter(story, "mage").magic.channelled is None


def test_failures_take_sl_away_and_never_below_none():
    """WF-CAST-2, WF-TEST-2."""
    story = wizard().when(CHANNEL).rolling(29)
    story = again(story).when(CHANNEL).rolling(72)
    assert only(story, ChannellingTested).sl == 1
    story = again(story).when(CHANNEL).rolling(92)
    assert only(story, ChannellingTested).sl == 0
    assert fighter(story, "mage").magic.channelled is None


def test_what_is_channelled_halfway_helps_nothing():
    """WF-CAST-2; by option `channelled_cast` reduced each SL takes one off the CN."""
    half = again(wizard().when(CHANNEL).rolling(29))
    story = half.when(BOLT).rolling(31, A_MINOR)
    assert only(story, CastingTested).cn.total == 4
    reduced = wizard(options={"channelled_cast": "reduced"}).when(CHANNEL).rolling(29)
    story = again(reduced).when(BOLT).rolling(51)
    assert (only(story, CastingTested).cn.total, only(story, CastingTested).cast) == (1, True)


def test_another_action_lets_it_go():
    """WF-CAST-2 (ours): so does channelling another spell."""
    half = again(wizard().when(CHANNEL).rolling(29))
    assert fighter(half.when(Guard(actor="mage")).rolling(), "mage").magic.channelled is None
    other = half.when(Channel(actor="mage", spell="blast")).rolling(29)
    assert only(other, ChannellingTested).sl == 3


def test_a_failed_cast_of_what_was_channelled_miscasts():
    """WF-CAST-1, WF-MIS-1: one more miscast."""
    half = again(wizard().when(CHANNEL).rolling(29))
    story = half.when(BOLT).rolling(70, A_MINOR)
    assert troubles(story) == ["minor miscast"]
    assert troubles(half.when(BOLT).rolling(77, A_MAJOR)) == ["major miscast"]


def test_a_critical_channels_all_and_miscasts():
    """WF-CAST-2: none with Aethyric Attunement."""
    story = wizard().when(CHANNEL).rolling(44, A_MINOR)
    assert only(story, ChannellingTested).full
    assert troubles(story) == ["minor miscast"]
    attuned = wizard(talents=[{"name": "Aethyric Attunement"}]).when(CHANNEL).rolling(44)
    assert only(attuned, ChannellingTested).full
    attuned.never(Miscast)


@pytest.mark.parametrize(
    ("face", "tens", "doubles"), [(66, 2, 1), (60, 2, 0), (100, 2, 1), (61, 0, 0)]
)
def test_a_fumble_of_channelling_is_a_major_miscast(face: int, tens: int, doubles: int):
    """WF-CAST-2: a failed double or ten, or 100; by option doubles alone, and minor."""
    kinds = {0: [], 1: ["minor miscast"], 2: ["major miscast"]}
    dice = {0: (), 1: (A_MINOR,), 2: (A_MAJOR,)}
    story = wizard().when(CHANNEL).rolling(face, *dice[tens])
    assert troubles(story) == kinds[tens]
    milder = wizard(options={"channelling_fumbles": "doubles"})
    assert troubles(milder.when(CHANNEL).rolling(face, *dice[doubles])) == kinds[doubles]


def test_the_skill_is_that_of_the_wind_or_what_there_is():
    """WF-CAST-2."""
    story = wizard(spells=[{"name": "bolt", "lore": "ice"}]).when(CHANNEL).rolling(29)
    assert only(story, ChannellingTested).test.number.total == 50
    wizard(skills=[{"name": "Language (Magick)"}]).when(CHANNEL).refused("untrained")


def test_petty_and_full_spells_are_not_channelled():
    """WF-CAST-2."""
    wizard().when(Channel(actor="mage", spell="dart")).refused("nothing-to-channel")
    full = again(wizard(talents=[{"name": "Aethyric Attunement"}]).when(CHANNEL).rolling(44))
    full.when(CHANNEL).refused("nothing-to-channel")


# --- interruption ---------------------------------------------------------------------------------


def struck(options: Any = None) -> Story:
    """The mage has channelled 3 SL; now it is the foe's turn."""
    story = wizard({"ws": 60}, options=options or {}, wounds=20).when(CHANNEL).rolling(29)
    return next_turn(story).when(Attack(actor="foe", target="mage", weapon="sword", defence="none"))


def test_harm_interrupts_unless_one_keeps_cool():
    """WF-CAST-2: Hard (-20) Cool, or all is lost, with a minor miscast (unconfirmed)."""
    story = struck().rolling(23, 20)
    cool = only(story, e.SkillTested)
    assert (cool.why, cool.test.number.total) == ("interrupted", 20)
    assert fighter(story, "mage").magic.channelled is not None
    lost = struck().rolling(23, 21, A_MINOR)
    assert only(lost, ChannellingLost).why == "interrupted"
    assert troubles(lost) == ["minor miscast"]
    assert fighter(lost, "mage").magic.channelled is None


def test_a_miss_interrupts_nothing_and_an_option_lets_harm_not_either():
    """WF-CAST-2."""
    struck().rolling(81).never(e.SkillTested, ChannellingLost)
    unshaken = struck({"channelling_interrupted": False}).rolling(23)
    assert every(unshaken, WoundsLost)
    unshaken.never(e.SkillTested, ChannellingLost)


def test_marks_and_boons_interrupt_nothing():
    """WF-CAST-2: neither what one's own will brings nor what magic grants."""
    story = with_state(wizard(resilience=1).when(CHANNEL).rolling(29), "mage", action_left=True)
    story = story.when(Resolve(actor="mage", use="steel")).rolling()
    story.never(e.SkillTested, ChannellingLost)
    talents = [{"name": "War Wizard"}]
    half = wizard(talents=talents).when(CHANNEL).rolling(29)
    half.when(Cast(actor="mage", spell="ward")).rolling(8).never(e.SkillTested, ChannellingLost)


def test_conditions_interrupt_too_also_at_the_end_of_the_round():
    """WF-CAST-2, WF-COND-bleeding."""
    story = with_state(wizard().when(CHANNEL).rolling(29), "mage", "bleeding")
    story = next_turn(story)
    story = story.when(EndTurn(actor="foe")).rolling()
    ended = story.automatic(90)
    assert only(ended, ChannellingLost).combatant == "mage"
    rolled = ended.automatic(A_MINOR)
    assert not rolled.state.troubles


# --- dispel ---------------------------------------------------------------------------------------


def duel(options: Any = None, **witch: Any) -> Story:
    """Mage against Witch, who has Language (Magick) 50."""
    skills = [{"name": "Language (Magick)", "advances": 10}, {"name": "Melee (Basic)"}]
    foe = recruit("Foe", **{"int": 40, "wounds": 30, "skills": skills, **witch})
    mage = recruit("Mage", "heroes", **WIZARD)
    return given(RULESET, fight(mage, foe, **(options or {})))


def test_a_spell_may_be_dispelled_as_it_is_cast():
    """WF-CAST-2: Language (Magick) against that of the caster; the higher SL wins."""
    story = duel().when(BOLT).rolling(28, 4)
    test = only(story, DispelTested)
    assert (test.combatant, test.test.sl.total, test.dispelled) == ("foe", 5, True)
    story.never(TookEffect, WoundsLost)
    kept = duel().when(BOLT).rolling(28, 12)
    assert not only(kept, DispelTested).dispelled
    assert every(kept, WoundsLost)


def test_ties_go_by_skill():
    """WF-CAST-2, WF-OPP-1: 60 against 50."""
    assert not only(duel().when(BOLT).rolling(28, 10), DispelTested).dispelled
    better = duel(int=55).when(BOLT).rolling(28, 23)
    assert only(better, DispelTested).dispelled


def test_one_dispel_a_round():
    """WF-CAST-2."""
    story = duel().when(BOLT).rolling(28, 60)
    story = again(story).when(BOLT).rolling(28)
    story.never(DispelTested)


@pytest.mark.parametrize("condition", ["stunned", "surprised", "unconscious"])
def test_who_is_out_of_it_does_not_dispel(condition: str):
    """WF-CAST-2, WF-COND-stunned."""
    story = with_state(duel(), "foe", condition).when(BOLT).rolling(28)
    story.never(DispelTested)


def test_the_force_of_a_critical_is_not_dispelled():
    """WF-CAST-1."""
    force = Cast(actor="mage", spell="bolt", target="foe", critical="force")
    duel().when(force).rolling(22, A_MINOR).never(DispelTested)


def test_within_willpower_yards_by_preference_and_by_name():
    """WF-CAST-2: as the sheet prefers; who is named tries whatever the spell."""
    far = duel(position=31).state
    far_mage = with_state(given(RULESET, far), "mage", position=0)
    far_mage.when(BOLT).rolling(28).never(DispelTested)
    own = Cast(actor="mage", spell="ward")
    duel().when(own).rolling(8).never(DispelTested)
    assert only(duel(dispels="any").when(own).rolling(8, 90), DispelTested).combatant == "foe"
    duel(dispels="never").when(BOLT).rolling(28).never(DispelTested)
    named = Cast(actor="mage", spell="bolt", target="foe", dispeller="foe")
    assert every(duel(dispels="never").when(named).rolling(28, 90), DispelTested)
    duel({"dispelling": "named"}).when(BOLT).rolling(28).never(DispelTested)
    wizard().when(named).refused("cannot-dispel")


def test_it_may_be_asked_for():
    """WF-CAST-2, option dispelling ask: the spell waits for the answer."""
    story = duel({"dispelling": "ask"}).when(BOLT).rolling(28)
    assert only(story, SpellHeld).combatant == "foe"
    (question,) = story.state.questions
    assert (question.to, question.default) == ("foe", "let it be")
    yes = Answer(actor="foe", question=question.id, choice="dispel")
    assert only(story.when(yes).rolling(4), DispelTested).dispelled
    no = Answer(actor="foe", question=question.id, choice="let it be")
    after = story.when(no).rolling()
    assert every(after, WoundsLost)
    assert after.state.held is None


def test_metal_hinders_the_dispeller_too():
    """WF-CAST-1, WF-CAST-2."""
    mail = [{"name": "mail shirt"}]
    test = only(duel(armour=mail).when(BOLT).rolling(28, 4), DispelTested)
    assert (test.test.sl.total, test.dispelled) == (3, False)
