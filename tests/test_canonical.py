"""Canonical JSON: one text for one value, as RFC 8785 says it."""

import json
from collections import OrderedDict
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum, StrEnum

import pytest

from app.canonical import canonical_json


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-17, "-17"),
        (2**53 - 1, "9007199254740991"),
        (-(2**53) + 1, "-9007199254740991"),
        ("", '""'),
        ([], "[]"),
        ({}, "{}"),
        ([1, [True, None], {}], "[1,[true,null],{}]"),
        ({"a": {"b": []}}, '{"a":{"b":[]}}'),
    ],
)
def test_plain_values(value, text):
    assert canonical_json(value) == text


@pytest.mark.parametrize(
    ("character", "written"),
    [
        ("\b", r"\b"),
        ("\t", r"\t"),
        ("\n", r"\n"),
        ("\f", r"\f"),
        ("\r", r"\r"),
        ('"', r"\""),
        ("\\", r"\\"),
        ("\x00", r"\u0000"),
        ("\x0b", r"\u000b"),  # lower-case hex
        ("\x1f", r"\u001f"),
        ("/", "/"),
        ("\x7f", "\x7f"),
        ("\x80", "\x80"),
        ("€", "€"),
        ("\N{LINE SEPARATOR}", "\N{LINE SEPARATOR}"),
        ("\N{GRINNING FACE}", "\N{GRINNING FACE}"),
    ],
)
def test_characters(character, written):
    assert canonical_json(character) == f'"{written}"'
    assert canonical_json({"k": [character]}) == f'{{"k":["{written}"]}}'


def test_every_control_character_is_escaped_and_nothing_else_beyond_quote_and_backslash():
    escaped = {chr(i) for i in range(0x300) if canonical_json(chr(i)) != f'"{chr(i)}"'}
    assert escaped == {chr(i) for i in range(0x20)} | {'"', "\\"}


def test_text_is_not_normalised():
    assert canonical_json("\u00e9") != canonical_json("e\u0301")


def test_the_example_of_the_rfc_without_its_fractions():
    value = {
        "string": '€$\x0f\nA\'B"\\\\"/',
        "literals": [None, True, False],
        "numbers": [333333333, 4],
    }
    assert canonical_json(value) == (
        '{"literals":[null,true,false],"numbers":[333333333,4],'
        r'"string":"€$\u000f\nA'
        "'"
        r'B\"\\\\\"/"}'
    )


def test_keys_are_sorted_by_code_unit_at_every_depth():
    value = {"b": 1, "a": [{"z": 0, "Z": 0, "10": 0, "9": 0, "_": 0, "": 0, "aa": 0, "a": 0}]}
    assert canonical_json(value) == (
        '{"a":[{"":0,"10":0,"9":0,"Z":0,"_":0,"a":0,"aa":0,"z":0}],"b":1}'
    )


def test_lists_keep_their_order():
    assert canonical_json([3, 1, 2]) == "[3,1,2]"


def test_a_tuple_is_a_list():
    assert canonical_json((1, ("a",))) == canonical_json([1, ["a"]]) == '[1,["a"]]'


def test_reading_and_writing_again_gives_the_same_text():
    text = canonical_json({"name": 'Żmij "\x01"', "hp": -3, "tags": ["ó", None], "ok": False})
    assert canonical_json(json.loads(text)) == text


@dataclass
class Point:
    x: int = 1


class Word(StrEnum):
    YES = "yes"


class Number(IntEnum):
    ONE = 1


class Keyed(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        0.5,
        float("nan"),
        float("inf"),
        -float("inf"),
        1e300,
        Decimal(1),
        1j,
        b"bytes",
        {1, 2},
        frozenset(),
        Point(),
        Word.YES,
        Number.ONE,
        Keyed("a"),
        OrderedDict(a=1),
        range(3),
        pytest.param(object(), id="object"),
        int,
    ],
    ids=repr,
)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: [0, v], lambda v: {"a": ({"b": v},)}])
def test_refused(value, wrap):
    with pytest.raises(ValueError, match="has no canonical JSON"):
        canonical_json(wrap(value))


@pytest.mark.parametrize("key", ["ż", "a\N{GRINNING FACE}", 1, None, True, 1.0, Keyed("a")])
def test_keys_refused(key):
    with pytest.raises(ValueError, match=r"ASCII text|must be str"):
        canonical_json([{"a": {key: 1}}])


@pytest.mark.parametrize("number", [2**53, -(2**53), 10**21])
def test_integers_that_other_languages_would_round_are_refused(number):
    with pytest.raises(ValueError, match="exceeds"):
        canonical_json({"hp": number})


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_half_a_character_is_refused(text):
    with pytest.raises(ValueError, match="surrogate"):
        canonical_json([text])
