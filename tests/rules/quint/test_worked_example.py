"""The worked case, die for die."""

from app.rules.quint.commands import Attack
from app.rules.quint.events import (
    DamageRolled,
    DefenseRolled,
    GateRolled,
    HitRolled,
    InjuryRolled,
    PointsLost,
    Struck,
)
from tests.rules.quint.fights import duel, every, fighter, only

FOE = {"defense": 30, "protection": 3, "damage_points": 12}


def test_two_attacks_one_strike():
    """QU-EX-1: 42 hits, 44 isn't defended, 6 + 4 - 3 is 7, 57 isn't under 20; 71 misses."""
    story = duel(FOE, to_hit=55, attacks=2)
    story = story.when(Attack(actor="hero", target="foe")).rolling(42, 44, 6, 57, 71)
    first, second = every(story, HitRolled)
    assert (first.number.total, first.face, first.hit) == (55, 42, True)
    assert (second.number.total, second.face, second.hit) == (55, 71, False)
    defense = only(story, DefenseRolled)
    assert (defense.number.total, defense.face, defense.defended) == (30, 44, False)
    assert only(story, Struck).defender == "foe"
    damage = only(story, DamageRolled)
    assert (damage.rolled, damage.base.total, damage.protection, damage.actual) == (6, 4, 3, 7)
    gate = only(story, GateRolled)
    assert (gate.chance, gate.face, gate.grievous) == (20, 57, False)
    assert not every(story, InjuryRolled)
    assert only(story, PointsLost).remaining == fighter(story, "foe").points == 5
    assert [(die.sides, die.purpose) for die in story.dice] == [
        (100, "to-hit"), (100, "defend"), (10, "damage"), (100, "grievous"), (100, "to-hit"),
    ]  # fmt: skip


def test_from_8_points_to_0():
    """QU-DOWN-1: 7 + 4 - 3 is 8; with 8 Damage Points that is 0, and unconscious."""
    story = duel({**FOE, "damage_points": 8})
    story = story.when(Attack(actor="hero", target="foe")).rolling(42, 44, 7, 57)
    assert (fighter(story, "foe").points, fighter(story, "foe").status) == (0, "down")
