"""The jungle ambush of the source, die for die, at both base numbers."""

import pytest

from app.engine.encounter import Recruit, Start, TurnStarted
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.commands import Attack, Charge
from app.rules.tides_of_ichor.events import (
    AttackRolled,
    CombatantSlain,
    DamageRolled,
    InitiativeRolled,
    Moved,
    WoundRolled,
    WoundsLost,
)
from app.rules.tides_of_ichor.examples import ORC, QUETLZ, SHAMAN, SOTEK
from app.rules.tides_of_ichor.narrate import narrate
from app.rules.tides_of_ichor.tables.ranges import range_name
from tests.rules.tides_of_ichor.fights import BOW, fight, opened, recruit
from tests.stories import Story, given

AMBUSH = (
    Recruit(name="Sotek", side="heroes", sheet=SOTEK),
    Recruit(name="Quetlz", side="heroes", sheet=QUETLZ),
    Recruit(name="Orc", side="greenskins", sheet=ORC, group="orcs", count=2),
    Recruit(name="Sneaky Goblin", side="greenskins", sheet=SHAMAN, id="goblin"),
)


def started(base: int) -> Story:
    state = opened({"base_number": base, "zones": 6}, *AMBUSH)
    return given(RULESET, state).when(Start()).rolling(93, 40, 16, 46)


def test_initiative():
    """TI-EX-1: 133, 110, 40 and 106."""
    story = started(50)
    results = {
        one.combatant: one.result
        for event in story.events
        if isinstance(event, InitiativeRolled)
        for one in event.results
    }
    assert results == {"sotek": 133, "quetlz": 110, "orc-1": 40, "orc-2": 40, "goblin": 106}
    assert story.state.order.ids == ("sotek", "quetlz", "goblin", "orc-1", "orc-2")
    assert story.state.acting == "sotek"


@pytest.mark.parametrize(("base", "hit", "wound"), [(50, 35, 45), (40, 25, 35)])
def test_sotek_charges(base: int, hit: int, wound: int):
    """TI-EX-2 at base 50, TI-EX-4 at 40: 13 + 1 - 1 = 13, the orc is slain."""
    story = started(base).when(Charge(actor="sotek", target="orc-1", zone=2, weapon="Great blade"))
    story = story.rolling(76, 47, 6, 7)
    story.then(
        Moved(combatant="sotek", how="charge", from_zone=3, to_zone=2),
        AttackRolled(
            attacker="sotek", defender="orc-1", weapon="Great blade", kind="melee", distance=0,
            base=base, defender_stat=30, attacker_stat=45, modifiers=(), number=hit, face=76,
            hit=True,
        ),
        WoundRolled(
            attacker="sotek", defender="orc-1", base=base, toughness=40, strength=45,
            modifiers=(), number=wound, face=47, wounded=True,
        ),
        DamageRolled(
            attacker="sotek", defender="orc-1", faces=(6, 7), rolled=13, ability=0,
            critical=False, weapon_damage=13, strength=45, toughness=40, strength_part=1, armor=1,
            dr=0, damage=13,
        ),
        WoundsLost(combatant="orc-1", wounds=13, remaining=0),
        CombatantSlain(combatant="orc-1", by="sotek"),
        TurnStarted(combatant="quetlz"),
    )  # fmt: skip
    names = {c.id: c.name for c in story.state.combatants.values()}
    assert narrate(story.events, names) == (
        f"Sotek charges Orc 1 in zone 2 with Great blade: hit (76 over {hit}), "
        f"wound (47 over {wound}), 13 damage; Orc 1 is slain."
    )


@pytest.mark.parametrize(("base", "number"), [(50, 23), (40, 13)])
def test_quetlz_shoots(base: int, number: int):
    """TI-EX-3 at base 50, TI-EX-4 at 40: a miss, and the turn passes to the goblin."""
    story = started(base).when(Charge(actor="sotek", target="orc-1")).rolling(76, 47, 6, 7)
    story = story.when(Attack(actor="quetlz", target="orc-2", weapon="bow")).rolling(8)
    story.then(
        AttackRolled(
            attacker="quetlz", defender="orc-2", weapon="bow", kind="ranged", distance=2,
            base=base, defender_stat=12, attacker_stat=39, modifiers=(), number=number, face=8,
            hit=False,
        ),
        TurnStarted(combatant="goblin"),
    )  # fmt: skip


def test_the_distances_of_the_first_sketch():
    """TI-EX-5."""
    state = fight(
        recruit("PC", "heroes", zone=4, **BOW), recruit("Goblin", zone=0),
        recruit("Orc", zone=1, count=2), recruit("Troll", zone=2),
    )  # fmt: skip
    found = {
        foe: (state.distance("pc", foe), range_name(state.distance("pc", foe)))
        for foe in ("goblin", "orc-1", "orc-2", "troll")
    }
    assert found == {
        "goblin": (4, "Very Long"), "orc-1": (3, "Long"), "orc-2": (3, "Long"),
        "troll": (2, "Medium"),
    }  # fmt: skip
