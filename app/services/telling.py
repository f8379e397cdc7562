"""What is left of an entry, in words, when the ruleset's sentences would tell too much."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.ruleset import Names

OUT_OF_SIGHT = "Something happens out of sight."
UNSAID = {"type", "visibility"}


def in_short(events: Sequence[Mapping[str, Any]], names: Names, ids: Mapping[str, Any]) -> str:
    """Each event as its type, who is in it and what else is seen: `Attack rolled: Ann, hit`."""
    return " ".join(_told(event, names, ids) for event in events) or OUT_OF_SIGHT


def label(body: Mapping[str, Any], names: Names, ids: Mapping[str, Any]) -> str:
    """What somebody may do, from the body that would be sent: `Attack: Orc 1, sword`."""
    rest = {name: value for name, value in body.items() if name != "actor"}
    return _told(rest, names, ids).removesuffix(".")


def _told(event: Mapping[str, Any], names: Names, ids: Mapping[str, Any]) -> str:
    what = event["type"].replace("_", " ").capitalize()
    # Who is in it first. An event from the log has its fields in another order than a new one.
    fields = sorted(event.keys() - UNSAID, key=lambda name: (not _who(event[name], ids), name))
    said = [_said(name, event[name], names, ids) for name in fields]
    facts = ", ".join(fact for fact in said if fact)
    return f"{what}: {facts}." if facts else f"{what}."


def _who(value: Any, ids: Mapping[str, Any]) -> bool:
    return isinstance(value, str) and value in ids


def _said(name: str, value: Any, names: Names, ids: Mapping[str, Any]) -> str:
    label = name.replace("_", " ")
    match value:
        case bool():
            return label if value else f"not {label}"
        case str() if value in ids:
            return names[value]
        case str() | int():
            return f"{label} {value}" if isinstance(value, int) else value
        case {"id": str(id)}:
            return names[id]
        case [*several]:
            return " and ".join(filter(None, (_said(name, one, names, ids) for one in several)))
        case _:
            return ""
