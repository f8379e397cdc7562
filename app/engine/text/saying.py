"""From the fields of an action to text that is read as just those."""

import re
from collections.abc import Mapping
from typing import Any

from app.engine.text.posts import MAX_QUOTED
from app.engine.text.slots import LINKS, Layout, Slot, folded, has_a_sign, layout
from app.engine.text.words import Word

_PLAIN = re.compile(r"[^\W_](?:[\w'.+-]*[^\W_])?")
_STOPS_A_QUOTE = re.compile(r"[\"\n]")


def said_as(word: Word, body: Mapping[str, Any]) -> str | None:
    """An action's body (without its actor and type) as the text that is read as just that.

    None for what can't be said in text.
    """
    laid = layout(word)
    said = [f"!{word.name}"]
    for slot in sorted(laid.slots.values(), key=lambda s: s != laid.first):
        if slot.name not in body:
            continue
        value = _in_words(slot, body[slot.name], laid)
        if value is None:
            return None
        leads = slot != laid.first and slot.kind != "mark" and not has_a_sign(slot)
        said.append(f"{laid.link_to(slot)} {value}" if leads else value)
    return " ".join(said) if set(body) <= {*laid.slots, *word.says} else None


def _in_words(slot: Slot, value: Any, laid: Layout) -> str | None:
    if slot.kind == "mark":
        return slot.name if value else f"{slot.name}=no"
    if slot == laid.percent:
        return f"@{value}%"
    if slot.named:
        return None
    if slot == laid.changes:
        return " ".join(f"{one:+}" for one in value) or None
    values = value if slot.several else [value]
    if not values:
        return None
    quoted = [_quoted(one, laid) for one in values]
    return None if None in quoted else ", ".join(map(str, quoted))


def _quoted(value: str | int, laid: Layout) -> str | None:
    """A value, in quotation marks unless it is a word that leads nowhere."""
    if isinstance(value, int):
        return str(value)
    leads = folded(value) in {*map(folded, laid.slots), "actor", "dice", "and"}
    if _PLAIN.fullmatch(value) and not leads and value.casefold() not in LINKS:
        return value
    return None if _STOPS_A_QUOTE.search(value) or len(value) > MAX_QUOTED else f'"{value}"'
