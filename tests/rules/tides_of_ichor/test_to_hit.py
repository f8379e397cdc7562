"""The roll to hit: its number, its limits, its options."""

import pytest

from app.engine.encounter import Adjust, Leave
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.commands import Attack
from app.rules.tides_of_ichor.events import AttackRolled, Modifier
from tests.rules.tides_of_ichor.fights import BOW, PLAIN, duel, fight, recruit
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")


def rolled(story: Story) -> AttackRolled:
    (event,) = [e for e in story.events if isinstance(e, AttackRolled)]
    return event


def struck(story: Story, *faces: int) -> AttackRolled:
    return rolled(story.when(STRIKE).rolling(*faces))


@pytest.mark.parametrize(("face", "hit"), [(24, False), (25, False), (26, True), (100, True)])
def test_strictly_higher_hits_and_equal_misses(face: int, hit: bool):
    """TI-HIT-1: 40 + 30 - 45 = 25."""
    event = struck(duel({"ws": 30}, ws=45), *([face, 1] if hit else [face]))
    assert event == AttackRolled(
        attacker="hero", defender="foe", weapon="sword", kind="melee", distance=0,
        base=40, defender_stat=30, attacker_stat=45, modifiers=(), number=25, face=face, hit=hit,
    )  # fmt: skip


def test_every_face_of_the_die_hits_or_misses_as_the_number_says():
    """TI-HIT-1: 60 in 100 at even stats and base 40."""
    story = duel()
    hits = [face for face in range(1, 101) if struck(story, face, *([1] * (face > 40))).hit]
    assert hits == list(range(41, 101))


def test_melee_is_ws_against_ws():
    """TI-HIT-2: no other stat counts."""
    event = struck(duel({"ws": 31, "ag": 99, "bs": 99}, ws=42, bs=1, ag=100), 1)
    assert (event.kind, event.attacker_stat, event.defender_stat) == ("melee", 42, 31)


def test_ranged_is_bs_against_ag():
    """TI-HIT-2."""
    event = struck(duel({"ws": 99, "ag": 12, "bs": 99}, ws=1, bs=39, **BOW), 1)
    assert (event.kind, event.attacker_stat, event.defender_stat) == ("ranged", 39, 12)


@pytest.mark.parametrize(
    ("options", "hit", "wound"),
    [
        ({}, 40, 40),
        ({"base_number": 50}, 50, 50),
        ({"hit_base": 30}, 30, 40),
        ({"wound_base": 60}, 40, 60),
        ({"base_number": 50, "hit_base": 45, "wound_base": 35}, 45, 35),
    ],
)
def test_the_base_number_serves_unless_a_roll_has_its_own(options, hit: int, wound: int):
    """TI-HIT-3."""
    story = duel(options=options).when(STRIKE).rolling(hit + 1, wound)
    assert [d.face for d in story.dice] == [hit + 1, wound], "hits one over, equal doesn't wound"
    duel(options=options).when(STRIKE).rolling(hit)
    duel(options=options).when(STRIKE).rolling(hit + 1, wound + 1, 1)


@pytest.mark.parametrize(
    ("attacker", "defender", "number"), [(100, 1, 5), (1, 100, 95), (76, 40, 5), (40, 96, 95)]
)
def test_the_number_is_held_to_5_and_95(attacker: int, defender: int, number: int):
    """TI-HIT-4: a face of 5 never hits, one of 96 always does."""
    story = duel({"ws": defender}, ws=attacker)
    assert struck(story, number).number == number
    assert not struck(story, number).hit
    assert struck(story, number + 1, 1).hit


def test_the_number_is_held_after_every_modifier():
    """TI-HIT-4: 40 + 100 - 100 stays 95 when a condition adds 90, and takes 5 with -90."""
    for change, number in ((-90, 95), (90, 5)):
        state = fight(recruit("Hero", "heroes"), recruit("Foe"))
        story = given(RULESET, state).when(adjusted("hero", ws=change)).rolling()
        assert struck(story, 1).number == number


def adjusted(combatant: str, **changes: int):
    condition = {"name": "Changed", **changes}
    return Adjust(combatant=combatant, reason="x", add_conditions=(condition,))


def test_conditions_of_both_count_and_the_lines_add_up():
    """TI-HIT-1, TI-HIT-4: base + defender - attacker + modifiers = number."""
    state = fight(recruit("Hero", "heroes", ws=45), recruit("Foe", ws=30))
    story = given(RULESET, state).when(adjusted("hero", ws=-5)).rolling()
    story = story.when(adjusted("foe", ws=-20, ag=50)).rolling()
    event = struck(story, 1)
    assert event.modifiers == (
        Modifier(of="foe", name="Changed", value=-20),
        Modifier(of="hero", name="Changed", value=5),
    )
    assert event.number == 40 + 30 - 45 - 20 + 5 == 10


@pytest.mark.parametrize(
    ("target", "code"),
    [("hero", "cannot-target"), ("friend", "cannot-target"), ("dead", "target-down")],
)
def test_whom_one_cannot_attack(target: str, code: str):
    """TI-LINE-3: oneself, an ally (ours), the dead; nothing is rolled."""
    state = fight(recruit("Hero", "heroes"), recruit("Friend", "heroes"), recruit("Dead"))
    killed = Adjust(combatant="dead", reason="x", state={"w": 0})
    story = given(RULESET, state).when(killed).rolling()
    story.when(Attack(actor="hero", target=target)).refused(code, target=target)


def test_who_left_cannot_be_attacked():
    story = duel().when(Leave(combatant="foe")).rolling()
    story.when(STRIKE).refused("target-down", target_status="left")


def test_the_weapon_may_be_left_out_when_one_fits():
    arms = [{"name": "bow"}, {"name": "dagger"}]
    far = duel({"zone": 1}, weapons=arms).when(STRIKE).rolling(1)
    assert rolled(far).weapon == "bow"
    near = duel(weapons=arms)
    near.when(STRIKE).refused("weapon-unclear", weapons=["bow", "dagger"])
    named = near.when(Attack(actor="hero", target="foe", weapon="Dagger")).rolling(1)
    assert rolled(named).weapon == "dagger"
    unknown = near.when(Attack(actor="hero", target="foe", weapon="axe"))
    unknown.refused("unknown-weapon", weapons=["bow", "dagger"])


def test_who_has_no_weapon_has_fists():
    """The fists do what *option* `unarmed_damage` says."""
    bare = {**PLAIN, "weapons": []}
    story = duel(**bare).when(STRIKE).rolling(99, 99, 5)
    assert (rolled(story).weapon, story.dice[-1].sides) == ("fist", 5)
    story = duel(**bare, options={"unarmed_damage": "1d4+1"}).when(STRIKE).rolling(99, 99, 4)
    assert story.state.combatants["foe"].wounds == 5
