"""A ruleset as clients read about it."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from app.engine.ruleset import Example, Ruleset
from app.rules.registry import rulesets


def summary(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """A ruleset in short."""
    return {
        "id": ruleset.id,
        "version": ruleset.version,
        "title": ruleset.title,
        "summary": ruleset.summary,
        "source": ruleset.source,
    }


@cache
def whole(ruleset_id: str) -> dict[str, Any]:
    """All of a ruleset."""
    ruleset = rulesets()[ruleset_id]
    return {
        **summary(ruleset),
        "options": TypeAdapter(ruleset.options).json_schema(),
        "sheet": TypeAdapter(ruleset.sheet).json_schema(),
        "actions": {
            kind: TypeAdapter(action).json_schema() for kind, action in ruleset.action_types.items()
        },
        "tables": list(ruleset.tables),
        "conditions": dict(ruleset.condition_names),
        "outcomes": dict(ruleset.outcome_names),
        "examples": {
            "sheets": [_example(e) for e in ruleset.sheet_examples],
            "actions": [_example(e) for e in ruleset.action_examples],
        },
        "reference": ruleset.reference,
    }


def _example(example: Example) -> dict[str, Any]:
    return {"name": example.name, "summary": example.summary, "body": dict(example.body)}
