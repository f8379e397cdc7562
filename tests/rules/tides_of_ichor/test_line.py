"""The line of zones, and moving along it (TI-LINE, TI-MOVE)."""

import pytest

from app.engine.encounter import Join
from app.rules.tides_of_ichor.commands import Attack, Charge, Dash, Move
from app.rules.tides_of_ichor.tables.ranges import range_name
from tests.rules.tides_of_ichor.fights import field, fight, only, recruit

BOW = {"name": "bow"}
SWORD = {"name": "sword"}


def test_any_number_may_share_a_zone_and_the_length_is_an_option():
    """TI-LINE-1: six zones by default, 0 to 5."""
    field(recruit("Orc", "b", count=8, zone=5))
    field().when(Join(combatants=(recruit("A", "a", zone=6),))).refused(
        "off-the-field", last_zone=5
    )
    field(recruit("A", "a", zone=19), zones=20)


@pytest.mark.parametrize(
    ("distance", "name"),
    [(0, "Melee"), (1, "Short"), (2, "Medium"), (3, "Long"), (4, "Very Long"), (19, "Very Long")],
)
def test_distances_have_names(distance: int, name: str):
    """TI-LINE-2, TI-EX-5."""
    assert range_name(distance) == name
    story = fight(recruit("A", "a", zone=0), recruit("B", "b", zone=distance), zones=20)
    assert story.state.distance("a", "b") == distance
    assert story.state.distance_name("b", "a") == name


@pytest.mark.parametrize(
    ("reach", "distance"), [("melee", 1), ("short", 2), ("medium", 3), ("long", 4)]
)
def test_out_of_range_is_refused_with_distance_and_range(reach: str, distance: int):
    """TI-LINE-3, TI-HIT-5: at its range a weapon reaches, one zone farther it doesn't."""
    weapon = {"name": "Thing", "kind": "ranged", "damage": "1d10", "range": reach}
    near = fight(recruit("A", "a", weapons=[weapon]), recruit("B", "b", zone=distance - 1))
    near.when(Attack(actor="a", target="b")).rolling(1)
    far = fight(recruit("A", "a", weapons=[weapon]), recruit("B", "b", zone=distance))
    far.when(Attack(actor="a", target="b")).refused(
        "out-of-range",
        distance=distance,
        distance_name=range_name(distance),
        range=range_name(distance - 1),
    )


def test_very_long_reaches_the_whole_field():
    """TI-LINE-2."""
    weapon = {"name": "Ballista", "kind": "ranged", "damage": "1d10", "range": "very_long"}
    story = fight(recruit("A", "a", weapons=[weapon]), recruit("B", "b", zone=19), zones=20)
    story.when(Attack(actor="a", target="b")).rolling(1)


def test_a_move_goes_one_zone():
    """TI-MOVE-1, TI-LINE-3: either way, not less, not more, not off the field."""
    story = fight(recruit("A", "a", zone=1), recruit("B", "b"))
    assert story.when(Move(actor="a", zone=2)).rolling().state.combatants["a"].zone == 2
    moved = story.when(Move(actor="a", zone=0)).rolling()
    assert moved.state.acting == "b"
    for zone in (1, 3):
        story.when(Move(actor="a", zone=zone)).refused("wrong-distance", zones=1)
    story.when(Move(actor="a", zone=6)).refused("off-the-field", last_zone=5)


def test_a_dash_goes_two_zones():
    """TI-MOVE-2."""
    story = fight(recruit("A", "a", zone=2), recruit("B", "b"))
    dash = story.when(Dash(actor="a", zone=4)).rolling()
    assert (only(dash, "moved").how, dash.state.combatants["a"].zone) == ("dash", 4)
    for zone in (1, 2, 3, 5):
        story.when(Dash(actor="a", zone=zone)).refused("wrong-distance", zones=2)


def test_a_charge_moves_up_to_a_zone_and_attacks_in_one_action():
    """TI-MOVE-3: it ends at distance 0 of the target; left out, the zone is the target's."""
    story = fight(recruit("A", "a", zone=3, weapons=[SWORD]), recruit("B", "b", zone=2))
    for zone in (2, None):
        charge = story.when(Charge(actor="a", target="b", zone=zone)).rolling(1)
        assert charge.state.combatants["a"].zone == 2
        assert only(charge, "attack_rolled").distance == 0
        assert charge.state.acting == "b"
    for zone in (3, 4, 1):
        story.when(Charge(actor="a", target="b", zone=zone)).refused("out-of-range")


def test_a_charge_may_start_beside_its_target_but_not_two_zones_away():
    """TI-MOVE-3."""
    near = fight(recruit("A", "a", zone=2), recruit("B", "b", zone=2))
    near.when(Charge(actor="a", target="b", zone=2)).rolling(1)
    far = fight(recruit("A", "a", zone=4), recruit("B", "b", zone=2))
    far.when(Charge(actor="a", target="b")).refused("out-of-range", distance=2)


def test_a_charge_is_made_with_a_melee_weapon_unless_the_table_plays_otherwise():
    """TI-MOVE-3: *option* `charge_attack`."""
    bowman = recruit("A", "a", zone=3, weapons=[BOW])
    foe = recruit("B", "b", zone=2)
    charge = Charge(actor="a", target="b", weapon="bow")
    fight(bowman, foe).when(charge).refused("unknown-weapon")
    fight(bowman, foe).when(Charge(actor="a", target="b")).refused("unknown-weapon")
    story = fight(bowman, foe, charge_attack="any").when(charge).rolling(1)
    assert only(story, "attack_rolled").kind == "ranged"
