"""What answers show: the one layer between stored values and what somebody reads.

Sentences and reasons are made here, from ids and numbers, with the names of the present.
"""

from collections.abc import Mapping
from typing import Any

from app.engine.dice import Die
from app.engine.encounter import GAME_MASTER, EncounterState
from app.engine.fair_dice import SCHEME, STREAMS, commitment
from app.engine.refusals import Refused
from app.services.codec import Codec
from app.services.entries import Entry
from app.services.event_log import Loaded


class NamesOf:
    """The names of an encounter's combatants; an id that is gone stands for itself."""

    def __init__(self, state: EncounterState) -> None:
        self._combatants = state.combatants

    def __getitem__(self, id: str, /) -> str:
        if id == GAME_MASTER:
            return "the game master"
        combatant = self._combatants.get(id)
        return combatant.name if combatant is not None else id


def entry_view(
    loaded: Loaded, entry: Entry, last: Entry, *, undone: bool = False
) -> dict[str, Any]:
    """A log entry. `last`: the last entry of its group, whose state `encounter` shows."""
    codec = loaded.codec
    names = NamesOf(loaded.state)
    return {
        "version": entry.version,
        "kind": entry.kind,
        "by": entry.by,
        "command": _type_first(entry.command),
        "summary": _summary(codec, entry, names),
        "at": entry.at,
        "hash": entry.head,
        "parent": entry.parent,
        "cause": entry.cause,
        "replaces": entry.replaces,
        "followed_by": list(range(entry.version + 1, entry.version + entry.followers + 1)),
        "undone": undone,
        "dice": [die_view(codec, die, names) for die in entry.dice],
        "events": [_type_first(event) for event in entry.events],
        "encounter": {"version": last.version, **last.after},
    }


def _type_first(value: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": value["type"], **value}


def _summary(codec: Codec, entry: Entry, names: NamesOf) -> str:
    if entry.kind == "undo":
        return f"Back to entry {entry.command['to_version']}: what came after it is undone."
    return codec.ruleset.narrate([codec.load_event(event) for event in entry.events], names)


def die_view(codec: Codec, die: Mapping[str, Any], names: NamesOf) -> dict[str, Any]:
    """A die with every field, and what it was for in words."""
    full = {
        field: die.get(field, default)
        for field, default in (
            ("sides", None),
            ("face", None),
            ("purpose", None),
            ("subject", None),
            ("object", None),
            ("source", "drawn"),
            ("visibility", "public"),
            ("stream", "public"),
            ("n", None),
            ("ctx", Die.__dataclass_fields__["ctx"].default),
            ("reused_from", None),
        )
    }
    return {**full, "reason": codec.ruleset.reason(full, names)}


def in_words(loaded: Loaded, refusal: Refused) -> Refused:
    """A refusal about a die, which now also says in words what the die is for."""
    needed = refusal.facts["needed"]
    needed["reason"] = loaded.codec.ruleset.reason(needed, NamesOf(loaded.state))
    refusal.detail = f"{refusal.detail.removesuffix('.')} ({needed['reason']})."
    return refusal


def options_view(loaded: Loaded, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The encounter's options, all of them: those of the rules, and those every encounter has."""
    rules: dict[str, Any] = loaded.codec.options.dump_python(loaded.state.options, mode="json")
    return {**rules, **settings}


def encounter_view(
    loaded: Loaded, settings: Mapping[str, Any], version: int, head: str
) -> dict[str, Any]:
    """An encounter at a version."""
    codec = loaded.codec
    state: EncounterState = loaded.state
    row = loaded.row
    turn = None
    if state.acting is not None:
        turn = {"combatant": state.acting, "left": dict(codec.ruleset.left(state))}
    return {
        "id": row["id"],
        "name": row["name"],
        "external_id": row["external_id"],
        "created_at": row["created_at"],
        "ruleset": {"id": codec.ruleset.id, "version": row["ruleset_version"]},
        "options": options_view(loaded, settings),
        "status": state.status,
        "version": version,
        "round": state.order.round,
        "acting": state.acting,
        "order": [i for i in state.order.ids if state.combatants[i].status != "left"],
        "standing": list(state.standing),
        "combatants": [codec.combatant(fighter) for fighter in state.combatants.values()],
        "turn": turn,
        "questions": [
            {
                "id": question.id,
                "to": question.to,
                "prompt": codec.ruleset.prompt(question, NamesOf(state)),
                "choices": list(question.choices),
                "default": question.default,
                "blocks": question.blocks,
            }
            for question in state.questions
        ],
        "head": head,
        "dice": _dice_view(loaded),
    }


def _dice_view(loaded: Loaded) -> dict[str, Any]:
    """How the dice fall, and what binds the server to them; a seed binds to nothing secret."""
    row = loaded.row
    commitments = None
    if row["mode"] == "fair":
        streams = loaded.streams()
        commitments = {
            stream: commitment(streams[stream].key, loaded.dice_name, row["epoch"], stream)
            for stream in STREAMS
        }
    return {
        "scheme": SCHEME,
        "mode": row["mode"],
        "epoch": row["epoch"],
        "commitments": commitments,
    }
