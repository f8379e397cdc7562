"""Order, turns, withdrawing, and changing equipment."""

from typing import Any

import pytest

from app.engine.encounter import (
    Adjust,
    Answer,
    EncounterFinished,
    EncounterPaused,
    End,
    EndTurn,
    Join,
    Leave,
    Pass,
    Pause,
    Recruit,
    RoundStarted,
    SideFell,
    Start,
    TurnEnded,
    TurnStarted,
)
from app.rules.magickal import RULESET
from app.rules.magickal.commands import Attack, Cast, ChangeEquipment, Eat, Rest, Withdraw
from app.rules.magickal.events import EquipmentChanged, InitiativeRolled, RollOffRolled, Withdrew
from app.rules.magickal.state import State
from tests.rules.magickal.fights import (
    done,
    duel,
    fatigue_lines,
    fight,
    fighter,
    late,
    lines,
    only,
    opened,
    recruit,
)
from tests.stories import Story, given

# --- order ----------------------------------------------------------------------------------------


def started(option: str, *faces: int, recruits: tuple[Recruit, ...]) -> Story:
    return given(RULESET, opened({"order": option}, *recruits)).when(Start()).rolling(*faces)


def test_the_order_is_that_of_joining_by_default():
    """MG-TURN-1: *option* `order` listed; no die is asked for."""
    state = fight(recruit("A", crd=1), recruit("B", crd=9), recruit("C", crd=5))
    assert (state.options.order, state.order.ids) == ("listed", ("a", "b", "c"))
    assert late(state, recruit("D", crd=10)).order.ids == ("a", "b", "c", "d")


def test_the_order_by_crd_then_evasion():
    """MG-TURN-1: *option* `order` highest_crd; gear changes nothing in it."""
    story = started("highest_crd", recruits=(
        recruit("A", crd=5, evasion=4), recruit("B", crd=5, evasion=6),
        recruit("C", crd=7, evasion=0, shield="tower shield"),
    ))  # fmt: skip
    assert story.state.order.ids == ("c", "b", "a")


def test_ties_roll_off_until_they_differ():
    """MG-TURN-1: CRD, then evasion, then d10s of those alike; who is alone rolls none."""
    story = started("highest_crd", 3, 8, 3, 5, 4, recruits=(
        recruit("A"), recruit("B"), recruit("C"), recruit("D", crd=9),
    ))  # fmt: skip
    assert story.state.order.ids == ("d", "b", "a", "c")
    rolled = [(e.combatants, e.face) for e in story.events if isinstance(e, RollOffRolled)]
    assert rolled == [(("a",), 3), (("b",), 8), (("c",), 3), (("a",), 5), (("c",), 4)]


def test_the_order_by_a_roll():
    """MG-TURN-1: *option* `order` roll: penalised CRD + d10, once."""
    story = started("roll", 5, 6, recruits=(
        recruit("A", crd=5), recruit("B", crd=6, shield="small shield", armour="chain mail"),
    ))  # fmt: skip
    found = {e.combatant: e.initiative for e in story.events if isinstance(e, InitiativeRolled)}
    assert lines(found["b"]) == {"crd": 6, "crd: small shield": -1, "crd: chain mail": -1, "d10": 6}
    assert (found["a"].total, found["b"].total) == (10, 10)
    assert story.state.order.ids == ("b", "a"), "the tie goes to the higher CRD"


def test_equal_rolls_of_equals_are_rolled_off():
    """MG-TURN-1."""
    story = started("roll", 5, 5, 2, 9, recruits=(recruit("A"), recruit("B")))
    assert story.state.order.ids == ("b", "a")


def test_ties_that_outlast_the_roll_offs_stand_as_they_joined():
    """MG-TURN-1: ours."""
    story = started("highest_crd", *[5] * 20, recruits=(recruit("A"), recruit("B")))
    assert story.state.order.ids == ("a", "b")


def test_a_group_shares_one_roll():
    """MG-TURN-1: also with its late members, and in roll-offs; each by its own CRD."""
    story = started("roll", 5, 5, 4, 7, recruits=(
        recruit("Orc", group="orcs", count=2), recruit("B"),
    ))  # fmt: skip
    assert [d.subject for d in story.dice] == ["orc-1", "b", "orc-1", "b"]
    assert story.state.order.ids == ("b", "orc-1", "orc-2")
    state = late(story.state, recruit("Chief", group="orcs", crd=9))
    assert state.order.ids == ("chief", "b", "orc-1", "orc-2")


def test_late_arrivals_come_after_those_they_tie_with():
    """MG-TURN-1: ours; they roll where all do, and act this round if their place is to come."""
    state = fight(recruit("A", crd=6), recruit("B"), order="highest_crd")
    assert late(state, recruit("C"), recruit("D", crd=9)).order.ids == ("d", "a", "b", "c")
    assert late(state, recruit("C"), recruit("D")).order.ids == ("a", "b", "c", "d")
    rolled = fight(recruit("A"), recruit("B"), order="roll", dice=(9, 2))
    assert late(rolled, recruit("C"), dice=(9,)).order.ids == ("a", "c", "b")


# --- turns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "faces"),
    [
        (Attack(actor="a", target="b"), (9, 9, 1)),
        (Cast(actor="a", spell="spark", target="b"), (9, 9, 1)),
        (Rest(actor="a"), ()),
        (Eat(actor="a"), ()),
        (Withdraw(actor="a"), ()),
        (ChangeEquipment(actor="a", weapon="fists"), ()),
        (Pass(actor="a"), ()),
        (EndTurn(actor="a"), ()),
    ],
)
def test_a_turn_is_one_thing(command, faces: Any):
    """MG-TURN-2: the turn passes in the same entry."""
    state = fight(recruit("A", "x"), recruit("B", "y"), recruit("C", "z"))
    story = given(RULESET, state).when(command).rolling(*faces)
    story.then(TurnEnded(combatant="a"), TurnStarted(combatant="b"))
    gone = command.type == "withdraw"
    story.when(Pass(actor="a")).refused("cannot-act" if gone else "not-your-turn")


def test_attack_and_defence_alternate():
    """MG-TURN-1: turn by turn, round by round."""
    state, acted = duel().state, []
    for _ in range(4):
        acted.append((state.order.round, state.acting))
        state = done(state, Pass(actor=state.acting))
    assert acted == [(1, "hero"), (1, "foe"), (2, "hero"), (2, "foe")]


def test_the_fallen_are_passed_over():
    """MG-TURN-2."""
    state = fight(recruit("A", "x"), recruit("B", "y"), recruit("C", "z"))
    state = done(state, Adjust(combatant="b", reason="x", state={"hp": 0}))
    story = given(RULESET, state).when(Pass(actor="a")).rolling()
    assert story.state.acting == "c"
    story.then(TurnStarted(combatant="c"))


def test_when_all_have_fallen_the_fight_pauses_until_somebody_is_up():
    """MG-TURN-2."""
    state = done(duel().state, Adjust(combatant="foe", reason="x", state={"hp": 0}))
    story = given(RULESET, state).when(Adjust(combatant="hero", reason="x", state={"hp": 0}))
    story = story.rolling()
    story.then(EncounterPaused(reason="nobody-can-act"))
    story.when(Start()).refused("cannot-act")
    state = done(story.state, Adjust(combatant="foe", reason="a potion", state={"hp": 5}))
    story = given(RULESET, state).when(Start()).rolling()
    story.then(RoundStarted(round=2), TurnStarted(combatant="foe"))


def test_starting_pausing_and_ending():
    """MG-TURN-1."""
    given(RULESET, opened({})).when(Start()).refused("cannot-act")
    given(RULESET, opened({})).when(Pause(reason="x")).refused("encounter-not-running")
    story = duel()
    story.when(Start()).refused("encounter-running")
    story.when(Answer(question="q1", choice="yes")).refused("no-such-question")
    story = story.when(Pause(reason="tea")).rolling()
    story.when(Pass(actor="hero")).refused("encounter-not-running")
    story = story.when(End()).rolling()
    story.then(EncounterFinished(standing=("heroes", "foes")))
    for command in (
        End(), Start(), Pause(reason="x"), Pass(actor="hero"), Leave(combatant="foe"),
        Adjust(combatant="foe", reason="x"), Join(combatants=(recruit("D"),)),
    ):  # fmt: skip
        story.when(command).refused("encounter-ended")


# --- withdrawing ----------------------------------------------------------------------------------


def test_anyone_may_withdraw_on_their_turn_without_a_roll():
    """MG-WD-1."""
    story = duel().when(Withdraw(actor="hero")).rolling()
    story.then(
        Withdrew(combatant="hero", hp=30, limit=None), SideFell(side="heroes", standing=("foes",)),
        TurnEnded(combatant="hero"), TurnStarted(combatant="foe"),
    )  # fmt: skip
    assert fighter(story, "hero").status == "left"
    duel().when(Withdraw(actor="foe")).refused("not-your-turn")


def test_who_leaves_burning_burns_no_more():
    """MG-WD-1."""
    state = done(duel().state, Adjust(combatant="hero", reason="x", add_conditions=("burning",)))
    assert done(state, Withdraw(actor="hero")).combatants["hero"].hp == 30


def npc(withdraw_at: Any, hp: int) -> State:
    """Foe's turn; it is down to some of its 30 HP."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", withdraw_at=withdraw_at))
    state = done(state, Adjust(combatant="foe", reason="x", state={"hp": hp}))
    return done(state, Pass(actor="hero"))


@pytest.mark.parametrize(
    ("withdraw_at", "hp", "limit"),
    [
        (7, 7, 7), (7, 8, None), ("25%", 7, 7), ("25%", 8, None), ("50%", 15, 15),
        ("50%", 16, None),
        ("100%", 30, None), ("100%", 29, 30), (100, 30, None), (None, 1, None),
    ],
)  # fmt: skip
def test_an_npc_withdraws_by_itself(withdraw_at: Any, hp: int, limit: int | None):
    """MG-WD-2: HP or a share of them; only once damage has taken it there."""
    state = npc(withdraw_at, hp)
    assert RULESET.automatic(state) == (Withdraw(actor="foe") if limit is not None else None)
    if limit is not None:
        story = given(RULESET, state).automatic()
        story.then(Withdrew(combatant="foe", hp=hp, limit=limit))


def test_an_npc_withdraws_on_its_next_turn_not_before():
    """MG-WD-2: a blow takes it there; it is still Hero's entry."""
    state = fight(recruit("Hero", "heroes", focus=0, pur=1), recruit("Foe", withdraw_at=25))
    story = given(RULESET, state).when(Attack(actor="hero", target="foe")).rolling(6, 5, 1)
    story.never(Withdrew)
    assert (fighter(story, "foe").hp, fighter(story, "foe").status) == (23, "active")
    story = story.automatic()
    assert only(story, Withdrew).limit == 25


def test_a_stunned_npc_loses_its_turn_first():
    """MG-WD-2."""
    state = done(npc(7, 7), Adjust(combatant="foe", reason="x", add_conditions=("stunned",)))
    command = RULESET.automatic(state)
    assert command is not None
    assert command.type == "lose_turn"


# --- equipment ------------------------------------------------------------------------------------

ARMS = {
    "weapons": [{"name": "sword"}, {"name": "maul"}], "shield": "large shield",
    "armour": "plate mail",
}  # fmt: skip


def test_changing_equipment_takes_a_turn():
    """MG-TURN-2: whatever is changed; what is left out stays."""
    story = duel(**ARMS).when(ChangeEquipment(actor="hero", weapon="MAUL", shield="none")).rolling()
    story.then(
        EquipmentChanged(combatant="hero", weapon="maul", shield="none", armour="plate mail"),
        TurnStarted(combatant="foe"),
    )
    assert fighter(story, "hero").equipment == ("maul", "none", "plate mail")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, "nothing-changes"), ({"weapon": "sword"}, "nothing-changes"),
        ({"weapon": "spear"}, "not-carried"), ({"shield": "buckler"}, "not-carried"),
        ({"armour": "breastplate"}, "not-carried"), ({"weapon": "maul"}, "hands-full"),
    ],
)  # fmt: skip
def test_equipment_refused(changes: Any, code: str):
    """MG-TURN-2: only what is carried; a heavy weapon takes both hands."""
    duel(**ARMS).when(ChangeEquipment(actor="hero", **changes)).refused(code)


def test_both_hands_for_a_heavy_weapon_whatever_one_wears():
    """MG-TURN-2."""
    story = duel(**{**ARMS, "armour": "none"})
    story.when(ChangeEquipment(actor="hero", weapon="maul")).refused("hands-full")


def test_a_table_may_allow_a_shield_beside_a_heavy_weapon():
    """MG-TURN-2: *option* `shield_with_heavy_weapon`."""
    story = duel(**ARMS, options={"shield_with_heavy_weapon": True})
    story = story.when(ChangeEquipment(actor="hero", weapon="maul")).rolling()
    assert fighter(story, "hero").equipment == ("maul", "large shield", "plate mail")


def test_who_comes_with_a_heavy_weapon_has_put_the_shield_away():
    """MG-TURN-2: ours."""
    story = duel(**{**ARMS, "weapons": [{"name": "maul"}]})
    assert fighter(story, "hero").equipment == ("maul", "none", "plate mail")


def test_gear_put_away_neither_helps_nor_weighs():
    """MG-SHD-1, MG-FAT-3."""
    story = duel(**ARMS).when(
        ChangeEquipment(actor="hero", weapon="fists", shield="none", armour="none")
    ).rolling()  # fmt: skip
    story = story.when(Pass(actor="foe")).rolling().when(Attack(actor="hero", target="foe"))
    story = story.rolling(9, 1, 1)
    assert fatigue_lines(story) == {"focus": 5, "pur": 5, "attacking": 2, "d10": 1}
