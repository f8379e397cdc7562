"""Bleeding, staunching, treating; falling, dying and who is to blame (QU-BLEED-1, QU-DOWN)."""

from typing import Any

import pytest

from app.engine.encounter import EncounterPaused, Pass, SideFell
from app.rules.quint import RULESET
from app.rules.quint.commands import (
    Attack,
    Cast,
    EndQuint,
    PullOut,
    Staunch,
    Treat,
)
from app.rules.quint.events import (
    BleedingEased,
    CombatantDied,
    CombatantFell,
    ConditionEnded,
    DefenseDenied,
    HitRolled,
    PointsLost,
    QuintEnded,
    StaunchRolled,
)
from app.rules.quint.narrate import narrate
from app.rules.quint.state import State
from tests.rules.quint.fights import (
    adjusted,
    done,
    duel,
    every,
    fight,
    fighter,
    names,
    only,
    recruit,
    settled,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")
ENOUGH = {"damage_points": 40, "protection": 1}


def cut(face: int, foe: Any = None, *more: int) -> Story:
    """Foe, struck for 9, with an injury of the slashing chart."""
    story = duel({**ENOUGH, **(foe or {})}).when(STRIKE)
    return story.rolling(1, 99, 6, 19, face, *more)


def over(state: State) -> Story:
    """The end of the quint, once everybody has passed."""
    while state.acting is not None:
        following = RULESET.automatic(state) or Pass(actor=state.acting)
        state = done(state, following)
    return given(RULESET, state).automatic()


def blood(story: Story) -> list[tuple[Any, ...]]:
    return [
        (lost.combatant, lost.points, lost.what, lost.by)
        for lost in every(story, PointsLost)
        if lost.harm == "bleeding"
    ]


# --- bleeding -------------------------------------------------------------------------------------


def test_bleeding_at_the_end_of_each_quint_and_only_then():
    """QU-BLEED-1: exactly once a quint."""
    story = cut(53)
    assert fighter(story, "foe").points == 40 - 9 - 3
    for quint in (1, 2, 3):
        state = story.state
        while state.acting is not None:
            before = state.combatants["foe"].points
            state = done(state, Pass(actor=state.acting))
            assert state.combatants["foe"].points == before
        story = given(RULESET, state).automatic()
        assert isinstance(story.command, EndQuint)
        assert only(story, QuintEnded).quint == quint
        assert blood(story) == [("foe", 2, "flank opened", "hero")]
        assert fighter(story, "foe").points == 28 - 2 * quint
        assert RULESET.automatic(story.state) is None


def test_wounds_add_up_each_by_itself():
    """QU-BLEED-1, QU-GRI-2."""
    state = settled(done(settled(cut(53).state), Pass(actor="foe")))
    story = over(given(RULESET, state).when(STRIKE).rolling(1, 99, 6, 19, 1).state)
    assert blood(story) == [
        ("foe", 2, "flank opened", "hero"), ("foe", 1, "shallow gash", "hero"),
    ]  # fmt: skip


@pytest.mark.parametrize("condition", ["unconscious", {"name": "stunned", "quints": 9}])
def test_the_unconscious_and_the_skipped_bleed_too(condition: Any):
    """QU-BLEED-1."""
    story = over(adjusted(cut(53).state, "foe", condition))
    assert blood(story) == [("foe", 2, "flank opened", "hero")]


def test_a_death_by_bleeding_names_its_cause():
    """QU-BLEED-1, QU-DOWN-2: it goes on after unconsciousness, and ends with death."""
    story = cut(53, {"damage_points": 12})
    fell = only(story, CombatantFell)
    assert (fell.harm, fell.what, fell.by, fighter(story, "foe").points) == (
        "injury", "flank opened", "hero", 0,
    )  # fmt: skip
    for points in (-2, -4, -6, -8):
        story = over(story.state)
        assert (fighter(story, "foe").points, fighter(story, "foe").status) == (points, "down")
    story = over(story.state)
    died = only(story, CombatantDied)
    assert (died.combatant, died.at_once, died.harm, died.what, died.by) == (
        "foe", False, "bleeding", "flank opened", "hero",
    )  # fmt: skip
    told = narrate(story.events, {"hero": "Sotek", "foe": "Grub"})
    assert "Grub bleeds 2 (flank opened, by Sotek), -10 left; Grub dies (flank opened" in told
    assert blood(over(story.state)) == []


def test_the_wound_that_brought_death_is_the_one_that_is_named():
    """QU-BLEED-1: and what is left of the others bleeds no more."""
    bleeding = [
        {"name": "bleeding", "cause": cause, "damage": damage}
        for cause, damage in (("scratch", 1), ("gash", 5), ("cut", 2))
    ]
    story = over(adjusted(duel().state, "foe", *bleeding, damage_points=-5))
    assert only(story, CombatantDied).what == "gash"
    assert [what for _, _, what, _ in blood(story)] == ["scratch", "gash"]


def test_both_bleed_to_death_with_nobody_awake():
    """QU-BLEED-1: time goes on by itself while it changes something, then the fight pauses."""
    state = adjusted(duel().state, "foe", "bleeding", damage_points=0)
    state = adjusted(state, "hero", {"name": "bleeding", "damage": 4}, damage_points=0)
    state = settled(state)
    assert [c.points for c in state.combatants.values()] == [-12, -10]
    assert (state.quint, state.status, state.acting) == (10, "paused", None)


def test_a_wound_of_the_game_masters_has_its_own_name():
    """QU-BLEED-1."""
    story = over(adjusted(duel().state, "foe", "bleeding"))
    assert blood(story) == [("foe", 1, "bleeding", None)]


# --- staunching -----------------------------------------------------------------------------------


def wounded(**options: Any) -> State:
    """Medic, who acts, beside Pat, who has bleeding wounds, one of them internal."""
    state = fight(recruit("Medic", "heroes"), recruit("Pat", "heroes"), recruit("Foe"), **options)
    bleeding = [{"name": "bleeding", "cause": "gash", "damage": 3}, "bleeding", "internal bleeding"]
    return adjusted(state, "pat", *bleeding)


def test_a_companion_staunches_all_but_internal_bleeding():
    """QU-BLEED-1: without a roll, by default."""
    story = given(RULESET, wounded()).when(Staunch(actor="medic", target="pat")).rolling()
    ended = every(story, ConditionEnded)
    assert [(one.why, one.by, one.affliction.condition.damage) for one in ended] == [
        ("staunched", "medic", 3), ("staunched", "medic", 1),
    ]  # fmt: skip
    assert names(story, "pat") == ["internal bleeding"]
    assert story.state.acting == "pat"
    assert blood(over(story.state)) == [("pat", 1, "internal bleeding", None)]


@pytest.mark.parametrize(("face", "staunched"), [(60, True), (61, False)])
def test_by_option_staunching_is_rolled(face: int, staunched: bool):
    """QU-BLEED-1: `staunch_percent`, d100 at or under."""
    story = given(RULESET, wounded(staunch_percent=60))
    story = story.when(Staunch(actor="medic", target="pat")).rolling(face)
    rolled = only(story, StaunchRolled)
    assert (rolled.percent, rolled.face, rolled.staunched) == (60, face, staunched)
    assert (len(names(story, "pat")) == 1) == staunched
    never = given(RULESET, wounded(staunch_percent=0))
    never = never.when(Staunch(actor="medic", target="pat")).rolling()
    assert (only(never, StaunchRolled).face, only(never, StaunchRolled).staunched) == (None, False)


def test_one_lowers_ones_own_bleeding_by_1():
    """QU-BLEED-1: that of the worst wound, down to none."""
    state = done(wounded(), Pass(actor="medic"))
    story = given(RULESET, state).when(Staunch(actor="pat")).rolling()
    eased = only(story, BleedingEased)
    assert (eased.affliction.condition.cause, eased.left) == ("gash", 2)
    assert [a.condition.damage for a in fighter(story, "pat").conditions] == [2, 1, 1]
    state = adjusted(duel().state, "hero", "bleeding")
    last = given(RULESET, state).when(Staunch(actor="hero", target="hero")).rolling()
    assert (only(last, BleedingEased).left, names(last, "hero")) == (0, [])


@pytest.mark.parametrize(("target", "code"), [("foe", "cannot-target"), ("medic", "nothing-there")])
def test_whom_one_cannot_staunch(target: str, code: str):
    """QU-BLEED-1: foes, and who doesn't bleed."""
    given(RULESET, wounded()).when(Staunch(actor="medic", target=target)).refused(code)


def test_internal_bleeding_is_for_a_healer():
    """QU-BLEED-1."""
    given(RULESET, wounded()).when(Treat(actor="medic", target="pat")).refused("not-a-healer")
    state = fight(recruit("Medic", "heroes", healer=True), recruit("Pat", "heroes"), recruit("Foe"))
    state = adjusted(state, "pat", "bleeding", "slow", "internal bleeding", "eye lost")
    story = given(RULESET, state)
    treat = Treat(actor="medic", target="pat", condition="Internal Bleeding")
    internal = story.when(treat).rolling()
    assert names(internal, "pat") == ["bleeding", "slow", "eye lost"]
    assert only(internal, ConditionEnded).why == "treated"
    assert names(story.when(Treat(actor="medic", target="pat")).rolling(), "pat") == [
        "bleeding", "internal bleeding", "eye lost",
    ]  # fmt: skip
    story.when(Treat(actor="medic", target="pat", condition="eye lost")).refused("nothing-there")
    story.when(Treat(actor="medic")).refused("nothing-there")


def test_internal_bleeding_is_for_magic():
    """QU-BLEED-1: which stops all of it."""
    seal = {"name": "Seal", "quints": 1, "to_hit": "automatic", "stops_bleeding": True}
    state = fight(recruit("Medic", "heroes", spells=[seal], invocative=True),
                  recruit("Pat", "heroes"), recruit("Foe"))  # fmt: skip
    state = adjusted(state, "pat", "bleeding", "internal bleeding", "slow")
    story = given(RULESET, state).when(Cast(actor="medic", spell="Seal", target="pat")).rolling()
    assert names(story, "pat") == ["slow"]
    assert [one.why for one in every(story, ConditionEnded)] == ["magic", "magic"]


@pytest.mark.parametrize("actor", ["medic", "pat"])
def test_a_missile_is_pulled_out_and_hurts_once_more(actor: str):
    """QU-GRI-2: 1d4, by oneself or a companion."""
    state = fight(recruit("Medic", "heroes"), recruit("Pat", "heroes"), recruit("Foe"))
    state = adjusted(state, "pat", "missile lodged")
    if actor == "pat":
        state = done(state, Pass(actor="medic"))
    story = given(RULESET, state).when(PullOut(actor=actor, target="pat")).rolling(3)
    lost = only(story, PointsLost)
    assert (lost.points, lost.remaining, lost.harm) == (3, 17, "missile")
    assert names(story, "pat") == []
    assert [die.sides for die in story.dice] == [4]
    story.when(PullOut(actor=str(story.state.acting))).refused("nothing-there")


def test_the_acting_one_may_die_of_it():
    """QU-DOWN-1: and the turn passes on."""
    state = adjusted(duel().state, "hero", "missile lodged", damage_points=2)
    story = given(RULESET, state).when(PullOut(actor="hero")).rolling(4)
    assert fighter(story, "hero").status == "down"
    assert story.state.acting == "foe"


# --- down and dead --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "status"), [(1, "active"), (0, "down"), (-9, "down"), (-10, "dead"), (-11, "dead")]
)
def test_unconscious_at_0_and_dead_at_minus_10(points: int, status: str):
    """QU-DOWN-1, QU-DOWN-2."""
    arms = [{"name": "Arm", "type": "crushing", "damage_base": 19 - points}]
    story = duel({"protection": 0}, weapons=arms).when(
        Attack(actor="hero", target="foe", grievous=False)
    )
    story = story.rolling(1, 99, 1)
    assert (fighter(story, "foe").points, fighter(story, "foe").status) == (points, status)
    assert len(every(story, CombatantFell)) == (status == "down")
    assert len(every(story, CombatantDied)) == (status == "dead")
    assert len(every(story, SideFell)) == (status != "active")


def test_the_unconscious_have_no_defense():
    """QU-DOWN-2: and can be struck further."""
    state = adjusted(duel().state, "foe", damage_points=-1)
    story = given(RULESET, state).when(STRIKE).rolling(1, 7)
    assert only(story, DefenseDenied).because == "unconscious"
    died = [(e.at_once, e.harm, e.by) for e in every(story, CombatantDied)]
    assert died == [(False, "blow", "hero")]
    assert only(story, HitRolled).hit


def test_the_fight_goes_on_when_a_side_has_fallen():
    """QU-DOWN-1: the game master ends it."""
    story = duel({"damage_points": 1, "protection": 0}).when(STRIKE).rolling(1, 99, 1, 99)
    assert only(story, SideFell).side == "foes"
    state = settled(story.state)
    assert (state.status, state.acting, state.quint) == ("running", "hero", 2)
    assert not every(story, EncounterPaused)
