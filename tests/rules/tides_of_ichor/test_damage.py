"""The roll to wound, and damage."""

import pytest

from app.engine.encounter import Adjust
from app.rules.tides_of_ichor.commands import Attack
from app.rules.tides_of_ichor.events import (
    CombatantSlain,
    DamageRolled,
    Modifier,
    WoundRolled,
    WoundsLost,
)
from app.rules.tides_of_ichor.target_numbers import strength_part
from tests.rules.tides_of_ichor.fights import duel
from tests.stories import Story

STRIKE = Attack(actor="hero", target="foe")


def weapon(kind: str = "melee", damage: str = "1d10", **more):
    reach = {"range": "medium"} if kind == "ranged" else {}
    return [{"name": "It", "kind": kind, "damage": damage, **reach, **more}]


def damage(story: Story) -> DamageRolled:
    (event,) = [e for e in story.events if isinstance(e, DamageRolled)]
    return event


@pytest.mark.parametrize(("face", "wounds"), [(35, False), (36, True)])
def test_toughness_against_strength_strictly_higher_wounds(face: int, wounds: bool):
    """TI-WOUND-1: 40 + 40 - 45 = 35."""
    story = duel({"t": 40}, s=45).when(STRIKE).rolling(99, face, *([1] if wounds else []))
    story.then(
        WoundRolled(
            attacker="hero", defender="foe", base=40, toughness=40, strength=45, modifiers=(),
            number=35, face=face, wounded=wounds,
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "own", "strength"),
    [("melee", None, 30), ("melee", 60, 30), ("ranged", None, 30), ("ranged", 60, 60)],
)
def test_whose_strength_counts(kind: str, own: int | None, strength: int):
    """TI-WOUND-1, TI-DMG-1: a ranged weapon's own, if it has one, to wound and in damage."""
    story = duel(s=30, weapons=weapon(kind, strength=own)).when(STRIKE).rolling(99, 99, 9)
    (wound,) = [e for e in story.events if isinstance(e, WoundRolled)]
    assert wound.strength == strength
    assert damage(story).strength == strength
    assert damage(story).strength_part == (strength - 40) // 5


def test_conditions_change_strength_and_toughness():
    """TI-WOUND-1, TI-DMG-1: but not the strength of a weapon's own."""
    weak = Adjust(combatant="hero", reason="x", add_conditions=({"name": "Weak", "s": -10},))
    frail = Adjust(combatant="foe", reason="x", add_conditions=({"name": "Frail", "t": -20},))
    for own, number, part in ((None, 30, 2), (60, 0, 8)):
        arms = weapon("ranged", strength=own)
        story = duel(weapons=arms).when(weak).rolling().when(frail).rolling()
        story = story.when(STRIKE).rolling(99, 99, 1)
        (wound,) = [e for e in story.events if isinstance(e, WoundRolled)]
        assert wound.number == max(5, number)
        assert Modifier(of="foe", name="Frail", value=-20) in wound.modifiers
        assert damage(story).strength_part == part


@pytest.mark.parametrize(
    ("strength", "toughness", "part"),
    [
        (40, 40, 0), (44, 40, 0), (45, 40, 1), (49, 40, 1), (50, 40, 2),
        (36, 40, 0), (35, 40, -1), (33, 40, -1), (31, 40, -1), (30, 40, -2), (1, 100, -19),
        (100, 1, 19),
    ],
)  # fmt: skip
def test_the_strength_part_drops_decimals_toward_zero(strength: int, toughness: int, part: int):
    """TI-DMG-1: -7/5 is -1."""
    assert strength_part(strength, toughness) == part


def test_damage_is_weapon_and_strength_part_less_armor_and_dr():
    """TI-DMG-1, TI-DMG-2: 7+6+2 + 3 - 4 - 5, every number recorded."""
    foe = {"t": 30, "armor": 4, "dr": 5, "w": 20}
    story = duel(foe, s=47, weapons=weapon(damage="2d10+2")).when(STRIKE).rolling(99, 99, 7, 6)
    story.then(
        DamageRolled(
            attacker="hero", defender="foe", faces=(7, 6), rolled=15, ability=0, critical=False,
            weapon_damage=15, strength=47, toughness=30, strength_part=3, armor=4, dr=5, damage=9,
        ),
        WoundsLost(combatant="foe", wounds=9, remaining=11),
    )  # fmt: skip
    assert [d.sides for d in story.dice] == [100, 100, 10, 10], "each die on its own"


@pytest.mark.parametrize(
    "foe", [{"armor": 10}, {"dr": 10}, {"t": 100}, {"armor": 100, "dr": 100}, {"armor": 3, "dr": 4}]
)
def test_damage_is_never_below_0(foe):
    """TI-DMG-2: and takes no wounds."""
    story = duel(foe).when(STRIKE).rolling(99, 100, 7).never(WoundsLost)
    assert damage(story).damage == 0


@pytest.mark.parametrize(("wounds", "face"), [(7, 7), (3, 10), (1, 1)])
def test_at_w_0_the_target_is_slain(wounds: int, face: int):
    """TI-DMG-3: W is shown as 0, never below."""
    story = duel({"w": wounds}).when(STRIKE).rolling(99, 99, face)
    story.then(
        WoundsLost(combatant="foe", wounds=face, remaining=0),
        CombatantSlain(combatant="foe", by="hero"),
    )
    foe = story.state.combatants["foe"]
    assert (foe.wounds, foe.status) == (0, "dead")


def test_w_1_is_not_slain():
    """TI-DMG-3."""
    story = duel({"w": 8}).when(STRIKE).rolling(99, 99, 7).never(CombatantSlain)
    assert story.state.combatants["foe"].able
