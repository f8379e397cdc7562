"""The twelve conditions: stacking, penalties, ticks, removal, what follows (WF-COND, WF-WND-2)."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, EndTurn, SideFell, TurnEnded
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.commands import (
    Assess,
    Attack,
    Effect,
    Flee,
    Hide,
    Load,
    Move,
    Other,
    PickUp,
    Ready,
    Recover,
    Sprint,
    StandUp,
    Tend,
    Treat,
)
from app.rules.wfrp4.conditions import Condition, eased, gained, read_condition
from app.rules.wfrp4.events import (
    AttackTested,
    CombatantDied,
    CombatantFell,
    ConditionsTicked,
    CriticalScored,
    DeathTested,
    OpposedTested,
    SkillTested,
    WoundsLost,
)
from app.rules.wfrp4.numbers import number
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.tables.conditions import CONDITIONS
from tests.rules.wfrp4.fights import (
    adjusted,
    armed,
    done,
    duel,
    every,
    fighter,
    levels,
    next_turn,
    only,
    round_over,
    value,
    with_state,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")
STRIKE_BACK = Attack(actor="foe", target="hero")


@pytest.mark.parametrize("name", ["bleeding ", " Bleeding", "BLEEDING"])
def test_a_condition_is_known_however_it_is_spelt(name: str):
    """WF-COND-1."""
    assert read_condition(name).name == "bleeding"
    assert read_condition({"name": name, "level": 2}).name == "bleeding"
    assert levels(with_foe("bleeding", "bleeding").when(taken(name)).rolling(), "foe") == {
        "bleeding": 1
    }
    assert read_condition(" Hexed 3 ").name == "Hexed 3"  # a mark


def taken(name: str) -> Adjust:
    return Adjust(combatant="foe", reason="x", remove_conditions=(name,))


@pytest.mark.parametrize("name", ["bleeding 3", "Bleeding3", "bleeding (3)", " bleeding 3 "])
def test_a_level_is_no_part_of_the_name(name: str):
    """WF-COND-1: it would be a mark that does nothing."""
    for sent in (name, {"name": name, "level": 2}):
        story = duel().when(Adjust(combatant="foe", reason="x", add_conditions=(sent,)))
        story.refused("invalid-command")
    ruled = Other(actor="hero", what="cuts it", effects=(Effect(whom="actor", gain=name),))
    duel().when(ruled).refused("invalid-command")


def with_foe(*conditions: Any, options: Any = None, foe: Any = None, **changes: Any) -> Story:
    return with_state(duel(foe, options=options), "foe", *conditions, **changes)


def n(name: str, level: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "level": level, **more}


# --- how they add up ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_same_one_adds_up(name: str):
    """WF-COND-1: but for Prone, Surprised and Unconscious."""
    single = name in ("prone", "surprised", "unconscious")
    one = gained((), read_condition(n(name, 2)))
    assert gained(one, read_condition(name))[0].level == (1 if single else 3)


def test_one_and_four_are_five_less_one_four():
    """WF-COND-1: by a game master too, who removes a level with each mention."""
    state = with_foe("bleeding").state
    state = adjusted(state, "foe", n("bleeding", 4))
    assert state.combatants["foe"].level("bleeding") == 5
    state = done(state, Adjust(combatant="foe", reason="x", remove_conditions=("Bleeding",)))
    assert state.combatants["foe"].level("bleeding") == 4
    more = Adjust(combatant="foe", reason="x", remove_conditions=("bleeding",) * 4)
    after = done(state, more).combatants["foe"]
    assert (after.level("bleeding"), after.level("fatigued")) == (0, 1)


@pytest.mark.parametrize(
    ("name", "then"),
    [
        ("bleeding", {"fatigued"}), ("broken", {"fatigued"}), ("poisoned", {"fatigued"}),
        ("stunned", {"fatigued"}), ("unconscious", {"prone", "fatigued"}), ("ablaze", set()),
        ("blinded", set()), ("deafened", set()), ("entangled", set()), ("fatigued", set()),
        ("prone", set()), ("surprised", set()),
    ],
)  # fmt: skip
def test_what_follows_the_last_level(name: str, then: set[str]):
    """WF-COND-1."""
    assert {c.name for c in eased((Condition(name=name),), name, 1)} == then
    if CONDITIONS[name].stacks:
        assert {c.name for c in eased((Condition(name=name, level=2),), name, 1)} == {name}


def test_the_stunned_who_are_tired_already():
    """WF-COND-stunned: Fatigued follows only where there is none; after Bleeding it adds up."""
    tired = Condition(name="fatigued")
    assert eased((Condition(name="stunned"), tired), "stunned", 1) == (tired,)
    assert eased((Condition(name="bleeding"), tired), "bleeding", 1)[0].level == 2


@pytest.mark.parametrize(("option", "total"), [("worst", 40 - 20), ("add", 40 - 20 - 10)])
def test_penalties_of_different_ones(option: str, total: int):
    """WF-COND-1: the worst counts, or all by option condition_penalties."""
    story = with_foe("poisoned", n("fatigued", 2), options={"condition_penalties": option})
    blow = only(next_turn(story).when(STRIKE_BACK).rolling(90, 90), AttackTested)
    assert blow.attack.number.total == total


@pytest.mark.parametrize(
    ("name", "skill", "penalty"),
    [
        ("fatigued", "cool", -20), ("poisoned", "cool", -20), ("stunned", "endurance", -20),
        ("broken", "cool", -20), ("broken", "athletics", None), ("broken", "stealth", None),
        ("entangled", "strength", -20), ("entangled", "cool", None),
        ("blinded", "perception", -20), ("blinded", "cool", None),
        ("deafened", "perception", -20), ("deafened", "melee (basic)", None),
        ("prone", "dodge", -20), ("prone", "athletics", -20), ("prone", "melee (basic)", None),
        ("ablaze", "cool", None), ("bleeding", "cool", None),
    ],
)  # fmt: skip
def test_which_tests_they_hinder(name: str, skill: str, penalty: int | None):
    """WF-COND-1: by level."""
    bearer = fighter(with_foe(n(name, 2)), "foe")
    assert value(number(Options(), bearer, skill).lines, name) == penalty


# --- one by one -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "level", "armour", "lost"),
    [(10, 1, [], 7), (10, 3, [], 9), (1, 1, [], 1), (10, 1, ["leather jack"], 7)],
)
def test_ablaze(face: int, level: int, armour: list[str], lost: int):
    """WF-COND-ablaze: d10 + levels - 1, less TB 3 and the least AP anywhere, at least 1."""
    foe = {"armour": [{"name": name} for name in armour]}
    story = round_over(with_foe(n("ablaze", level), foe=foe), face)
    assert fighter(story, "foe").wounds == 12 - lost


def test_armour_all_over_helps_against_fire():
    """WF-COND-ablaze."""
    names = ("plate helm", "plate bracers", "breastplate", "plate leggings")
    story = with_foe("ablaze", foe={"armour": [{"name": name} for name in names]})
    assert fighter(round_over(story, 10), "foe").wounds == 12 - 5


def test_putting_it_out():
    """WF-COND-ablaze: Athletics removes 1 + SL."""
    story = with_state(duel(), "hero", n("ablaze", 5))
    story = story.when(Recover(actor="hero", condition="ablaze")).rolling(10)
    assert levels(story, "hero") == {"ablaze": 2}
    hard = Recover(actor="hero", condition="ablaze", difficulty="hard")
    duel().when(hard).refused("nothing-to-recover")


def test_bleeding():
    """WF-COND-bleeding: a Wound a level; at 0 unconscious; then 10% a level of death."""
    story = with_foe(n("bleeding", 2), wounds=3)
    story = round_over(story)
    assert fighter(story, "foe").wounds == 1
    story = round_over(story)
    assert (fighter(story, "foe").wounds, fighter(story, "foe").status) == (0, "active")
    assert levels(story, "foe") == {"bleeding": 2, "prone": 1}
    story = round_over(story)
    assert fighter(story, "foe").status == "down"
    story = round_over(story, 21)
    assert (levels(story, "foe")["bleeding"], fighter(story, "foe").status) == (2, "down")
    story = round_over(story, 22)  # a double that isn't death
    assert levels(story, "foe")["bleeding"] == 1


def test_a_death_by_bleeding_names_its_cause():
    """WF-COND-bleeding, WF-WND-2: and who brought it."""
    wound = n("bleeding", 2, by="hero", cause="sword")
    story = with_foe(wound, "unconscious", wounds=0)
    dying = done(story.state, command_of_turn(story))
    ended = given(RULESET, dying).automatic(20)
    tested, died = only(ended, DeathTested), only(ended, CombatantDied)
    assert (tested.chance, tested.face, tested.died) == (20, 20, True)
    assert (died.combatant, died.cause, died.by) == ("foe", "bleeding", "hero")
    assert fighter(ended, "foe").status == "dead"


def command_of_turn(story: Story) -> Any:
    return EndTurn(actor=story.state.acting)


def test_tending_a_wound():
    """WF-COND-bleeding: Heal removes 1 + SL."""
    story = with_state(duel(), "hero", n("bleeding", 4))
    story = story.when(Tend(actor="hero")).rolling(10)
    assert levels(story, "hero") == {"bleeding": 1}
    duel().when(Tend(actor="hero", target="foe")).refused("nothing-to-recover")


@pytest.mark.parametrize("name", ["blinded", "deafened"])
def test_what_wears_off(name: str):
    """WF-COND-blinded, WF-COND-deafened: 1 off at every other end of a round."""
    story = with_foe(n(name, 2))
    seen = []
    for _ in range(4):
        story = round_over(story)
        seen.append(levels(story, "foe").get(name, 0))
    assert seen == [2, 1, 1, 0]


def test_blinded():
    """WF-COND-blinded: -10 a level to see, and melee attackers have as much more."""
    story = with_foe(n("blinded", 2)).when(STRIKE).rolling(90, 90)
    blow = only(story, AttackTested)
    assert blow.defence is not None
    assert value(blow.attack.number.lines, "target blinded") == 20
    assert value(blow.defence.number.lines, "blinded") == -20


def test_deafened():
    """WF-COND-deafened: -10 a level to hear."""
    story = with_state(duel(), "hero", "deafened")
    story = story.when(Assess(actor="hero", skill="perception")).rolling(20)
    assert value(only(story, SkillTested).test.number.lines, "deafened") == -10


def test_broken():
    """WF-COND-broken: no fighting; Cool at the end of a round, not engaged; then Fatigued."""
    story = with_state(duel(), "hero", n("broken", 3))
    story.when(STRIKE).refused("cannot-fight", condition="broken")
    story.when(Assess(actor="hero")).refused("cannot-fight")
    assert not fighter(story.when(Move(actor="hero")).rolling(), "hero").move_left
    assert levels(round_over(story, 1), "hero") == {"broken": 1}  # number 0: SL +1
    assert levels(round_over(story, 50), "hero") == {"broken": 3}
    last = with_state(duel(), "hero", "broken")
    assert levels(round_over(last, 10), "hero") == {"fatigued": 1}
    engaged = with_state(story, "hero", engaged=["foe"])
    assert levels(round_over(engaged), "hero") == {"broken": 3}


def test_the_broken_do_nothing_else():
    """WF-COND-broken: they flee, hide or move; and put out flames, or break free, to do so."""
    story = with_state(duel(**armed("sword", "dagger")), "hero", "broken", n("bleeding", 1))
    story = with_state(story, "hero", "ablaze", dropped=["dagger"])
    for command in (
        Other(actor="hero", what="prays"),
        Other(actor="hero", what="prays", free=True),
        Ready(actor="hero", main="unarmed"),
        PickUp(actor="hero", weapon="dagger"),
        Load(actor="hero", weapon="sword"),
        Tend(actor="hero"),
        Treat(actor="hero", injury="a scar"),
    ):
        story.when(command).refused("cannot-fight", condition="broken")
    story.when(Recover(actor="hero", condition="ablaze")).rolling(90)


def test_broken_and_hidden():
    """WF-COND-broken: a full round in hiding removes 1."""
    story = with_state(duel(), "hero", n("broken", 2)).when(Hide(actor="hero")).rolling(10)
    assert fighter(story, "hero").hiding
    assert levels(round_over(story, 96), "hero") == {"broken": 1}


def test_entangled():
    """WF-COND-entangled: no Move; Strength against the source's removes 1 + SL."""
    held = n("entangled", 3, by="foe")
    story = with_state(duel(), "hero", held)
    story.when(Move(actor="hero")).refused("cannot-move", condition="entangled")
    free = story.when(Recover(actor="hero", condition="entangled"))
    assert levels(free.rolling(1, 60), "hero") == {}  # number 0: SL +1, against -3: all of it
    assert levels(free.rolling(50, 10), "hero") == {"entangled": 3}
    strong = with_state(duel(), "hero", n("entangled", 1, strength=60))
    tried = strong.when(Recover(actor="hero", condition="entangled")).rolling(19, 50)
    assert only(tried, OpposedTested).theirs.number.total == 60


def test_entangled_by_nobody():
    """WF-COND-entangled: Strength alone (ours)."""
    story = with_state(duel(), "hero", "entangled")
    story = story.when(Recover(actor="hero", condition="entangled")).rolling(20)
    assert levels(story, "hero") == {}


def test_fatigued():
    """WF-COND-fatigued: it stays, -10 a level to everything."""
    story = with_foe(n("fatigued", 2))
    assert levels(round_over(round_over(story)), "foe") == {"fatigued": 2}
    blow = only(story.when(STRIKE).rolling(90, 90), AttackTested)
    assert blow.defence is not None
    assert blow.defence.number.total == 20


@pytest.mark.parametrize(("face", "left"), [(20, 1), (19, 0), (21, 2)])
def test_poisoned(face: int, left: int):
    """WF-COND-poisoned: a Wound a level, then Endurance at its difficulty removes 1 + SL."""
    poison = n("poisoned", 2, difficulty=10)
    story = round_over(with_foe(poison), face)
    assert fighter(story, "foe").wounds == 10
    assert levels(story, "foe").get("poisoned", 0) == left
    assert levels(story, "foe").get("fatigued", 0) == (1 if left == 0 else 0)


def test_poison_kills_the_unconscious():
    """WF-COND-poisoned: after TB (3) rounds, Endurance or death."""
    story = with_foe("poisoned", "unconscious", wounds=0)
    for _ in range(2):
        story = round_over(story, 90)
        assert fighter(story, "foe").status == "down"
    assert fighter(round_over(story, 90), "foe").dead == "poisoned"
    assert levels(round_over(story, 10), "foe")["fatigued"] == 1


def test_prone():
    """WF-COND-prone: stands up or crawls; not at 0 Wounds."""
    story = with_state(duel(), "hero", "prone")
    story.when(Move(actor="hero", distance=3)).refused("too-far", most=2)
    story.when(Sprint(actor="hero")).refused("cannot-move", condition="prone")
    assert levels(story.when(StandUp(actor="hero")).rolling(), "hero") == {}
    duel().when(StandUp(actor="hero")).refused("cannot-move")
    with_state(story, "hero", wounds=0).when(StandUp(actor="hero")).refused("cannot-move", wounds=0)


def test_stunned():
    """WF-COND-stunned: no Action, half the way, may defend; Endurance removes 1 + SL."""
    story = with_state(duel(), "hero", n("stunned", 2))
    story.when(STRIKE).refused("nothing-left", needed="action")
    story.when(Move(actor="hero", distance=9)).refused("too-far", most=8)
    assert RULESET.left(story.state) == {"move": 1, "action": 0}
    assert levels(round_over(story, 10), "hero") == {"stunned": 1}  # number 10: SL 0
    attacked = only(with_foe("stunned").when(STRIKE).rolling(98, 1), AttackTested)
    assert attacked.defence is not None


def test_surprised():
    """WF-COND-surprised: no turn, no defence; over with the first attack, or the round."""
    story = with_foe("surprised")
    attacked = story.when(STRIKE).rolling(60)
    assert only(attacked, AttackTested).defence is None
    assert levels(attacked, "foe") == {}
    lost = next_turn(story)
    assert (lost.state.round, lost.state.acting, levels(lost, "foe")) == (2, "hero", {})


@pytest.mark.parametrize(("called", "location"), [(None, "body"), ("head", "head")])
def test_unconscious(called: Any, location: str):
    """WF-COND-unconscious: hit without a roll, where one likes, by all SL and critically."""
    story = with_foe("unconscious", foe={"wounds": 99})
    story = story.when(Attack(actor="hero", target="foe", called=called)).rolling(50)
    blow = only(story, AttackTested)
    assert (blow.attack.face, blow.winner, blow.location) == (None, "attacker", location)
    assert blow.margin == blow.attack.number.total // 10
    assert only(story, CriticalScored).trouble.because == "helpless"
    killed = with_foe("unconscious").when(Attack(actor="hero", target="foe", kill=True)).rolling()
    assert only(killed, CombatantDied).by == "hero"


def test_killing_takes_the_helpless():
    """WF-COND-unconscious."""
    kill = Attack(actor="hero", target="foe", kill=True)
    duel().when(kill).refused("not-helpless")
    bow = {"skills": [{"name": "Ranged (Bow)"}], "weapons": [{"name": "bow"}]}
    with_state(duel(**bow), "foe", "unconscious").when(kill).refused("not-helpless")


def test_waking():
    """WF-COND-unconscious: then Prone and Fatigued."""
    state = with_foe("unconscious").state
    assert state.combatants["foe"].status == "down"
    woken = done(state, Adjust(combatant="foe", reason="x", remove_conditions=("unconscious",)))
    assert woken.combatants["foe"].status == "active"
    assert {c.name for c in woken.combatants["foe"].conditions} == {"prone", "fatigued"}


def test_the_unconscious_from_afar():
    """WF-COND-unconscious: at point blank they are hit too; further away one rolls."""
    bow = {"skills": [{"name": "Ranged (Bow)"}], "weapons": [{"name": "bow"}]}
    story = with_state(duel({"wounds": 99}, **bow), "foe", "unconscious")
    near = story.when(Attack(actor="hero", target="foe", distance=5)).rolling(50)
    assert only(near, AttackTested).attack.face is None
    far = story.when(Attack(actor="hero", target="foe", distance=20)).rolling(95)
    assert only(far, AttackTested).attack.face == 95


# --- when -----------------------------------------------------------------------------------------


def test_they_tick_once_a_round_for_everyone():
    """WF-TURN-2: at its end, also for who is passed over."""
    story = with_foe("bleeding", "unconscious", wounds=9)
    assert fighter(next_turn(story), "foe").wounds == 8
    ended = with_foe("bleeding", wounds=9)
    mid = next_turn(ended)
    assert fighter(mid, "foe").wounds == 9
    assert fighter(next_turn(mid), "foe").wounds == 8


def test_they_tick_at_the_end_of_the_turn():
    """WF-TURN-2: option conditions_tick turn; at the end of the round for who had none."""
    options = {"conditions_tick": "turn"}
    story = with_state(duel(options=options), "hero", "bleeding")
    ended = story.when(command_of_turn(story)).rolling()
    kinds = [type(event) for event in ended.events]
    assert kinds.index(WoundsLost) < kinds.index(TurnEnded)
    assert fighter(ended, "hero").wounds == 11
    assert fighter(next_turn(next_turn(story)), "hero").wounds == 11
    passed_over = with_foe("bleeding", "unconscious", wounds=9, options=options)
    assert fighter(next_turn(passed_over), "foe").wounds == 8
    preset = with_foe("bleeding", wounds=9, options={"preset": "source"})
    assert preset.state.options.conditions_tick == "turn"


def test_who_dies_of_it_in_its_own_turn():
    """WF-TURN-2: the turn passes on."""
    options = {"conditions_tick": "turn"}
    story = with_state(duel(options=options), "hero", n("poisoned", 1), wounds=1)
    after = story.when(command_of_turn(story)).rolling(90)
    assert fighter(after, "hero").wounds == 0
    assert after.state.acting == "foe"


def test_every_tick_is_told_once():
    """WF-TURN-2."""
    ended = next_turn(with_foe("bleeding"))
    last = given(RULESET, done(ended.state, command_of_turn(ended))).automatic()
    assert [t.combatant for t in every(last, ConditionsTicked)] == ["hero", "foe"]


def test_a_mark_with_rounds():
    """WF-COND-1: a game master's own, which ends by itself."""
    story = with_foe({"name": "Hexed", "rounds": 2})
    assert levels(round_over(story), "foe") == {"Hexed": 1}
    assert levels(round_over(round_over(story)), "foe") == {}


# --- at 0 Wounds ----------------------------------------------------------------------------------


def test_at_0_wounds():
    """WF-WND-2: Prone at once; unconscious after TB (3) rounds, untended."""
    story = duel({"wounds": 12}, ws=31).when(STRIKE).rolling(18, 98)
    assert levels(story, "foe") == {"prone": 1}
    for _ in range(3):
        story = round_over(story)
        assert fighter(story, "foe").status == "active"
    story = round_over(story)
    assert fighter(story, "foe").status == "down"


def test_tended_at_0_wounds():
    """WF-WND-2: nobody loses consciousness who is cared for."""
    story = with_state(duel(), "foe", "prone", wounds=0)
    story = story.when(Tend(actor="hero", target="foe", condition="wounds")).rolling(10)
    for _ in range(5):
        story = round_over(story)
    assert fighter(story, "foe").status == "active"


@pytest.mark.parametrize(("criticals", "status"), [(3, "down"), (4, "dead")])
def test_too_many_criticals(criticals: int, status: str):
    """WF-WND-2: more than TB (3), unconscious: death at the end of the round."""
    story = round_over(with_foe("unconscious", criticals=criticals))
    assert fighter(story, "foe").status == status


def test_a_side_falls_with_its_last():
    """WF-WND-2: told, and the fight goes on."""
    story = with_foe("bleeding", "prone", wounds=0)
    ended = next_turn(next_turn(story))
    assert ended.state.acting == "hero"
    again = with_foe(wounds=0).when(command_of_turn(story)).rolling()
    assert not every(again, SideFell)
    fallen = with_foe("bleeding", wounds=0)
    state = done(next_turn(fallen).state, command_of_turn(next_turn(fallen)))
    over = given(RULESET, state).automatic()
    assert (only(over, CombatantFell).cause, only(over, SideFell).side) == ("bleeding", "foes")


# --- flight ---------------------------------------------------------------------------------------


def test_fleeing():
    """WF-MOVE-1: each foe gains 1 Advantage and strikes, unopposed, at +20; then Cool."""
    story = with_state(duel(wounds=30), "hero", engaged=["foe"])
    hit = story.when(Flee(actor="hero")).rolling(31, 62)
    blow = only(hit, AttackTested)
    assert blow.defence is None
    assert value(blow.attack.number.lines, "fleeing target") == 20
    assert value(blow.attack.number.lines, "advantage") == 10
    assert levels(hit, "hero") == {"broken": 4}
    assert fighter(hit, "hero").engaged == ()
    missed = story.when(Flee(actor="hero")).rolling(95)
    assert levels(missed, "hero") == {}
