"""Canonical JSON: one text for one value, so that digests mean something.

RFC 8785 over a narrow set of values: strings, integers, booleans, null, lists, and objects with
ASCII keys. Fractions, and integers beyond 53 bits, are refused: languages print them differently.
"""

from collections.abc import Iterable
from typing import Any

import orjson

MAX_INTEGER = 2**53 - 1  # beyond it JavaScript, and so RFC 8785, would print other digits
_ONE_SPELLING = frozenset((str, bool, type(None)))


def canonical_json(value: Any) -> str:
    """The one canonical text of `value`.

    Raises ValueError for a float, an integer beyond 53 bits, a key that is not ASCII text, a text
    with half a surrogate pair, or a value JSON doesn't know.
    """
    _refuse_what_has_two_spellings(value)
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from None


def _refuse_what_has_two_spellings(value: Any) -> None:
    kind = type(value)
    if kind is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise ValueError(f"{value} is too large for canonical JSON")
    elif kind is dict:
        for key in value:
            if type(key) is not str or not key.isascii():
                raise ValueError(f"a key of canonical JSON is ASCII text, not {key!r}")
        _refuse_items_with_two_spellings(value.values())
    elif kind is list or kind is tuple:
        _refuse_items_with_two_spellings(value)
    elif kind not in _ONE_SPELLING:
        raise ValueError(f"{kind.__name__} has no canonical JSON")


def _refuse_items_with_two_spellings(items: Iterable[Any]) -> None:
    for item in items:
        # Most are texts or small numbers, and this runs for every value of every entry.
        kind = type(item)
        if kind not in _ONE_SPELLING and not (kind is int and -MAX_INTEGER <= item <= MAX_INTEGER):
            _refuse_what_has_two_spellings(item)
