"""Who is hidden, and values without them.

An entry notes in `after` who was hidden when it was over, so that what it shows is decided by the
entry alone: a later reveal, or an undo, changes nothing of what was to be seen then.
"""

import json
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from app.engine.encounter import EncounterState
from app.services.codec import Codec

Hidden = Mapping[str, Collection[str]]
"""The ids of who is hidden, each with the sides and groups that nobody in sight has."""


def hidden_in(state: EncounterState) -> dict[str, list[str]]:
    """Who is hidden in a state."""
    everybody = state.combatants.values()
    hidden = [combatant for combatant in everybody if combatant.hidden]
    if not hidden:
        return {}
    in_sight = {word for c in everybody if not c.hidden for word in (c.side, c.group)}
    return {
        c.id: sorted({word for word in (c.side, c.group) if word is not None} - in_sight)
        for c in hidden
    }


def secret_words(hidden: Hidden, own: Collection[str]) -> frozenset[str]:
    """The ids, sides and groups that someone who acts for `own` may not read."""
    known = {word for id in own for word in hidden.get(id, ())}
    others = (id for id in hidden if id not in own)
    return frozenset(word for id in others for word in (id, *hidden[id])) - known


def mentions(value: Any, words: AbstractSet[str]) -> bool:
    """Whether a JSON value has one of these words in it, anywhere."""
    if isinstance(value, str):
        return value in words
    if isinstance(value, Mapping):
        return any(key in words or mentions(item, words) for key, item in value.items())
    if isinstance(value, list | tuple):
        return any(mentions(item, words) for item in value)
    return False


def without(codec: Codec, state: Any, gone: AbstractSet[str]) -> tuple[Any, bool]:
    """The state as it would be if those combatants weren't there, and whether that is all of it.

    Not all: the ruleset can't do without a mention of them; its own fields are then as they were.
    """
    plain = _scrubbed(json.loads(codec.dump_state(state)), gone)
    try:
        return codec.load_state(json.dumps(plain)), True
    except ValidationError:
        order = state.order
        order = replace(
            order,
            places=tuple(place for place in order.places if place.id not in gone),
            acting=None if order.acting in gone else order.acting,
        )
        left = {id: c for id, c in state.combatants.items() if id not in gone}
        questions = tuple(q for q in state.questions if q.to not in gone and q.of not in gone)
        return replace(state, combatants=left, order=order, questions=questions), False


def _scrubbed(value: Any, gone: AbstractSet[str]) -> Any:
    """A JSON value without who is gone: keys and list items drop out, a plain mention is null."""
    if isinstance(value, dict):
        return {key: _scrubbed(item, gone) for key, item in value.items() if key not in gone}
    if isinstance(value, list):
        return [_scrubbed(item, gone) for item in value if not mentions(item, gone)]
    return None if value in gone else value
