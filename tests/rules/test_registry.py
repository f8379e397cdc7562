"""The registry: every ruleset by id, those that ship and those that other packages offer."""

from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from app.engine.ruleset import Ruleset
from app.rules.registry import ENTRY_POINTS, SHIPPED, collected, rulesets
from tests.toy import RULESET as TOY


def point(value: str, name: str = "toy") -> EntryPoint:
    return EntryPoint(name=name, value=value, group=ENTRY_POINTS)


def test_shipped_come_first_then_those_found():
    other = replace(TOY, id="other")
    found = collected([other], [point("tests.toy:RULESET")])
    assert list(found) == ["other", "toy"]
    assert found["other"] is other
    assert found["toy"] is TOY


def test_an_id_is_the_rulesets_own_not_the_entry_points():
    assert list(collected([], [point("tests.toy:RULESET", name="elsewhere")])) == ["toy"]


def test_none_at_all():
    assert collected([], []) == {}


@pytest.mark.parametrize(
    ("shipped", "found"),
    [
        ([TOY, replace(TOY, version="2")], []),
        ([TOY], [point("tests.toy:RULESET")]),
        ([], [point("tests.toy:RULESET"), point("tests.toy:RULESET", name="again")]),
    ],
)
def test_two_of_one_id(shipped, found):
    with pytest.raises(ValueError, match="two rulesets are called 'toy'"):
        collected(shipped, found)


@pytest.mark.parametrize("value", ["tests.toy:REFERENCE", "tests.toy:choices", "tests.toy"])
def test_an_entry_point_that_is_no_ruleset(value):
    with pytest.raises(TypeError, match=f"toy = {value} is not a Ruleset"):
        collected([], [point(value)])


def test_the_class_is_no_ruleset():
    with pytest.raises(TypeError, match="is not a Ruleset"):
        collected([], [point("app.engine.ruleset:Ruleset")])


@pytest.mark.parametrize(
    ("value", "error"),
    [("tests.no_such_module:RULESET", ImportError), ("tests.toy:NO_SUCH", AttributeError)],
)
def test_an_entry_point_that_does_not_load_stops_the_start(value, error):
    with pytest.raises(error):
        collected([], [point(value)])


def test_all_there_are():
    everything = rulesets()
    assert [ruleset.id for ruleset in SHIPPED] == list(everything)[: len(SHIPPED)]
    assert everything["toy"] is TOY  # found by the entry point in tests/plugins
    assert all(isinstance(ruleset, Ruleset) for ruleset in everything.values())
    assert all(id == ruleset.id for id, ruleset in everything.items())
    assert rulesets() is everything
