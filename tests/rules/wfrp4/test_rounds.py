"""The order of battle: rounds, turns, initiative, surprise, movement, and shots."""

from typing import Any

import pytest

from app.engine.encounter import (
    Adjust,
    EncounterPaused,
    EndTurn,
    Join,
    Leave,
    Pass,
    Pause,
    RoundStarted,
    Start,
    TurnStarted,
)
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.commands import (
    Aim,
    Attack,
    Charge,
    Disengage,
    Flee,
    Guard,
    Move,
    Ready,
    Sprint,
    Surprise,
)
from app.rules.wfrp4.events import (
    AttackTested,
    DamageDealt,
    InitiativeSettled,
    Moved,
    OpposedTested,
    RoundEnded,
    SkillTested,
    TieTested,
    TurnLost,
)
from app.rules.wfrp4.options import PRESETS
from tests.rules.wfrp4.fights import (
    armed,
    done,
    duel,
    every,
    fight,
    fighter,
    late,
    levels,
    next_turn,
    only,
    opened,
    recruit,
    round_over,
    settled,
    value,
    with_state,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")


def three(**options: Any) -> Story:
    state = fight(recruit("Hero", "heroes"), recruit("Ally", "heroes"), recruit("Foe"), **options)
    return given(RULESET, state)


# --- rounds and turns -----------------------------------------------------------------------------


def test_everybody_in_order_then_the_next_round():
    """WF-ROUND-1: the same order, not rolled again; the end of a round is an entry of its own."""
    story, seen = three(), []
    for _ in range(6):
        seen.append((story.state.round, story.state.acting))
        story = next_turn(story)
    assert seen == [(n, who) for n in (1, 2) for who in ("hero", "ally", "foe")]
    last = next_turn(next_turn(three()))
    ended = last.when(EndTurn(actor="foe")).rolling()
    assert ended.state.acting is None
    ended = ended.automatic().then(
        RoundEnded(round=1), RoundStarted(round=2), TurnStarted(combatant="hero")
    )


def test_a_turn_is_a_move_and_an_action():
    """WF-TURN-1: in any order, and what is left is told; the player ends it."""
    story = duel()
    assert RULESET.left(story.state) == {"move": 1, "action": 1}
    moved = story.when(Move(actor="hero", distance=8)).rolling()
    assert RULESET.left(moved.state) == {"move": 0, "action": 1}
    both = moved.when(Guard(actor="hero")).rolling()
    assert (RULESET.left(both.state), both.state.acting) == ({"move": 0, "action": 0}, "hero")
    both.when(STRIKE).refused("nothing-left", needed="action")
    both.when(Move(actor="hero")).refused("nothing-left", needed="move")
    first = story.when(Guard(actor="hero")).rolling().when(Move(actor="hero")).rolling()
    assert first.when(EndTurn(actor="hero")).rolling().state.acting == "foe"
    assert story.when(Pass(actor="hero")).rolling().state.acting == "foe"


def test_what_is_free_takes_nothing():
    """WF-TURN-1."""
    story = duel(**armed("sword", "dagger"))
    story = story.when(Ready(actor="hero", main="dagger", off="sword")).rolling()
    assert RULESET.left(story.state) == {"move": 1, "action": 1}
    story.when(Ready(actor="hero", main="dagger", off="sword")).refused("nothing-changes")
    story.when(Ready(actor="hero", main="spoon")).refused("unknown-weapon")
    both = armed("sword", "halberd")
    duel(**both).when(Ready(actor="hero", main="halberd", off="sword")).refused("hands-full")


def test_a_turn_that_ends_by_itself():
    """WF-TURN-1: option turns_end when_spent."""
    story = duel(options={"turns_end": "when_spent"}).when(Guard(actor="hero")).rolling()
    assert story.state.acting == "hero"
    assert story.when(Move(actor="hero")).rolling().state.acting == "foe"
    attacked = duel({"wounds": 99}, options={"turns_end": "when_spent"})
    moved = attacked.when(Move(actor="hero")).rolling()
    struck = moved.when(STRIKE).rolling(22, 98, 50)
    assert struck.state.acting == "hero", "the critical happens first"
    assert struck.automatic().state.acting == "foe"


def test_who_may_act():
    """WF-ROUND-1."""
    duel().when(Guard(actor="foe")).refused("not-your-turn")
    with_state(duel(), "foe", "unconscious").when(Guard(actor="foe")).refused("cannot-act")
    given(RULESET, opened({}, recruit("Hero"))).when(Guard(actor="hero")).refused(
        "encounter-not-running"
    )
    duel().when(Start()).refused("encounter-running")


def test_a_pause():
    """WF-ROUND-1: the round that was broken off ends when the fight goes on."""
    story = with_state(duel(), "foe", "bleeding").when(Pause(reason="x")).rolling()
    assert (story.state.status, story.state.acting) == ("paused", None)
    state = settled(done(story.state, Start()))
    assert (state.round, state.acting, state.combatants["foe"].wounds) == (2, "hero", 11)


def test_nobody_is_left_to_act():
    """WF-ROUND-1: the fight pauses at the end of the round."""
    story = with_state(with_state(duel(), "foe", "unconscious"), "hero", "unconscious")
    assert story.state.acting is None
    paused = story.automatic()
    assert only(paused, EncounterPaused).reason == "nobody-can-act"
    paused.when(Start()).refused("cannot-act")
    woken = done(
        paused.state, Adjust(combatant="foe", reason="x", remove_conditions=("unconscious",))
    )
    again = done(woken, Start())
    assert (again.round, again.acting) == (2, "foe")


def test_leaving():
    """WF-ROUND-1: the turn passes on."""
    story = three().when(Leave(combatant="hero")).rolling()
    assert story.state.acting == "ally"
    engaged = with_state(duel(), "hero", engaged=["foe"]).when(Leave(combatant="foe")).rolling()
    assert fighter(engaged, "hero").engaged == ()


# --- initiative -----------------------------------------------------------------------------------


def order(*recruits: Any, dice: tuple[int, ...] = (), **options: Any) -> Story:
    return given(RULESET, opened(options, *recruits)).when(Start()).rolling(*dice)


def test_by_initiative():
    """WF-INIT-1: option 0: Initiative, then Agility, then an Agility test."""
    story = order(
        recruit("A", i=30, ag=30), recruit("B", i=40), recruit("C", i=30, ag=40),
        recruit("D", i=30, ag=30), dice=(40, 20),
    )  # fmt: skip
    assert story.state.order.ids == ("b", "c", "d", "a")
    assert [t.combatants for t in every(story, TieTested)] == [("a",), ("d",)]


def test_by_a_test():
    """WF-INIT-1: option 1: the SL of an Initiative test; ties by Initiative, then Agility."""
    story = order(
        recruit("A", i=45), recruit("B", i=35), recruit("C", i=40), dice=(35, 5, 20), initiative=1
    )
    assert [s.initiative.total for s in every(story, InitiativeSettled)] == [1, 3, 2]
    assert story.state.order.ids == ("b", "c", "a")
    tied = order(recruit("A", i=35), recruit("B", i=45), dice=(25, 35), initiative=1)
    assert tied.state.order.ids == ("b", "a")


def test_by_a_die():
    """WF-INIT-1: option 2: d10 + Initiative."""
    story = order(recruit("A", i=30), recruit("B", i=35), dice=(10, 4), initiative=2)
    assert [s.initiative.total for s in every(story, InitiativeSettled)] == [40, 39]
    assert story.state.order.ids == ("a", "b")


def test_by_bonuses_and_a_die():
    """WF-INIT-1: option 3: d10 + Initiative Bonus + Agility Bonus; ties by Initiative."""
    story = order(recruit("A", i=39, ag=20), recruit("B", i=30, ag=38), dice=(5, 4), initiative=3)
    first, second = every(story, InitiativeSettled)
    assert [(line.name, line.value) for line in first.initiative.lines] == [
        ("initiative bonus", 3), ("agility bonus", 2), ("d10", 5),
    ]  # fmt: skip
    assert (first.initiative.total, second.initiative.total) == (10, 10)
    assert story.state.order.ids == ("a", "b")


def test_a_group_rolls_once():
    """WF-INIT-1."""
    story = order(
        recruit("A", group="mob", i=30), recruit("B", i=40), recruit("C", group="mob", i=31),
        dice=(5, 1), initiative=2,
    )  # fmt: skip
    assert [s.face for s in every(story, InitiativeSettled)] == [5, 1, 5]


def test_combat_reflexes():
    """WF-INIT-1: +10 Initiative a level."""
    quick = [{"name": "Combat Reflexes", "level": 2}]
    story = order(recruit("A", i=45), recruit("B", i=30, talents=quick))
    assert story.state.order.ids == ("b", "a")


def test_late_arrivals():
    """WF-INIT-1: by the same numbers, after those they tie with."""
    story = duel()
    state = late(story.state, recruit("Late", i=98))
    assert state.order.ids == ("hero", "foe", "late")
    assert next_turn(given(RULESET, state)).state.acting == "foe"
    early = late(next_turn(given(RULESET, state)).state, recruit("Early", i=120))
    assert next_turn(given(RULESET, early)).state.acting == "late"
    rolled = opened({"initiative": 2}, recruit("A"))
    rolled = done(done(rolled, Start(), 5), Join(combatants=(recruit("B"),)), 9)
    assert rolled.order.ids == ("b", "a")


# --- surprise -------------------------------------------------------------------------------------


def ambush(dice: tuple[int, ...], **watcher: Any) -> Story:
    thief = {"skills": [{"name": "Stealth", "advances": 20}], "ag": 30}
    state = opened(
        {}, recruit("Thief", "thieves", **thief), recruit("Lout", "thieves"),
        recruit("Guard", "guards", **watcher), recruit("Dog", "guards", i=60),
    )  # fmt: skip
    command = Surprise(ambushers=("thief", "lout"), targets=("guard", "dog"))
    return given(RULESET, state).when(command).rolling(*dice)


def test_an_ambush():
    """WF-SUR-1: the worst Stealth against each one's Perception."""
    story = ambush((20, 40, 10))
    tests = every(story, OpposedTested)
    assert {(t.combatant, t.skill, t.ours.face) for t in tests} == {("lout", "stealth", 20)}
    assert [(t.against, t.against_skill, t.winner) for t in tests] == [
        ("guard", "perception", "lout"), ("dog", "perception", "dog"),
    ]  # fmt: skip
    assert (levels(story, "guard"), levels(story, "dog")) == ({"surprised": 1}, {})


def test_combat_aware():
    """WF-SUR-1: a Perception test to ignore it."""
    aware = {"talents": [{"name": "Combat Aware"}]}
    assert levels(ambush((20, 40, 30, 10), **aware), "guard") == {}
    assert levels(ambush((20, 40, 31, 10), **aware), "guard") == {"surprised": 1}


def test_surprise_by_word():
    """WF-SUR-1: the game master names who is surprised; their turn is lost by itself."""
    state = opened({}, recruit("Hero", "heroes", i=20), recruit("Foe", i=50))
    named = done(state, Surprise(combatants=("foe",)))
    story = given(RULESET, done(named, Start()))
    assert story.state.acting == "foe"
    lost = story.automatic()
    lost.then(TurnLost(combatant="foe", condition="surprised"))
    assert lost.state.acting == "hero"
    assert levels(round_over(lost), "foe") == {}
    story.when(Guard(actor="foe")).refused("cannot-act", condition="surprised")


def test_what_surprise_needs():
    """WF-SUR-1."""
    duel().when(Surprise(combatants=("foe",))).refused("too-late-for-surprise")
    before = given(RULESET, opened({}, recruit("Hero", "heroes"), recruit("Foe")))
    before.when(Surprise()).refused("invalid-command")
    before.when(Surprise(ambushers=("hero",))).refused("invalid-command")
    both = Surprise(ambushers=("hero",), targets=("foe", "hero"))
    before.when(both).refused("invalid-command", combatant="hero")
    before.when(Surprise(actor="hero", combatants=("foe",))).refused("invalid-command")


def test_surprise_ends_at_the_top_of_a_round():
    """WF-ROUND-1: from round 2 on."""
    story = with_state(next_turn(duel()), "hero", "surprised")
    assert levels(round_over(story), "hero") == {}


# --- movement -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "how"), [(8, "walk"), (9, "run"), (16, "run"), (-16, "run"), (0, "walk")]
)
def test_moving(to: int, how: str):
    """WF-MOVE-1: Walk 2, Run 4 yards a point of Move, without a test."""
    story = duel(position=0).when(Move(actor="hero", to=to)).rolling()
    story.then(Moved(combatant="hero", how=how, yards=abs(to), position=to))  # type: ignore[arg-type]
    assert fighter(story, "hero").position == to


def test_as_far_as_it_goes():
    """WF-MOVE-1."""
    duel(position=0).when(Move(actor="hero", to=17)).refused("too-far", most=16)
    duel().when(Move(actor="hero", distance=17)).refused("too-far", most=16)
    duel(position=0).when(Move(actor="hero", to=9, difficult=True)).refused("too-far", most=8)
    with_state(duel(), "hero", engaged=["foe"]).when(Move(actor="hero")).refused("engaged")


@pytest.mark.parametrize(("face", "yards"), [(20, 16 + 3), (50, 16), (90, 16)])
def test_sprinting(face: int, yards: int):
    """WF-MOVE-2: Move and Action; Average (+20) Athletics; Run + SL, at least Run."""
    story = duel(position=0).when(Sprint(actor="hero", to=50)).rolling(face)
    assert value(only(story, SkillTested).test.number.lines, "average") == 20
    assert fighter(story, "hero").position == yards
    assert RULESET.left(story.state) == {"move": 0, "action": 0}
    near = duel(position=0).when(Sprint(actor="hero", to=-5)).rolling(face)
    assert fighter(near, "hero").position == -5


def test_a_charge_on_the_line():
    """WF-MOVE-1: to a yard from its target."""
    story = duel({"position": 12}, position=0).when(Charge(actor="hero", target="foe"))
    assert fighter(story.rolling(90, 90), "hero").position == 11


def in_melee(**changes: Any) -> Story:
    return with_state(duel(position=0), "hero", engaged=["foe"], **changes)


def test_disengaging_by_advantage():
    """WF-MOVE-1: with more than any foe there; it is spent."""
    in_melee().when(Disengage(actor="hero", by="advantage")).refused("cannot-move", advantage=0)
    story = in_melee(advantage=2).when(Disengage(actor="hero", by="advantage", to=10)).rolling()
    hero = fighter(story, "hero")
    assert (hero.engaged, hero.advantage, hero.position, hero.move_left) == ((), 0, 10, False)
    duel().when(Disengage(actor="hero", by="dodge")).refused("not-engaged")


@pytest.mark.parametrize(
    ("faces", "engaged", "hero", "foe"),
    [((10, 60), (), 1, 0), ((60, 10), ("foe",), 0, 1)],
)
def test_disengaging_by_dodge(faces: Any, engaged: Any, hero: int, foe: int):
    """WF-MOVE-1: against Melee, with the Action; the winner gains 1 Advantage."""
    story = in_melee().when(Disengage(actor="hero", by="dodge", to=5)).rolling(*faces)
    assert fighter(story, "hero").engaged == engaged
    assert (fighter(story, "hero").advantage, fighter(story, "foe").advantage) == (hero, foe)
    tested = only(story, OpposedTested)
    assert (tested.skill, tested.against_skill) == ("dodge", "melee (basic)")


def test_fleeing_on_the_line():
    """WF-MOVE-1: as far as a run."""
    in_melee().when(Flee(actor="hero", to=20)).refused("too-far")
    story = in_melee().when(Flee(actor="hero", to=-16)).rolling(95)
    assert (fighter(story, "hero").position, fighter(story, "hero").engaged) == (-16, ())


# --- shots ----------------------------------------------------------------------------------------

ARCHER = armed("bow")  # range 50, Ranged 40


def shot(**fields: Any) -> Attack:
    return Attack(actor="hero", target="foe", **fields)


def blow_of(story: Story) -> AttackTested:
    return only(story, AttackTested)


def line(story: Story, name: str) -> int | None:
    return value(blow_of(story).attack.number.lines, name)


@pytest.mark.parametrize(
    ("distance", "band", "modifier"),
    [
        (5, "point blank", 40), (6, "short", 20), (25, "short", 20), (26, "normal", None),
        (50, "normal", None), (51, "long", -10), (100, "long", -10), (101, "extreme", -30),
        (150, "extreme", -30),
    ],
)  # fmt: skip
def test_range_bands(distance: int, band: str, modifier: int | None):
    """WF-ATT-2."""
    faces = (90, 90) if band == "point blank" else (90,)
    story = duel(**ARCHER).when(shot(distance=distance)).rolling(*faces)
    assert (blow_of(story).band, line(story, f"{band} range")) == (band, modifier)
    placed = duel({"position": distance}, **ARCHER, position=0).when(shot()).rolling(*faces)
    assert blow_of(placed).band == band


def test_out_of_range_and_unmeasured():
    """WF-ATT-2: over three times the range; where nobody says, normal."""
    duel(**ARCHER).when(shot(distance=151)).refused("out-of-range", most=150)
    assert blow_of(duel(**ARCHER).when(shot()).rolling(90)).band == "normal"


def test_range_by_strength():
    """WF-ATT-2: of what is thrown."""
    story = duel(**armed("javelin")).when(shot(distance=10)).rolling(90)
    assert blow_of(story).band == "long"


@pytest.mark.parametrize(
    ("foe", "distance", "options", "means"),
    [
        ({}, 20, {}, None),
        ({}, 5, {}, "dodge"),
        (armed("sword", "shield"), 20, {}, "parry"),
        (armed("sword", "buckler"), 20, {}, None),
        ({}, 20, {"oppose_ranged": "always"}, "parry"),
        ({}, 20, {"preset": "source"}, "parry"),
    ],
)
def test_who_may_oppose_a_shot(foe: Any, distance: int, options: Any, means: str | None):
    """WF-ATT-2: a shield of 2 or more, Dodge at point blank; or always, by option."""
    faces = (90,) if means is None else (90, 90)
    story = duel(foe, options=options, **ARCHER).when(shot(distance=distance)).rolling(*faces)
    assert blow_of(story).means == means


def test_an_unopposed_shot():
    """WF-ATT-3: hit, 1 Advantage and the other loses all; miss, nothing changes."""
    story = with_state(with_state(duel(**ARCHER), "foe", advantage=2), "hero", advantage=1)
    hit = story.when(shot()).rolling(25)
    assert (fighter(hit, "hero").advantage, fighter(hit, "foe").advantage) == (2, 0)
    assert value(only(hit, DamageDealt).damage.lines, "sl") == 3
    missed = story.when(shot()).rolling(70)
    assert (fighter(missed, "hero").advantage, fighter(missed, "foe").advantage) == (1, 2)


@pytest.mark.parametrize(
    ("fields", "name", "modifier"),
    [
        ({"cover": "soft"}, "soft cover", -10), ({"cover": "medium"}, "medium cover", -20),
        ({"cover": "hard"}, "hard cover", -30), ({"light": "concealed"}, "concealed", -20),
        ({"light": "darkness"}, "darkness", -30), ({"crowd": 3}, "crowd", 20),
        ({"crowd": 7}, "crowd", 40), ({"crowd": 13}, "crowd", 60), ({"crowd": 2}, "crowd", None),
    ],
)  # fmt: skip
def test_situations_of_a_shot(fields: Any, name: str, modifier: int | None):
    """WF-ATT-7."""
    assert line(duel({"wounds": 99}, **ARCHER).when(shot(**fields)).rolling(95), name) == modifier


@pytest.mark.parametrize(
    ("size", "modifier"),
    [("tiny", -30), ("little", -20), ("small", -10), ("average", None), ("large", 20),
     ("enormous", 40), ("monstrous", 60)],
)  # fmt: skip
def test_size_of_the_target(size: str, modifier: int | None):
    """WF-ATT-7."""
    story = duel({"size": size}, **ARCHER).when(shot()).rolling(95)
    assert line(story, f"{size} target") == modifier


@pytest.mark.parametrize(("face", "sl"), [(41, 0), (60, 0), (40, 2), (3, 6)])
def test_owed_to_size_alone(face: int, sl: int):
    """WF-ATT-7: a success that only the size of the target makes has SL 0."""
    story = duel({"size": "large", "wounds": 99}, **ARCHER).when(shot()).rolling(face)
    assert blow_of(story).attack.sl.total == sl


def test_aiming_and_moving():
    """WF-ATT-7: +20 after a round of aiming, -10 in a turn with a Move."""
    aimed = next_turn(next_turn(duel(**ARCHER).when(Aim(actor="hero")).rolling()))
    shot_at = aimed.when(shot()).rolling(90)
    assert line(shot_at, "aimed") == 20
    assert not fighter(shot_at, "hero").aiming
    moved = aimed.when(Move(actor="hero")).rolling().when(shot()).rolling(90)
    assert (line(moved, "aimed"), line(moved, "moved this turn")) == (None, -10)


def brawl(face: int, *more: int) -> Story:
    """Hero shoots at Foe, who is in a melee with Ally."""
    state = fight(recruit("Hero", "heroes", **ARCHER), recruit("Ally", "heroes"), recruit("Foe"))
    story = with_state(given(RULESET, state), "foe", engaged=["ally"])
    return story.when(shot()).rolling(face, *more)


@pytest.mark.parametrize(("face", "hurt"), [(20, "foe"), (21, "ally"), (40, "ally"), (41, None)])
def test_shooting_into_a_melee(face: int, hurt: str | None):
    """WF-ATT-7: -20; what misses only by that hits another there."""
    story = brawl(face)
    assert line(story, "target engaged") == -20
    assert [d.defender for d in every(story, DamageDealt)] == ([hurt] if hurt else [])


# --- the preset of the source ---------------------------------------------------------------------


def test_the_presets():
    """WF-TURN-2, WF-ATT-2, WF-ATT-5, WF-ATT-6: what is said oneself stands."""
    state = opened({"preset": "source", "damage_sl": "difference"}, recruit("Hero"))
    told = {name: getattr(state.options, name) for name in PRESETS["source"]}
    assert told == {**PRESETS["source"], "damage_sl": "difference"}
    plain = opened({}, recruit("Hero")).options
    assert {name: getattr(plain, name) for name in PRESETS["full"]} == PRESETS["full"]
