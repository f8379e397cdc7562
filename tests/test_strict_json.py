"""The door for JSON from outside: every bad text is a clear 400, nothing else."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import strict_json
from app.canonical import canonical_json
from app.errors import Malformed


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"a": NaN}', "NaN"),
        (b'{"a": Infinity}', "Infinity"),
        (b'{"a": -Infinity}', "-Infinity"),
        (b'{"a": 1e999}', "not whole"),
        (b'{"a": 1.5}', "not whole"),
        (b'{"a": 9223372036854775808}', "too large"),
        (b'{"a": 9007199254740992}', "too large"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too large"),
        (b'{"a": "\\ud800"}', "U+D800"),
        (b'{"a": "x\\u0000y"}', "U+0000"),
        ('{"a": "\u202egnol"}'.encode(), "U+202E"),
        ('{"a": "\u2066x"}'.encode(), "U+2066"),
        (b'{"a": 1, "a": 2}', "twice"),
        ('{"ą": 1}'.encode(), "ASCII"),
        (b"[" * 33 + b"]" * 33, "32 deep"),
        (b"[" * 1000, "32 deep"),
        (b'{"a":' * 1000 + b"1" + b"}" * 1000, "32 deep"),
        (b"\xff", "UTF-8"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b"{", "line 1"),
        (b"", "not JSON"),
        (b"{} {}", "not JSON"),
    ],
)
def test_bad_json_is_refused_with_the_reason(body: bytes, says: str):
    with pytest.raises(Malformed, match=re.escape(says)):
        strict_json.loads(body, 32)


def test_brackets_inside_texts_are_not_depth():
    body = b'{"a": "' + b"[{" * 100 + b'\\"[[", "b": [[1]]}'
    assert strict_json.loads(body, 32)["b"] == [[1]]


def test_texts_come_out_composed():
    assert strict_json.loads('"e\u0301"'.encode(), 32) == "\u00e9"


def test_names_of_every_script_pass_as_sent():
    name = "🐉 Łowca العربية <script>"
    assert strict_json.loads(f'"{name}"'.encode(), 32) == name


@given(st.binary(max_size=200))
def test_whatever_comes_is_a_value_or_a_refusal(body: bytes):
    with suppress(Malformed):
        assert canonical_json(strict_json.loads(body, 32))
