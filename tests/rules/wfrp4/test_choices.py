"""What is offered is what is accepted, and nothing else is (WF-TURN-1)."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from app.engine.dice import GivenDice
from app.engine.encounter import GAME_MASTER, EndTurn, Leave
from app.engine.refusals import DieNeeded, Refused
from app.engine.ruleset import is_reroll, resolve, with_ids
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.choices import choices
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.state import State
from tests.rules.wfrp4.fights import CODEC, adjusted, armed, done, fight, recruit

FIELDS = ("type", "target", "weapon", "condition", "by", "main", "off", "question", "choice",
          "injury", "use", "test", "spell", "prayer")  # fmt: skip


def accepted(state: State, body: Mapping[str, Any]) -> bool:
    """Whether the rules take it; the first die they want says so too."""
    command = with_ids(state, CODEC.action(body))
    try:
        if not is_reroll(RULESET, state, command):
            resolve(RULESET, state, command, GivenDice([]))
    except DieNeeded:
        return True
    except Refused:
        return False
    return True


def bodies(state: State) -> Iterator[dict[str, Any]]:
    """Every body there could be of the acting one, with every field given that its type has."""
    fighters = state.combatants.values()
    weapons = {"unarmed", "spoon", *(w.name for c in fighters for w in c.sheet.weapons)}
    for kind in ("move", "stand_up", "sprint", "flee", "aim", "guard", "assess", "hide", "pass",
                 "end_turn", "interject"):  # fmt: skip
        yield {"type": kind}
    yield {"type": "other", "what": "does something else"}
    for by in ("advantage", "dodge"):
        yield {"type": "disengage", "by": by}
    for condition in ("ablaze", "entangled"):
        yield {"type": "recover", "condition": condition}
    for kind, target, weapon in product(("attack", "charge"), state.combatants, weapons):
        yield {"type": kind, "target": target, "weapon": weapon}
    for kind, weapon in product(("load", "pick_up"), weapons):
        yield {"type": kind, "weapon": weapon}
    for main, off in product(weapons, (None, *weapons)):
        yield {"type": "ready", "main": main} | ({} if off is None else {"off": off})
    yield {"type": "repent"}
    targets = ({}, *({"target": c} for c in state.combatants if c != state.acting))
    spells = {"fireball", *(s.name for c in fighters for s in c.sheet.spells)}
    prayers = {"rain", *(p.name for c in fighters for p in c.sheet.prayers)}
    for spell in spells:
        yield {"type": "channel", "spell": spell}
        yield from ({"type": "cast", "spell": spell, **target} for target in targets)
    for prayer in prayers:
        yield from ({"type": "pray", "prayer": prayer, **target} for target in targets)
    for target, condition in product(state.combatants, ("bleeding", "poisoned", "wounds")):
        yield {"type": "tend", "target": target, "condition": condition}

    yield from points(state)


def points(state: State) -> Iterator[dict[str, Any]]:
    """Whatever could be spent on, and every injury there is."""
    for test in ("attack", "defence", "damage", "tend", "stunned"):
        yield {"type": "resilience", "test": test}
        for use in ("reroll", "dark_deal", "sl"):
            yield {"type": "fortune", "use": use, "test": test}
    yield {"type": "fortune", "use": "act"}
    for use in ("survive", "unscathed"):
        yield {"type": "fate", "use": use}
    for use in ("steel", "ignore_injuries"):
        yield {"type": "resolve", "use": use}
    for condition in ("ablaze", "entangled", "prone", "stunned", "broken", "unconscious"):
        yield {"type": "resolve", "use": "shake_off", "condition": condition}
    injuries = {i.name for c in state.combatants.values() for i in c.injuries}
    for target, injury in product(state.combatants, ("a cold", *injuries)):
        yield {"type": "treat", "target": target, "injury": injury}


def key(body: Mapping[str, Any]) -> tuple[Any, ...]:
    given = {"condition": "bleeding"} if body["type"] == "tend" else {}
    return tuple({**given, **body}.get(field) for field in FIELDS)


def check_choices(state: State) -> None:
    """Every choice is accepted; of all other bodies none is."""
    for choice in choices(state, GAME_MASTER):
        assert accepted(state, choice.body), choice
    for question in state.questions:
        for choice in choices(state, question.to):
            assert accepted(state, choice.body), choice
    if state.acting is None or any(question.blocks for question in state.questions):
        return
    for one in state.combatants:
        for choice in choices(state, one):
            assert accepted(state, choice.body), choice
            assert choice.label
            assert choice.body["actor"] == one
    offered = [key(choice.body) for choice in choices(state, state.acting)]
    assert len(set(offered)) == len(offered), "no choice twice"
    for body in bodies(state):
        wanted = {"actor": state.acting, **body}
        assert accepted(state, wanted) == (key(body) in offered), body


def crowd(**hero: Any) -> State:
    """Hero, who acts, among all sorts of others."""
    state = fight(
        recruit("Hero", "heroes", **hero), recruit("Friend", "heroes"),
        recruit("Foe", count=2, group="mob"),
        recruit("Fallen"), recruit("Slain"), recruit("Gone", "heroes"),
    )  # fmt: skip
    state = adjusted(state, "fallen", "unconscious", wounds=0)
    state = adjusted(state, "slain", dead=True)
    state = adjusted(state, "friend", "bleeding", "prone", wounds=0)
    return done(state, Leave(combatant="gone"))


ARMED = armed("sword", "shield", "dagger", "longbow", "crossbow", "halberd", "rapier")
STATES: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "whole": ((), {}),
    "prone": (("prone",), {}),
    "at 0": (("prone",), {"wounds": 0}),
    "entangled and ablaze": (("entangled", "ablaze"), {}),
    "stunned": (("stunned",), {}),
    "broken": (("broken",), {}),
    "engaged": ((), {"engaged": ["foe-1"], "advantage": 2}),
    "without Action": ((), {"action_left": False}),
    "without Move": ((), {"move_left": False}),
    "disarmed": ((), {"dropped": ["sword"], "main": "dagger"}),
    "with an empty crossbow": ((), {"main": "crossbow", "off": None, "unloaded": ["crossbow"]}),
    "with a bow": ((), {"main": "longbow", "off": None}),
    "with a bow in a melee": ((), {"main": "longbow", "off": None, "engaged": ["foe-1"]}),
}


def test_points_are_offered_as_they_are_accepted():
    """WF-FATE-1: of who has them, after a failed attack, and out of turn."""
    state = crowd(**ARMED, fate=1, resilience=1)
    missed = done(state, Attack(actor="hero", target="foe-1"), 71, 30)
    check_choices(missed)
    uses = {c.body.get("use") for c in choices(missed, "hero") if c.body["type"] == "fortune"}
    assert uses == {"reroll", "dark_deal", "sl"}
    check_choices(adjusted(missed, "hero", "prone", "stunned"))
    out_of_turn = adjusted(done(state, EndTurn(actor="hero")), "hero", "unconscious")
    assert {c.body["type"] for c in choices(out_of_turn, "hero")} == {"resolve"}


@pytest.mark.parametrize("name", STATES)
def test_what_is_offered_is_what_is_accepted(name: str):
    """WF-TURN-1, WF-ACT-1."""
    conditions, changes = STATES[name]
    check_choices(adjusted(crowd(**ARMED), "hero", *conditions, **changes))


def test_nobody_else_may_act():
    """WF-ROUND-1: out of turn nothing is offered, before the fight only surprise."""
    state = crowd()
    assert not choices(state, "foe-1")
    assert not choices(state, GAME_MASTER)


def test_a_fast_weapon_is_offered_out_of_turn():
    """WF-INIT-1, WF-GEAR-2: until the acting one has begun."""
    state = fight(recruit("Hero", "heroes"), recruit("Foe", **armed("rapier")))
    (choice,) = choices(state, "foe")
    assert choice.body == {"type": "interject", "actor": "foe"}
    assert not choices(adjusted(state, "hero", move_left=False), "foe")
    assert not choices(done(state, EndTurn(actor="hero")), "hero")
