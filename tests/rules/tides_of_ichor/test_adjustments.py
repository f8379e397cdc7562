"""What a game master may change, and the conditions that come of it."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.engine.encounter import Adjust, CombatantLeft, Leave, Pass, TurnStarted
from app.engine.refusals import Refused
from app.rules.tides_of_ichor import RULESET, conditions, current
from app.rules.tides_of_ichor.commands import UseAbility
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.events import CombatantAdjusted, ConditionTicked
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.state import State
from tests.rules.tides_of_ichor.fights import done, fight, opened, recruit
from tests.rules.tides_of_ichor.wizards import BOLT
from tests.stories import given

FRESH: Any = {"used": [], "used_spells": [], "casts": []}
WRATH = {"name": "Wrath", "kind": "attack", "powerful": True}


def two(**sheet: Any) -> State:
    return fight(recruit("A", "x", **sheet), recruit("B", "y"))


def adjusted(state: State, combatant: str = "a", /, **changes: Any) -> Fighter:
    command = Adjust(combatant=combatant, reason="because", **changes)
    after: State = given(RULESET, state).when(command).rolling().state
    return after.combatants[combatant]


def test_only_what_is_named_changes():
    state = two(abilities=[WRATH])
    story = given(RULESET, state).when(
        Adjust(combatant="a", reason="because", name="Anna", hidden=True, sheet={"ws": 50},
               state={"w": 3, "zone": 5, "used": ["wrath"]}, add_conditions=("Prone",)),
    ).rolling()  # fmt: skip
    after = story.state.combatants["a"]
    assert (after.name, after.hidden, after.sheet.ws, after.sheet.bs) == ("Anna", True, 50, 40)
    assert current(after) == {**FRESH, "w": 3, "zone": 5, "used": ["Wrath"]}
    assert after.conditions == (Condition(name="Prone"),)
    (event,) = story.events
    assert event == CombatantAdjusted(
        combatant=after,
        changed=("name", "hidden", "sheet", "wounds", "zone", "used", "conditions"),
        reason="because",
    )
    assert adjusted(state) == state.combatants["a"]


def test_to_w_0_is_death_and_above_it_life():
    """TI-DMG-3."""
    dead = given(RULESET, two()).when(Adjust(combatant="b", reason="x", state={"w": 0})).rolling()
    assert dead.state.combatants["b"].status == "dead"
    alive = adjusted(dead.state, "b", state={"w": 1})
    assert (alive.status, alive.wounds) == ("active", 1)


def test_fewer_wounds_on_the_sheet_take_those_above_them():
    assert adjusted(two(), sheet={"w": 4}).wounds == 4
    assert adjusted(two(), sheet={"w": 20}).wounds == 10
    assert adjusted(two(), sheet={"w": 20}, state={"w": 20}).wounds == 20


def test_before_the_start_a_new_sheet_is_a_new_beginning():
    """TI-LINE-1: who is unhurt and in place stays so."""
    state = opened({}, recruit("A"))
    after = adjusted(state, sheet={"w": 14, "zone": 3})
    assert current(after) == {**FRESH, "w": 14, "zone": 3}
    hurt = done(state, Adjust(combatant="a", reason="x", state={"w": 2, "zone": 1}))
    patched = current(adjusted(hurt, sheet={"w": 14, "zone": 3}))
    assert patched == {**FRESH, "w": 2, "zone": 1}


def test_in_the_fight_the_starting_zone_moves_nobody():
    assert adjusted(two(), sheet={"zone": 3}).zone == 0


def test_gear_by_name_on_a_patched_sheet():
    """The class of armor comes with its name."""
    patched = adjusted(two(armor=9), sheet={"armor": "heavy", "weapons": [{"name": "bow"}]}).sheet
    assert (patched.armor, patched.armor_class, patched.weapons[0].range) == (5, "heavy", "medium")


@pytest.mark.parametrize(
    "changes",
    [
        {"state": {"w": 11}}, {"state": {"w": -1}}, {"state": {"w": True}}, {"state": {"hp": 1}},
        {"state": {"zone": 6}}, {"state": {"zone": -1}}, {"state": {"used": ["Nothing"]}},
        {"state": {"status": "dead"}}, {"sheet": {"luck": 1}}, {"sheet": {"ws": 0}},
        {"sheet": {"armor": "mithril"}}, {"sheet": {"zone": 7}},
        {"sheet": {"spells": [{"name": "Doom", "level": 6}]}},
        {"remove_conditions": ("Prone",)}, {"add_conditions": ("",)}, {"add_conditions": (7,)},
        {"add_conditions": ({"name": "x", "luck": 1},)}, {"add_conditions": ({"ws": 1},)},
        {"add_conditions": ({"name": "x", "turns": 0},)},
        {"add_conditions": ({"name": "x", "by": "b"},)},
        {"add_conditions": ({"name": "x", "row": 1},)},
        {"add_conditions": ({"name": "x", "effects": []},)}, {"state": {"used_spells": ["Doom"]}},
        {"state": {"casts": [{"spell": "Doom", "times": 1}]}},
        {"state": {"casts": [{"spell": "Bolt", "times": 0}]}},
        {"state": {"casts": [{"spell": "Bolt", "times": 1, "x": 1}]}},
        {"state": {"casts": [{"spell": "Bolt", "times": 1}] * 2}},
        {"add_conditions": tuple(str(n) for n in range(51))},
    ],
)  # fmt: skip
def test_what_cannot_be_right_is_refused(changes: Any):
    with pytest.raises((Refused, ValidationError)):
        adjusted(two(spells=[{**BOLT, "level": 1}]), **changes)


def test_spells_used_and_cast_are_set_by_name():
    """TI-KEY-5, TI-CAST-2: as the sheet spells them."""
    state = two(spells=[{**BOLT, "level": 1, "powerful": True}])
    after = adjusted(
        state, state={"used_spells": ["bolt"], "casts": [{"spell": "BOLT", "times": 2}]}
    )
    assert current(after)["used_spells"] == ["Bolt"]
    assert current(after)["casts"] == [{"spell": "Bolt", "times": 2}]


def test_conditions_are_taken_away_by_name():
    state = done(two(), Adjust(combatant="a", reason="x", add_conditions=("Prone", "Blind")))
    after = adjusted(state, remove_conditions=("prone",), add_conditions=("Deaf",))
    assert [c.name for c in after.conditions] == ["Blind", "Deaf"]


def test_conditions_show_name_cause_end_and_numbers():
    sent = {"name": "Weak", "cause": "a spell", "turns": 2, "s": -5}
    shown = conditions(adjusted(two(), add_conditions=(sent,)))
    none = ("ws", "bs", "t", "ag", "wp", "casting", "spell_power", "armor", "dr", "max_w")
    until = "the end of its next 2 turns"
    rest: Any = {"by": None, "row": None, "until": until, "does": []}
    assert shown == [{**sent, **dict.fromkeys(none, 0), **rest}]


def test_conditions_last_so_many_turns_of_their_bearer():
    """Two of its own turns; others' don't count. Twice the same tick side by side."""
    weak = {"name": "Weak", "turns": 2, "s": -5}
    state = done(two(), Adjust(combatant="b", reason="x", add_conditions=(weak, weak, "Prone")))
    turns = [2]
    for actor in "abab":
        state = done(state, Pass(actor=actor))
        turns.append(max((c.turns or 0 for c in state.combatants["b"].conditions), default=0))
    assert turns == [2, 2, 1, 1, 0]
    assert state.combatants["b"].conditions == (Condition(name="Prone"),)


def test_the_last_turn_of_a_condition_is_recorded():
    brief = {"name": "Brief", "turns": 1}
    state = done(two(), Adjust(combatant="a", reason="x", add_conditions=(brief,)))
    story = given(RULESET, state).when(Pass(actor="a")).rolling()
    gone = ConditionTicked(combatant="a", condition=Condition(name="Brief", turns=1), left=0)
    story.then(gone, TurnStarted(combatant="b"))


def test_a_powerful_ability_given_back():
    """TI-KEY-5: by a game master."""
    state = two(abilities=[WRATH])
    use = UseAbility(actor="a", ability="Wrath", target="b")
    state = done(done(state, use, 1), Pass(actor="b"))
    state = done(state, Adjust(combatant="a", reason="x", state={"used": []}))
    done(state, use, 1)


def test_leaving():
    story = given(RULESET, two()).when(Leave(combatant="b", reason="fled")).rolling()
    story.then(CombatantLeft(combatant="b", reason="fled"))
    story.when(Leave(combatant="b")).refused("cannot-act")
    assert adjusted(story.state, "b", state={"w": 5}).status == "left"
