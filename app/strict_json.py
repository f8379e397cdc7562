"""The one door for JSON from outside: what passes means the same to every machine.

Refused: NaN and infinities, fractions (nothing here is measured in them), integers a JavaScript
client could not hold, duplicate keys, keys beyond ASCII, NUL, lone surrogates, the invisible
characters that turn text around, deep nesting. Texts come out in NFC.
"""

import json
import re
import unicodedata
from typing import Any

from app.errors import Malformed

MAX_INTEGER = 2**53 - 1
_FORBIDDEN = re.compile("[\x00\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def loads(body: bytes, max_depth: int) -> Any:
    """The value of a JSON text in UTF-8. Raises Malformed, which says what to change."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"The body is not UTF-8 at byte {error.start}.") from None
    if text.startswith("\ufeff"):
        raise Malformed("The body begins with a byte order mark: send it without.")
    _check_depth(text, max_depth)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(
            f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from None
    if text.isascii() and "\\" not in text:
        return value  # what could need cleaning is either beyond ASCII or escaped
    return _clean(value)


def check_text(text: str) -> str:
    """The text in NFC. Raises Malformed for characters that can't be stored or seen."""
    found = _FORBIDDEN.search(text)
    if found is not None:
        raise Malformed(f"The character U+{ord(found[0]):04X} can't be used in a text.")
    return unicodedata.normalize("NFC", text)


def _check_depth(text: str, max_depth: int) -> None:
    """Counts brackets outside strings before anything recursive sees the text."""
    if text.count("[") + text.count("{") <= max_depth:
        return
    depth = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            if depth > max_depth:
                raise Malformed(f"The body is nested more than {max_depth} deep.")
        elif character in "]}":
            depth -= 1


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed(f"The key {key!r} stands twice in one object.")
        if not key.isascii():
            raise Malformed(f"The key {key!r} is not ASCII.")
        found[key] = value
    return found


def _integer(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
        raise Malformed(f"The number {text[:40]} is too large: at most {MAX_INTEGER}.")
    return int(text)


def _no_fraction(text: str) -> Any:
    raise Malformed(f"The number {text[:40]} is not whole: only integers are used here.")


def _no_constant(text: str) -> Any:
    raise Malformed(f"{text} is not JSON.")


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return check_text(value)
    if isinstance(value, dict):
        return {check_text(key): _clean(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item) for item in value]
    return value


_DECODER = json.JSONDecoder(
    object_pairs_hook=_without_duplicates,
    parse_int=_integer,
    parse_float=_no_fraction,
    parse_constant=_no_constant,
)
