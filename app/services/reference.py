"""A ruleset as clients read about it, and its tables as a page of docs/rulesets (make docs)."""

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from app.engine.ruleset import Example, Ruleset
from app.engine.tables import Listing, Table
from app.rules.registry import SHIPPED, rulesets


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


def tables_page(ruleset: Ruleset[Any]) -> str:
    """All tables of a ruleset in Markdown: what is played, words and mechanics side by side."""
    parts = [f"# Tables of {ruleset.title}", "Written by `make docs` from what the game plays by."]
    for table in ruleset.tables.values():
        lines = _rolled(table) if isinstance(table, Table) else _listed(table)
        parts += [f"## {table.title}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _rolled(table: Table[Any]) -> list[str]:
    """A table one rolls on; a column nothing stands in is left out."""
    columns = {
        "": "number",
        "Row": "title",
        "Words": "words",
        "What it does": "does",
        "Ours": "ours",
    }
    rows = [
        {
            **row,
            "number": _numbers(row["first"], row["last"]),
            "does": "<br>".join(effect[0].upper() + effect[1:] for effect in row["effects"]),
        }
        for row in table.describe()["rows"]
    ]
    kept = {head: name for head, name in columns.items() if any(row[name] for row in rows)}
    return _table(kept, ([row[name] for name in kept.values()] for row in rows))


def _numbers(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _listed(table: Listing) -> list[str]:
    return _table(table.columns, table.rows)


def _table(heads: Iterable[str], rows: Iterable[Iterable[Any]]) -> list[str]:
    heads = [head.replace("_", " ") for head in heads]
    body = [["" if cell is None else str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *body)]


def main(folder: str) -> None:
    """Writes the page of each shipped ruleset into a folder."""
    for ruleset in SHIPPED:
        Path(folder, f"{ruleset.id}-tables.md").write_text(tables_page(ruleset))


if __name__ == "__main__":
    main(sys.argv[1])
