"""What is offered is what is accepted, and nothing else is."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from app.engine.dice import GivenDice
from app.engine.encounter import GAME_MASTER, Command, End, Leave, Pass
from app.engine.refusals import DieNeeded, Refused
from app.engine.ruleset import resolve, with_ids
from app.rules.quint import RULESET
from app.rules.quint.choices import choices
from app.rules.quint.commands import (
    Attack,
    Cast,
    Draw,
    GetItem,
    Load,
    PickUp,
    Prepare,
    PullOut,
    Pursue,
    Retreat,
    Shoot,
    Staunch,
    Treat,
)
from app.rules.quint.settling import settle
from app.rules.quint.state import State
from tests.rules.quint.fights import CODEC, adjusted, done, fight, opened, recruit, settled

FIELDS = ("type", "target", "weapon", "spell", "item", "condition", "question", "choice", "group")


def accepted(state: State, body: Mapping[str, Any]) -> bool:
    """Whether the rules take it; the first die they want says so too."""
    try:
        resolve(RULESET, state, with_ids(state, CODEC.action(body)), GivenDice([]))
    except DieNeeded:
        return True
    except Refused:
        return False
    return True


def bodies(state: State) -> Iterator[dict[str, Any]]:
    """Every body there could be of the acting one, with every field given that its type has."""
    fighters = state.combatants.values()
    weapons = {"fist", *(w.name for c in fighters for w in c.sheet.weapons)}
    spells = {"doom", *(s.name for c in fighters for s in c.sheet.spells)}
    conditions = {"slow", *(a.name for c in fighters for a in c.conditions)}
    for kind in ("rise", "retreat", "pass", "end_turn"):
        yield {"type": kind}
    yield {"type": "say", "words": "..."}
    yield {"type": "other", "what": "does something else"}
    for kind, target, weapon in product(
        ("attack", "shoot", "draw", "pursue"), state.combatants, weapons
    ):
        yield {"type": kind, "target": target, "weapon": weapon}
    for kind, weapon in product(("draw", "pick_up", "load"), weapons):
        yield {"type": kind, "weapon": weapon}
    for item in ("rope", "salve", "moon"):
        yield {"type": "get_item", "item": item}
    for spell in spells:
        yield {"type": "prepare", "spell": spell}
        yield from ({"type": "cast", "spell": spell, "target": t} for t in state.combatants)
    for target in state.combatants:
        yield {"type": "staunch", "target": target}
        yield {"type": "pull_out", "target": target}
        for condition in conditions:
            yield {"type": "treat", "target": target, "condition": condition}


def key(body: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(body.get(field) for field in FIELDS)


def check_choices(state: State) -> None:
    """Every choice is accepted; of all other bodies none is."""
    for choice in choices(state, GAME_MASTER):
        assert accepted(state, choice.body), choice
    if state.acting is None:
        return
    offered = choices(state, state.acting)
    keys = {key(choice.body) for choice in offered}
    assert len(keys) == len(offered), "no choice twice"
    for body in bodies(state):
        wanted = {"actor": state.acting, **body}
        assert accepted(state, wanted) == (key(body) in keys), body
    for choice in offered:
        assert accepted(state, choice.body), choice
        assert choice.label
        assert choice.body["actor"] == state.acting


ARMED = {
    "weapons": [{"name": "long sword"}, {"name": "maul"}, {"name": "crossbow"}, {"name": "bite"}],
    "pack": [{"name": "rope", "quints": 2}], "healer": True, "invocative": True,
    "spells": [{"name": "Bolt", "quints": 2, "damage": "1d6"}],
}  # fmt: skip


def crowd(**hero: Any) -> State:
    """Hero, who acts, among all sorts of others."""
    state = fight(
        recruit("Hero", "heroes", **hero), recruit("Friend", "heroes"), recruit("Foe", count=2),
        recruit("Fallen"), recruit("Slain"), recruit("Gone", "heroes"), recruit("Runner"),
    )  # fmt: skip
    state = adjusted(state, "fallen", damage_points=0)
    state = adjusted(state, "slain", damage_points=-10)
    state = adjusted(state, "friend", "bleeding", "slow", "missile lodged", "internal bleeding")
    state = done(state, Leave(combatant="gone"))
    while state.acting != "runner":
        state = done(state, Pass(actor=state.acting))
    state = done(state, Retreat(actor="runner"))
    return settled(state)


@pytest.mark.parametrize("hero", [{}, ARMED, {**ARMED, "drawn": None}, {"weapons": []}])
@pytest.mark.parametrize(
    "change",
    [(), ("prone",), ("bleeding", "missile lodged"), ("mute", "weapon arm useless"),
     ("weapon arm useless", "off arm useless")],
)  # fmt: skip
def test_choices_are_exactly_what_is_accepted(hero: Any, change: tuple[str, ...]):
    """QU-ACT-1."""
    check_choices(adjusted(crowd(**hero), "hero", *change))


@pytest.mark.parametrize(
    "change",
    [{"drawn": "crossbow"}, {"drawn": "crossbow", "loaded": ["crossbow"]}, {"prepared": "Bolt"},
     {"drawn": None, "dropped": ["long sword", "maul"]}, {"at_hand": ["rope"]}],
)  # fmt: skip
def test_choices_by_what_hands_hold(change: Any):
    """QU-ACT-1."""
    check_choices(adjusted(crowd(**ARMED), "hero", **change))


def test_only_the_acting_one_has_choices():
    """QU-ACT-1."""
    state = fight(recruit("A", "x"), recruit("B", "y"))
    assert choices(state, "a")
    assert choices(state, "b") == choices(state, "nobody") == ()
    assert choices(opened({}, recruit("A")), "a") == ()
    assert choices(done(state, End()), "gm") == ()
    stunned = adjusted(state, "a", "stunned")
    assert choices(stunned, "a") == ()


def test_before_the_fight_the_game_master_may_name_a_side_that_is_surprised():
    """QU-SUR-1."""
    state = opened({}, recruit("A", "x"), recruit("B", "y"), recruit("C", "y"))
    assert [(c.label, c.body) for c in choices(state, "gm")] == [
        ("x are surprised", {"type": "surprise", "combatants": ["a"]}),
        ("y are surprised", {"type": "surprise", "combatants": ["b", "c"]}),
    ]
    assert done(state, CODEC.action(choices(state, "gm")[1].body)).combatants["c"].surprised


def test_labels_in_plain_words():
    state = fight(
        recruit("Hero", "heroes", attacks=2, pack=[{"name": "rope", "quints": 3}]), recruit("Foe")
    )
    assert [c.label for c in choices(state, "hero")] == [
        "Attack Foe with long sword (2 attacks)",
        "Attack Foe with fist (2 attacks)",
        "Get rope out of the pack (quint 1 of 3)",
        "Retreat",
        "Do something else",
        "Say something",
        "Do nothing",
        "End the turn",
    ]


@pytest.mark.parametrize(
    ("said", "settled_to"),
    [
        (Attack(actor="hero", target="foe-1"), {"weapon": "long sword", "target": "foe-1"}),
        (Attack(actor="hero", targets=("foe-1",)), {"target": "foe-1", "targets": ()}),
        (Attack(actor="hero", target="foe-1", weapon="BITE"), {"weapon": "bite"}),
        (Draw(actor="hero", weapon="Maul"), {"weapon": "maul"}),
        (GetItem(actor="hero", item="ROPE"), {"item": "rope"}),
        (Prepare(actor="hero", spell="bolt"), {"spell": "Bolt"}),
        (Cast(actor="hero", spell="BOLT", target="foe-1"), {"spell": "Bolt"}),
        (Staunch(actor="hero"), {"target": "hero"}),
        (PullOut(actor="hero"), {"target": "hero"}),
        (Treat(actor="hero", target="friend"), {"condition": "slow"}),
        (Treat(actor="hero", target="friend", condition="SLOW"), {"condition": "slow"}),
        (Pursue(actor="hero", target="runner"), {"weapon": "long sword"}),
    ],
)
def test_one_intent_however_it_is_spelled(said: Command, settled_to: Any):
    """QU-ACT-1: so the same dice come back after an undo."""
    state = crowd(**ARMED)
    found = settle(state, said)
    assert {field: getattr(found, field) for field in settled_to} == settled_to
    assert settle(state, found) == found


def test_what_is_in_hand_or_on_the_ground_is_named_too():
    """QU-ACT-1."""
    state = adjusted(crowd(**ARMED), "hero", drawn="crossbow", dropped=["maul"])
    for said, weapon in (
        (Shoot(actor="hero", target="foe-1"), "crossbow"),
        (Load(actor="hero"), "crossbow"),
        (PickUp(actor="hero"), "maul"),
    ):
        found: Any = settle(state, said)
        assert found.weapon == weapon


@pytest.mark.parametrize(
    "said",
    [
        Attack(actor="hero", target="foe-1", weapon="spoon"),
        Attack(actor="hero", targets=("foe-1", "foe-2")),
        Cast(actor="hero", spell="doom", target="foe-1"),
        Draw(actor="hero", weapon="spoon"),
        GetItem(actor="hero", item="moon"),
        PickUp(actor="hero"),
        Treat(actor="hero", target="foe-1"),
        Pass(actor="hero"),
        Pass(),
        Pass(actor="nobody"),
    ],
)
def test_what_cannot_be_settled_stays_as_it_was_sent(said: Command):
    state = crowd(**{**ARMED, "weapons": []})
    found = settle(state, said)
    kept = {
        name: getattr(said, name) for name in ("spell", "item", "condition") if hasattr(said, name)
    }
    assert {name: getattr(found, name) for name in kept} == kept
    assert type(found) is type(said)
