"""Canonical JSON: one text for one value, so that digests mean something.

RFC 8785 over a narrow set of values: strings, integers, booleans, null, lists, and objects with
ASCII keys. Fractions are refused: languages print them differently.
"""

import json
from typing import Any


def canonical_json(value: Any) -> str:
    """The one canonical text of `value`.

    Raises ValueError for a float, a key that is not ASCII text, or a value JSON doesn't know.
    """
    _refuse_what_has_two_spellings(value)
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def _refuse_what_has_two_spellings(value: Any) -> None:
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
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
