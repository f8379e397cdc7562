"""Fog: how hurt somebody looks, and that a ruleset opens nothing by saying nothing."""

import pytest

from app.engine.fog import Fog, wound_band


@pytest.mark.parametrize(
    ("left", "band"),
    [
        (20, "unhurt"),
        (21, "unhurt"),
        (19, "lightly hurt"),
        (11, "lightly hurt"),
        (10, "hurt"),
        (6, "hurt"),
        (5, "badly hurt"),
        (1, "badly hurt"),
        (0, "out"),
        (-3, "out"),
    ],
)
def test_wounds_in_bands_of_a_quarter_and_a_half(left: int, band: str):
    assert wound_band(left, 20) == band


def test_a_single_wound_is_all_or_nothing():
    assert [wound_band(left, 1) for left in (1, 0)] == ["unhurt", "out"]


def test_fog_is_thick_unless_a_ruleset_says_otherwise():
    fog = Fog()
    assert (dict(fog.combatant(object())), fog.shown, fog.own, fog.refusals) == ({}, {}, {}, ())
