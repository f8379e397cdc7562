"""To hit, Defense, damage: each attack of the full number on its own (QU-HIT, QU-DEF, QU-DMG)."""

from typing import Any

import pytest

from app.engine.encounter import Leave
from app.rules.quint import RULESET
from app.rules.quint.commands import Attack, Draw, PickUp, Shoot
from app.rules.quint.events import (
    CombatantDied,
    DamageRolled,
    DefenseRolled,
    HitRolled,
    PointsLost,
    Struck,
    WeaponDrawn,
    WeaponShot,
)
from tests.rules.quint.fights import (
    adjusted,
    done,
    duel,
    every,
    fight,
    fighter,
    only,
    recruit,
)
from tests.stories import Story, given

STRIKE = Attack(actor="hero", target="foe")


def lines(tally: Any) -> dict[str, int]:
    """A tally by its names; they add up to its total."""
    assert sum(line.value for line in tally.lines) == tally.total
    return {line.name: line.value for line in tally.lines}


@pytest.mark.parametrize(("face", "hit"), [(1, True), (55, True), (56, False), (100, False)])
def test_a_hit_is_at_or_under(face: int, hit: bool):
    """QU-HIT-1: a miss does no damage, and nobody defends."""
    story = duel().when(STRIKE)
    story = story.rolling(face, 99, 1) if hit else story.rolling(face)
    assert only(story, HitRolled).hit == hit
    assert bool(every(story, DefenseRolled)) == bool(every(story, DamageRolled)) == hit


def test_a_percent_of_0_never_hits():
    """QU-HIT-1: no die is asked for that nothing could pass."""
    story = duel(to_hit=0).when(STRIKE).rolling()
    rolled = only(story, HitRolled)
    assert (rolled.number.total, rolled.face, rolled.hit) == (0, None, False)


def test_a_percent_of_100_always_hits():
    """QU-HIT-1."""
    assert only(duel(to_hit=100).when(STRIKE).rolling(100, 99, 1), HitRolled).hit


def test_each_weapon_has_its_own_percent():
    """QU-HIT-1: the sheet's where the weapon has none."""
    arms = [{"name": "long sword", "to_hit": 70}, {"name": "dagger"}]
    story = duel(to_hit=40, weapons=arms)
    assert lines(only(story.when(STRIKE).rolling(99), HitRolled).number) == {"% to hit": 70}
    fist = Attack(actor="hero", target="foe", weapon="fist")
    assert lines(only(story.when(fist).rolling(99), HitRolled).number) == {"% to hit": 40}


@pytest.mark.parametrize(
    ("face", "at_or_under", "defended"),
    [(24, False, True), (25, False, False), (25, True, True), (26, True, False)],
)
def test_defense_is_strictly_under(face: int, at_or_under: bool, defended: bool):
    """QU-DEF-1: by the option at or under."""
    story = duel(options={"defense_at_or_under": at_or_under}).when(STRIKE)
    story = story.rolling(1, face) if defended else story.rolling(1, face, 1)
    assert only(story, DefenseRolled).defended == defended
    assert bool(every(story, Struck)) != defended


@pytest.mark.parametrize(("defense", "at_or_under"), [(1, False), (0, False), (0, True)])
def test_no_die_for_a_defense_that_cannot_be(defense: int, at_or_under: bool):
    """QU-DEF-1: under 1 there is no face."""
    story = duel({"defense": defense}, options={"defense_at_or_under": at_or_under})
    story = story.when(STRIKE).rolling(1, 1)
    assert (only(story, DefenseRolled).face, only(story, DefenseRolled).defended) == (None, False)


def test_a_shield_adds_to_defense():
    """QU-DEF-1: +10, while an arm is left for it."""
    story = duel({"shield": True}).when(STRIKE).rolling(1, 34)
    assert lines(only(story, DefenseRolled).number) == {"defense": 25, "shield": 10}
    both = duel({"shield": True, "weapons": [{"name": "maul"}]}).when(STRIKE).rolling(1, 34, 1)
    assert lines(only(both, DefenseRolled).number) == {"defense": 25}
    state = adjusted(duel({"shield": True}).state, "foe", "off arm useless")
    armed = given(RULESET, state).when(STRIKE).rolling(1, 30, 1)
    assert lines(only(armed, DefenseRolled).number) == {"defense": 25}
    empty = given(RULESET, adjusted(state, "foe", drawn=None)).when(STRIKE).rolling(1, 34)
    assert lines(only(empty, DefenseRolled).number) == {"defense": 25, "shield": 10}


def test_damage():
    """QU-DMG-1: d10 + Damage Base - Protection comes off Damage Points."""
    story = duel({"protection": "mail"}).when(STRIKE).rolling(1, 99, 7, 99)
    damage = only(story, DamageRolled)
    assert (damage.rolled, lines(damage.base), damage.protection, damage.actual) == (
        7, {"damage base": 4}, 4, 7,
    )  # fmt: skip
    lost = only(story, PointsLost)
    assert (lost.points, lost.remaining, lost.harm, lost.what, lost.by) == (
        7, 13, "blow", None, "hero",
    )  # fmt: skip


def test_damage_is_never_below_0():
    """QU-DMG-1: Protection stops no more than there is; it is a strike all the same."""
    story = duel({"protection": 50}).when(STRIKE).rolling(1, 99, 10)
    assert only(story, DamageRolled).actual == 0
    assert every(story, Struck)
    assert not every(story, PointsLost)
    assert fighter(story, "foe").points == 20


def test_three_attacks_each_on_its_own():
    """QU-ACT-1, QU-HIT-1: a hit each, a Defense each, damage and gate each."""
    story = duel({"damage_points": 60}, attacks=3).when(STRIKE)
    story = story.rolling(55, 99, 2, 99, 56, 1, 24)
    assert [rolled.hit for rolled in every(story, HitRolled)] == [True, False, True]
    assert [rolled.defended for rolled in every(story, DefenseRolled)] == [False, True]
    assert [damage.actual for damage in every(story, DamageRolled)] == [4]
    assert story.state.acting == "foe"


def test_a_weapon_has_its_own_number_of_attacks():
    """QU-ACT-1."""
    arms = [{"name": "long sword", "attacks": 2}]
    story = duel(attacks=3, weapons=arms).when(STRIKE).rolling(99, 99)
    assert len(every(story, HitRolled)) == 2


def three(**hero: Any) -> Story:
    return given(
        RULESET,
        fight(recruit("Hero", "heroes", attacks=2, **hero), recruit("Foe"), recruit("Ogre")),
    )


def test_attacks_may_have_different_targets():
    """QU-ACT-1."""
    story = three().when(Attack(actor="hero", targets=("ogre", "foe"))).rolling(99, 99)
    assert [rolled.defender for rolled in every(story, HitRolled)] == ["ogre", "foe"]


def test_fewer_attacks_than_the_full_number():
    """QU-ACT-1: as many as targets are named."""
    story = three().when(Attack(actor="hero", targets=("ogre",))).rolling(99)
    assert len(every(story, HitRolled)) == 1


@pytest.mark.parametrize(
    "command",
    [
        Attack(actor="hero"),
        Attack(actor="hero", target="foe", targets=("ogre",)),
        Attack(actor="hero", targets=("foe", "foe", "foe")),
        Attack(actor="hero", target="foe", ruling=("miss",)),
    ],
)
def test_targets_and_rulings_must_fit_the_attacks(command: Attack):
    """QU-ACT-1, QU-ST-1."""
    three().when(command).refused("wrong-targets")


def test_later_attacks_go_on_at_the_fallen_but_not_at_the_dead():
    """QU-DOWN-2: the unconscious can be struck further; the dead are left alone."""
    story = duel({"damage_points": 3}, attacks=3).when(STRIKE)
    story = story.rolling(1, 99, 5, 99, 1, 1, 99)
    assert len(every(story, HitRolled)) == 3
    killed = duel({"damage_points": 1}, attacks=3, weapons=[{"name": "maul"}]).when(STRIKE)
    killed = killed.rolling(1, 99, 10)
    assert len(every(killed, HitRolled)) == 1
    assert only(killed, CombatantDied).at_once


@pytest.mark.parametrize("target", ["hero", "friend", "gone", "slain"])
def test_whom_one_cannot_attack(target: str):
    """QU-ACT-1: one's own side, the dead, and who has left."""
    state = fight(
        recruit("Hero", "heroes", weapons=[{"name": "bow"}, {"name": "dagger"}]),
        recruit("Friend", "heroes"), recruit("Gone"), recruit("Slain"),
    )  # fmt: skip
    state = adjusted(done(state, Leave(combatant="gone")), "slain", damage_points=-10)
    for command in (
        Attack(actor="hero", target=target, weapon="fist"),
        Shoot(actor="hero", target=target),
        Draw(actor="hero", target=target, weapon="dagger"),
    ):
        given(RULESET, state).when(command).refused("cannot-target", target=target)


# --- weapons in hand ------------------------------------------------------------------------------


def test_a_full_attack_needs_a_drawn_weapon():
    """QU-ACT-1: with nothing drawn else it is refused; fists and natural weapons are drawn."""
    story = duel(drawn=None, weapons=[{"name": "long sword"}, {"name": "bite"}])
    named = Attack(actor="hero", target="foe", weapon="long sword")
    story.when(named).refused("not-drawn", weapon="long sword", in_hand=None)
    assert only(story.when(STRIKE).rolling(99), HitRolled).using == "bite"
    fist = Attack(actor="hero", target="foe", weapon="FIST")
    assert only(story.when(fist).rolling(99), HitRolled).using == "fist"


def test_a_weapon_drawn_and_a_single_strike():
    """QU-ACT-1: one strike, whatever the full number of attacks."""
    story = duel(drawn=None, attacks=3).when(Draw(actor="hero", weapon="LONG SWORD", target="foe"))
    story = story.rolling(1, 99, 1)
    assert only(story, WeaponDrawn) == WeaponDrawn(
        combatant="hero", weapon="long sword", picked_up=False
    )
    assert len(every(story, HitRolled)) == 1
    assert fighter(story, "hero").drawn == "long sword"
    assert story.state.acting == "foe"


def test_a_weapon_drawn_and_no_strike():
    """QU-ACT-1: another one is put away."""
    arms = [{"name": "long sword"}, {"name": "bow"}]
    story = duel(weapons=arms).when(Draw(actor="hero", weapon="bow")).rolling()
    assert fighter(story, "hero").drawn == "bow"
    assert fighter(story, "hero").dropped == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Draw(actor="hero", weapon="bow", target="foe"), "wrong-weapon"),
        (Draw(actor="hero", weapon="long sword"), "already-drawn"),
        (Draw(actor="hero", weapon="fist"), "already-drawn"),
        (Draw(actor="hero", weapon="spoon"), "unknown-weapon"),
        (Attack(actor="hero", target="foe", weapon="spoon"), "unknown-weapon"),
        (Attack(actor="hero", target="foe", weapon="bow"), "wrong-weapon"),
        (Shoot(actor="hero", target="foe"), "wrong-weapon"),
        (Shoot(actor="hero", target="foe", weapon="bow"), "not-drawn"),
        (PickUp(actor="hero"), "nothing-there"),
        (PickUp(actor="hero", weapon="bow"), "nothing-there"),
    ],
)
def test_what_hands_cannot_do(command: Any, code: str):
    """QU-ACT-1."""
    duel(weapons=[{"name": "long sword"}, {"name": "bow"}]).when(command).refused(code)


def test_shooting_needs_a_bow_in_hand():
    """QU-ACT-1."""
    duel(drawn=None, weapons=[{"name": "bow"}]).when(Shoot(actor="hero", target="foe")).refused(
        "not-drawn", in_hand=None
    )


def test_one_shot_a_quint():
    """QU-ACT-1: nock and fire a bow; only a crossbow needs loading."""
    story = duel(attacks=3, weapons=[{"name": "bow"}])
    story = story.when(Shoot(actor="hero", target="foe")).rolling(1, 99, 1)
    assert len(every(story, HitRolled)) == 1
    assert only(story, HitRolled).kind == "ranged"
    assert not every(story, WeaponShot)
    assert story.state.acting == "foe"


def test_what_was_dropped_is_picked_up():
    """QU-ACT-1: it lies on the ground, and can't be drawn."""
    state = adjusted(duel().state, "hero", drawn=None, dropped=["long sword"])
    story = given(RULESET, state)
    story.when(Draw(actor="hero", weapon="long sword")).refused("not-drawn")
    story = story.when(PickUp(actor="hero")).rolling()
    assert only(story, WeaponDrawn).picked_up
    assert (fighter(story, "hero").drawn, fighter(story, "hero").dropped) == ("long sword", ())
    assert story.state.acting == "foe"


@pytest.mark.parametrize(
    ("useless", "weapon", "holds"),
    [
        (["off arm useless"], "long sword", True),
        (["off arm useless"], "maul", False),
        (["weapon arm useless"], "dagger", True),
        (["weapon arm useless", "off arm useless"], "dagger", False),
    ],
)
def test_arms_that_are_left(useless: list[str], weapon: str, holds: bool):
    """QU-GRI-2: a weapon needs as many sound arms as hands."""
    state = adjusted(duel(drawn=None, weapons=[{"name": weapon}]).state, "hero", *useless)
    story = given(RULESET, state).when(Draw(actor="hero", weapon=weapon))
    if holds:
        assert fighter(story.rolling(), "hero").drawn == weapon
    else:
        story.refused("too-few-arms", weapon=weapon)


def test_who_has_no_arm_bites():
    """QU-GRI-2: fists need an arm, teeth don't."""
    arms = [{"name": "bite"}]
    state = duel(drawn=None, weapons=arms).state
    state = adjusted(state, "hero", "weapon arm useless", "off arm useless")
    story = given(RULESET, state)
    story.when(Attack(actor="hero", target="foe", weapon="fist")).refused("too-few-arms")
    assert only(story.when(STRIKE).rolling(99), HitRolled).using == "bite"
    state = adjusted(duel(weapons=[]).state, "hero", "weapon arm useless", "off arm useless")
    given(RULESET, state).when(STRIKE).refused("too-few-arms")
