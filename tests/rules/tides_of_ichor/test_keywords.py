"""Dodge, block, critical, ward and powerful."""

import pytest

from app.engine.encounter import Pass
from app.rules.tides_of_ichor.commands import Attack, UseAbility
from app.rules.tides_of_ichor.events import (
    AbilityUsed,
    BlockRolled,
    CriticalRolled,
    DamageRolled,
    DodgeRolled,
    WardRolled,
    WoundRolled,
    WoundsLost,
)
from tests.rules.tides_of_ichor.fights import done, duel
from tests.stories import Story

STRIKE = Attack(actor="hero", target="foe")


def purposes(story: Story) -> list[str]:
    return [die.purpose for die in story.dice]


@pytest.mark.parametrize(
    ("face", "dodged"), [(1, True), (29, True), (30, False), (31, False), (100, False)]
)
def test_a_keyword_triggers_strictly_under_its_percent(face: int, dodged: bool):
    """TI-KEY-1, TI-KEY-2."""
    story = duel({"dodge": 30}).when(STRIKE).rolling(99, face, *([] if dodged else [1]))
    event = DodgeRolled(attacker="hero", defender="foe", percent=30, face=face, avoided=dodged)
    story.then(event)


@pytest.mark.parametrize("percent", [0, 1])
def test_a_keyword_that_cannot_trigger_asks_no_die(percent: int):
    """TI-KEY-1: no face is under 1."""
    foe = {"dodge": percent, "block": percent, "ward": percent}
    story = duel(foe, critical=percent).when(STRIKE).rolling(99, 99, 1)
    assert purposes(story) == ["to-hit", "to-wound", "damage"]


def test_a_dodge_after_a_confirmed_hit_avoids_the_attack():
    """TI-KEY-2: a miss asks for none; a dodge leaves no roll to wound."""
    story = duel({"dodge": 50})
    assert purposes(story.when(STRIKE).rolling(1)) == ["to-hit"]
    dodged = story.when(STRIKE).rolling(99, 49)
    dodged.never(WoundRolled)
    assert [(d.subject, d.object) for d in dodged.dice] == [("hero", "foe"), ("foe", "hero")]


def test_a_shield_adds_to_block():
    """TI-KEY-3: 10 + 15."""
    foe = {"block": 10, "shield": {"name": "shield"}}
    story = duel(foe).when(STRIKE).rolling(99, 24)
    story.then(
        BlockRolled(
            attacker="hero", defender="foe", own=10, shield=15, percent=25, face=24, avoided=True
        )
    ).never(WoundRolled)
    duel(foe).when(STRIKE).rolling(99, 25, 1).then(
        BlockRolled(
            attacker="hero", defender="foe", own=10, shield=15, percent=25, face=25, avoided=False
        )
    )


def test_dodge_is_rolled_before_block():
    """TI-KEY-3."""
    story = duel({"dodge": 50, "block": 50})
    assert purposes(story.when(STRIKE).rolling(99, 49)) == ["to-hit", "dodge"]
    assert purposes(story.when(STRIKE).rolling(99, 50, 49)) == ["to-hit", "dodge", "block"]


@pytest.mark.parametrize(("forbidden", "left"), [("no_dodge", "block"), ("no_block", "dodge")])
@pytest.mark.parametrize("carrier", ["weapon", "ability"])
def test_what_cannot_be_dodged_or_blocked(forbidden: str, left: str, carrier: str):
    """TI-KEY-3: an attack or an ability may carry no_dodge or no_block."""
    weapon = {"name": "sword", forbidden: carrier == "weapon"}
    ability = {"name": "Trick", "kind": "attack", forbidden: carrier == "ability"}
    story = duel({"dodge": 50, "block": 50}, weapons=[weapon], abilities=[ability])
    used = story.when(UseAbility(actor="hero", ability="Trick", target="foe")).rolling(99, 1)
    assert purposes(used) == ["to-hit", left]


def test_a_critical_doubles_the_weapon_and_its_flat_bonus_once_rolled():
    """TI-KEY-4: (4 + 2) x 2, and the S-T part single; rolled after the wound."""
    weapons = [{"name": "Fine sword", "kind": "melee", "damage": "1d10+2"}]
    story = duel({"t": 30, "w": 100}, s=45, critical=20, weapons=weapons)
    story = story.when(STRIKE).rolling(99, 99, 19, 4)
    assert purposes(story) == ["to-hit", "to-wound", "critical", "damage"]
    story.then(
        DamageRolled(
            attacker="hero", defender="foe", faces=(4,), rolled=6, ability=0, critical=True,
            weapon_damage=12, strength=45, toughness=30, strength_part=3, armor=0, dr=0, damage=15,
        )
    )  # fmt: skip


def test_weapon_and_ability_add_to_the_critical_chance():
    """TI-KEY-4, TI-KEY-1: 5 + 10 + 15."""
    hero = {
        "critical": 5,
        "weapons": [{"name": "sword", "critical": 10}],
        "abilities": [{"name": "Aim", "kind": "attack", "critical": 15}],
    }
    story = duel(**hero).when(UseAbility(actor="hero", ability="Aim", target="foe"))
    story.rolling(99, 99, 29, 1).then(
        CriticalRolled(
            attacker="hero", defender="foe", own=5, weapon=10, ability=15, percent=30, face=29,
            critical=True,
        )
    )  # fmt: skip


def test_a_critical_doubles_what_an_ability_adds_to_the_weapon():
    """TI-KEY-4: (2 + 3) x 2, as docs/rulesets/tides-of-ichor.md says (ours)."""
    ability = {"name": "Smash", "kind": "attack", "damage": 3}
    story = duel({"w": 20}, critical=50, abilities=[ability])
    story = story.when(UseAbility(actor="hero", ability="Smash", target="foe"))
    assert story.rolling(99, 99, 49, 2).state.combatants["foe"].wounds == 10
    assert story.rolling(99, 99, 50, 2).state.combatants["foe"].wounds == 15


def test_no_wound_asks_for_no_critical():
    """TI-KEY-4."""
    assert purposes(duel(critical=50).when(STRIKE).rolling(99, 1)) == ["to-hit", "to-wound"]


@pytest.mark.parametrize(("face", "warded"), [(29, True), (30, False)])
def test_a_ward_stops_all_the_damage(face: int, warded: bool):
    """TI-DMG-2, TI-KEY-6, TI-KEY-1: the ward is the last roll."""
    story = duel({"ward": 30}).when(STRIKE).rolling(99, 99, 7, face)
    story.then(WardRolled(attacker="hero", defender="foe", percent=30, face=face, warded=warded))
    if warded:
        story.never(WoundsLost)
    else:
        story.then(WoundsLost(combatant="foe", wounds=7, remaining=3))


def test_no_damage_asks_for_no_ward():
    """TI-DMG-2."""
    story = duel({"ward": 30, "armor": 10}).when(STRIKE).rolling(99, 99, 7)
    assert purposes(story)[-1] == "damage"


def test_a_powerful_ability_is_used_once_an_encounter():
    """TI-KEY-5: a miss counts; a second use is refused and turn and dice are kept."""
    abilities = [
        {"name": "Wrath", "kind": "attack", "powerful": True},
        {"name": "Jab", "kind": "attack"},
    ]
    use = UseAbility(actor="hero", ability="Wrath", target="foe")
    story = duel(abilities=abilities).when(use).rolling(1)
    story.then(AbilityUsed(combatant="hero", ability="Wrath", powerful=True))
    assert story.state.combatants["hero"].used == ("Wrath",)
    state = done(story.state, Pass(actor="foe"))
    Story(story.ruleset, state).when(use).refused("already-used", ability="Wrath")
    jab = UseAbility(actor="hero", ability="Jab", target="foe")
    for _ in range(2):
        state = done(done(state, jab, 1), Pass(actor="foe"))


def test_an_ability_is_a_basic_attack_with_other_numbers():
    """TI-TURN-1: hit and wound bonuses come off the numbers, damage is added to the weapon's."""
    ability = {
        "name": "Mighty blow", "kind": "attack", "hit": 10, "wound": -5, "damage": 3,
        "weapon": {"name": "axe"},
    }  # fmt: skip
    use = UseAbility(actor="hero", ability="mighty blow", target="foe")
    duel(abilities=[ability]).when(use).rolling(30)
    duel(abilities=[ability]).when(use).rolling(31, 45)
    story = duel(abilities=[ability]).when(use).rolling(31, 46, 2)
    assert story.state.combatants["foe"].wounds == 5


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"ability": "Fly", "target": "foe"}, "unknown-ability"),
        ({"ability": "Jab"}, "invalid-command"),
        ({"ability": "Jab", "zone": 0}, "invalid-command"),
        ({"ability": "Jab", "target": "foe", "zone": 0}, "invalid-command"),
        ({"ability": "Sweep", "target": "foe"}, "invalid-command"),
        ({"ability": "Sweep", "zone": 0, "target": "foe"}, "invalid-command"),
        ({"ability": "Jab", "target": "foe", "weapon": "bow"}, "unknown-weapon"),
    ],
)
def test_abilities_used_wrongly(command, code: str):
    """TI-LINE-3: refused, nothing rolled."""
    abilities = [{"name": "Jab", "kind": "attack"}, {"name": "Sweep", "kind": "zone_attack"}]
    duel(abilities=abilities).when(UseAbility(actor="hero", **command)).refused(code)
