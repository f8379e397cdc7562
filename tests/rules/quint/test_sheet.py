"""Sheets as clients send them, and what a game master may change."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.engine.encounter import Adjust, End, Pass, SideFell
from app.engine.refusals import Refused
from app.rules.quint import RULESET
from app.rules.quint.commands import Attack, GetItem, Prepare, Pursue, Retreat
from app.rules.quint.events import CombatantAdjusted
from app.rules.quint.examples import SHEETS
from app.rules.quint.sheet import Sheet, changed_sheet, read_sheet
from app.rules.quint.state import State
from tests.rules.quint.fights import (
    adjusted,
    done,
    duel,
    every,
    fight,
    fighter,
    names,
    only,
    opened,
    recruit,
    settled,
)
from tests.stories import given


def test_an_empty_sheet_is_an_average_fighter():
    """QU-HIT-1, QU-DEF-1, QU-DMG-1: the figures that are ours."""
    sheet = read_sheet({})
    assert (sheet.to_hit, sheet.attacks, sheet.defense, sheet.protection) == (55, 1, 25, 2)
    assert (sheet.damage_points, sheet.reaction, sheet.perception, sheet.speed) == (20, 4, 10, 6)
    assert [weapon.name for weapon in sheet.carried] == ["fist"]
    assert sheet.drawn is None


@pytest.mark.parametrize(
    ("name", "type", "base", "hands"),
    [
        ("fist", "crushing", 0, 1), ("dagger", "piercing", 2, 1), ("short sword", "slashing", 3, 1),
        ("long sword", "slashing", 4, 1), ("axe", "slashing", 4, 1), ("mace", "crushing", 4, 1),
        ("spear", "piercing", 4, 1), ("two-handed sword", "slashing", 7, 2),
        ("maul", "crushing", 7, 2), ("bow", "piercing", 4, 2), ("crossbow", "piercing", 6, 2),
        ("claws", "slashing", 2, 1), ("bite", "piercing", 2, 0),
    ],
)  # fmt: skip
def test_a_name_of_the_table_is_enough_of_a_weapon(name: str, type: str, base: int, hands: int):
    """QU-DMG-1, QU-GRI-1: its Damage Base and its type."""
    (weapon,) = read_sheet({"weapons": [{"name": name}]}).weapons
    assert (weapon.type, weapon.damage_base, weapon.hands) == (type, base, hands)
    assert weapon.natural == (name in ("fist", "claws", "bite"))
    assert weapon.needs_loading == (name == "crossbow")
    assert (weapon.kind == "ranged") == (name in ("bow", "crossbow"))


def test_what_is_given_overrides_the_row():
    (weapon,) = read_sheet({"weapons": [{"name": "Axe", "damage_base": 9, "to_hit": 5}]}).weapons
    assert (weapon.name, weapon.type, weapon.damage_base, weapon.to_hit) == (
        "Axe",
        "slashing",
        9,
        5,
    )


@pytest.mark.parametrize(
    ("armour", "points"),
    [("none", 0), ("padded", 1), ("leather", 1), ("studded", 2), ("mail", 4), ("plate", 6), (3, 3)],
)
def test_protection_by_name_or_in_points(armour: Any, points: int):
    """QU-DMG-1."""
    assert read_sheet({"protection": armour}).protection_points == points


def test_the_first_weapon_a_hand_can_hold_is_drawn():
    """QU-ACT-1: unless the sheet says another, or none."""
    arms = [{"name": "bite"}, {"name": "dagger"}, {"name": "axe"}]
    assert read_sheet({"weapons": arms}).drawn == "dagger"
    assert read_sheet({"weapons": arms, "drawn": "axe"}).drawn == "axe"
    assert read_sheet({"weapons": arms, "drawn": None}).drawn is None
    assert changed_sheet(read_sheet({}), {"weapons": arms}).drawn == "dagger"
    assert (
        changed_sheet(read_sheet({"weapons": arms, "drawn": "axe"}), {"to_hit": 1}).drawn == "axe"
    )
    assert changed_sheet(read_sheet({}), {}) == Sheet()


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({"weapons": [{"name": "Excalibur"}]}, "not-in-table"),
        ({"weapons": [{"name": "axe"}, {"name": "AXE"}]}, "sheet-contradiction"),
        ({"spells": [{"name": "x"}, {"name": "X"}]}, "sheet-contradiction"),
        ({"pack": [{"name": "x"}, {"name": "X"}]}, "sheet-contradiction"),
        ({"weapons": [{"name": "axe"}], "drawn": "bow"}, "sheet-contradiction"),
        ({"weapons": [{"name": "bite"}], "drawn": "bite"}, "sheet-contradiction"),
    ],
)
def test_what_a_sheet_cannot_say(sheet: Any, code: str):
    with pytest.raises(Refused) as refusal:
        read_sheet(sheet)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "sheet",
    [
        {"to_hit": 101}, {"to_hit": True}, {"attacks": 0}, {"strength": 5}, {"protection": "silk"},
        {"weapons": [{"name": "axe", "hands": 3}]}, {"weapons": [{"type": "slashing"}]},
        {"weapons": "axe"}, {"damage_points": 0}, {"spells": [{"name": "x", "damage": "1d0"}]},
        {"spells": [{"name": "x", "damage": "200d6"}]}, {"spells": [{"name": "x", "to_hit": "no"}]},
        {"spells": [{"name": "x", "damage": "1d4-9"}]},
        {"spells": [{"name": "x", "conditions": [{"name": "y", "until": 3}]}]},
        {"spells": [{"name": "x", "conditions": [{"name": "y", "modifiers": [{"to": "luck"}]}]}]},
        {"pack": [{"name": "x", "quints": 0}]},
    ],
)  # fmt: skip
def test_fields_that_are_wrong(sheet: Any):
    with pytest.raises(ValidationError):
        read_sheet(sheet)


def test_the_examples_are_sheets():
    for example in SHEETS:
        assert read_sheet(example.body) != Sheet()


def test_a_spells_condition_may_be_a_name_of_the_table():
    """QU-SPL-3."""
    (spell,) = read_sheet(
        {"spells": [{"name": "x", "conditions": [{"name": "Stunned", "quints": 2}]}]}
    ).spells
    (condition,) = spell.conditions
    assert (condition.skip_turn, condition.halves_defense, condition.quints) == (True, True, 2)


# --- what a game master may change ----------------------------------------------------------------


def change(state: State, combatant: str = "foe", /, **fields: Any) -> Any:
    command = Adjust(combatant=combatant, reason="x", **fields)
    return given(RULESET, state).when(command)


def test_only_what_is_named_changes():
    story = change(duel().state, name="Grub", hidden=True, sheet={"to_hit": 70}).rolling()
    foe = fighter(story, "foe")
    assert (foe.name, foe.hidden, foe.sheet.to_hit, foe.points) == ("Grub", True, 70, 20)
    assert only(story, CombatantAdjusted).changed == ("name", "hidden", "sheet")


@pytest.mark.parametrize(("points", "status"), [(1, "active"), (0, "down"), (-10, "dead")])
def test_status_follows_from_points(points: int, status: str):
    """QU-DOWN-1, QU-DOWN-2: also back again."""
    story = change(duel().state, state={"damage_points": points}).rolling()
    assert fighter(story, "foe").status == status
    assert bool(every(story, SideFell)) == (status != "active")
    up = change(story.state, state={"damage_points": 5}).rolling()
    assert fighter(up, "foe").status == "active"


def test_a_null_takes_away_or_changes_nothing():
    """QU-ACT-1: nothing drawn, nothing prepared; of all else nothing is said."""
    state = adjusted(duel(spells=[{"name": "Bolt"}]).state, "hero", prepared="Bolt")
    nothing = {"drawn": None, "prepared": None, "damage_points": None, "dropped": None}
    hero = fighter(change(state, "hero", state=nothing).rolling(), "hero")
    assert (hero.drawn, hero.prepared, hero.points, hero.dropped) == (None, None, 20, ())


def test_before_the_fight_the_unhurt_stay_so_and_armed_as_they_come():
    arms = {"damage_points": 30, "weapons": [{"name": "axe"}]}
    story = change(opened({}, recruit("Foe")), sheet=arms).rolling()
    assert (fighter(story, "foe").points, fighter(story, "foe").drawn) == (30, "axe")
    later = change(duel().state, sheet=arms).rolling()
    assert (fighter(later, "foe").points, fighter(later, "foe").drawn) == (20, None)
    lower = change(duel().state, sheet={"damage_points": 5}).rolling()
    assert fighter(lower, "foe").points == 5


def test_what_a_new_sheet_no_longer_has_is_gone():
    pack = {"pack": [{"name": "rope", "quints": 3}, {"name": "salve"}]}
    state = duel(None, **pack, spells=[{"name": "Bolt"}]).state
    state = adjusted(state, "hero", at_hand=["salve"], prepared="Bolt", dropped=["long sword"])
    state = done(state, GetItem(actor="hero", item="rope"))
    gone: Any = {"pack": [], "spells": [], "weapons": [], "drawn": None}
    hero = fighter(change(state, "hero", sheet=gone).rolling(), "hero")
    assert (hero.task, hero.at_hand, hero.prepared, hero.dropped) == (None, (), None, ())


@pytest.mark.parametrize(
    "state",
    [{"damage_points": 21}, {"drawn": "bow"}, {"dropped": ["bow"]}, {"loaded": ["long sword"]},
     {"at_hand": ["rope"]}, {"prepared": "Bolt"}],
)  # fmt: skip
def test_what_cannot_be_so(state: Any):
    change(duel().state, state=state).refused("invalid-command")


def test_who_it_is_engaged_with_is_named():
    """QU-RET-1."""
    state = change(duel().state, state={"engaged": "Hero"}).rolling().state
    assert state.combatants["foe"].engaged == "hero"
    nobody = change(state, state={"engaged": None}).rolling()
    assert fighter(nobody, "foe").engaged is None
    change(state, state={"engaged": "moon"}).refused("unknown-combatant")


@pytest.mark.parametrize("state", [{"wounds": 3}, {"damage_points": "3"}, {"drawn": 3}])
def test_state_fields_that_are_wrong(state: Any):
    with pytest.raises(ValidationError):
        change(duel().state, state=state).rolling()


def test_conditions_come_and_go_by_name():
    """QU-GRI-2, QU-BLEED-1: a name of the table, or an object of one's own."""
    own = {"name": "Cursed", "quints": 3, "modifiers": [{"to": "defense", "by": -5}]}
    story = change(duel().state, add_conditions=("bleeding", "bleeding", own, "odd")).rolling()
    assert names(story, "foe") == ["bleeding", "bleeding", "Cursed", "odd"]
    assert RULESET.conditions(fighter(story, "foe"))[2] == {
        "name": "Cursed", "by": None, "until_quint": 3, "quints": 3,
        "modifiers": [{"to": "defense", "by": -5}],
    }  # fmt: skip
    story = change(story.state, remove_conditions=("Bleeding",)).rolling()
    assert names(story, "foe") == ["Cursed", "odd"]
    change(story.state, remove_conditions=("prone",)).refused(
        "unknown-condition", conditions=["Cursed", "odd"]
    )
    change(story.state, add_conditions=("x",) * 49).refused("too-many-conditions")


def test_who_can_no_longer_act_is_about_nothing():
    """QU-DOWN-1: its turn passes on."""
    state = done(
        duel(spells=[{"name": "Bolt", "quints": 3}]).state, Prepare(actor="hero", spell="Bolt")
    )
    state = settled(done(state, Pass(actor="foe")))
    story = change(state, "hero", state={"damage_points": 0}).rolling()
    hero = fighter(story, "hero")
    assert (hero.task, hero.prepared, hero.flight) == (None, None, None)
    assert story.state.acting == "foe"


def test_a_pursuer_who_can_no_longer_act_pursues_nobody():
    """QU-RET-2."""
    state = done(done(duel().state, Retreat(actor="hero")), Pursue(actor="foe", target="hero"))
    story = change(settled(state), "foe", state={"damage_points": 0}).rolling()
    flight = fighter(story, "hero").flight
    assert flight is not None
    assert flight.chases == ()


def test_an_ended_fight_is_left_alone():
    ended = done(fight(recruit("A", "x"), recruit("Foe")), End())
    change(ended, name="x").refused("encounter-ended")
    given(RULESET, ended).when(Attack(actor="a", target="foe")).refused("encounter-ended")
