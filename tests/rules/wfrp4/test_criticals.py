"""The critical tables and the table of fumbles, row by row (WF-WND-1)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from app.engine.encounter import Adjust, Answer
from app.engine.ruleset import follows_by_itself
from app.engine.tally import Line
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.commands import Attack, Move, Ready, Treat
from app.rules.wfrp4.effects import Effect
from app.rules.wfrp4.events import (
    AllyStruck,
    AttackTested,
    CombatantDied,
    CriticalRolled,
    CriticalScored,
    Disarmed,
    InjuryEnded,
    RowHappened,
    SkillTested,
    WeaponDamaged,
    WoundsLost,
)
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.house_tables import OF_LOCATION, PRINTED, table_of
from app.rules.wfrp4.numbers import number as number_of
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.state import Due, State
from tests.rules.wfrp4.fights import (
    CODEC,
    done,
    every,
    fight,
    fighter,
    levels,
    next_turn,
    only,
    opened,
    recruit,
    round_over,
    settled,
    value,
)
from tests.stories import Story, given

EFFECTS: TypeAdapter[Any] = TypeAdapter(tuple[Effect, ...])
WOUNDS = 30  # of Foe, who has T 30: Endurance (average) is passed by 50, (hard) by 10
PASSES, FAILS = 1, 95

# --- what a row leaves behind, in short -----------------------------------------------------------
# Injuries by name; of lost parts how many.

TORN = {"torn muscle (minor)": 1}
BADLY_TORN = {"torn muscle (major)": 1}
BROKEN = {"broken bone (minor)": 1}
BADLY_BROKEN = {"broken bone (major)": 1}
STUMP = {"open stump": 1}


def lost(part: str, count: int = 1) -> dict[str, int]:
    """A part that is gone, and the Wound that can't heal."""
    return {f"lost {part}": count, **STUMP}


Case = tuple[str, Location, int, tuple[int, ...], int, Mapping[str, int], Mapping[str, int]]
"""Clause, where, the number rolled, the dice that fall by it, Wounds, conditions, injuries."""

CASES: tuple[Case, ...] = (
    ("WF-CRIT-head-01", "head", 1, (), 1, {"bleeding": 1}, {"scar": 1}),
    ("WF-CRIT-head-11", "head", 11, (), 1, {"bleeding": 1}, {}),
    ("WF-CRIT-head-21", "head", 21, (), 1, {"blinded": 1}, {}),
    ("WF-CRIT-head-26", "head", 26, (), 1, {"deafened": 1}, {}),
    ("WF-CRIT-head-31", "head", 31, (), 2, {"stunned": 1}, {}),
    ("WF-CRIT-head-36", "head", 36, (), 2, {"blinded": 2}, {}),
    ("WF-CRIT-head-41", "head", 41, (), 2, {"deafened": 2, "bleeding": 1}, {}),
    ("WF-CRIT-head-46", "head", 46, (), 2, {"bleeding": 2, "blinded": 1},
     {"blood in the eyes": 1}),
    ("WF-CRIT-head-51", "head", 51, (4,), 3, {"stunned": 2}, BROKEN),
    ("WF-CRIT-head-56", "head", 56, (), 3, {"bleeding": 1, "blinded": 1}, {"gouged eye": 1}),
    ("WF-CRIT-head-61", "head", 61, (), 3, {}, {"burst eardrum": 1}),
    ("WF-CRIT-head-66", "head", 66, (31,), 3, {"bleeding": 2, "stunned": 1}, {"crooked nose": 1}),
    ("WF-CRIT-head-66", "head", 66, (30,), 3, {"bleeding": 2}, {"crooked nose": 1}),
    ("WF-CRIT-head-71", "head", 71, (4, 31), 4, {"stunned": 3, "unconscious": 1}, BADLY_BROKEN),
    ("WF-CRIT-head-71", "head", 71, (4, PASSES), 4, {"stunned": 3}, BADLY_BROKEN),
    ("WF-CRIT-head-76", "head", 76, (7, 3), 4,
     {"deafened": 1, "bleeding": 2, "stunned": 7, "fatigued": 1}, {"concussion": 1}),
    ("WF-CRIT-head-81", "head", 81, (6, 70), 4, {"bleeding": 2}, lost("teeth", 6)),
    ("WF-CRIT-head-81", "head", 81, (6, 71), 4, {"bleeding": 2, "prone": 1}, lost("teeth", 6)),
    ("WF-CRIT-head-86", "head", 86, (PASSES,), 4, {"deafened": 3, "bleeding": 2}, lost("ear")),
    ("WF-CRIT-head-91", "head", 91, (PASSES,), 5, {"blinded": 3, "bleeding": 2, "stunned": 1},
     lost("eye")),
    ("WF-CRIT-head-94", "head", 94, (PASSES, PASSES), 5,
     {"bleeding": 3, "blinded": 3, "stunned": 2}, {"lost eye": 1, "lost nose": 1, "open stump": 2}),
    ("WF-CRIT-head-97", "head", 97, (4, FAILS, PASSES, 5, PASSES), 5,
     {"bleeding": 4, "stunned": 3, "unconscious": 1},
     {**BADLY_BROKEN, "lost tongue": 1, "lost teeth": 5, "open stump": 2}),
    ("WF-CRIT-arm-01", "right arm", 1, (), 1, {}, {}),
    ("WF-CRIT-arm-11", "left arm", 11, (), 1, {"bleeding": 1}, {}),
    ("WF-CRIT-arm-21", "right arm", 21, (), 1, {}, TORN),
    ("WF-CRIT-arm-26", "right arm", 26, (8,), 2, {}, {"dead hand": 1}),
    ("WF-CRIT-arm-31", "right arm", 31, (), 2, {"bleeding": 1}, TORN),
    ("WF-CRIT-arm-36", "right arm", 36, (), 2, {"bleeding": 1}, {"slippery grip": 1}),
    ("WF-CRIT-arm-41", "left arm", 41, (8,), 2, {}, {"twisted arm": 1}),
    ("WF-CRIT-arm-46", "left arm", 46, (), 3, {"bleeding": 2}, {"open wound": 1}),
    ("WF-CRIT-arm-51", "left arm", 51, (4, 21), 3, {"stunned": 1}, BROKEN),
    ("WF-CRIT-arm-51", "left arm", 51, (4, 20), 3, {}, BROKEN),
    ("WF-CRIT-arm-56", "left arm", 56, (), 3, {}, BADLY_TORN),
    ("WF-CRIT-arm-61", "left arm", 61, (11,), 3, {"bleeding": 2, "stunned": 1, "unconscious": 1},
     TORN),
    ("WF-CRIT-arm-61", "left arm", 61, (PASSES,), 3, {"bleeding": 2, "stunned": 1}, TORN),
    ("WF-CRIT-arm-66", "left arm", 66, (), 4, {"bleeding": 4}, {"open wound": 1}),
    ("WF-CRIT-arm-71", "left arm", 71, (4,), 4, {}, BADLY_BROKEN),
    ("WF-CRIT-arm-76", "left arm", 76, (11,), 4, {"stunned": 2, "prone": 1},
     {"pain of the shoulder": 1, "shoulder out of joint": 1}),
    ("WF-CRIT-arm-76", "left arm", 76, (10,), 4, {"stunned": 1},
     {"pain of the shoulder": 1, "shoulder out of joint": 1}),
    ("WF-CRIT-arm-81", "left arm", 81, (50,), 4, {"bleeding": 1}, lost("finger")),
    ("WF-CRIT-arm-86", "left arm", 86, (PASSES,), 5, {"bleeding": 2, "stunned": 1},
     {**lost("finger"), "split hand": 1}),
    ("WF-CRIT-arm-91", "left arm", 91, (), 5, {"bleeding": 2, "stunned": 1}, BADLY_TORN),
    ("WF-CRIT-arm-94", "left arm", 94, (PASSES, FAILS), 5,
     {"bleeding": 2, "stunned": 1, "prone": 1}, lost("hand")),
    ("WF-CRIT-arm-97", "left arm", 97, (PASSES, 11), 5,
     {"bleeding": 3, "prone": 1, "stunned": 1, "unconscious": 1}, lost("arm")),
    ("WF-CRIT-body-01", "body", 1, (), 1, {"bleeding": 1}, {}),
    ("WF-CRIT-body-11", "body", 11, (71,), 1, {"stunned": 1, "prone": 1}, {}),
    ("WF-CRIT-body-11", "body", 11, (60,), 1, {"stunned": 1}, {}),
    ("WF-CRIT-body-21", "body", 21, (11,), 1, {"stunned": 3}, {}),
    ("WF-CRIT-body-21", "body", 21, (10,), 1, {}, {}),
    ("WF-CRIT-body-26", "body", 26, (), 1, {}, TORN),
    ("WF-CRIT-body-31", "body", 31, (41, 5), 2, {"stunned": 1, "prone": 1}, {"no breath left": 1}),
    ("WF-CRIT-body-31", "body", 31, (40, 5), 2, {"stunned": 1}, {"no breath left": 1}),
    ("WF-CRIT-body-36", "body", 36, (5,), 2, {}, {"sore ribs": 1}),
    ("WF-CRIT-body-41", "body", 41, (1, 5), 2, {}, {"jolted collar bone": 1}),
    ("WF-CRIT-body-46", "body", 46, (), 2, {"bleeding": 2}, {}),
    ("WF-CRIT-body-51", "body", 51, (4,), 3, {"stunned": 1}, BROKEN),
    ("WF-CRIT-body-56", "body", 56, (), 3, {"bleeding": 3}, {"open wound": 1}),
    ("WF-CRIT-body-61", "body", 61, (11,), 3, {"bleeding": 2, "stunned": 1, "unconscious": 1}, {}),
    ("WF-CRIT-body-66", "body", 66, (), 3, {"bleeding": 4}, {"open wound": 1}),
    ("WF-CRIT-body-71", "body", 71, (), 4, {}, BADLY_TORN),
    ("WF-CRIT-body-76", "body", 76, (4, 31), 4, {"stunned": 1, "prone": 1}, BROKEN),
    ("WF-CRIT-body-81", "body", 81, (), 4, {"bleeding": 4}, {"open wound": 1}),
    ("WF-CRIT-body-86", "body", 86, (), 4, {"bleeding": 2}, {"festering wound": 1}),
    ("WF-CRIT-body-91", "body", 91, (4,), 5, {"stunned": 1}, {"crushed ribs": 1, **BADLY_BROKEN}),
    ("WF-CRIT-body-94", "body", 94, (4,), 5, {"unconscious": 1},
     {"snapped collar bone": 1, **BADLY_BROKEN}),
    ("WF-CRIT-body-97", "body", 97, (), 5, {"bleeding": 1}, {"bleeding inside": 1, "blood rot": 1}),
    ("WF-CRIT-leg-01", "left leg", 1, (51,), 1, {}, {"battered toe": 1}),
    ("WF-CRIT-leg-01", "left leg", 1, (50,), 1, {}, {}),
    ("WF-CRIT-leg-11", "left leg", 11, (5,), 1, {}, {"turned ankle": 1}),
    ("WF-CRIT-leg-21", "left leg", 21, (), 1, {"bleeding": 1}, {}),
    ("WF-CRIT-leg-26", "left leg", 26, (31,), 1, {"prone": 1}, {}),
    ("WF-CRIT-leg-31", "left leg", 31, (51,), 2, {"bleeding": 1, "prone": 1}, {}),
    ("WF-CRIT-leg-36", "left leg", 36, (), 2, {}, TORN),
    ("WF-CRIT-leg-41", "left leg", 41, (5,), 2, {}, {"twisted knee": 1}),
    ("WF-CRIT-leg-46", "left leg", 46, (), 2, {"bleeding": 1}, {}),
    ("WF-CRIT-leg-51", "left leg", 51, (31,), 3, {"bleeding": 2, "prone": 1}, {}),
    ("WF-CRIT-leg-56", "left leg", 56, (), 3, {}, BADLY_TORN),
    ("WF-CRIT-leg-61", "left leg", 61, (4, 11), 3, {"prone": 1, "bleeding": 2, "stunned": 1},
     BROKEN),
    ("WF-CRIT-leg-66", "left leg", 66, (31,), 3, {"bleeding": 3, "prone": 1}, {"open wound": 1}),
    ("WF-CRIT-leg-71", "left leg", 71, (11,), 4, {"prone": 1, "stunned": 1, "unconscious": 1},
     {**BADLY_TORN, "snapped tendon": 1}),
    ("WF-CRIT-leg-76", "left leg", 76, (4,), 4, {"stunned": 1, "prone": 1},
     {**BADLY_TORN, **BROKEN}),
    ("WF-CRIT-leg-81", "left leg", 81, (4,), 4, {"bleeding": 1, "prone": 1, "stunned": 1},
     BADLY_BROKEN),
    ("WF-CRIT-leg-86", "left leg", 86, (11,), 4, {"prone": 1, "stunned": 1},
     {"pain of the knee": 1, "knee out of joint": 1}),
    ("WF-CRIT-leg-86", "left leg", 86, (10,), 4, {"prone": 1}, {"knee out of joint": 1}),
    # 75 against 50: by -2, so three toes; then Endurance for them is passed
    ("WF-CRIT-leg-91", "left leg", 91, (75, PASSES, 3), 5, {"prone": 1, "bleeding": 2},
     {**lost("toe", 3), "crushed foot": 1}),
    ("WF-CRIT-leg-91", "left leg", 91, (50, 3), 5, {"bleeding": 2}, {"crushed foot": 1}),
    ("WF-CRIT-leg-94", "left leg", 94, (PASSES,), 5, {"bleeding": 3, "stunned": 2, "prone": 1},
     lost("foot")),
    ("WF-CRIT-leg-97", "left leg", 97, (PASSES,), 5, {"bleeding": 2, "stunned": 2, "prone": 1},
     lost("leg")),
)  # fmt: skip

DEADLY = (
    ("WF-CRIT-head-100", "head"), ("WF-CRIT-arm-100", "right arm"), ("WF-CRIT-body-100", "body"),
    ("WF-CRIT-leg-100", "right leg"),
)  # fmt: skip


def due(table: str, number: int, location: Location | None = None, **fields: Any) -> State:
    """A fight of Hero, who acts, and Foe and Friend, in which a row of a table is due for Foe."""
    state = fight(
        recruit("Hero", "heroes"),
        recruit("Foe", wounds=WOUNDS, weapons=[{"name": "sword"}, {"name": "shield"}]),
        recruit("Friend"),
        **fields,
    )
    row = Due(table=table, number=number, of="foe", by="hero", location=location, face=46)
    return replace(state, due=(row,))


def befallen(location: Location, number: int, *dice: int) -> Story:
    """The story once the row of a critical has happened to Foe; these dice fall by it."""
    return given(RULESET, settled(due(OF_LOCATION[location], number, location), *dice))


def blow(story: Story) -> AttackTested:
    """The attack of the story."""
    return only(story, AttackTested)


def injuries(story: Story) -> dict[str, int]:
    """What Foe has that lasts: by name, how often."""
    found: dict[str, int] = {}
    for injury in fighter(story, "foe").injuries:
        found[injury.name] = found.get(injury.name, 0) + injury.count
    return found


@pytest.mark.parametrize(
    ("clause", "location", "number", "dice", "wounds", "conditions", "lasting"),
    CASES,
    ids=[f"{case[0]}-{'-'.join(map(str, case[3]))}" for case in CASES],
)
def test_a_row(
    clause: str,
    location: Location,
    number: int,
    dice: tuple[int, ...],
    wounds: int,
    conditions: Mapping[str, int],
    lasting: Mapping[str, int],
):
    story = befallen(location, number, *dice)
    assert WOUNDS - fighter(story, "foe").wounds == wounds
    assert levels(story, "foe") == conditions
    assert injuries(story) == lasting


def test_every_row_is_told_above():
    """WF-WND-1: the four tables have the same twenty rows; none is words alone."""
    told = {case[0] for case in CASES} | {clause for clause, _ in DEADLY}
    for kind in ("head", "arm", "body", "leg"):
        table = PRINTED[f"critical_{kind}"]
        assert {f"WF-CRIT-{kind}-{row.first:02}" for row in table.rows} <= told
        assert [row.first for row in table.rows] == [
            row.first for row in PRINTED["critical_head"].rows
        ]
        assert all(row.effects for row in table.rows)


@pytest.mark.parametrize(("clause", "location"), DEADLY)
def test_the_last_row_is_death(clause: str, location: Location):
    story = befallen(location, 100)
    assert fighter(story, "foe").dead == PRINTED[OF_LOCATION[location]].row_for(100).title
    assert fighter(story, "foe").status == "dead"


# --- how a row happens ----------------------------------------------------------------------------


def test_a_critical_happens_by_itself():
    """WF-WND-1, WF-ATT-6: the attack rolls the table, and what the row does is the next entry."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", wounds=WOUNDS))
    story = given(RULESET, state).when(Attack(actor="hero", target="foe")).rolling(22, 98, 70)
    assert [e.result for e in every(story, CriticalRolled)] == [70]
    assert follows_by_itself(RULESET, story.state) is not None
    before = fighter(story, "foe").wounds
    story = story.automatic()
    (row,) = every(story, RowHappened)
    assert (row.table, row.first, row.combatant, row.by) == ("critical_arm", 66, "foe", "hero")
    assert fighter(story, "foe").wounds == before - 4
    assert (fighter(story, "foe").criticals, levels(story, "foe")) == (1, {"bleeding": 4})
    assert not story.state.due


def test_extra_wounds_stop_at_0_and_make_no_critical():
    """WF-WND-1: whatever the armour and the Toughness; and no second critical comes of them."""
    state = replace(due("critical_body", 97, "body"))
    low = done(state, Adjust(combatant="foe", reason="x", state={"wounds": 2}))
    story = given(RULESET, low).automatic()
    assert [e.wounds for e in every(story, WoundsLost)] == [5]
    assert not every(story, CriticalScored)
    assert (fighter(story, "foe").wounds, fighter(story, "foe").level("prone")) == (0, 1)


def test_the_dead_suffer_no_row():
    """WF-WND-1: of two rows that are due, the first kills."""
    state = due("critical_head", 100, "head")
    (first,) = state.due
    state = settled(replace(state, due=(first, replace(first, number=1))))
    assert not state.due
    assert not state.combatants["foe"].injuries


def test_a_turn_ends_with_who_acts():
    """WF-WND-1: the defender's critical kills who attacks: the turn goes on to the next."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe"))
    story = given(RULESET, state).when(Attack(actor="hero", target="foe")).rolling(60, 22, 100)
    assert story.state.acting == "hero"
    story = story.automatic()
    assert every(story, CombatantDied)[0].combatant == "hero"
    assert story.state.acting == "foe"


def test_what_a_row_asks_waits_for_its_answer():
    """WF-CRIT-leg-46: the toe is the game master's to ask for after the fight."""
    story = befallen("left leg", 46)
    (question,) = story.state.questions
    assert (question.to, question.of, question.blocks) == ("gm", "foe", False)
    safe = story.when(Answer(question=question.id, choice="the toe is safe")).rolling()
    assert not safe.state.questions
    assert not injuries(safe)
    lose = story.when(Answer(question=question.id, choice="it is")).rolling(31, PASSES)
    assert injuries(lose) == lost("toe")
    kept = story.when(Answer(question=question.id, choice="it is")).rolling(30)
    assert not injuries(kept)
    assert not kept.state.rulings


@pytest.mark.parametrize(
    ("face", "conditions"),
    [(30, {}), (31, {"prone": 1}), (49, {"prone": 1}), (50, {"prone": 1, "stunned": 1}),
     (70, {"prone": 1, "stunned": 1, "unconscious": 1})],
)  # fmt: skip
def test_an_amputation_hurts(face: int, conditions: Mapping[str, int]):
    """WF-WND-1: Endurance; failed Prone, by -2 Stunned, by -4 Unconscious. Ear: average (+20)."""
    story = befallen("head", 86, face + 20)
    assert levels(story, "foe") == {"deafened": 3, "bleeding": 2, **conditions}
    assert fighter(story, "foe").most_wounds == WOUNDS - 1


# --- what lasts -----------------------------------------------------------------------------------


def test_what_care_ends():
    """WF-CRIT-head-56: Blinded stays until medical attention, which takes a Heal test."""
    story = befallen("head", 56)
    kept = round_over(round_over(story))
    assert levels(round_over(kept), "foe")["blinded"] == 1
    treat = Treat(actor="hero", target="foe", injury="Gouged eye")
    failed = story.when(treat).rolling(51)
    assert injuries(failed) == {"gouged eye": 1}
    healed = story.when(treat).rolling(50)
    assert not injuries(healed)
    assert not levels(healed, "foe").get("blinded")
    assert every(healed, InjuryEnded)[0].why == "medical attention"


def test_what_takes_surgery():
    """WF-CRIT-arm-46: an open wound bleeds again with each hit there, until surgery."""
    story = befallen("right arm", 46)
    struck = story.when(Attack(actor="hero", target="foe", called="right arm")).rolling(15, 90)
    assert levels(struck, "foe")["bleeding"] == 3
    elsewhere = story.when(Attack(actor="hero", target="foe", called="body")).rolling(15, 90)
    assert levels(elsewhere, "foe")["bleeding"] == 2
    treat = Treat(actor="hero", target="foe", injury="open wound")
    story.when(treat).refused("needs-talent")
    surgeon = done(story.state, Adjust(combatant="hero", reason="x",
                                       sheet={"talents": [{"name": "Surgery"}]}))  # fmt: skip
    assert not injuries(given(RULESET, surgeon).when(treat).rolling(50))


def test_a_joint_is_set():
    """WF-CRIT-arm-76, WF-CRIT-leg-86: an extended Heal test to 6 SL; then it aches for days."""
    story = befallen("left arm", 76, PASSES)
    treat = Treat(actor="hero", target="foe", injury="shoulder out of joint")
    once = story.when(treat).rolling(1)
    (joint,) = [i for i in fighter(once, "foe").injuries if i.name == "shoulder out of joint"]
    assert (joint.sl, joint.heal) == (5, 6)
    again = round_over(once, 95).when(treat).rolling(31, 7)
    (aching,) = [i for i in fighter(again, "foe").injuries if i.name == "aching arm"]
    assert (aching.location, aching.left, aching.unit) == ("left arm", 7, "days")
    assert aching.hinders.penalty == -10


def test_blood_in_the_eyes():
    """WF-CRIT-head-46: Blinded stays while there is Bleeding."""
    story = befallen("head", 46)
    later = round_over(round_over(round_over(story)))
    assert levels(later, "foe")["blinded"] == 1
    dry = done(later.state, Adjust(combatant="foe", reason="x",
                                   remove_conditions=("bleeding", "bleeding")))  # fmt: skip
    assert "blinded" not in levels(round_over(given(RULESET, dry)), "foe")


def test_a_second_burst_eardrum_deafens():
    """WF-CRIT-head-61: -20 to hear for good; the second time, Deafened for good."""
    first = befallen("head", 61).state
    row = Due(table="critical_head", number=61, of="foe", by="hero", location="head")
    story = given(RULESET, settled(replace(first, due=(row,))))
    assert levels(story, "foe") == {"deafened": 1}
    later = round_over(round_over(round_over(story)))
    assert levels(later, "foe") == {"deafened": 1}


def test_a_concussion_bears_no_other_critical():
    """WF-CRIT-head-76: another one to the head meanwhile: Endurance (+20), or Unconscious."""
    first = befallen("head", 76, 1, 3).state
    row = Due(table="critical_head", number=11, of="foe", by="hero", location="head")
    assert settled(replace(first, due=(row,)), 99).combatants["foe"].helpless
    elsewhere = replace(row, table="critical_body", location="body", number=1)
    assert not settled(replace(first, due=(elsewhere,))).combatants["foe"].helpless


def test_a_bleeding_hand_lets_go():
    """WF-CRIT-arm-36: while Bleeding, Dexterity (+20) to use what it holds, or it falls."""
    story = next_turn(befallen("right arm", 36))
    strike = Attack(actor="foe", target="hero", weapon="sword")
    dropped = story.when(strike).rolling(51)
    assert [e.weapon for e in every(dropped, Disarmed)] == ["sword"]
    assert not dropped.state.combatants["foe"].action_left
    assert len(every(story.when(strike).rolling(50, 60, 60), Disarmed)) == 0
    shield = Attack(actor="foe", target="hero", weapon="shield")
    assert not every(story.when(shield).rolling(60, 60), SkillTested)


def test_a_split_hand_falls_apart():
    """WF-CRIT-arm-86: a finger more at each end of a round, and with the fifth the hand."""
    story = befallen("left arm", 86, PASSES)
    for fingers in (2, 3, 4, 5):
        story = round_over(story, *([95] if fighter(story, "foe").level("stunned") else []))
        assert injuries(story)["lost finger"] == fingers
    assert injuries(story)["lost hand"] == 1
    assert "split hand" not in injuries(story)


def test_a_useless_arm_holds_nothing():
    """WF-CRIT-arm-26, WF-CRIT-arm-97: what it holds falls, and it takes nothing up."""
    story = befallen("right arm", 26, 8)  # 8 - TB: 5 rounds
    assert fighter(story, "foe").dropped == ("sword",)
    story = next_turn(story)
    story.when(Ready(actor="foe", main="shield", off="sword")).refused("unknown-weapon")
    assert (fighter(story, "foe").main, fighter(story, "foe").off) == ("shield", None)
    attack = story.when(Attack(actor="foe", target="hero")).rolling(60, 60)
    lines = {line.name: line.value for line in blow(attack).attack.number.lines}
    assert lines["off hand"] == -20
    for _ in range(4):
        story = round_over(story)
    assert "dead hand" in injuries(story)
    assert "dead hand" not in injuries(round_over(story))


def test_a_broken_arm_bears_no_two_handed_weapon():
    """WF-CRIT-arm-51: nor does it climb or do fine work well."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", wounds=WOUNDS,
                  weapons=[{"name": "zweihander"}]))  # fmt: skip
    row = Due(table="critical_arm", number=51, of="foe", by="hero", location="left arm")
    story = given(RULESET, settled(replace(state, due=(row,)), 4, PASSES))
    assert fighter(story, "foe").dropped == ("zweihander",)
    ready = Ready(actor="foe", main="zweihander")
    next_turn(story).when(ready).refused("unknown-weapon")


@pytest.mark.parametrize(
    ("location", "number", "dice", "skill", "value"),
    [
        ("left leg", 36, (), "athletics", -10), ("left leg", 56, (), "athletics", -20),
        ("body", 26, (), "athletics", -10), ("body", 71, (), "strength", -20),
        ("body", 36, (5,), "dodge", -10), ("left leg", 11, (5,), "agility", -10),
        ("left leg", 41, (5,), "agility", -20), ("head", 51, (4,), "language (magick)", -30),
        ("body", 51, (4,), "strength", -30), ("left leg", 81, (4,), "athletics", -20),
        ("head", 61, (), "perception", -20), ("head", 91, (PASSES,), "perception", -10),
    ],
)  # fmt: skip
def test_an_injury_hinders_tests(
    location: Location, number: int, dice: tuple[int, ...], skill: str, value: int
):
    """WF-WND-1: torn muscles, broken bones, and what a row takes off by itself."""
    story = befallen(location, number, *dice)
    foe = fighter(story, "foe")
    taken = [
        line.value
        for line in number_of(Options(), foe, skill).lines
        if line.name in injuries(story)
    ]
    assert taken == [value]


def test_an_injured_arm_hinders_its_weapon():
    """WF-CRIT-arm-21: -10 with that arm, to strike and to parry; not with the other."""
    story = next_turn(befallen("right arm", 21))
    sword = blow(story.when(Attack(actor="foe", target="hero", weapon="sword")).rolling(60, 60))
    assert Line("torn muscle (minor)", -10) in sword.attack.number.lines
    shield = blow(story.when(Attack(actor="foe", target="hero", weapon="shield")).rolling(60, 60))
    assert Line("torn muscle (minor)", -10) not in shield.attack.number.lines


def test_an_injured_leg_is_slow():
    """WF-CRIT-leg-81, WF-CRIT-body-31: half the movement; with a broken leg no Dodge."""
    story = next_turn(
        befallen("body", 31, 40, 5),
    )
    slow = given(RULESET, done(story.state, Adjust(combatant="foe", reason="x",
                                                   remove_conditions=("stunned",))))  # fmt: skip
    slow.when(Move(actor="foe", distance=9)).refused("too-far")
    slow.when(Move(actor="foe", distance=8)).rolling()
    broken = befallen("left leg", 81, 4)
    dodge = Attack(actor="hero", target="foe", defence="dodge")
    broken.when(dodge).refused("cannot-defend")


def test_days_are_counted_beyond_the_fight():
    """WF-WND-1: a torn muscle takes 30 - TB days, a broken bone 30 or 40 + 1d10."""
    (torn,) = fighter(befallen("left leg", 36), "foe").injuries
    assert (torn.left, torn.unit, torn.location) == (27, "days", "left leg")
    (broken,) = fighter(befallen("left arm", 71, 4), "foe").injuries
    assert (broken.left, broken.unit) == (44, "days")


def test_a_battered_toe_lasts_to_the_end_of_the_next_turn():
    """WF-CRIT-leg-01."""
    story = next_turn(befallen("left leg", 1, 51))
    assert injuries(story) == {"battered toe": 1}
    assert not injuries(next_turn(story))


def test_a_game_master_heals():
    """WF-WND-1: injuries are on the state, and go by the game master's word."""
    story = befallen("left leg", 76, 4)
    change = Adjust(combatant="foe", reason="magic", state={"healed": ["Broken bone (minor)"]})
    assert injuries(story.when(change).rolling()) == BADLY_TORN
    stump = befallen("left leg", 97, PASSES)
    whole = Adjust(combatant="foe", reason="x", state={"wounds": WOUNDS})
    stump.when(whole).refused("invalid-command", most=WOUNDS - 1)


# --- fumbles --------------------------------------------------------------------------------------


def fumbled(number: int, *dice: int, **options: Any) -> Story:
    """The story once Foe's fumble has happened."""
    return given(RULESET, settled(due("fumble", number, **options), *dice))


def test_overreached():
    """WF-WND-1, fumble 01-20: -10 to the next Action, not before."""
    story = fumbled(20)
    defence = blow(story.when(Attack(actor="hero", target="foe")).rolling(60, 60)).defence
    assert defence is not None
    assert value(defence.number.lines, "overreached") is None
    story = next_turn(story)
    attack = blow(story.when(Attack(actor="foe", target="hero")).rolling(60, 60)).attack
    assert value(attack.number.lines, "overreached") == -10
    assert not injuries(next_turn(story))


def test_one_s_own_blade():
    """Fumble 21-40: 1 Wound, whatever the armour."""
    assert fighter(fumbled(21), "foe").wounds == WOUNDS - 1


def test_a_bad_parry():
    """Fumble 41-60: 1 damage to the weapon, and one acts last in the next round."""
    story = fumbled(60)
    assert fighter(story, "foe").loss("sword") == 1
    story = round_over(story)
    assert story.state.acting == "hero"
    story = next_turn(story)
    assert story.state.acting == "friend"
    story = next_turn(story)
    assert story.state.acting == "foe"
    story = next_turn(next_turn(story))
    assert (story.state.round, story.state.acting) == (3, "foe")


def test_stuck_fast_and_fumbling():
    """Fumble 61-70: no Move in the next turn; 71-80: no Action."""
    stuck = next_turn(fumbled(61))
    stuck.when(Move(actor="foe", distance=1)).refused("nothing-left")
    assert RULESET.left(stuck.state) == {"move": 0, "action": 1}
    fumbling = next_turn(fumbled(80))
    assert RULESET.left(fumbling.state) == {"move": 1, "action": 0}
    assert RULESET.left(next_turn(round_over(fumbling)).state) == {"move": 1, "action": 1}


def test_a_twisted_ankle():
    """Fumble 81-90: a torn muscle of a random leg; it counts as a critical wound."""
    story = fumbled(81, 2)
    (torn,) = fighter(story, "foe").injuries
    assert (torn.name, torn.location) == ("torn muscle (minor)", "right leg")
    assert fighter(story, "foe").criticals == 1


def test_friend_or_foe():
    """Fumble 91-00: a random ally in reach is hit, with the units of the roll (46: 6) as SL."""
    alone = fumbled(91)
    assert levels(alone, "foe") == {"stunned": 1}
    state = due("fumble", 100)
    near = done(state, Adjust(combatant="foe", reason="x", state={"position": 0}))
    near = done(near, Adjust(combatant="friend", reason="x", state={"position": 2}))
    story = given(RULESET, near).automatic(1)
    assert every(story, AllyStruck)[0].ally == "friend"
    # SB 3 + sword 4 + 6 - TB 3: 10 of 12 Wounds
    assert [(e.combatant, e.wounds) for e in every(story, WoundsLost)] == [("friend", 10)]
    unseen = done(near, Adjust(combatant="friend", reason="x", hidden=True))
    assert levels(given(RULESET, unseen).automatic(), "foe") == {"stunned": 1}


def test_a_weapon_that_isn_t_there_takes_no_damage():
    """Fumble 41-60, with bare hands."""
    state = due("fumble", 41)
    bare = done(state, Adjust(combatant="foe", reason="x", state={"main": "unarmed", "off": None}))
    assert not every(given(RULESET, bare).automatic(), WeaponDamaged)


# --- tables of one's own --------------------------------------------------------------------------


def rows(*bands: tuple[int, int], **effect: Any) -> list[dict[str, Any]]:
    """Rows over these numbers that all do the same."""
    does = effect or {"kind": "wounds", "wounds": "3"}
    return [
        {"first": first, "last": last, "title": "House rule", "effects": [does]}
        for first, last in bands
    ]


def test_a_table_of_one_s_own():
    """WF-WND-1: it is played instead of the one that comes along; the others stay."""
    tables = {"critical_body": rows((1, 50), (51, 100))}
    story = given(RULESET, settled(due("critical_body", 100, "body", tables=tables)))
    assert fighter(story, "foe").wounds == WOUNDS - 3
    story = given(RULESET, settled(due("critical_head", 11, "head", tables=tables)))
    assert levels(story, "foe") == {"bleeding": 1}


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (rows((1, 99)), "must end with 100"),
        (rows((1, 101)), "must end with 100"),
        (rows((2, 100)), "1 is the next"),
        (rows((1, 50), (52, 100)), "51 is the next"),
        (rows((1, 50), (50, 100)), "51 is the next"),
        (rows((1, 100), kind="curse"), "expected tags"),
        (rows((1, 100), kind="wounds", wounds="many"), "pattern"),
        (rows((1, 100), kind="gain", condition="sleepy"), "ablaze"),
        (rows((1, 100), kind="test", skill="juggling"), "juggling"),
        ([{"first": 1, "last": 100, "title": "Nothing", "effects": []}], "at least 1 item"),
        ([], "at least 1 item"),
    ],
)
def test_a_table_that_can_t_be(table: Any, says: str):
    """WF-WND-1: its rows cover the die without a gap or an overlap, and do what is known."""
    with pytest.raises(ValidationError, match=says):
        opened({"tables": {"fumble": table}})


def test_every_effect_can_be_sent():
    """WF-WND-1: all tables that come along are JSON of the same shape."""
    sent = {
        name: [
            {"first": r.first, "last": r.last, "title": r.title,
             "effects": EFFECTS.dump_python(r.effects, mode="json")}
            for r in table.rows
        ]
        for name, table in PRINTED.items()
    }  # fmt: skip
    state = opened({"tables": sent})
    for name, table in PRINTED.items():
        own = table_of(state.options.tables, name)
        assert [row.effects for row in own.rows] == [row.effects for row in table.rows]
    assert all(
        effect.describe() for t in PRINTED.values() for row in t.rows for effect in row.effects
    )


def test_amounts_beyond_measure():
    """WF-WND-1: whatever a table of one's own asks for, the state can be kept."""
    much = "9d999"
    effects = [
        {"kind": "gain", "condition": "stunned", "level": much},
        {"kind": "gain", "condition": "entangled", "strength": much},
        {"kind": "wounds", "wounds": much},
        {"kind": "amputation", "part": "toe", "difficulty": "easy", "count": much},
        {"kind": "lasting", "name": "hexed", "lasts": much},
    ]
    row = {"first": 1, "last": 100, "title": "Doom", "effects": effects}
    state = due("critical_leg", 1, "left leg", tables={"critical_leg": [row]})
    nines = (999,) * 9
    after = settled(state, *nines, *nines, *nines, *nines, PASSES, *nines)
    assert CODEC.load_state(CODEC.dump_state(after)) == after
    assert levels(given(RULESET, after), "foe") == {"stunned": 100, "entangled": 1, "prone": 1}
