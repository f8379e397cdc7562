"""What each ruleset opens in the fog is there, and holds no number of a sheet by mistake."""

from dataclasses import fields
from typing import Any, get_type_hints

import pytest

from app.engine.ruleset import Ruleset
from app.rules.registry import rulesets

RULESETS = tuple(rulesets().values())


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.id)
def test_what_is_opened_is_a_field_of_an_event_or_a_command(ruleset: Ruleset[Any]):
    types: dict[str, type[Any]] = {**ruleset.event_types, **ruleset.command_types}
    opened = {**ruleset.fog.shown, **{kind: (f,) for kind, f in ruleset.fog.own.items()}}
    for kind, names in opened.items():
        assert set(names) <= {f.name for f in fields(types[kind])}, kind


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.id)
def test_what_owners_see_alone_is_of_one_combatant(ruleset: Ruleset[Any]):
    for kind, owner in ruleset.fog.own.items():
        assert get_type_hints(ruleset.event_types[kind])[owner] in (str, str | None), kind
