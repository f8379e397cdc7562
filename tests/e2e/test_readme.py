"""The README is true: its session plays, its settings are those of the code."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.config import setting_rows
from tests.e2e.server import ROOT, running

README = (ROOT / "README.md").read_text()


@pytest.mark.e2e
def test_the_session_plays_as_it_is_told(tmp_path: Path):
    """TI-EX-1 to TI-EX-3, by the README's own commands."""
    script = "set -e\n" + "\necho\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
    with running(f"sqlite:///{tmp_path}/t.db", tmp_path / "log") as server:
        played = subprocess.run(
            ["bash", "-c", script],
            env={**os.environ, "URL": server.url},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
    answers = _answers(played.stdout)
    start, odds, charge = answers[4:7]
    assert start["encounter"]["acting"] == "sotek"
    chances = {o["name"]: o["chance"]["fraction"] for o in odds["outcomes"]}
    assert (chances["hit"], chances["wound"], chances["slain"]) == ("13/20", "143/400", "143/625")
    numbers = {e["type"]: e for e in charge["events"]}
    assert numbers["attack_rolled"]["number"] == 35
    assert numbers["wound_rolled"]["number"] == 45
    assert numbers["damage_rolled"]["damage"] == 13
    assert charge["summary"].endswith("Orc 1 is slain.")
    assert charge["encounter"]["acting"] == "quetlz"
    shot, undo, log, verification, post, several, rolled, epoch, player, spectator = answers[8:]
    assert (shot["events"][0]["number"], shot["events"][0]["hit"]) == (23, False)
    assert undo["encounter"]["acting"] == "quetlz"
    assert [e["version"] for e in log["items"] if e["undone"]] == [8]
    assert verification["ok"] is True
    assert [one["status"] for one in post["results"] + several["results"]] == [
        "done", "told", "done", "done",
    ]  # fmt: skip
    assert post["results"][0]["action"]["target"] == "orc-2"
    assert rolled["receipt"]["content"]["rolls"][0]["text"] == rolled["text"]
    assert (epoch["key"], epoch["drawn"]) == (None, 0)
    assert (player["role"], player["acts_for"]) == ("player", ["sotek"])
    assert (spectator["role"], spectator["acts_for"]) == ("spectator", [])


def _answers(output: str) -> list[Any]:
    """All JSON answers in the output; curl puts no line end after an answer."""
    decoder = json.JSONDecoder()
    found = []
    output = output.strip()
    while output:
        value, end = decoder.raw_decode(output)
        found.append(value)
        output = output[end:].strip()
    return found


def test_the_settings_table_is_that_of_the_code():
    for row in setting_rows():
        default = f"`{row.default}`" if row.default else ""
        assert f"| `{row.variable}` | {default} | {row.description} |" in README
    assert README.count("\n| `TILTYARD_") == len(setting_rows())


def test_every_file_the_readme_names_is_there():
    for path in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / path).exists(), path
