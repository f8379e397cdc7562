"""Area attacks, and many against one (SD-AREA-1, SD-TURN-1)."""

from typing import Any

import pytest

from app.engine.encounter import EndTurn
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import Attack
from app.rules.desdaemona.events import (
    AttackMade,
    ConditionGained,
    DamageRolled,
    DefenceMade,
    StaminaRegained,
    StaminaSpent,
    Yielded,
)
from tests.rules.desdaemona.fights import (
    adjusted,
    attack_roll,
    costs,
    fight,
    fighter,
    only,
    recruit,
)
from tests.stories import Story, given

BALL = Attack(actor="mage", spell="fireball")


def inferno(*foes: Any, **mage: Any) -> Story:
    """Mage, who acts, with a friend, against as many foes."""
    spells = [{"name": "fireball"}, {"name": "mire"}]
    others = [
        recruit(name, **sheet) for name, sheet in zip(("Ann", "Bob", "Cid"), foes, strict=False)
    ]
    hero = recruit("Mage", "heroes", spells=spells, **mage)
    return given(RULESET, fight(hero, recruit("Friend", "heroes"), *others))


def test_one_attack_total_and_a_defence_and_damage_for_each():
    """SD-AREA-1: and one cost for the attacker, one for each who defends."""
    story = inferno({}, {"hp": 4}, {}).when(BALL).rolling(10, 9, 5, 5, 9, 10, 10, 5, 4, 4)
    assert [(d.purpose, d.subject, d.object, d.sides) for d in story.dice] == [
        ("attack", "mage", None, 20),
        ("attack", "mage", None, 20),
        ("defence", "ann", "mage", 20),
        ("defence", "ann", "mage", 20),
        ("damage", "mage", "ann", 9),
        ("defence", "bob", "mage", 20),
        ("defence", "bob", "mage", 20),
        ("defence", "cid", "mage", 20),
        ("defence", "cid", "mage", 20),
        ("damage", "mage", "cid", 10),
    ]
    assert only(story, AttackMade).targets == ("ann", "bob", "cid")
    assert attack_roll(story).total == 19
    met = [e for e in story.events if isinstance(e, DefenceMade)]
    assert [(m.attack, m.defence, m.landed) for m in met] == [
        (19, 10, True), (19, 20, False), (19, 9, True),
    ]  # fmt: skip
    assert costs(story) == {
        ("mage", "attack"): 4,
        **{(i, "defence"): 1 for i in ("ann", "bob", "cid")},
    }


def test_everyone_named_is_caught_friends_too():
    """SD-AREA-1: who stands in its reach is the game master's to say."""
    story = inferno({}, {}).when(Attack(actor="mage", spell="fireball", targets=("friend", "bob")))
    story = story.rolling(10, 9, 5, 5, 9, 5, 4, 2)
    assert [e.defender for e in story.events if isinstance(e, DamageRolled)] == ["friend", "bob"]


def test_those_who_have_yielded_are_spared_unless_pressed():
    """SD-AREA-1, SD-STA-2"""
    story = adjusted(inferno({}, {}), "bob", sta=0)
    assert only(story.when(BALL).rolling(1, 1, 9, 9), AttackMade).targets == ("ann",)
    both = Attack(actor="mage", spell="fireball", press=True)
    pressed = story.when(both).rolling(1, 1, 9, 9, 2)
    assert only(pressed, AttackMade).targets == ("ann", "bob")
    named = Attack(actor="mage", spell="fireball", targets=("bob",))
    story.when(named).refused("target-yielded")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"target": "ann"}, "wrong-targets"),
        ({"targets": ("ann", "ann")}, "wrong-targets"),
        ({"targets": ("ann", "mage")}, "cannot-target"),
        ({"targets": ("ann", "nobody")}, "unknown-combatant"),
    ],
)
def test_wrong_targets(fields: Any, code: str):
    """SD-AREA-1"""
    inferno({}).when(Attack(actor="mage", spell="fireball", **fields)).refused(code)


def test_nobody_to_catch():
    """SD-AREA-1"""
    inferno().when(BALL).refused("wrong-targets")


def test_an_area_spell_may_lay_effects_on():
    """SD-AREA-1: on each whose guard fails."""
    story = inferno({}, {}, {}).when(Attack(actor="mage", spell="mire"))
    story = story.rolling(5, 5, 4, 4, 9, 9, 5, 4)
    gained = [e for e in story.events if isinstance(e, ConditionGained)]
    assert [(e.combatant, e.condition.name, e.condition.against) for e in gained] == [
        ("ann", "slowed", 10), ("cid", "slowed", 10),
    ]  # fmt: skip


def test_who_dies_and_who_yields_of_one_fireball():
    """SD-STA-2, SD-STA-3: the last ones standing, with the last STA."""
    story = adjusted(adjusted(inferno({"hp": 3}, {}), "bob", sta=1), "mage", sta=1)
    story = story.when(BALL).rolling(9, 9, 1, 1, 16, 10, 10)
    story.then(
        Yielded(combatant="bob", on="defence"),
        StaminaRegained(combatant="mage", sta=2, remaining=2, why="last_gasp"),
    )


def test_a_friend_in_the_fire_is_no_last_opponent():
    """SD-STA-3"""
    story = adjusted(adjusted(inferno({}), "ann", sta=0), "mage", sta=1)
    story = adjusted(story, "friend", hp=1)
    story = story.when(Attack(actor="mage", spell="fireball", targets=("friend",)))
    story.rolling(9, 9, 1, 1, 5).then(Yielded(combatant="mage", on="attack"))


def test_five_against_one_five_defences_before_the_ones_turn():
    """SD-TURN-1: one after another, each with its own defence roll and its own STA."""
    attackers = recruit("Bandit", count=5, group="bandits")
    story = given(RULESET, fight(attackers, recruit("Hero", "heroes", sta=6)))
    for n in range(1, 6):
        assert story.state.acting == f"bandit-{n}"
        story = story.when(Attack(actor=f"bandit-{n}", target="hero", kind="close_physical"))
        story = story.rolling(5, 5, 9, 9)
        defence = [e for e in story.events if isinstance(e, StaminaSpent) and e.on == "defence"]
        assert [(e.combatant, e.remaining) for e in defence] == [("hero", 6 - n)]
    assert story.state.acting == "hero"
    assert (story.state.order.round, fighter(story, "hero").sta) == (1, 1)
    story = story.when(EndTurn(actor="hero")).rolling()
    assert (story.state.acting, story.state.order.round) == ("bandit-1", 2)
