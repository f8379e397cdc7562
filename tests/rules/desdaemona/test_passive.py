"""Passive actions: evading, shaking off, potions, powers (SD-PAS)."""

from dataclasses import replace
from typing import Any

import pytest

from app.engine.encounter import Adjust, Command, Pass
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import CallPower, Drink, Evade, ShakeOff, TakeOff
from app.rules.desdaemona.events import (
    AttackMade,
    ConditionGained,
    ConditionTicked,
    DefenceMade,
    EffectContested,
    Evaded,
    HpLost,
    HpRegained,
    PotionDrunk,
    PowerCalled,
    StaminaRegained,
    StaminaSpent,
    TurnLost,
    Yielded,
)
from tests.rules.desdaemona.fights import (
    adjusted,
    attack_roll,
    consistent,
    costs,
    defence_roll,
    done,
    duel,
    fight,
    fighter,
    named,
    only,
    recruit,
    strike,
)
from tests.stories import Story, given

ABLE: dict[str, Any] = {
    "potions": [{"name": "healing draught"}],
    "powers": [{"name": "ward"}],
    "flight": {"by": "spell"},
}
POISONED = {"name": "poisoned", "against": 25, "turns": 5}
PASSIVE: list[tuple[Command, tuple[int, ...]]] = [
    (Evade(actor="hero"), (7,)),
    (ShakeOff(actor="hero", effect="poisoned"), (9, 9)),
    (Drink(actor="hero", potion="healing draught"), ()),
    (CallPower(actor="hero", power="ward"), ()),
    (TakeOff(actor="hero"), ()),
]


def tired(**hero: Any) -> Story:
    """Hero with 5 STA, poisoned, and able to do all; Foe with 10."""
    story = adjusted(duel(options=None, **{**ABLE, **hero}), "foe", sta=10)
    return adjusted(story, "hero", POISONED, sta=5, hp=20)


@pytest.mark.parametrize(("command", "faces"), PASSIVE)
def test_whom_a_passive_action_contests_regains_2_sta_once(command: Any, faces: Any):
    """SD-PAS-1: and does nothing, and the turn is over."""
    story = tired().when(command).rolling(*faces)
    contested = [e for e in story.events if isinstance(e, StaminaRegained) and e.combatant == "foe"]
    assert contested == [StaminaRegained(combatant="foe", sta=2, remaining=12, why="contested")]
    story.never(AttackMade, DefenceMade)
    assert all(d.subject == "hero" for d in story.dice)
    assert story.state.acting == "foe"


@pytest.mark.parametrize(("command", "faces"), PASSIVE)
def test_the_opponent_is_named_where_there_are_several(command: Any, faces: Any):
    """SD-PAS-1: an ally, oneself, and who doesn't fight any more can't be."""
    state = fight(
        recruit("Hero", "heroes", **ABLE), recruit("Foe"), recruit("Other"),
        recruit("Friend", "heroes"), recruit("Gone"),
    )  # fmt: skip
    story = adjusted(given(RULESET, state), "hero", POISONED)
    story = adjusted(adjusted(story, "gone", sta=0), "other", sta=10)
    story.when(command).refused("opponent-needed", opponents=["foe", "other"])
    for nobody in ("friend", "hero", "gone"):
        story.when(replace(command, opponent=nobody)).refused("not-an-opponent", opponent=nobody)
    after = story.when(replace(command, opponent="other")).rolling(*faces)
    assert (fighter(after, "other").sta, fighter(after, "foe").sta) == (12, 20)


@pytest.mark.parametrize(("command", "faces"), PASSIVE)
def test_without_foes_nobody_is_contested(command: Any, faces: Any):
    """SD-PAS-1"""
    story = adjusted(tired(), "foe", sta=0).when(command).rolling(*faces)
    assert not [e for e in story.events if isinstance(e, StaminaRegained)]


def test_the_contested_regain_no_more_than_they_lack():
    """SD-PAS-1, SD-PAS-2: up to the maximum."""
    fresh = duel().when(Evade(actor="hero")).rolling(7)
    fresh.never(StaminaRegained)
    story = adjusted(duel(), "foe", sta=19).when(Evade(actor="hero")).rolling(7)
    assert only(story, StaminaRegained).sta == 1


# --- evading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "regained"), [(1, 1), (7, 7), (15, 15), (16, 15), (20, 15)])
def test_evading_regains_a_die_of_the_normal_stamina(face: int, regained: int):
    """SD-PAS-2: 1d(normal STA), up to the maximum."""
    story = tired().when(Evade(actor="hero")).rolling(face)
    assert [(d.sides, d.purpose) for d in story.dice] == [(20, "evade")]
    evaded = only(story, Evaded)
    assert (evaded.regained, evaded.remaining, evaded.opponent) == (regained, 5 + regained, "foe")
    assert fighter(story, "hero").sta == 5 + regained
    story.then(evaded, only(story, StaminaRegained))


def test_a_raised_stat_is_not_the_normal_one():
    """SD-PAS-2"""
    fit = {"name": "fit", "modifiers": [{"to": "STA", "by": 10}]}
    story = adjusted(tired(), "hero", fit).when(Evade(actor="hero")).rolling(7)
    assert story.dice[0].sides == 20


# --- shaking off ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "shaken"), [((12, 13), False), ((13, 13), True)])
def test_two_stats_against_the_attack_that_laid_it_on(faces: Any, shaken: bool):
    """SD-PAS-3: CON and STA where it names none, strictly above."""
    story = tired(stats={"CON": 30}).when(ShakeOff(actor="hero", effect="POISONED"))
    story = story.rolling(*faces)
    assert [(d.sides, d.purpose) for d in story.dice] == [(30, "shake-off"), (20, "shake-off")]
    contest = only(story, EffectContested)
    assert (contest.against, contest.shaken, contest.condition) == (25, shaken, "poisoned")
    assert contest.roll is not None
    assert consistent(contest.roll).total == sum(faces)
    assert bool(fighter(story, "hero").conditions) is not shaken


def test_an_effect_may_name_the_stats():
    """SD-PAS-3"""
    hex_ = {"name": "hexed", "spell": True, "against": 9, "shake_off": ["INT", "dex"]}
    story = adjusted(duel(stats={"INT": 33, "DEX": 44}), "hero", hex_)
    story = story.when(ShakeOff(actor="hero", effect="hexed")).rolling(5, 5)
    assert [d.sides for d in story.dice] == [33, 44]


def test_shaking_off_may_be_automatic():
    """SD-PAS-3"""
    story = adjusted(duel(options={"shake_off": "automatic"}), "hero", POISONED)
    story = story.when(ShakeOff(actor="hero", effect="poisoned")).rolling()
    assert only(story, EffectContested).roll is None
    assert fighter(story, "hero").conditions == ()


def test_what_landed_with_no_attack_is_shaken_off():
    """SD-PAS-3"""
    story = adjusted(duel(), "hero", "slowed")
    story = story.when(ShakeOff(actor="hero", effect="slowed")).rolling()
    assert only(story, EffectContested).shaken


def test_the_attack_total_of_a_spell_is_what_is_to_be_beaten():
    """SD-PAS-3: laid on by a spell that does no damage, with its name as the cause."""
    story = duel(spells=[{"name": "sleep"}]).when(strike(kind=None, spell="sleep", modifiers=(3,)))
    story = story.rolling(10, 10, 5, 5)
    gained = only(story, ConditionGained).condition
    assert (gained.name, gained.cause, gained.turns) == ("asleep", "sleep", 3)
    assert (gained.against, gained.spell) == (23, True)
    story.never(HpLost)


@pytest.mark.parametrize("effect", ["blind", "nothing"])
def test_only_effects_of_hostile_spells_are_shaken_off(effect: str):
    """SD-PAS-3"""
    story = adjusted(adjusted(duel(), "hero", "blind"), "hero", POISONED)
    story.when(ShakeOff(actor="hero", effect=effect)).refused(
        "nothing-to-shake-off", effects=["poisoned"]
    )


def test_who_sleeps_can_only_try_to_wake_or_pass():
    """SD-PAS-3, SD-PAS-4: a skipped turn that a spell takes may be used to shake that off."""
    story = adjusted(duel(), "hero", {"name": "asleep", "against": 10, "turns": 2}, POISONED)
    for command in (strike(), Evade(actor="hero")):
        story.when(command).refused("cannot-act", condition="asleep")
    story.when(ShakeOff(actor="hero", effect="poisoned")).refused("nothing-to-shake-off")
    assert RULESET.automatic(story.state) is None
    awake = story.when(ShakeOff(actor="hero", effect="asleep")).rolling(6, 6)
    assert [c.name for c in fighter(awake, "hero").conditions] == ["poisoned"]
    dozing = story.when(Pass(actor="hero")).rolling()
    asleep, _ = fighter(dozing, "hero").conditions
    assert (asleep.name, asleep.turns) == ("asleep", 1)


def test_who_is_stunned_loses_the_turn():
    """SD-PAS-4: what is no spell can't be shaken off, so the turn passes by itself."""
    story = adjusted(duel(), "hero", {"name": "stunned", "turns": 1}, "asleep")
    story.when(ShakeOff(actor="hero", effect="stunned")).refused("nothing-to-shake-off")
    lost = story.automatic()
    lost.then(TurnLost(combatant="hero", condition="stunned"))
    assert [c.name for c in fighter(lost, "hero").conditions] == ["asleep"]
    assert lost.state.acting == "foe"


# --- potions and powers -------------------------------------------------------------------------


def test_a_potion_is_used_up():
    """SD-PAS-4: HP and STA, up to the maximum."""
    potions = [{"name": "elixir", "count": 2, "hp": 40, "sta": 3}]
    story = tired(potions=potions).when(Drink(actor="hero", potion="Elixir")).rolling()
    story.then(
        PotionDrunk(combatant="hero", opponent="foe", potion="elixir", left=1),
        HpRegained(combatant="hero", hp=30, remaining=50, by="elixir"),
        StaminaRegained(combatant="hero", sta=3, remaining=8, why="potion"),
    )
    assert RULESET.current(fighter(story, "hero"))["potions"] == {"elixir": 1}
    story = story.when(Pass(actor="foe")).rolling()
    story = story.when(Drink(actor="hero", potion="elixir")).rolling()
    story = story.when(Pass(actor="foe")).rolling()
    story.when(Drink(actor="hero", potion="elixir")).refused("none-left", potion="elixir")
    story.when(Drink(actor="hero", potion="beer")).refused("unknown-potion", potions=["elixir"])


def test_a_potion_that_comes_to_nothing_is_still_drunk():
    """SD-PAS-4"""
    story = duel(**ABLE).when(Drink(actor="hero", potion="healing draught")).rolling()
    story.never(HpRegained)
    assert only(story, PotionDrunk).left == 0


def test_a_potion_shifts_stats_for_a_while():
    """SD-PAS-4: turns of its bearer, not counting the one it was drunk in."""
    story = duel(potions=[{"name": "draught of strength"}])
    story = story.when(Drink(actor="hero", potion="draught of strength")).rolling()
    strong = only(story, ConditionGained).condition
    assert (strong.name, strong.turns, strong.cause) == ("strong", 4, "draught of strength")
    for left in (3, 2, 1, 0):
        story = story.when(Pass(actor="foe")).rolling()
        story = story.when(strike()).rolling(1, 1, 9, 9)
        assert story.dice[0].sides == 25
        assert only(story, ConditionTicked).left == left
    story = story.when(Pass(actor="foe")).rolling()
    assert story.when(strike()).rolling(1, 1, 9, 9).dice[0].sides == 20


def test_a_power_is_called_up_for_its_sta():
    """SD-PAS-1, SD-STA-1: a shield, which then counts in every defence."""
    story = tired().when(CallPower(actor="hero", power="Ward")).rolling()
    story.then(PowerCalled(combatant="hero", opponent="foe", power="ward"))
    assert costs(story) == {("hero", "power"): 1}
    attacked = story.when(strike(actor="foe", target="hero")).rolling(1, 1, 9, 9)
    assert named(defence_roll(attacked).modifiers) == [("warded", 5)]
    assert costs(attacked)["hero", "defence"] == 2
    story.when(Pass(actor="foe")).rolling().when(CallPower(actor="hero", power="x")).refused(
        "unknown-power", powers=["ward"]
    )


def test_a_power_may_take_the_last_sta():
    """SD-STA-2"""
    story = adjusted(tired(), "hero", sta=1).when(CallPower(actor="hero", power="ward")).rolling()
    story.then(Yielded(combatant="hero", on="power"))


def test_a_power_may_be_free():
    """SD-PAS-1"""
    free = [{"name": "calm", "conditions": [{"name": "stone skin"}]}]
    duel(powers=free).when(CallPower(actor="hero", power="calm")).rolling().never(StaminaSpent)


# --- what conditions do at the end of a turn ------------------------------------------------------


def test_poison_and_mending_work_at_the_end_of_each_turn():
    """SD-PAS-4: damage or healing n per turn."""
    story = adjusted(duel(), "hero", "poisoned", "mending", hp=20)
    story = story.when(Pass(actor="hero")).rolling()
    story.then(
        HpLost(combatant="hero", hp=3, remaining=17, condition="poisoned"),
        HpRegained(combatant="hero", hp=3, remaining=20, by="mending"),
    )


def test_one_may_die_of_poison():
    """SD-DMG-3: and then nothing heals any more."""
    story = adjusted(duel(), "hero", "poisoned", "mending", hp=3).when(Pass(actor="hero"))
    story = story.rolling()
    assert fighter(story, "hero").status == "dead"
    story.never(HpRegained)


def test_an_effect_comes_again_anew():
    """SD-PAS-4: one of a name at a time."""
    story = adjusted(duel(spells=[{"name": "sleep"}]), "foe", {"name": "asleep", "turns": 1})
    story = story.when(strike(kind=None, spell="sleep")).rolling(10, 10, 5, 5)
    (asleep,) = fighter(story, "foe").conditions
    assert asleep.turns == 3


def test_the_dead_gain_nothing():
    """SD-DMG-3"""
    story = duel({"hp": 1}, spells=[{"name": "venom"}])
    story = story.when(strike(kind=None, spell="venom")).rolling(10, 10, 5, 5, 4)
    story.never(ConditionGained)


def test_a_spell_that_fails_lays_nothing_on():
    """SD-PAS-3"""
    story = duel(spells=[{"name": "venom"}]).when(strike(kind=None, spell="venom"))
    story.rolling(1, 1, 5, 5).never(ConditionGained)


def test_holding_back_the_damage_of_a_spell_lays_its_effects_on():
    """SD-DMG-4: it is the damage roll that is held back."""
    story = duel(spells=[{"name": "venom"}]).when(strike(kind=None, spell="venom", withhold=True))
    assert only(story.rolling(10, 10, 5, 5), ConditionGained).condition.name == "poisoned"


def test_asleep_one_defends_badly():
    """SD-PAS-4, SD-DIS-2"""
    story = adjusted(duel(), "foe", "asleep").when(strike()).rolling(5, 5, 10, 9, 1)
    assert defence_roll(story).percent == 50
    assert attack_roll(story).percent == 100


@pytest.mark.parametrize(("hidden", "contested"), [(("foe", "spy"), None), (("spy",), "foe")])
def test_hidden_foes_are_contested_only_by_name(hidden: tuple[str, ...], contested: str | None):
    """SD-PAS-1: what a player leaves out can't hang on whom the player doesn't see."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe"), recruit("Spy"))
    for who in hidden:
        state = done(state, Adjust(combatant=who, reason="x", hidden=True))
    evades = given(RULESET, state).when(Evade(actor="hero")).rolling(7)
    assert only(evades, Evaded).opponent == contested
    evades = given(RULESET, state).when(Evade(actor="hero", opponent="spy")).rolling(7)
    assert only(evades, Evaded).opponent == "spy"
