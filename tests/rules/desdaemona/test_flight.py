"""Flight: taking off, landing, and who reaches whom (SD-FLY)."""

from typing import Any

import pytest

from app.engine.encounter import Pass
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import Attack, Evade, Land, TakeOff
from app.rules.desdaemona.events import Landed, StaminaRegained, TookOff, Yielded
from tests.rules.desdaemona.fights import (
    adjusted,
    costs,
    duel,
    fight,
    fighter,
    only,
    recruit,
    strike,
)
from tests.stories import Story, given

WINGS = {"flight": {"by": "nature"}}
SPELL = {"flight": {"by": "spell", "take_off": 3, "sta": 2}}
UP = TakeOff(actor="hero")
DOWN = Land(actor="hero")


def flying(foe: Any = None, **hero: Any) -> Story:
    """Hero in the air, Foe on the ground unless it is said to fly, too."""
    story = adjusted(duel(foe or {}, **{**WINGS, **hero}), "hero", airborne=True)
    return adjusted(story, "foe", airborne=True) if foe else story


def test_a_natural_flier_takes_off_without_a_turn_at_first():
    """SD-FLY-1: so nobody is contested, and an attack may follow."""
    story = adjusted(duel(**WINGS), "foe", sta=5).when(TakeOff(actor="hero", opponent="foe"))
    story = story.rolling()
    story.then(TookOff(combatant="hero", opponent=None)).never(StaminaRegained)
    assert fighter(story, "hero").airborne
    assert story.state.acting == "hero"
    assert costs(story) == {}
    story.when(strike(kind="ranged_physical")).rolling(1, 1, 9, 9)


def test_flying_costs_1_sta_more():
    """SD-FLY-1: on each attack and each defence, unless the sheet says otherwise."""
    story = flying().when(strike(kind="ranged_physical")).rolling(1, 1, 9, 9)
    assert costs(story) == {("hero", "attack"): 2, ("foe", "defence"): 1}
    back = story.when(strike(actor="foe", target="hero", kind="ranged_physical"))
    assert costs(back.rolling(1, 1, 9, 9)) == {("foe", "attack"): 1, ("hero", "defence"): 2}
    born_to_it = flying(flight={"by": "nature", "sta": 0})
    story = born_to_it.when(strike(kind="ranged_physical")).rolling(1, 1, 9, 9)
    assert costs(story)["hero", "attack"] == 1


def test_a_spell_takes_a_turn_and_its_sta():
    """SD-FLY-2, SD-PAS-1: and contests somebody."""
    story = adjusted(duel(**SPELL), "foe", sta=5).when(UP).rolling()
    story.then(TookOff(combatant="hero", opponent="foe"))
    assert costs(story) == {("hero", "take_off"): 3}
    assert (fighter(story, "foe").sta, story.state.acting) == (7, "foe")
    story = story.when(Pass(actor="foe")).rolling()
    story = story.when(strike(kind="ranged_physical")).rolling(1, 1, 9, 9)
    assert costs(story)["hero", "attack"] == 3


def test_a_spell_that_takes_the_last_sta():
    """SD-FLY-2, SD-STA-2: who yields is on the ground."""
    story = adjusted(duel(**SPELL), "hero", sta=2).when(UP).rolling()
    story.then(Yielded(combatant="hero", on="take_off"))
    assert not fighter(story, "hero").airborne
    dear = duel(flight={"by": "nature", "take_off": 20}).when(UP).rolling()
    dear.then(Yielded(combatant="hero", on="take_off"))
    assert dear.state.acting == "foe"


def test_nobody_evades_in_the_air():
    """SD-FLY-3: but landing costs no turn."""
    story = flying()
    story.when(Evade(actor="hero")).refused("airborne")
    story = story.when(DOWN).rolling()
    story.then(Landed(combatant="hero"))
    assert (fighter(story, "hero").airborne, story.state.acting) == (False, "hero")
    story.when(Evade(actor="hero")).rolling(3)


@pytest.mark.parametrize("flight", [WINGS, SPELL])
def test_after_landing_taking_off_is_a_turns_work(flight: Any):
    """SD-FLY-3: also for natural fliers."""
    story = adjusted(adjusted(duel(**flight), "hero", airborne=True), "foe", sta=5)
    story = story.when(DOWN).rolling().when(UP).rolling()
    assert only(story, TookOff).opponent == "foe"
    assert (story.state.acting, fighter(story, "foe").sta) == ("foe", 7)


def test_between_air_and_ground_only_ranged_attacks_go():
    """SD-FLY-4: whoever of the two is in the air."""
    story = flying()
    for kind in ("close_physical", "close_magical"):
        story.when(strike(kind=kind)).refused("out-of-reach", airborne="hero", kind=kind)
    for kind in ("ranged_physical", "ranged_magical"):
        story.when(strike(kind=kind)).rolling(1, 1, 9, 9)
    grounded = story.when(Pass(actor="hero")).rolling()
    for kind in ("close_physical", "close_magical"):
        close = strike(actor="foe", target="hero", kind=kind)
        grounded.when(close).refused("out-of-reach", airborne="hero")
    grounded.when(strike(actor="foe", target="hero", kind="ranged_magical")).rolling(1, 1, 9, 9)


def test_in_the_air_any_attack_goes():
    """SD-FLY-4"""
    story = flying(WINGS)
    for kind in ("close_physical", "ranged_physical", "close_magical", "ranged_magical"):
        story.when(strike(kind=kind)).rolling(1, 1, 9, 9)


def test_a_ground_target_defends_by_the_kind_of_the_attack():
    """SD-FLY-4: ranged physical DEX + INT, and no STA more than on the ground."""
    story = flying(stats={}).when(strike(kind="ranged_physical")).rolling(1, 1, 9, 9)
    assert costs(story)["foe", "defence"] == 1


def test_an_area_catches_whom_it_can_reach():
    """SD-AREA-1, SD-FLY-4: a close blast from the ground doesn't reach up."""
    blast = {"name": "blast", "kind": "close_magical", "area": True}
    state = fight(
        recruit("Hero", "heroes", spells=[blast, {"name": "fireball"}]),
        recruit("Foe"), recruit("Bird"),
    )  # fmt: skip
    story = adjusted(given(RULESET, state), "bird", airborne=True)
    close = story.when(Attack(actor="hero", spell="blast")).rolling(1, 1, 9, 9)
    assert costs(close) == {("hero", "attack"): 1, ("foe", "defence"): 1}
    both = story.when(Attack(actor="hero", spell="fireball")).rolling(1, 1, 9, 9, 9, 9)
    assert ("bird", "defence") in costs(both)
    upwards = Attack(actor="hero", spell="blast", targets=("foe", "bird"))
    story.when(upwards).refused("out-of-reach", target="bird")


def test_what_cannot_fly():
    """SD-FLY-1"""
    duel().when(UP).refused("cannot-fly")
    duel(options={"open_sky": False}, **WINGS).when(UP).refused("no-room-to-fly")
    flying().when(UP).refused("airborne")
    duel(**WINGS).when(DOWN).refused("not-airborne")


def test_the_dead_are_on_the_ground():
    """SD-DMG-3"""
    story = adjusted(duel({"hp": 1, **WINGS}), "foe", airborne=True)
    story = story.when(strike(kind="ranged_physical")).rolling(9, 9, 1, 1, 3)
    assert (fighter(story, "foe").status, fighter(story, "foe").airborne) == ("dead", False)
