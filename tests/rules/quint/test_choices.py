"""What is offered is what is accepted, and nothing else is."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from app.engine.dice import GivenDice
from app.engine.encounter import GAME_MASTER, Pass
from app.engine.refusals import DieNeeded, Refused
from app.engine.ruleset import resolve, with_ids
from app.rules.quint import RULESET, left
from app.rules.quint.choices import choices
from app.rules.quint.state import State
from tests.rules.quint.fights import CODEC, adjusted, fight, opened, recruit

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
