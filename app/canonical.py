"""Canonical JSON: one text for one value, so that digests mean something.

RFC 8785 over a narrow set of values: strings, integers, booleans, null, lists, and objects with
ASCII keys. Fractions, and integers beyond 53 bits, are refused: languages print them differently.
"""

from collections.abc import Iterable
from typing import Any

import orjson

MAX_INTEGER = 2**53 - 1  # beyond it JavaScript, and so RFC 8785, would print other digits
_PLAIN = frozenset((str, bool, int, type(None)))
_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


def canonical_json(value: Any) -> str:
    """The one canonical text of `value`.

    Raises ValueError for a float, an integer beyond 53 bits, a key that is not ASCII text, a text
    with half a surrogate pair, or a value JSON doesn't know.
    """
    _refuse_what_has_two_spellings((value,))
    return canonical_text(value)


def canonical_text(value: Any) -> str:
    """The same of a value whose type has nothing with two spellings in it: no look at each part.

    Raises ValueError for what only a look at the value can tell.
    """
    try:
        return orjson.dumps(value, option=_OPTIONS).decode()
    except orjson.JSONEncodeError as error:
        raise ValueError(str(error)) from None


def _refuse_what_has_two_spellings(values: Iterable[Any]) -> None:
    for value in values:
        kind = type(value)
        if kind in _PLAIN:  # most are, and this runs for every value of every entry
            continue
        if kind is dict:
            _refuse_odd_keys(value)
            _refuse_what_has_two_spellings(value.values())
        elif kind is list or kind is tuple:
            _refuse_what_has_two_spellings(value)
        else:
            raise ValueError(f"{kind.__name__} has no canonical JSON")


def _refuse_odd_keys(value: dict[Any, Any]) -> None:
    try:
        ascii = "".join(value).isascii()
    except TypeError:
        ascii = False
    if not ascii:
        raise ValueError(f"keys of canonical JSON are ASCII texts, not {list(value)!r}")
