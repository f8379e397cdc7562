"""Retreat, free strike, pursuit, escape (QU-RET-1, QU-RET-2)."""

from typing import Any

import pytest

from app.engine.encounter import Command, Leave, Pass, SideFell
from app.rules.quint import RULESET
from app.rules.quint.choices import choices
from app.rules.quint.commands import Attack, Draw, Escape, Pursue, Retreat, Rise, Shoot
from app.rules.quint.events import (
    AttackRuled,
    DefenseRolled,
    Escaped,
    FlightEnded,
    GateRolled,
    HitRolled,
    Pursued,
    PursuitEnded,
    Ran,
    RetreatBegun,
)
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

RETREAT = Retreat(actor="hero")
PURSUE = Pursue(actor="foe", target="hero")
MISS = 100


def blows(hero: Any = None, foe: Any = None, **options: Any) -> State:
    """Hero, who has struck at Foe and missed, has the next turn."""
    state = duel(foe, options=options, **(hero or {})).state
    state = done(state, Attack(actor="hero", target="foe", targets=()), MISS)
    return settled(done(state, Pass(actor="foe")))


def chase(hero: int, foe: int, **options: Any) -> State:
    """Hero runs, and Foe, whose turn it is, may pursue."""
    return done(blows({"speed": hero}, {"speed": foe}, **options), RETREAT, MISS)


def told(story: Story) -> tuple[int, int]:
    pursued = only(story, Pursued)
    return pursued.before, pursued.gap


# --- retreat --------------------------------------------------------------------------------------


def test_the_opponent_engaged_has_a_free_strike():
    """QU-RET-1: one attack, whatever its full number; the fleer may defend."""
    story = given(RULESET, blows(foe={"attacks": 3})).when(RETREAT).rolling(55, 24)
    begun = only(story, RetreatBegun)
    assert (begun.opponent, begun.waived) == ("foe", False)
    hit = only(story, HitRolled)
    assert (hit.attacker, hit.defender, hit.using) == ("foe", "hero", "long sword")
    assert only(story, DefenseRolled).defended
    assert only(story, Ran).distance == 6
    assert story.state.acting == "foe"


def test_it_does_all_that_a_strike_does():
    """QU-RET-1, QU-GRI-1: knocked down, the retreat has failed."""
    state = blows(foe={"weapons": [{"name": "mace"}]})
    story = given(RULESET, state).when(RETREAT).rolling(1, 99, 6, 19, 45)
    assert only(story, GateRolled).grievous
    assert names(story, "hero") == ["prone"]
    assert not every(story, Ran)
    assert fighter(story, "hero").flight is None
    assert story.state.acting == "foe"


def test_the_game_master_can_waive_it():
    """QU-RET-1."""
    waive = Retreat(actor="hero", free_strike=False)
    story = given(RULESET, blows()).when(waive).rolling()
    assert (only(story, RetreatBegun).opponent, only(story, RetreatBegun).waived) == ("foe", True)
    assert only(story, Ran).distance == 6


def test_the_game_master_can_rule_on_it():
    """QU-RET-1, QU-ST-1."""
    story = given(RULESET, blows()).when(Retreat(actor="hero", ruling="miss")).rolling()
    assert only(story, AttackRuled).ruling == "miss"


def test_nobody_engaged_is_nobody_to_strike():
    """QU-RET-1: the opponent is who one last exchanged blows with."""
    story = duel().when(RETREAT).rolling()
    assert only(story, RetreatBegun).opponent is None


def test_only_the_last_foe_has_a_free_strike():
    """QU-RET-1."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe"), recruit("Ogre"))
    state = done(state, Attack(actor="hero", target="ogre"), MISS)
    state = done(state, Attack(actor="foe", target="hero"), MISS)
    state = settled(done(state, Pass(actor="ogre")))
    story = given(RULESET, state).when(RETREAT).rolling(MISS)
    assert only(story, HitRolled).attacker == "foe"


def test_a_shot_is_no_exchange_of_blows():
    """QU-RET-1."""
    state = duel(weapons=[{"name": "bow"}]).state
    state = settled(done(done(state, Shoot(actor="hero", target="foe"), MISS), Pass(actor="foe")))
    assert only(given(RULESET, state).when(RETREAT).rolling(), RetreatBegun).opponent is None


@pytest.mark.parametrize(
    "hindered", ["unconscious", "stunned", ("weapon arm useless", "off arm useless")]
)
def test_who_cannot_strike_has_no_free_strike(hindered: Any):
    """QU-RET-1."""
    conditions = (hindered,) if isinstance(hindered, str) else hindered
    state = adjusted(blows(), "foe", *conditions)
    assert only(given(RULESET, state).when(RETREAT).rolling(), RetreatBegun).opponent is None


def test_without_a_sword_in_hand_it_strikes_with_its_fist():
    """QU-RET-1."""
    state = adjusted(blows(), "foe", drawn=None)
    story = given(RULESET, state).when(RETREAT).rolling(MISS)
    assert only(story, HitRolled).using == "fist"


def test_one_retreats_in_ones_own_turn_and_on_ones_feet():
    """QU-RET-1."""
    given(RULESET, adjusted(blows(), "hero", "prone")).when(RETREAT).refused("is-prone")
    given(RULESET, blows()).when(Retreat(actor="foe")).refused("not-your-turn")


# --- pursuit --------------------------------------------------------------------------------------


def test_the_gap_closes_by_the_difference_of_the_speeds():
    """QU-RET-2: it starts at the fleer's Speed Rating; at 0 the pursuit includes one attack."""
    state = chase(6, 9)
    story = given(RULESET, state).when(PURSUE).rolling()
    pursued = only(story, Pursued)
    assert (pursued.before, pursued.fleer_speed, pursued.pursuer_speed, pursued.gap) == (6, 6, 9, 3)
    assert not every(story, HitRolled)
    story = given(RULESET, settled(story.state)).when(RETREAT).rolling()
    assert not every(story, RetreatBegun)
    assert only(story, Ran).distance == 12
    story = story.when(PURSUE).rolling(1, 24)
    assert told(story) == (3, 0)
    assert only(story, HitRolled).attacker == "foe"
    assert only(story, DefenseRolled).defended
    story = given(RULESET, done(settled(story.state), RETREAT)).when(PURSUE).rolling(MISS)
    assert told(story) == (0, 0)


def test_one_attack_whatever_the_full_number():
    """QU-RET-2."""
    state = done(blows({"speed": 2}, {"speed": 9, "attacks": 3}), RETREAT, MISS)
    assert len(every(given(RULESET, state).when(PURSUE).rolling(MISS), HitRolled)) == 1


def test_the_gap_widens_until_the_fleer_escapes():
    """QU-RET-2: at 3 times the pursuer's Speed Rating."""
    state = chase(8, 4)
    story = given(RULESET, state).when(PURSUE).rolling()
    assert told(story) == (8, 12)
    assert only(story, Pursued).escape_gap == 12
    assert only(story, PursuitEnded).outrun
    assert only(story, Escaped).gap == 12
    assert (fighter(story, "hero").status, only(story, SideFell).side) == ("left", "heroes")


@pytest.mark.parametrize(("escape_gap", "escapes"), [(10, True), (11, False)])
def test_the_gap_of_escape_is_an_option(escape_gap: int, escapes: bool):
    """QU-RET-2."""
    story = given(RULESET, chase(8, 6, escape_gap=escape_gap)).when(PURSUE).rolling()
    assert told(story) == (8, 10)
    assert bool(every(story, Escaped)) == escapes


def test_whom_nobody_pursues_is_gone_by_its_next_turn():
    """QU-RET-2: by itself; everybody has had a turn to run after it."""
    state = chase(6, 6)
    story = given(RULESET, settled_but_for_escape(done(state, Pass(actor="foe")))).automatic()
    assert isinstance(story.command, Escape)
    assert only(story, Escaped) == Escaped(combatant="hero", gap=None)
    assert fighter(story, "hero").status == "left"


def settled_but_for_escape(state: State) -> State:
    while not isinstance(following := RULESET.automatic(state), Escape):
        assert following is not None
        state = done(state, following)
    return state


def test_equal_speeds_keep_the_gap():
    """QU-RET-2."""
    state = chase(6, 6)
    for quint in (2, 3, 4):
        story = given(RULESET, state).when(PURSUE).rolling()
        assert told(story) == (6, 6)
        state = settled(story.state)
        assert (state.quint, state.acting) == (quint + 1, "hero")
        state = done(state, RETREAT)


def test_doing_something_else_gives_the_pursuit_up():
    """QU-RET-2: pursuing uses the action."""
    state = settled(done(chase(6, 8), PURSUE))
    state = done(state, RETREAT)
    story = given(RULESET, state).when(Pass(actor="foe")).rolling()
    assert only(story, PursuitEnded) == PursuitEnded(pursuer="foe", fleer="hero", outrun=False)
    assert settled(story.state).combatants["hero"].status == "left"


@pytest.mark.parametrize("condition", ["unconscious", {"name": "stunned", "quints": 1}, "left"])
def test_a_pursuer_who_is_stopped_gives_up(condition: Any):
    """QU-RET-2."""
    state = settled(done(chase(6, 8), PURSUE))
    if condition == "left":
        state = done(state, Leave(combatant="foe"))
    else:
        state = adjusted(state, "foe", condition)
    state = settled(done(state, RETREAT))
    assert state.combatants["hero"].status == "left"


def test_the_fleer_may_turn():
    """QU-RET-2: then it runs no more, and is in reach again."""
    state = settled(done(chase(6, 8), PURSUE))
    story = given(RULESET, state).when(Attack(actor="hero", target="foe")).rolling(MISS)
    assert every(story, FlightEnded)
    assert fighter(story, "hero").flight is None
    assert every(story.when(Attack(actor="foe", target="hero")).rolling(MISS), HitRolled)


@pytest.mark.parametrize(
    "command",
    [
        Attack(actor="foe", target="hero"),
        Draw(actor="foe", target="hero", weapon="dagger"),
    ],
)
def test_who_runs_is_out_of_reach(command: Command):
    """QU-RET-2: but not of arrows."""
    arms = {"weapons": [{"name": "long sword"}, {"name": "dagger"}, {"name": "bow"}]}
    state = done(blows(None, arms), RETREAT, MISS)
    given(RULESET, state).when(command).refused("out-of-reach")
    archer = adjusted(state, "foe", drawn="bow")
    shot = given(RULESET, archer).when(Shoot(actor="foe", target="hero")).rolling(MISS)
    assert every(shot, HitRolled)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Pursue(actor="hero", target="foe"), "not-fleeing"),
        (Pursue(actor="hero", target="hero"), "cannot-target"),
    ],
)
def test_whom_one_cannot_pursue(command: Command, code: str):
    """QU-RET-2."""
    duel().when(command).refused(code)


def test_the_prone_do_not_pursue():
    """QU-RET-2."""
    given(RULESET, adjusted(chase(6, 8), "foe", "prone")).when(PURSUE).refused("is-prone")


def test_two_pursuers_have_a_gap_each():
    """QU-RET-2: who joins late is as far behind as the fleer has run."""
    state = fight(recruit("Hero", "heroes", speed=6), recruit("Foe", speed=8),
                  recruit("Ogre", speed=5))  # fmt: skip
    state = done(state, RETREAT)
    state = settled(done(done(state, PURSUE), Pass(actor="ogre")))
    state = done(done(state, RETREAT), PURSUE)
    late = given(RULESET, state).when(Pursue(actor="ogre", target="hero")).rolling()
    assert told(late) == (12, 13)
    chases = fighter(late, "hero").flight
    assert chases is not None
    assert [(c.pursuer, c.gap) for c in chases.chases] == [("foe", 2), ("ogre", 13)]
    shown = RULESET.current(fighter(late, "hero"))["flight"]
    assert shown["chases"][1] == {"pursuer": "ogre", "gap": 13}


def test_outrunning_one_of_two_is_no_escape_yet():
    """QU-RET-2."""
    state = fight(recruit("Hero", "heroes", speed=6), recruit("Foe", speed=8),
                  recruit("Ogre", speed=2))  # fmt: skip
    state = done(done(state, RETREAT), PURSUE)
    story = given(RULESET, state).when(Pursue(actor="ogre", target="hero")).rolling()
    assert only(story, PursuitEnded) == PursuitEnded(pursuer="ogre", fleer="hero", outrun=True)
    assert not every(story, Escaped)


# --- injuries -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "gap"),
    [("slow", 6 + 3 - 8), ("leg useless", 6 + 1 - 8), ("prone", 6 + 0 - 8),
     ({"name": "Limping", "modifiers": [{"to": "speed", "by": -1}]}, 6 + 5 - 8)],
)  # fmt: skip
def test_injuries_slow_the_fleer(condition: Any, gap: int):
    """QU-RET-2: grievous effects by themselves, others by the game master's word."""
    state = adjusted(chase(6, 8), "hero", condition)
    story = given(RULESET, state).when(PURSUE)
    story = story.rolling() if gap > 0 else story.rolling(MISS)
    assert only(story, Pursued).gap == max(0, gap)


def test_injuries_slow_the_pursuer_too():
    """QU-RET-2: and bring the escape nearer."""
    state = adjusted(chase(6, 8), "foe", "slow")
    story = given(RULESET, state).when(PURSUE).rolling()
    assert (told(story), only(story, Pursued).escape_gap) == ((6, 8), 12)


def test_a_fleer_knocked_down_rises_and_runs_on():
    """QU-RET-2."""
    state = adjusted(settled(done(chase(6, 8), PURSUE)), "hero", "prone")
    given(RULESET, state).when(RETREAT).refused("is-prone")
    story = given(RULESET, state).when(Rise(actor="hero")).rolling()
    assert fighter(story, "hero").flight is not None
    story = story.when(PURSUE).rolling()
    assert told(story) == (4, 2)


def test_a_fleer_who_falls_runs_no_more():
    """QU-RET-2, QU-DOWN-1."""
    state = adjusted(chase(6, 8), "hero", damage_points=0)
    assert state.combatants["hero"].flight is None
    given(RULESET, state).when(PURSUE).refused("not-fleeing")


def test_choices_show_the_gap():
    """QU-RET-2."""
    state = chase(6, 9)
    labels = [c.label for c in choices(state, "foe")]
    assert labels[:2] == ["Pursue Hero (gap 6) with long sword", "Pursue Hero (gap 6) with fist"]
    state = settled(done(state, PURSUE))
    assert "Run on (away 6)" in [c.label for c in choices(state, "hero")]


def test_who_has_no_arms_pursues_without_a_blow():
    """QU-RET-2."""
    state = adjusted(chase(1, 9), "foe", "weapon arm useless", "off arm useless")
    story = given(RULESET, state).when(PURSUE).rolling()
    assert told(story) == (1, 0)
    assert not every(story, HitRolled)
    armed = Pursue(actor="foe", target="hero", weapon="fist")
    given(RULESET, state).when(armed).refused("too-few-arms")
