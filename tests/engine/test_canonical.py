"""One text for one value."""

import pytest

from app.engine.canonical import canonical_json


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, "x"]}, '{"a":[true,null,"x"],"b":1}'),
        ({"B": 1, "a": 2, "A": 3}, '{"A":3,"B":1,"a":2}'),
        ('\u20ac\n\x0f"\\\x7f/', '"€\\n\\u000f\\"\\\\\x7f/"'),
        ((1, 2), "[1,2]"),
        (-5, "-5"),
        ("", '""'),
    ],
)
def test_values(value, text: str):
    assert canonical_json(value) == text


@pytest.mark.parametrize("value", [1.0, float("nan"), {"ą": 1}, {1: 2}, {1, 2}, b"x", [1.5]])
def test_what_has_two_spellings_is_refused(value):
    with pytest.raises(ValueError, match="canonical"):
        canonical_json(value)
