"""Rows of the miscast table that meet each other, as docs/rulesets/tides-of-ichor.md has it."""

import pytest

from app.engine.encounter import Adjust, End, Pass
from app.rules.tides_of_ichor.commands import Cast, Charge
from app.rules.tides_of_ichor.conditions import STATS
from app.rules.tides_of_ichor.spell_events import (
    CastingRolled,
    DamageTaken,
    ForceRolled,
    Healed,
    Untouched,
)
from tests.rules.tides_of_ichor.fights import done, recruit
from tests.rules.tides_of_ichor.wizards import (
    SHELL,
    SPELLS,
    bolt,
    conditions,
    miscast,
    of,
    passes,
    purposes,
    title,
    wizard,
    wizards,
)
from tests.stories import Story

CAST = Cast(actor="wizard", spell="Bolt", target="foe")


def twice(story: Story, first: int, second: int, *faces: int) -> Story:
    """Two rows for Wizard, in this order, a turn apart."""
    return miscast(passes(miscast(story, first), "foe"), second, *faces)


def hurt(story: Story, who: str, w: int) -> Story:
    command = Adjust(combatant=who, reason="x", state={"w": w})
    return Story(story.ruleset, done(story.state, command))


def test_halved_then_lowest_and_the_other_way_round():
    """TI-MIS-R10, TI-MIS-R12: the lowest of the halved; then half of the lowest: the same."""
    fight = wizards(wizard(ws=50, bs=21), recruit("Foe", zone=2))
    for first, second in ((10, 12), (12, 10)):
        assert {of(twice(fight, first, second)).stat(stat) for stat in STATS} == {10}


def test_what_comes_after_a_halving_counts_whole():
    """TI-MIS-R10, TI-MIS-R26: 20 and 10 more; and before it, half of 50."""
    fight = wizards(wizard(lores=["slaanesh"]), recruit("Foe", zone=2))
    assert of(twice(fight, 10, 26)).stat("ws") == 30
    assert of(twice(fight, 26, 10)).stat("ws") == 25


def test_a_condition_that_ends_is_halved_no_more():
    """TI-MIS-R10: half of what the stat is without it."""
    weak = {"name": "Weak", "ws": -20}
    story = wizards().when(Adjust(combatant="wizard", reason="x", add_conditions=(weak,)))
    story = miscast(story.rolling(), 10)
    assert of(story).stat("ws") == 10
    well = Adjust(combatant="wizard", reason="x", remove_conditions=("Weak",))
    assert of(story.when(well).rolling()).stat("ws") == 20


def test_protection_lost_and_then_given():
    """TI-MIS-R16, TI-MIS-R26: what comes after the loss counts, what came before doesn't."""
    fight = wizards(wizard(dr=2), recruit("Foe", zone=2))
    assert of(twice(fight, 16, 26)).guard.dr == 5
    assert of(twice(fight, 26, 16)).guard.dr == 0


def test_metal_after_the_light():
    """TI-MIS-R16, TI-MIS-R18."""
    near = recruit("Foe", zone=1, armor=3)
    story = twice(wizards(wizard(lores=["metal"], armor=2, w=20), near), 16, 18)
    assert of(story).guard.armor == 1


def over_a_shadow(turned: int, casting: int, *faces: int) -> Story:
    """Wizard knows Shadow and Heavens; both rows are on it when its turn begins."""
    fight = wizards(wizard(lores=["shadow", "heavens"], w=30), recruit("Foe", zone=1, w=30))
    story = miscast(fight, 20)
    story = story.when(Pass(actor="foe")).rolling().automatic(100)
    story = miscast(story, 21)
    return story.when(Pass(actor="foe")).rolling().automatic(turned, casting, *faces)


def test_a_comet_passes_through_a_shadow():
    """TI-MIS-R20, TI-MIS-R21: shadow first; the free roll is no action; others are struck."""
    story = over_a_shadow(1, 1, 99)
    assert purposes(story) == ["shadow", "casting", "comet"]
    story.then(Untouched(combatant="wizard", condition=title(20), by="wizard"))
    assert [e.combatant for e in story.events if isinstance(e, DamageTaken)] == ["foe"]
    assert (of(story).wounds, story.state.acting) == (30, "foe")


def test_a_comet_strikes_who_is_no_shadow_now():
    """TI-MIS-R20, TI-MIS-R21."""
    story = over_a_shadow(51, 1, 1)
    assert (of(story).wounds, story.state.acting) == (23, "wizard")


def test_rot_and_the_great_burst_reach_a_shadow():
    """TI-MIS-R20, TI-MIS-R27, TI-MIS-R30: nothing prevents them; fire is kept off."""
    fight = wizards(wizard(lores=["shadow"], w=30), recruit("Foe", zone=2))
    story = miscast(fight, 20)
    story = story.when(Pass(actor="foe")).rolling().automatic(100)
    story = miscast(story, 27)
    story = story.when(Pass(actor="foe")).rolling().automatic(100)
    story = miscast(story, 19)
    assert of(story).wounds == 27
    story = story.when(Pass(actor="foe")).rolling().automatic(1)
    assert of(story).wounds == 24  # the rot's 3, and none of the fire's 2


def test_a_burst_reaches_a_shadow():
    """TI-MIS-R20, TI-MIS-R30."""
    other = wizard("Other", "foes", zone=2, w=30)
    story = miscast(wizards(wizard(lores=["shadow"], w=30), other), 20, target="other")
    story = story.when(Pass(actor="other")).rolling().automatic(1)
    story = miscast(story, 30, 100, actor="other", target="wizard")
    assert of(story).wounds == 20


def test_two_bound_to_the_winds():
    """TI-MIS-R24: both penalties for all; a failure hurts both, in order of joining."""
    other = wizard("Other", "foes", zone=2, lores=["high magic"])
    story = miscast(wizards(wizard(), other, recruit("Foe", zone=2)), 24)
    story = miscast(story, 24, actor="other", target="wizard")
    # Other's own failure has hurt Wizard, who was bound then
    story = story.automatic()
    assert (of(story).wounds, of(story, "other").wounds) == (8, 10)
    story = passes(story, "foe").when(CAST).rolling(1, 100)
    (rolled,) = (e for e in story.events if isinstance(e, CastingRolled))
    assert [line.of for line in rolled.lines if line.name == title(24)] == ["wizard", "other"]
    story = story.automatic().automatic()
    assert (of(story).wounds, of(story, "other").wounds) == (6, 8)
    cast = story.when(Cast(actor="other", spell="Shell")).rolling(99, 100).automatic()
    (healed,) = (e for e in cast.events if isinstance(e, Healed))
    assert (healed.combatant, healed.healed) == ("other", 1)


def test_a_vortex_and_a_later_heal_of_another():
    """TI-MIS-R11: the heal lands on the vortex, friend or foe of the healer."""
    healer = wizard("Healer", "foes", zone=1)
    story = miscast(wizards(wizard(), healer, recruit("Foe", zone=2)), 11)
    story = hurt(hurt(story, "wizard", 5), "foe", 5)
    story = story.when(Cast(actor="healer", spell="Mend", target="foe"))
    story = story.rolling(99, 100, 99, 4)
    assert (of(story).wounds, of(story, "foe").wounds) == (9, 5)


def test_of_two_vortices_the_first_to_join_takes_it():
    """TI-MIS-R11."""
    other = wizard("Other", "foes", zone=2)
    caster = wizard("Third", "heroes")
    story = miscast(wizards(wizard(), other, caster, recruit("Foe", zone=2)), 11)
    story = miscast(story, 11, actor="other", target="wizard")
    story = bolt(story, 99, 100, 5, actor="third")
    assert of(story).wounds == 5


def test_a_spell_astray_ends_in_a_vortex():
    """TI-MIS-R05, TI-MIS-R11."""
    other = wizard("Other", "foes", zone=2)
    story = miscast(wizards(wizard(), other, recruit("Foe", zone=2)), 11)
    story = miscast(story, 5, 3, 99, 4, actor="other", target="wizard")
    assert (of(story).wounds, of(story, "foe").wounds) == (6, 10)


@pytest.mark.parametrize(("first", "second"), [(7, (1, 1, 28)), (28, (1, 7))])
def test_no_force_is_stronger_than_wild_magic(first: int, second: tuple[int, ...]):
    """TI-MIS-R07, TI-MIS-R28: whichever came first; wild magic asks no die for a miscast."""
    story = passes(miscast(wizards(), first), "foe").when(CAST).rolling(*second).automatic()
    story = passes(story, "foe").when(CAST).rolling(99, 1)
    (force,) = (e for e in story.events if isinstance(e, ForceRolled))
    assert (force.forced, force.because) == (False, title(7))


def test_rage_under_wild_magic_misses_no_beat():
    """TI-MIS-R28, TI-MIS-R29: a lost struggle is a miscast anyway, and only one."""
    story = wizards(wizard(w=30, lores=["tzeentch"]), recruit("Foe", zone=2))
    story = passes(miscast(story, 28), "foe").when(CAST).rolling(1, 29).automatic()
    story = story.when(Pass(actor="foe")).rolling().automatic(1, 3)
    assert purposes(story) == ["casting", "miscast-row"]
    assert conditions(story) == [title(28), title(29)]


def test_a_feral_wizard_under_the_eye_of_khorne_still_struggles():
    """TI-MIS-R17, TI-MIS-R29: it casts nothing, and must keep control all the same."""
    story = wizards(wizard(w=30), recruit("Foe", zone=2))
    story = miscast(story, 29)
    story = story.when(Pass(actor="foe")).rolling().automatic(1, 17).automatic()
    assert conditions(story) == [title(29), title(17)]
    story = passes(story, "wizard").when(Pass(actor="foe")).rolling().automatic(99)
    assert purposes(story) == ["casting"]


def test_all_that_lasts_ends_with_the_encounter():
    """TI-MIS-3: on everybody; marks of the game master stay."""
    other = wizard("Other", "foes", zone=1)
    story = miscast(wizards(wizard(), other), 24, target="other")
    story = miscast(story, 28, actor="other", target="wizard").automatic()
    mark = Adjust(combatant="other", reason="x", add_conditions=("Marked",))
    story = story.when(mark).rolling().when(End()).rolling()
    assert (conditions(story), conditions(story, "other")) == ([], ["Marked"])


def test_a_beast_at_a_shadow():
    """TI-MIS-R17, TI-MIS-R20: a blow at an immune shadow costs the turn and no die."""
    fight = wizards(wizard(lores=["shadow"]), recruit("Foe", zone=1))
    story = miscast(fight, 20).when(Pass(actor="foe")).rolling().automatic(1)
    story = story.when(Charge(actor="foe", target="wizard")).rolling()
    story.then(Untouched(combatant="wizard", condition=title(20), by="foe"))


def test_a_namesake_is_another_thing():
    """TI-MIS-3: a mark of the game master, or a spell, that is called as a row is."""
    spell = {**SHELL, "name": title(10)}
    story = wizards(wizard(spells=[*SPELLS, spell]), recruit("Foe", zone=2))
    mark = Adjust(combatant="wizard", reason="x", add_conditions=(title(10),))
    story = story.when(mark).rolling()
    story = story.when(Cast(actor="wizard", spell=title(10))).rolling(99, 100)
    story = miscast(passes(story, "foe"), 10)
    assert conditions(story) == [title(10)] * 3
    assert of(story).stat("ws") == 20
    story = passes(story, "foe")
    story = story.when(Cast(actor="wizard", spell=title(10))).rolling(99, 100)
    assert of(story).stat("ws") == 20
    assert len(conditions(story)) == 3
