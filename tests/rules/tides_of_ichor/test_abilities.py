"""Abilities: what they add to a critical, and whom a zone attack passes over."""

from app.engine.encounter import Adjust
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.commands import UseAbility
from app.rules.tides_of_ichor.events import AttackRolled, WoundsLost
from tests.rules.tides_of_ichor.fights import duel, fight, recruit
from tests.stories import given


def test_a_critical_doubles_the_damage_of_the_ability_too():
    """TI-KEY-4: (4 + 3) x 2, being part of the weapon's damage."""
    smash = {"name": "Smash", "kind": "attack", "damage": 3}
    story = duel({"w": 20}, critical=20, abilities=[smash])
    story = story.when(UseAbility(actor="hero", ability="Smash", target="foe"))
    story.rolling(99, 99, 19, 4).then(WoundsLost(combatant="foe", wounds=14, remaining=6))


def test_a_zone_attack_passes_over_the_dead():
    """TI-LINE-4: no dice for them."""
    sweep = {"name": "Sweep", "kind": "zone_attack"}
    state = fight(recruit("Hero", "heroes", abilities=[sweep]), recruit("Dead"), recruit("Foe"))
    story = given(RULESET, state).when(Adjust(combatant="dead", reason="x", state={"w": 0}))
    story = story.rolling().when(UseAbility(actor="hero", ability="Sweep", zone=0)).rolling(1)
    assert [e.defender for e in story.events if isinstance(e, AttackRolled)] == ["foe"]
