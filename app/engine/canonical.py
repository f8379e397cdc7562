"""Canonical JSON: one text for one value, so that digests mean something.

RFC 8785 over a narrow set of values: strings, integers, booleans, null, lists, and objects with
ASCII keys. Fractions, and integers beyond 53 bits, are refused: languages print them differently.
"""

import json
from typing import Any

MAX_INTEGER = 2**53 - 1  # beyond it JavaScript, and so RFC 8785, would print other digits

_ENCODER = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
)


def canonical_json(value: Any) -> str:
    """The one canonical text of `value`.

    Raises ValueError for a float, an integer beyond 53 bits, a key that is not ASCII text, or a
    value JSON doesn't know; its kind UnicodeEncodeError for half a surrogate pair.
    """
    _refuse_what_has_two_spellings(value)
    text = _ENCODER.encode(value)
    text.encode()
    return text


def _refuse_what_has_two_spellings(value: Any) -> None:
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise ValueError(f"{value} is too large for canonical JSON")
        return
    if kind is dict:
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                raise ValueError(f"a key of canonical JSON is ASCII text, not {key!r}")
            _refuse_what_has_two_spellings(item)
    elif kind is list or kind is tuple:
        for item in value:
            _refuse_what_has_two_spellings(item)
    else:
        raise ValueError(f"{kind.__name__} has no canonical JSON")
