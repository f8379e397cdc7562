"""Fate, Fortune, Resilience and Resolve (WF-FATE-1)."""

from dataclasses import replace
from typing import Any

import pytest

from app.engine.dice import GivenDice, RecordedDice
from app.engine.encounter import Adjust, Answer, EndTurn
from app.engine.odds import exact_odds, retaken
from app.engine.refusals import NothingToReplace
from app.engine.ruleset import Past, is_reroll, redecide
from app.engine.ruleset import settled as spelled_out
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.commands import (
    Attack,
    Effect,
    Fate,
    Flee,
    Fortune,
    Guard,
    Interject,
    Other,
    Resilience,
    Resolve,
    Tend,
)
from app.rules.wfrp4.events import (
    AttackTested,
    CriticalScored,
    DamageDealt,
    HitSpared,
    PointSpent,
    SkillTested,
    WoundsLost,
)
from app.rules.wfrp4.narrate import narrate
from app.rules.wfrp4.state import Due
from tests.rules.wfrp4.fights import (
    done,
    duel,
    every,
    fight,
    fighter,
    levels,
    next_turn,
    only,
    recruit,
    round_over,
    settled,
    value,
    with_state,
)
from tests.stories import Story, given

FATED: dict[str, Any] = {"fate": 2, "resilience": 2, "wounds": 30}
STRIKE = Attack(actor="hero", target="foe")
NAMES = {"hero": "Hero", "foe": "Foe"}


def blow(story: Story) -> AttackTested:
    """The attack of the story."""
    return only(story, AttackTested)


def turned(before: Story, after: Story, command: Any, *faces: int) -> Story:
    """The story after a command that turns the deed of `after`, decided on `before`.

    Audits itself as every story does.
    """
    assert after.command is not None
    command = spelled_out(RULESET, after.state, command)
    assert is_reroll(RULESET, after.state, command)
    past = Past(7, spelled_out(RULESET, before.state, after.command), after.dice)
    dice = GivenDice(faces)
    events, state = redecide(RULESET, after.state, before.state, command, past, dice)
    dice.check_spent()
    again = RecordedDice(dice.fallen)
    assert redecide(RULESET, after.state, before.state, command, past, again) == (events, state)
    again.check_spent()
    assert all(die.reused_from == 7 for die in dice.fallen if die.source == "kept")
    return Story(RULESET, state, command, tuple(events), tuple(dice.fallen))


def spent(story: Story) -> tuple[str, str, int]:
    """The point that was spent: by whom, of what, and how many are left."""
    event = only(story, PointSpent)
    return event.combatant, event.points, event.left


# --- Fortune --------------------------------------------------------------------------------------


def test_points_at_the_start():
    """WF-FATE-1: Fortune is as Fate, Resolve as Resilience."""
    hero = fighter(duel(fate=3, resilience=2, corruption=1), "hero")
    assert (hero.fate, hero.fortune, hero.resilience, hero.resolve) == (3, 3, 2, 2)
    assert hero.corruption == 1


def test_a_failed_attack_falls_anew():
    """WF-FATE-1: the number and the other side's roll stay; the log has both."""
    before = duel({"wounds": 30}, **FATED)
    missed = before.when(STRIKE).rolling(71, 30)
    assert blow(missed).winner == "defender"
    again = turned(before, missed, Fortune(actor="hero", use="reroll"), 15)
    assert blow(again).winner == "attacker"
    assert blow(again).attack.number == blow(missed).attack.number
    assert blow(again).defence == blow(missed).defence
    assert [(die.face, die.source) for die in again.dice] == [(15, "given"), (30, "kept")]
    assert spent(again) == ("hero", "fortune", 1)
    assert fighter(again, "hero").advantage == 1
    assert not fighter(again, "hero").action_left
    assert "spends Fortune, 1 left; the roll for attack falls anew" in narrate(again.events, NAMES)


def test_a_failed_defence_falls_anew():
    """WF-FATE-1: in another's turn as well."""
    before = duel({**FATED}, wounds=30)
    struck = before.when(STRIKE).rolling(15, 80)
    again = turned(before, struck, Fortune(actor="foe", use="reroll"), 4)
    assert blow(again).attack == blow(struck).attack
    assert (blow(again).winner, blow(again).margin) == ("defender", 1)
    assert not every(again, DamageDealt)
    assert spent(again) == ("foe", "fortune", 1)


def test_what_was_turned_once_stands():
    """WF-FATE-1: also for the other one."""
    before = duel({**FATED}, **FATED)
    missed = before.when(STRIKE).rolling(71, 80)
    again = turned(before, missed, Fortune(actor="hero", use="reroll"), 72)
    for actor in ("hero", "foe"):
        again.when(Fortune(actor=actor, use="reroll")).refused("nothing-to-replace")
        again.when(Fortune(actor=actor, use="sl")).refused("nothing-to-replace")


def test_only_what_failed_falls_anew():
    """WF-FATE-1: a success has 1 SL more instead."""
    before = duel({"wounds": 30}, **FATED)
    hit = before.when(STRIKE).rolling(32, 25)
    assert (blow(hit).attack.passed, blow(hit).winner) == (True, "defender")
    hit.when(Fortune(actor="hero", use="reroll")).refused("nothing-to-replace")
    more = turned(before, hit, Fortune(actor="hero", use="sl"))
    assert value(blow(more).attack.sl.lines, "fortune") == 1
    assert blow(more).attack.sl.total == blow(hit).attack.sl.total + 1
    assert blow(more).winner == "nobody"
    assert {die.source for die in more.dice} == {"kept"}
    theirs = blow(more).defence
    assert theirs is not None
    assert value(theirs.sl.lines, "fortune") is None


def test_a_test_out_of_an_attack_falls_anew():
    """WF-FATE-1: by what its die was for."""
    before = with_state(duel(**FATED), "hero", {"name": "bleeding", "level": 3})
    failed = before.when(Tend(actor="hero")).rolling(80)
    again = turned(before, failed, Fortune(actor="hero", use="reroll", test="tend"), 10)
    assert only(again, SkillTested).test.passed
    assert levels(again, "hero") == {"fatigued": 1}
    again = turned(before, failed, Fortune(actor="hero", use="sl", test="tend"))
    assert only(again, SkillTested).test.sl.total == -4


def test_a_dark_deal():
    """WF-FATE-1: 1 Corruption instead of a Fortune point, though none be left."""
    before = with_state(duel({"wounds": 30}, **FATED), "hero", fortune=0)
    missed = before.when(STRIKE).rolling(71, 30)
    missed.when(Fortune(actor="hero", use="reroll")).refused("no-point-left", points="fortune")
    again = turned(before, missed, Fortune(actor="hero", use="dark_deal"), 15)
    assert spent(again) == ("hero", "corruption", 1)
    assert (fighter(again, "hero").corruption, fighter(again, "hero").fortune) == (1, 0)


def test_those_without_fate_turn_nothing():
    """WF-FATE-1: and nothing of theirs is kept in mind."""
    missed = duel().when(STRIKE).rolling(71, 30)
    assert not missed.state.turnable
    missed.when(Fortune(actor="hero", use="dark_deal")).refused("nothing-to-replace")
    missed.when(Fortune(actor="hero", use="reroll")).refused("no-point-left")


def test_the_moment_passes():
    """WF-FATE-1: once something else is done, what was rolled stands."""
    missed = duel(**FATED).when(STRIKE).rolling(71, 30)
    later = missed.when(EndTurn(actor="hero")).rolling()
    later.when(Fortune(actor="hero", use="reroll")).refused("nothing-to-replace")
    ruled = missed.when(Adjust(combatant="foe", reason="x", state={"wounds": 1})).rolling()
    ruled.when(Fortune(actor="hero", use="reroll")).refused("nothing-to-replace")


def test_a_critical_that_has_happened_is_undone_with_it():
    """WF-FATE-1: a fumble's row is no more, once the attack falls anew."""
    before = duel({"wounds": 30}, **FATED)
    fumbled = before.when(STRIKE).rolling(77, 30, 21)
    story = Story(RULESET, settled(fumbled.state), fumbled.command, dice=fumbled.dice)
    assert fighter(story, "hero").wounds == 29
    again = turned(before, story, Fortune(actor="hero", use="reroll"), 15)
    assert fighter(again, "hero").wounds == 30
    assert not again.state.due


def test_an_answered_defence_falls_anew():
    """WF-FATE-1, WF-ATT-1: option defence ask: the answer's rolls are turned; the choice stays."""
    asked = duel({**FATED}, options={"defence": "ask"}, wounds=30).when(STRIKE).rolling()
    struck = asked.when(Answer(actor="foe", question="q1", choice="dodge")).rolling(25, 80)
    again = turned(asked, struck, Fortune(actor="foe", use="reroll"), 4)
    assert (blow(again).means, blow(again).winner) == ("dodge", "defender")


def test_of_several_attacks_one_falls_anew():
    """WF-FATE-1: whose roll it is tells them apart."""
    state = fight(recruit("Hero", "heroes", **FATED), recruit("Foe", **FATED), recruit("Other"))
    before = with_state(given(RULESET, state), "hero", engaged=["foe", "other"])
    fled = before.when(Flee(actor="hero")).rolling(97, 98)
    again = turned(before, fled, Fortune(actor="foe", use="reroll"), 15, 1)
    assert [(e.attacker, e.winner) for e in every(again, AttackTested)] == [
        ("foe", "attacker"), ("other", "nobody"),
    ]  # fmt: skip


def test_choosing_when_to_act():
    """WF-FATE-1: one's turn comes now, before the acting one has begun."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", fate=1))
    story = given(RULESET, state)
    story.when(Interject(actor="foe")).refused("not-quick")
    early = story.when(Fortune(actor="foe", use="act")).rolling()
    assert (early.state.acting, spent(early)) == ("foe", ("foe", "fortune", 0))
    assert next_turn(early).state.acting == "hero"
    assert narrate(early.events, NAMES) == ("Foe spends Fortune, 0 left. Foe comes in before Hero.")
    begun = story.when(Guard(actor="hero")).rolling()
    begun.when(Fortune(actor="foe", use="act")).refused("not-quick")


def test_acting_early_is_for_one_round():
    """WF-FATE-1, WF-ROUND-1: whom one broke in on goes on; the next round has the same order."""
    names = ("A", "B", "C", "D")
    state = fight(*(recruit(name, name, fate=1) for name in names))
    story = given(RULESET, state)

    def order_of(story: Story) -> list[str]:
        acting = [str(story.state.acting)]
        while (story := next_turn(story)).state.round == 1:
            acting.append(str(story.state.acting))
        return [*acting, *(str((story := next_turn(story)).state.acting) for _ in "bcd")]

    last = story.when(Fortune(actor="d", use="act")).rolling()
    assert order_of(last) == ["d", "a", "b", "c", "b", "c", "d"]
    twice = last.when(Fortune(actor="c", use="act")).rolling()
    assert order_of(twice) == ["c", "d", "a", "b", "b", "c", "d"]
    gone = with_state(with_state(last, "a", dead=True), "b", "surprised")
    assert next_turn(gone).state.acting == "c"


def test_the_odds_of_a_reroll():
    """WF-FATE-1: exact, on the roll of the defence that stands."""
    before = duel({"wounds": 30}, **FATED)
    missed = before.when(STRIKE).rolling(71, 30)  # the defence has SL 1
    command = spelled_out(RULESET, missed.state, Fortune(actor="hero", use="reroll"))
    past = Past(7, spelled_out(RULESET, before.state, STRIKE), missed.dice)
    odds = exact_odds(retaken(RULESET, missed.state, before.state, command, past), 20_000)
    # Melee 40: SL 2 or more by 01-29, but 01-05 too; SL 1 by 30-39 is a tie of equal skills
    assert 1 - odds.chances["won", "foe"][0] == pytest.approx(0.29)


# --- Resilience -----------------------------------------------------------------------------------


def test_one_says_what_it_has_shown():
    """WF-FATE-1: the roll is what one wants, and an opposed test is won by 1 SL at least."""
    before = duel({"wounds": 30}, **FATED)
    missed = before.when(STRIKE).rolling(71, 2)
    sure = turned(before, missed, Resilience(actor="hero", face=11), 50)
    assert (blow(sure).attack.face, blow(sure).winner, blow(sure).margin) == (11, "attacker", 1)
    assert value(blow(sure).attack.sl.lines, "resilience") == 2
    assert only(sure, CriticalScored).of == "foe"
    assert spent(sure) == ("hero", "resilience", 1)
    assert fighter(sure, "hero").resolve == 2


def test_a_defence_that_can_t_fail():
    """WF-FATE-1."""
    before = duel({**FATED}, wounds=30)
    struck = before.when(STRIKE).rolling(2, 80)
    sure = turned(before, struck, Resilience(actor="foe"))
    assert (blow(sure).winner, blow(sure).margin) == ("defender", 1)
    theirs = blow(sure).defence
    assert theirs is not None
    assert theirs.face == 1
    assert blow(sure).attack.face == 2


def test_a_test_that_can_t_fail():
    """WF-FATE-1."""
    before = with_state(duel(**FATED), "hero", {"name": "bleeding", "level": 9})
    failed = before.when(Tend(actor="hero")).rolling(80)
    sure = turned(before, failed, Resilience(actor="hero", face=1))
    assert only(sure, SkillTested).test.face == 1
    assert levels(sure, "hero") == {"bleeding": 5}


# --- Fate -----------------------------------------------------------------------------------------


def test_a_hit_that_does_nothing():
    """WF-FATE-1: no Wounds and no critical, whatever was rolled; the Advantage is lost."""
    before = duel({**FATED}, wounds=30)
    struck = before.when(STRIKE).rolling(11, 80, 100)
    assert every(struck, CriticalScored)
    after = Story(RULESET, settled(struck.state), struck.command, dice=struck.dice)
    assert fighter(after, "foe").status == "dead"
    spared = turned(before, after, Fate(actor="foe", use="unscathed"))
    assert only(spared, HitSpared).combatant == "foe"
    assert not every(spared, WoundsLost)
    assert (fighter(spared, "foe").wounds, fighter(spared, "foe").status) == (30, "active")
    assert spent(spared) == ("foe", "fate", 1)
    assert fighter(spared, "hero").advantage == 1


def test_there_must_have_been_a_hit():
    """WF-FATE-1."""
    missed = duel({**FATED}).when(STRIKE).rolling(71, 30)
    missed.when(Fate(actor="foe", use="unscathed")).refused("nothing-to-replace")


def test_who_died_lives():
    """WF-FATE-1: out of the fight; however long ago it was."""
    before = duel({**FATED}, wounds=30)
    before.when(Fate(actor="foe", use="survive")).refused("cannot-act")
    killed = given(RULESET, settled(before.when(STRIKE).rolling(11, 80, 100).state))
    story = killed.when(Fate(actor="foe", use="survive")).rolling()
    foe = fighter(story, "foe")
    assert (foe.dead, foe.status, foe.fate) == (None, "left", 1)
    poor = with_state(killed, "foe", fate=0)
    poor.when(Fate(actor="foe", use="survive")).refused("no-point-left")


# --- Resolve --------------------------------------------------------------------------------------


def test_steel():
    """WF-FATE-1: never Broken, to the end of the next round; it costs no Advantage."""
    story = with_state(duel(**FATED), "hero", advantage=2)
    story = story.when(Resolve(actor="hero", use="steel")).rolling()
    assert (fighter(story, "hero").advantage, spent(story)) == (2, ("hero", "resolve", 1))
    shaken = done(story.state, other_gain("broken"))
    assert not shaken.combatants["hero"].level("broken")
    later = round_over(round_over(story))
    assert done(later.state, other_gain("broken")).combatants["hero"].level("broken") == 1


def other_gain(condition: str) -> Any:
    """Something that lays a condition on the actor, without an Action."""
    return Other(actor="hero", what="shivers", free=True, effects=(Effect(gain=condition),))


def test_ignoring_injuries():
    """WF-FATE-1: to the start of the next round."""
    story = duel({"wounds": 30}, **FATED)
    state = settled_row(story.state, "critical_arm", 21, "hero", "right arm")
    hurt = given(RULESET, state)
    lines = blow(hurt.when(STRIKE).rolling(60, 60)).attack.number.lines
    assert value(lines, "torn muscle (minor)") == -10
    heedless = hurt.when(Resolve(actor="hero", use="ignore_injuries")).rolling()
    lines = blow(heedless.when(STRIKE).rolling(60, 60)).attack.number.lines
    assert value(lines, "torn muscle (minor)") is None
    later = round_over(heedless)
    lines = blow(later.when(STRIKE).rolling(60, 60)).attack.number.lines
    assert value(lines, "torn muscle (minor)") == -10


def settled_row(state: Any, table: str, number: int, of: str, location: Any) -> Any:
    """The state once a row has happened to somebody."""
    due = Due(table=table, number=number, of=of, by="foe", location=location)
    return settled(replace(state, due=(due,)))


def test_shaking_off():
    """WF-FATE-1: a condition goes, whole, and what follows it comes; Prone gives back 1 Wound."""
    story = with_state(duel(**FATED), "hero", {"name": "stunned", "level": 3}, "prone", wounds=0)
    free = story.when(Resolve(actor="hero", use="shake_off", condition="Stunned")).rolling()
    assert levels(free, "hero") == {"prone": 1, "fatigued": 1}
    up = free.when(Resolve(actor="hero", use="shake_off", condition="prone")).rolling()
    assert (levels(up, "hero"), fighter(up, "hero").wounds) == ({"fatigued": 1}, 1)
    up.when(Resolve(actor="hero", use="shake_off", condition="fatigued")).refused("no-point-left")
    story.when(Resolve(actor="hero", use="shake_off")).refused("invalid-command")
    nothing = Resolve(actor="hero", use="shake_off", condition="ablaze")
    story.when(nothing).refused("nothing-to-recover")


def test_the_unconscious_wake_for_the_round():
    """WF-FATE-1, WF-COND-unconscious."""
    story = with_state(duel({**FATED}), "foe", "unconscious")
    awake = story.when(Resolve(actor="foe", use="shake_off", condition="unconscious")).rolling()
    assert fighter(awake, "foe").status == "active"
    assert next_turn(awake).state.acting == "foe"
    assert fighter(round_over(awake), "foe").status == "down"


def test_points_need_a_running_fight_and_somebody_there():
    """WF-FATE-1."""
    story = duel({**FATED})
    dead = with_state(story, "foe", dead=True)
    dead.when(Resolve(actor="foe", use="steel")).refused("cannot-act")
    story.when(Resolve(use="steel")).refused("invalid-command")


def test_redecide_takes_only_what_turns():
    """WF-FATE-1: the engine never asks it otherwise."""
    before = duel(**FATED)
    missed = before.when(STRIKE).rolling(71, 30)
    past = Past(7, STRIKE, missed.dice)
    with pytest.raises(NothingToReplace):
        RULESET.redecide(before.state, STRIKE, past, GivenDice([]))
    with pytest.raises(NothingToReplace):
        RULESET.redecide(before.state, Fortune(actor="hero", use="reroll"), past, GivenDice([]))
