"""What is offered is what is accepted, and nothing else is."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from app.engine.dice import GivenDice
from app.engine.encounter import Adjust, Command, Leave, Pass
from app.engine.refusals import DieNeeded, Refused
from app.engine.ruleset import resolve, settled, with_ids
from app.rules.desdaemona import RULESET, left
from app.rules.desdaemona.choices import choices, settle
from app.rules.desdaemona.commands import (
    Attack,
    CallPower,
    CombatDice,
    Drink,
    Evade,
    RollDefence,
    ShakeOff,
    TakeOff,
)
from app.rules.desdaemona.state import State
from app.services.codec import Codec
from tests.rules.desdaemona.fights import adjusted, done, duel, fight, opened, recruit
from tests.stories import given

CODEC = Codec(RULESET)
FIELDS = ("target", "targets", "kind", "weapon", "spell", "opponent", "effect", "potion", "power")


def accepted(state: State, body: Mapping[str, Any]) -> bool:
    """Whether the rules take it; the first die they want says so too."""
    try:
        command = settled(RULESET, state, CODEC.action(body))
        resolve(RULESET, state, command, GivenDice([]))
    except DieNeeded:
        return True
    except Refused:
        return False
    return True


def key(state: State, body: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells a body from others, once all that was left out of it is filled in."""
    command = settled(RULESET, state, CODEC.action(body))
    found = (getattr(command, field, None) for field in FIELDS)
    return command.type, *found


def bodies(state: State) -> Iterator[dict[str, Any]]:
    """Bodies of all that one could want, and of much that one can't have."""
    everybody = list(state.combatants)
    sheet = state.combatants[str(state.acting)].sheet
    weapons = [None, *(weapon.name for weapon in sheet.weapons), "spoon"]
    spells = [spell.name for spell in sheet.spells if not spell.area]
    for target, kind in product(everybody, state.options.kinds):
        attack = {"type": "attack", "target": target, "kind": kind, "press": True}
        yield from ({**attack, "weapon": weapon} for weapon in weapons)
        yield from ({**attack, "spell": spell} for spell in [*spells, "doom"])
    for spell in (spell.name for spell in sheet.spells if spell.area):
        yield {"type": "attack", "spell": spell}
    for kind in ("pass", "end_turn", "land"):
        yield {"type": kind}
    conditions = [c.name for c in state.combatants[str(state.acting)].conditions]
    passive = [
        {"type": "evade"},
        {"type": "take_off"},
        *({"type": "shake_off", "effect": name} for name in [*conditions, "x"]),
        *({"type": "drink", "potion": name} for name in [*(p.name for p in sheet.potions), "x"]),
        *({"type": "call_power", "power": name} for name in [*(p.name for p in sheet.powers), "x"]),
    ]
    for body, opponent in product(passive, [None, *everybody]):
        yield {**body, "opponent": opponent}


def check_choices(state: State) -> None:
    """Every choice is accepted; of all other bodies none is."""
    assert state.acting is not None
    offered = choices(state, state.acting)
    keys = [key(state, choice.body) for choice in offered]
    assert len(set(keys)) == len(offered), "no choice twice"
    for body in ({"actor": state.acting, **wanted} for wanted in bodies(state)):
        assert accepted(state, body) == (key(state, body) in keys), body
    for choice in offered:
        assert accepted(state, choice.body), choice
        assert choice.label
        assert choice.body["actor"] == state.acting


ABLE = {
    "weapons": [{"name": "sword"}, {"name": "spear"}, {"name": "bow"}],
    "spells": [{"name": "shock"}, {"name": "fireball"}],
    "potions": [{"name": "healing draught"}, {"name": "beer", "count": 0}],
    "powers": [{"name": "ward"}],
    "flight": {"by": "nature"},
}
POISONED = {"name": "poisoned", "against": 9}


def crowd(**hero: Any) -> State:
    """Hero among foes of all states: standing, in the air, yielded, dead, gone."""
    state = fight(
        recruit("Hero", "heroes", **hero), recruit("Friend", "heroes"), recruit("Foe", count=2),
        recruit("Bird"), recruit("Spent"), recruit("Dead"), recruit("Gone"),
    )  # fmt: skip
    story = adjusted(given(RULESET, state), "bird", airborne=True)
    story = adjusted(adjusted(story, "spent", sta=0), "dead", hp=0)
    return done(story.state, Leave(combatant="gone"))


@pytest.mark.parametrize(
    "conditions", [(), (POISONED, "blind"), ("asleep", POISONED), ("stunned",)]
)
@pytest.mark.parametrize("how", [{}, {"airborne": True}, {"landed": True}])
@pytest.mark.parametrize("able", [ABLE, {}, {"flight": {"by": "spell"}}])
def test_choices_are_exactly_what_is_accepted(conditions: Any, how: Any, able: Any):
    """SD-SWITCH-1, SD-PAS-1, SD-FLY-4"""
    state = adjusted(given(RULESET, crowd(**able)), "hero", *conditions, **how).state
    if conditions == ("stunned",):
        assert choices(state, "hero") == ()
        return
    check_choices(state)


def test_without_foes_there_is_nobody_to_attack_or_contest():
    """SD-PAS-1"""
    state = adjusted(duel(**ABLE), "foe", hp=0).state
    check_choices(state)
    offered = [choice.body for choice in choices(state, "hero")]
    assert not [body for body in offered if body["type"] == "attack" or "opponent" in body]


def test_a_stat_that_the_sheet_lacks():
    """SD-KIND-1"""
    sheet = {"stats": {"STR": 9, "DEX": 9}}
    state = done(duel().state, Adjust(combatant="hero", reason="x", sheet=sheet))
    check_choices(state)
    kinds = {c.body["kind"] for c in choices(state, "hero") if "kind" in c.body}
    assert kinds == {"close_physical"}


def test_only_the_acting_one_has_choices():
    """SD-TURN-1: rolls that change nothing are no choices."""
    state = fight(recruit("A", "x"), recruit("B", "y"))
    assert choices(state, "a")
    assert choices(state, "b") == choices(state, "nobody") == ()
    assert choices(opened({}, recruit("A")), "a") == ()
    assert choices(done(state, Pass(actor="a")), "a") == ()
    assert left(state) == {"action": 1}
    assert not [c for c in choices(state, "a") if c.body["type"].startswith("roll")]


def test_labels_in_plain_words():
    state = adjusted(duel(**ABLE), "hero", POISONED).state
    assert [c.label for c in choices(state, "hero")] == [
        "Attack Foe: close physical, sword",
        "Attack Foe: close physical, spear",
        "Attack Foe: ranged physical, spear",
        "Attack Foe: ranged physical, bow",
        "Attack Foe: close magical",
        "Attack Foe: close magical, shock",
        "Attack Foe: ranged magical",
        "Attack Foe: ranged magical, fireball",
        "Evade, contesting Foe",
        "Drink healing draught, contesting Foe",
        "Call up ward, contesting Foe",
        "Take off",
        "Shake off poisoned, contesting Foe",
        "Do nothing",
        "End the turn",
    ]
    spent = adjusted(duel(), "foe", sta=0).state
    assert "Attack Foe, who has yielded: close physical" in [
        c.label for c in choices(spent, "hero")
    ]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (Attack(actor="hero", target="foe"), {"kind": "close_physical", "weapon": "sword"}),
        (Attack(actor="hero", target="foe", kind="RANPHY"), {"weapon": "spear"}),
        (Attack(actor="hero", target="foe", weapon="BOW"), {"kind": "ranged_physical"}),
        (Attack(actor="hero", target="foe", spell="Shock"), {"spell": "shock", "weapon": None}),
        (Attack(actor="hero", spell="fireball"), {"targets": ("foe",), "target": None}),
        (Evade(actor="hero"), {"opponent": "foe"}),
        (ShakeOff(actor="hero", effect="POISONED"), {"effect": "poisoned", "opponent": "foe"}),
        (Drink(actor="hero", potion="Healing Draught"), {"potion": "healing draught"}),
        (CallPower(actor="hero", power="WARD"), {"power": "ward", "opponent": "foe"}),
        (TakeOff(actor="hero", opponent="foe"), {"opponent": None}),
        (RollDefence(actor="foe", kind="clophy"), {"kind": "close_physical"}),
    ],
)
def test_one_intent_however_it_is_spelled(said: Command, wanted: Any):
    """SD-KIND-1: so the same dice come back after an undo."""
    state = adjusted(duel(**ABLE), "hero", POISONED).state
    found = settle(state, said)
    assert {field: getattr(found, field) for field in wanted} == wanted
    assert settle(state, found) == found


@pytest.mark.parametrize(
    "said",
    [
        Attack(actor="hero", target="foe", kind="social", weapon="spoon"),
        Attack(actor="hero", target="foe", kind="close_magical", spell="doom"),
        ShakeOff(actor="hero", effect="x", opponent="foe"),
        RollDefence(kind="x"),
        Evade(),
        Evade(actor="nobody"),
        CombatDice(rolls=("1d6",)),
    ],
)
def test_what_cannot_be_settled_stays_as_it_was_sent(said: Command):
    assert settle(duel(**ABLE).state, said) == said


def test_an_area_is_no_more_than_what_is_there():
    """SD-AREA-1"""
    state = crowd(**ABLE)
    assert settle(state, Attack(actor="hero", spell="fireball")).targets == (  # type: ignore[attr-defined]
        "foe-1", "foe-2", "bird",
    )  # fmt: skip
    assert with_ids(state, Attack(actor="hero", spell="fireball")).actor == "hero"
