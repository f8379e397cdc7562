"""What a game master may change."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.engine.encounter import Adjust, CombatantLeft, Leave
from app.engine.refusals import Refused
from app.rules.magickal import RULESET, conditions_of
from app.rules.magickal.adjustments import current
from app.rules.magickal.conditions import Condition
from app.rules.magickal.events import CombatantAdjusted
from app.rules.magickal.state import Fighter, State
from tests.rules.magickal.fights import done, duel, fight, opened, recruit
from tests.stories import given

ARMS: dict[str, Any] = {"weapons": [{"name": "sword"}, {"name": "maul"}], "shield": "buckler"}


def two(**sheet: Any) -> State:
    return fight(recruit("A", "x", **sheet), recruit("B", "y"))


def adjusted(state: State, combatant: str = "a", /, **changes: Any) -> Fighter:
    command = Adjust(combatant=combatant, reason="because", **changes)
    after: State = given(RULESET, state).when(command).rolling().state
    return after.combatants[combatant]


def test_only_what_is_named_changes():
    state = two(**ARMS)
    changes = {"hp": 3, "weapon": "Maul", "shield": "none", "failed_blows": 2, "fed": True}
    story = given(RULESET, state).when(
        Adjust(combatant="a", reason="because", name="Anna", hidden=True, sheet={"focus": 7},
               state=changes, add_conditions=("Prone",)),
    ).rolling()  # fmt: skip
    after = story.state.combatants["a"]
    assert (after.name, after.hidden, after.sheet.focus, after.sheet.crd) == ("Anna", True, 7, 5)
    assert current(after) == {
        "hp": 3, "weapon": "maul", "shield": "none", "armour": "none", "failed_casts": 0,
        "failed_blows": 2, "hours_without_rest": 0, "hours_without_food": 0, "rested": False,
        "fed": True,
    }  # fmt: skip
    assert after.conditions == (Condition(name="Prone"),)
    assert story.events == (
        CombatantAdjusted(
            combatant=after,
            changed=("name", "hidden", "sheet", "hp", "weapon", "shield", "fatigue", "conditions"),
            reason="because",
        ),
    )
    assert adjusted(state) == state.combatants["a"]


def test_all_of_ones_state_may_be_sent_back():
    """What is shown is what may be changed."""
    state = two(**ARMS)
    assert adjusted(state, state=dict(current(state.combatants["a"]))) == state.combatants["a"]


def test_at_0_hp_one_falls_and_above_it_is_up_again():
    """MG-DMG-4."""
    fallen = done(two(), Adjust(combatant="b", reason="x", state={"hp": 0}))
    assert fallen.combatants["b"].status == "down"
    assert adjusted(fallen, "b", state={"hp": 1}).status == "active"


def test_the_dead_come_back_by_a_game_masters_word():
    """MG-DMG-4."""
    state = fight(recruit("A"), recruit("B"), death_at=-5)
    dead = done(state, Adjust(combatant="b", reason="x", state={"hp": -5}))
    assert dead.combatants["b"].status == "dead"
    assert adjusted(dead, "b", state={"hp": -4}).status == "down"


def test_who_falls_in_its_turn_ends_it():
    """MG-TURN-2."""
    story = duel().when(Adjust(combatant="hero", reason="x", state={"hp": 0})).rolling()
    assert story.state.acting == "foe"


def test_a_new_sheet():
    """MG-HP-1: less HP takes what is above; more heals nothing, but before the start."""
    assert adjusted(two(), sheet={"str": 1}).hp == 18
    assert adjusted(two(), sheet={"str": 9}).hp == 30
    assert adjusted(two(), sheet={"str": 9}, state={"hp": 42}).hp == 42
    before = opened({}, recruit("A", **ARMS))
    assert adjusted(before, sheet={"str": 9}).hp == 42
    hurt = done(before, Adjust(combatant="a", reason="x", state={"hp": 5}))
    assert adjusted(hurt, sheet={"str": 9}).hp == 5


def test_gear_that_the_sheet_no_longer_has():
    """MG-TURN-2: what one has in hand and on stays while the sheet has it."""
    bare = {"weapons": [{"name": "spear"}], "shield": "none"}
    assert adjusted(two(**ARMS), sheet=bare).equipment == ("spear", "none", "none")
    armed = {"weapons": [{"name": "dagger"}, {"name": "sword"}], "armour": "plate mail"}
    assert adjusted(two(**ARMS), sheet=armed).equipment == ("sword", "buckler", "none")
    before = opened({}, recruit("A", **ARMS))
    assert adjusted(before, sheet=armed).equipment == ("dagger", "buckler", "plate mail")
    put_away = done(before, Adjust(combatant="a", reason="x", state={"shield": "none"}))
    assert adjusted(put_away, sheet={"focus": 1}).equipment == ("sword", "none", "none")


@pytest.mark.parametrize(
    "changes",
    [
        {"state": {"hp": 31}}, {"state": {"hp": -1}}, {"state": {"hp": True}}, {"state": {"w": 1}},
        {"state": {"weapon": "spear"}}, {"state": {"shield": "large shield"}},
        {"state": {"weapon": "maul"}}, {"state": {"armour": "door"}}, {"state": {"rested": 1}},
        {"state": {"failed_blows": -1}}, {"state": {"hours_without_food": 1001}},
        {"state": {"status": "dead"}}, {"sheet": {"luck": 1}}, {"sheet": {"str": 0}},
        {"remove_conditions": ("Prone",)}, {"add_conditions": ("",)}, {"add_conditions": (7,)},
        {"add_conditions": ({"name": "x", "luck": 1},)}, {"add_conditions": ({"damage": 1},)},
        {"add_conditions": tuple(str(n) for n in range(51))},
    ],
)  # fmt: skip
def test_what_cannot_be_right_is_refused(changes: Any):
    with pytest.raises((Refused, ValidationError)):
        adjusted(two(**ARMS), **changes)


def test_conditions_come_and_go_by_name():
    """MG-SPL-3: a name from the table brings its row; one of a name at a time."""
    state = done(two(), Adjust(combatant="a", reason="x", add_conditions=("Stunned", "Deaf")))
    assert state.combatants["a"].losing_turns_to == "Stunned"
    brief = {"name": "DEAF", "turns": 2}
    after = adjusted(state, remove_conditions=("stunned",), add_conditions=(brief,))
    assert [(c.name, c.turns) for c in after.conditions] == [("DEAF", 2)]


def test_a_name_of_no_table_is_a_mark():
    """MG-SPL-3: fifty of them, and no more."""
    marks = tuple(f"mark {n}" for n in range(50))
    conditions = adjusted(two(), add_conditions=marks).conditions
    assert len(conditions) == 50
    mark = conditions[0]
    assert (mark.turns, mark.skip_turn, mark.unconscious, mark.damage, mark.modifiers) == (
        None, False, False, 0, (),
    )  # fmt: skip


def test_conditions_show_name_cause_end_and_effects():
    """MG-SPL-3."""
    sent = {"name": "afraid", "cause": "a ghost", "turns": 2}
    assert conditions_of(adjusted(two(), add_conditions=(sent,))) == [
        {**sent, "skip_turn": False, "unconscious": False, "damage": 0,
         "modifiers": [{"to": "attack", "by": -2}]},
    ]  # fmt: skip


def test_leaving():
    """MG-WD-1: at the game master's word."""
    story = given(RULESET, two()).when(Leave(combatant="b", reason="fled")).rolling()
    story.then(CombatantLeft(combatant="b", reason="fled"))
    story.when(Leave(combatant="b")).refused("cannot-act")
    assert adjusted(story.state, "b", state={"hp": 5}).status == "left"
    story = given(RULESET, two()).when(Leave(combatant="a")).rolling()
    assert story.state.acting == "b"
