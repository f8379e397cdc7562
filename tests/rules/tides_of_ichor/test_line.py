"""The line of zones, and going along it."""

import pytest

from app.engine.encounter import Join
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.commands import Attack, Charge, Dash, Move, UseAbility
from app.rules.tides_of_ichor.events import AttackRolled, Moved
from app.rules.tides_of_ichor.tables.ranges import range_name
from tests.rules.tides_of_ichor.fights import BOW, PLAIN, duel, fight, opened, recruit
from tests.stories import given


@pytest.mark.parametrize("zones", [1, 6, 20])
def test_the_field_has_as_many_zones_as_the_option_says(zones: int):
    """TI-LINE-1: combatants are placed by zone, any number in one."""
    last = zones - 1
    state = opened({"zones": zones}, recruit("Orc", zone=last, count=30))
    assert {c.zone for c in state.combatants.values()} == {last}
    story = given(RULESET, state)
    outside = recruit("Too far", zone=min(19, zones))
    if zones < 20:
        story.when(Join(combatants=(outside,))).refused("off-the-field", last_zone=last)


def test_six_zones_by_default():
    """TI-LINE-1."""
    assert opened({}).options.zones == 6


@pytest.mark.parametrize(
    ("distance", "name"),
    [
        (0, "Melee"), (1, "Short"), (2, "Medium"), (3, "Long"), (4, "Very Long"), (5, "Very Long"),
        (19, "Very Long"),
    ],
)  # fmt: skip
def test_distance_is_the_difference_of_zones(distance: int, name: str):
    """TI-LINE-2, both ways along the line."""
    assert range_name(distance) == name
    state = fight(recruit("A", "x", zone=0), recruit("B", "y", zone=distance), zones=20)
    assert state.distance("a", "b") == state.distance("b", "a") == distance


@pytest.mark.parametrize(
    ("weapon", "distance", "allowed"),
    [
        ("melee", 0, True), ("melee", 1, False), ("short", 1, True), ("short", 2, False),
        ("medium", 2, True), ("medium", 3, False), ("long", 3, True), ("long", 4, False),
        ("very_long", 4, True), ("very_long", 19, True), ("very_long", 0, True),
    ],
)  # fmt: skip
def test_what_is_out_of_range_is_refused(weapon: str, distance: int, allowed: bool):
    """TI-LINE-3, TI-HIT-5: the refusal names distance and range."""
    arms = [{"name": "It", "kind": "ranged", "range": weapon, "damage": "1d10"}]
    story = duel({"zone": distance}, weapons=arms, options={"zones": 20})
    story = story.when(Attack(actor="hero", target="foe", weapon="It"))
    if allowed:
        story.rolling(1)
    else:
        words = {"melee": "Melee", "short": "Short", "medium": "Medium", "long": "Long"}[weapon]
        story.refused(
            "out-of-range",
            distance=distance,
            distance_name=range_name(distance),
            range=words,
        )


def test_a_melee_weapon_may_reach_farther():
    """TI-HIT-5: it is still Ws against Ws."""
    spear = [{"name": "Long spear", "kind": "melee", "range": "short", "damage": "1d10"}]
    story = duel({"zone": 1}, weapons=spear).when(Attack(actor="hero", target="foe")).rolling(40)
    (rolled,) = [e for e in story.events if isinstance(e, AttackRolled)]
    assert (rolled.kind, rolled.distance) == ("melee", 1)


def test_shooting_at_distance_0_is_allowed():
    """TI-HIT-5."""
    duel(**BOW).when(Attack(actor="hero", target="foe")).rolling(1).then()


@pytest.mark.parametrize("start", range(6))
@pytest.mark.parametrize(("command", "zones", "how"), [(Move, 1, "move"), (Dash, 2, "dash")])
def test_moving(command, zones: int, how, start: int):
    """TI-MOVE-1 is one zone, TI-MOVE-2 two, and TI-LINE-3 refuses all else."""
    story = given(RULESET, fight(recruit("A", zone=start)))
    for zone in range(8):
        told = story.when(command(actor="a", zone=zone))
        if zone > 5:
            told.refused("off-the-field", zone=zone, last_zone=5)
        elif abs(zone - start) != zones:
            told.refused("wrong-distance", distance=abs(zone - start), zones=zones)
        else:
            moved = told.rolling()
            moved.then(Moved(combatant="a", how=how, from_zone=start, to_zone=zone))
            assert moved.state.combatants["a"].zone == zone


@pytest.mark.parametrize("start", [1, 2, 3])
def test_a_charge_goes_up_to_one_zone_and_strikes(start: int):
    """TI-MOVE-3."""
    story = duel({"zone": 2}, zone=start).when(Charge(actor="hero", target="foe"))
    story = story.rolling(99, 99, 3)
    story.then(Moved(combatant="hero", how="charge", from_zone=start, to_zone=2))
    assert story.state.combatants["hero"].zone == 2
    assert story.state.combatants["foe"].wounds == 7


@pytest.mark.parametrize(
    ("start", "zone", "distance", "reach"),
    [(0, None, 2, "Short"), (0, 2, 2, "Short"), (1, 1, 1, "Melee"), (1, 0, 2, "Melee")],
)
def test_a_charge_ends_with_its_target(start: int, zone: int | None, distance: int, reach: str):
    """TI-MOVE-3, TI-LINE-3."""
    story = duel({"zone": 2}, zone=start).when(Charge(actor="hero", target="foe", zone=zone))
    story.refused("out-of-range", distance=distance, range=reach)


def test_a_charge_needs_a_melee_weapon():
    """TI-MOVE-3."""
    story = duel({"zone": 1}, **BOW)
    story.when(Charge(actor="hero", target="foe")).refused("unknown-weapon")
    story.when(Charge(actor="hero", target="foe", weapon="bow")).refused("unknown-weapon")


def test_a_charge_with_any_weapon_in_range():
    """TI-MOVE-3: *option* `charge_attack` any; it then need not end with the target."""
    any_attack = {"charge_attack": "any"}
    story = duel({"zone": 3}, zone=0, **BOW, options=any_attack)
    story = story.when(Charge(actor="hero", target="foe", zone=1)).rolling(1)
    assert story.state.combatants["hero"].zone == 1
    far = duel({"zone": 3}, zone=0, **BOW, options=any_attack)
    far.when(Charge(actor="hero", target="foe", zone=0)).refused("out-of-range", distance=3)
    far.when(Charge(actor="hero", target="foe", zone=2)).refused("out-of-range", distance=2)
    sword = duel({"zone": 1}, zone=0, options=any_attack)
    sword.when(Charge(actor="hero", target="foe", zone=0)).refused("out-of-range", range="Melee")


ZONE_ATTACK = {"name": "Sweep", "kind": "zone_attack"}


@pytest.mark.parametrize(
    ("affects", "struck"),
    [
        ("enemies", ["foe-1", "foe-2"]),
        ("allies", ["friend"]),
        ("all", ["friend", "foe-1", "foe-2"]),
    ],
)
def test_zone_attacks_hit_whom_they_say(affects: str, struck: list[str]):
    """TI-LINE-4: in order of joining, each with its own dice, never their maker."""
    hero = recruit("Hero", "heroes", abilities=[{**ZONE_ATTACK, "affects": affects}])
    state = fight(
        hero, recruit("Friend", "heroes"), recruit("Foe", count=2), recruit("Far", zone=1)
    )
    story = given(RULESET, state).when(UseAbility(actor="hero", ability="Sweep", zone=0))
    story = story.rolling(*[1] * len(struck))
    assert [e.defender for e in story.events if isinstance(e, AttackRolled)] == struck


def test_each_in_the_zone_has_its_own_dice():
    """TI-LINE-4: hit, wound, damage of one before the next."""
    state = fight(recruit("Hero", "heroes", abilities=[ZONE_ATTACK]), recruit("Foe", count=2))
    story = given(RULESET, state).when(UseAbility(actor="hero", ability="Sweep", zone=0))
    story = story.rolling(99, 99, 4, 99, 1)
    assert [(d.purpose, d.object) for d in story.dice] == [
        ("to-hit", "foe-1"), ("to-wound", "foe-1"), ("damage", "foe-1"),
        ("to-hit", "foe-2"), ("to-wound", "foe-2"),
    ]  # fmt: skip


def test_a_zone_with_nobody_to_hit_is_refused():
    """TI-LINE-3, TI-LINE-4: before any die."""
    bow = {**PLAIN, **BOW, "abilities": [ZONE_ATTACK]}
    story = duel({"zone": 2}, **bow)
    story.when(UseAbility(actor="hero", ability="Sweep", zone=1)).refused("nobody-there", zone=1)
    story.when(UseAbility(actor="hero", ability="Sweep", zone=9)).refused("off-the-field")
    far = duel({"zone": 3}, **bow)
    far.when(UseAbility(actor="hero", ability="Sweep", zone=3)).refused("out-of-range", distance=3)
