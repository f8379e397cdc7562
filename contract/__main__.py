"""Writes the OpenAPI document, or checks the committed one: make openapi, make contract."""

import difflib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from app.config import Settings
from app.main import create_app
from app.openapi import document
from app.rules.registry import SHIPPED
from contract.breaking import breaks

ROOT = Path(__file__).resolve().parent.parent
COMMITTED = "docs/openapi.json"
ACCEPTED = Path(__file__).parent / "accepted.txt"
MOST_LINES = 200  # of a difference that is shown


def present() -> str:
    """The document of today: of the rulesets that ship, whatever else is installed."""
    app = create_app(Settings(database_url=SecretStr("sqlite:///unused.db")))
    return json.dumps(document(app, SHIPPED), indent=2, ensure_ascii=False) + "\n"


def difference(committed: str, text: str) -> list[str]:
    """How the committed document differs from that of today, line by line."""
    return list(
        difflib.unified_diff(
            committed.splitlines(), text.splitlines(), COMMITTED, "the service", lineterm="", n=2
        )
    )


def committed_before(text: str) -> dict[str, Any] | None:
    """The last committed document that is another than this one, if the history has one."""
    for earlier in _history():
        if json.loads(earlier) != json.loads(text):
            found: dict[str, Any] = json.loads(earlier)
            return found
    return None


def _history() -> Iterator[str]:
    for commit in _git("log", "--first-parent", "--format=%H", "--", COMMITTED).split():
        text = _git("show", f"{commit}:{COMMITTED}")
        if text:
            yield text


def _git(*arguments: str) -> str:
    """What git says; nothing where there is no git, no repository, or no such file."""
    try:
        said = subprocess.run(
            ["git", *arguments], check=False, cwd=ROOT, capture_output=True, text=True
        )
    except FileNotFoundError:
        return ""
    return said.stdout if said.returncode == 0 else ""


def accepted() -> set[str]:
    """The breaks that were meant: lines of a file, with comments that say why."""
    lines = ACCEPTED.read_text().splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def check() -> list[str]:
    """What is wrong with the committed document, line by line."""
    text = present()
    path = ROOT / COMMITTED
    differs = difference(path.read_text() if path.exists() else "", text)
    if differs:
        left = len(differs) - MOST_LINES
        more = [f"… and {left} lines more"] if left > 0 else []
        return [*differs[:MOST_LINES], *more, f'{COMMITTED} is stale: run "make openapi".']
    before = committed_before(text)
    if before is None:
        return []
    broken = [line for line in breaks(before, json.loads(text)) if line not in accepted()]
    if broken:
        broken += [f"A client of version 1 would break. If it must be, say so in {ACCEPTED.name}."]
    return broken


def main() -> None:
    """`write` or `check`."""
    if sys.argv[1:] == ["write"]:
        (ROOT / COMMITTED).write_text(present())
    elif wrong := check():
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
