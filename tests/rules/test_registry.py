"""Which rulesets there are."""

from importlib.metadata import EntryPoint

import pytest

from app.rules.registry import ENTRY_POINTS, SHIPPED, collected, rulesets
from tests.toy import RULESET


def point(value: str) -> EntryPoint:
    return EntryPoint("toy", value, ENTRY_POINTS)


def test_shipped_ones_and_those_of_other_packages():
    found = collected(SHIPPED, [point("tests.toy:RULESET")])
    assert list(found) == ["tides-of-ichor", "toy"]
    assert found["toy"] is RULESET
    assert "toy" in rulesets(), "the package in tests/plugins offers it"


def test_two_of_one_id_are_refused():
    with pytest.raises(ValueError, match="two rulesets are called 'toy'"):
        collected((RULESET,), [point("tests.toy:RULESET")])


def test_what_is_no_ruleset_is_refused():
    with pytest.raises(TypeError, match="is not a Ruleset"):
        collected((), [point("tests.toy:choices")])
