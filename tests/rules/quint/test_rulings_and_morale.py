"""The game master's rulings, and the psychology of groups (QU-ST-1, QU-MOR-1)."""

from typing import Any

import pytest

from app.engine.encounter import Adjust, Answer, Leave, Pass, QuestionAsked
from app.engine.ruleset import game_masters_fields
from app.rules.quint import RULESET
from app.rules.quint.choices import choices
from app.rules.quint.commands import Attack, Cast, Retreat, Rise, RuleGroup, Shoot
from app.rules.quint.events import (
    AttackRuled,
    DamageRolled,
    DefenseDenied,
    DefenseRolled,
    GroupRuled,
    HitRolled,
    MoraleSettled,
    Struck,
)
from app.rules.quint.narrate import narrate
from app.rules.quint.numbers import defense, to_hit
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

# --- rulings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "faces", "defends", "strikes"),
    [
        ("miss", (), False, False),
        ("hit", (24,), True, False),
        ("hit", (25, 1), True, True),
        ("defended", (), False, False),
        ("strike", (1,), False, True),
    ],
)
def test_a_ruling_takes_the_place_of_dice(
    ruling: Any, faces: tuple[int, ...], defends: bool, strikes: bool
):
    """QU-ST-1: and is shown as a ruling, never as a roll."""
    story = duel().when(Attack(actor="hero", target="foe", ruling=ruling)).rolling(*faces)
    ruled = only(story, AttackRuled)
    assert (ruled.attacker, ruled.defender, ruled.ruling, ruled.group) == (
        "hero", "foe", ruling, None,
    )  # fmt: skip
    assert not every(story, HitRolled)
    assert bool(every(story, DefenseRolled)) == defends
    assert bool(every(story, Struck)) == bool(every(story, DamageRolled)) == strikes
    assert "to-hit" not in [die.purpose for die in story.dice]
    assert "by the game master" in narrate(story.events, {"hero": "Hero", "foe": "Foe"})


def test_a_ruling_for_each_attack():
    """QU-ST-1: dice decide where there is none."""
    rulings: Any = ("miss", None, "strike")
    story = duel(attacks=3).when(Attack(actor="hero", target="foe", ruling=rulings))
    story = story.rolling(99, 1)
    assert [ruled.ruling for ruled in every(story, AttackRuled)] == ["miss", "strike"]
    assert len(every(story, HitRolled)) == 1


def test_a_ruled_hit_is_defended_by_nobody_unaware():
    """QU-ST-1, QU-SUR-2."""
    story = duel().when(Attack(actor="hero", target="foe", ruling="hit", aware=False)).rolling(1)
    assert only(story, DefenseDenied).because == "unaware"


def mooks(**options: Any) -> State:
    """Two orcs of a group, before Hero."""
    state = fight(recruit("Orc", group="orcs", count=2), recruit("Hero", "heroes"), **options)
    assert state.acting == "orc-1"
    return state


def test_a_whole_group_by_ruling():
    """QU-ST-1: until the game master says otherwise."""
    story = given(RULESET, mooks()).when(RuleGroup(group="orcs", ruling="miss")).rolling()
    assert only(story, GroupRuled) == GroupRuled(group="orcs", ruling="miss")
    for orc in ("orc-1", "orc-2"):
        story = story.when(Attack(actor=orc, target="hero")).rolling()
        assert (only(story, AttackRuled).ruling, only(story, AttackRuled).group) == ("miss", "orcs")
    told = narrate(story.events, {"orc-2": "Orc", "hero": "Hero"})
    assert "a miss, by the ruling on orcs" in told
    own = story.when(Attack(actor="hero", target="orc-1")).rolling(99)
    assert every(own, HitRolled)
    lifted = given(RULESET, settled(own.state)).when(RuleGroup(group="orcs")).rolling()
    assert every(lifted.when(Attack(actor="orc-1", target="hero")).rolling(99), HitRolled)


def test_a_ruling_on_the_action_goes_before_that_on_the_group():
    """QU-ST-1."""
    state = done(mooks(), RuleGroup(group="orcs", ruling="miss"))
    story = given(RULESET, state).when(Attack(actor="orc-1", target="hero", ruling="defended"))
    assert only(story.rolling(), AttackRuled).group is None


def test_the_game_master_rules_at_any_time():
    """QU-ST-1: for nobody in particular, on a group that is there."""
    story = given(RULESET, mooks())
    story.when(RuleGroup(group="trolls", ruling="miss")).refused("unknown-group", groups=["orcs"])
    story.when(RuleGroup(group="orcs")).refused("nothing-changes")
    story.when(RuleGroup(actor="hero", group="orcs", ruling="hit")).refused("invalid-command")
    offered = [c.body for c in choices(story.state, "gm")]
    assert {"type": "rule_group", "group": "orcs", "ruling": "strike"} in offered


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (Attack(actor="hero", target="foe"), ()),
        (Attack(actor="hero", target="foe", aware=False), ("aware",)),
        (Attack(actor="hero", target="foe", ruling="miss", grievous=False), ("ruling",)),
        (Shoot(actor="hero", target="foe", aware=False, ruling="hit"), ("aware", "ruling")),
        (Cast(actor="hero", spell="x", target="foe", ruling=("miss",)), ("ruling",)),
        (Retreat(actor="hero", free_strike=False), ("free_strike",)),
        (Retreat(actor="hero", ruling="miss"), ("ruling",)),
        (Rise(actor="hero"), ()),
    ],
)
def test_what_only_a_game_master_may_say_of_an_action(command: Any, fields: tuple[str, ...]):
    """QU-ST-1, QU-SUR-2, QU-RET-1."""
    assert game_masters_fields(command) == fields


# --- morale ---------------------------------------------------------------------------------------


def gang(*faces: int, nerves: tuple[int, ...] = (50, 40, 30), **options: Any) -> Story:
    """Hero fells the first of three orcs, of a group with these nerves; these dice follow."""
    orcs = [recruit(f"Orc {n}", group="orcs", nerve=nerve, damage_points=1, protection=0)
            for n, nerve in enumerate(nerves, start=1)]  # fmt: skip
    state = fight(recruit("Hero", "heroes"), *orcs, **options)
    strike = Attack(actor="hero", target="orc-1", grievous=False)
    return given(RULESET, state).when(strike).rolling(1, 99, 1, *faces)


@pytest.mark.parametrize(
    ("face", "mood"),
    [(8, "enraged"), (9, "steady"), (40, "steady"), (41, "shaken"), (60, "shaken"),
     (61, "broken"), (100, "broken")],
)  # fmt: skip
def test_by_roll(face: int, mood: str):
    """QU-MOR-1: a fifth of nerve, nerve, nerve + 20; of those who stand, 40 and 30, the highest."""
    story = gang(face, morale="roll")
    settled_mood = only(story, MoraleSettled)
    assert (settled_mood.group, settled_mood.fallen, settled_mood.members) == (
        "orcs", "orc-1", ("orc-2", "orc-3"),
    )  # fmt: skip
    assert (settled_mood.nerve, settled_mood.face, settled_mood.mood) == (40, face, mood)
    for orc in ("orc-2", "orc-3"):
        assert names(story, orc) == ([mood] if mood != "steady" else [])
    assert names(story, "orc-1") == []


@pytest.mark.parametrize(("face", "hit", "percent"), [(1, 65, 15), (40, 55, 25), (60, 45, 15)])
def test_what_moods_do(face: int, hit: int, percent: int):
    """QU-MOR-1: enraged +10 to hit and -10 Defense, shaken -10 both."""
    story = gang(face, morale="roll")
    orc = fighter(story, "orc-2")
    assert to_hit(orc, 55, "melee", fighter(story, "hero")).total == hit
    assert defense(orc).total == percent


def test_the_broken_run_by_themselves():
    """QU-MOR-1: rising first; the game master may rally them."""
    story = gang(100, morale="roll")
    state = adjusted(story.state, "orc-3", "prone")
    running = given(RULESET, state).automatic()
    assert running.command == Retreat(actor="orc-2")
    rising = running.automatic()
    assert rising.command == Rise(actor="orc-3")
    assert running.state.combatants["orc-2"].flight is not None
    rally = Adjust(combatant="orc-3", reason="rallied", remove_conditions=("broken",))
    rallied = done(done(state, rally), Retreat(actor="orc-2"))
    assert RULESET.automatic(rallied) is None


def test_a_new_mood_takes_the_place_of_the_old_one():
    """QU-MOR-1."""
    story = gang(60, morale="roll", nerves=(50, 40, 30, 30))
    state = story.state
    while state.acting != "hero":
        state = settled(done(state, Pass(actor=str(state.acting))))
    strike = Attack(actor="hero", target="orc-2", grievous=False)
    story = given(RULESET, state).when(strike).rolling(1, 99, 1, 6)
    assert names(story, "orc-3") == names(story, "orc-4") == ["enraged"]


def test_the_game_master_is_asked():
    """QU-MOR-1: an open question, that holds nobody up."""
    story = gang(morale="ask")
    question = only(story, QuestionAsked).question
    assert (question.to, question.of, question.choices, question.default, question.blocks) == (
        "gm", "orc-1", ("enraged", "steady", "shaken", "broken"), "steady", False,
    )  # fmt: skip
    assert RULESET.prompt(question, {"orc-1": "Grub"}) == (
        "Grub has fallen: how does the group take it?"
    )
    later = done(story.state, Pass(actor="orc-2"))
    assert choices(later, "gm")[0].body == {"type": "answer", "question": "q1", "choice": "enraged"}
    answered = given(RULESET, later).when(Answer(question="q1", choice="shaken")).rolling()
    assert only(answered, MoraleSettled) == MoraleSettled(
        group="orcs", fallen="orc-1", members=("orc-2", "orc-3"), mood="shaken"
    )
    assert names(answered, "orc-2") == ["shaken"]


def test_the_game_master_is_asked_once_at_a_time():
    """QU-MOR-1: a second one who falls meanwhile changes nothing in the question."""
    state = gang(morale="ask").state
    while state.acting != "hero":
        state = settled(done(state, Pass(actor=str(state.acting))))
    strike = Attack(actor="hero", target="orc-2", grievous=False)
    story = given(RULESET, state).when(strike).rolling(1, 99, 1)
    assert not every(story, QuestionAsked)
    answered = story.when(Answer(question="q1", choice="broken")).rolling()
    assert only(answered, MoraleSettled).members == ("orc-3",)


@pytest.mark.parametrize("morale", ["off", "ask", "roll"])
def test_when_nobody_is_left_to_be_moved(morale: str):
    """QU-MOR-1: the last of a group, and who has none."""
    story = gang(nerves=(50,), morale=morale)
    assert not every(story, MoraleSettled)
    assert not every(story, QuestionAsked)
    lone = duel({"damage_points": 1, "protection": 0}, options={"morale": morale})
    lone = lone.when(Attack(actor="hero", target="foe", grievous=False)).rolling(1, 99, 1)
    assert not every(lone, QuestionAsked)


def test_it_is_off_by_default():
    """QU-MOR-1."""
    assert not every(gang(), MoraleSettled)


def test_a_death_after_the_fall_moves_nobody_again():
    """QU-MOR-1: when a member falls; also to a death at once."""
    story = gang(40, morale="roll")
    state = adjusted(story.state, "orc-1", "bleeding", damage_points=-9)
    state = done(done(state, Pass(actor="orc-2")), Pass(actor="orc-3"))
    over = given(RULESET, state).automatic()
    assert fighter(over, "orc-1").status == "dead"
    assert not every(over, MoraleSettled)
    assert done(over.state, Leave(combatant="orc-2")).combatants["orc-3"].conditions == ()
