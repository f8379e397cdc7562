"""python -m app.demo as somebody types it."""

import asyncio
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.demo import __main__ as program
from app.demo.fight import playable, tell
from app.demo.telling import Teller, is_colourful
from app.services import clock
from tests.e2e.server import ROOT

# As in a container; the demonstration needs nothing of it.
SETTINGS = {"TILTYARD_HOST": "0.0.0.0", "TILTYARD_PORT": "nonsense"}


def run(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.demo", *arguments],
        cwd=directory,
        env={**os.environ, **SETTINGS, "PYTHONPATH": str(ROOT), "TMPDIR": str(directory)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_it_tells_in_another_process_what_it_tells_in_this_one(tmp_path: Path):
    done = run(tmp_path, "--seed", "one")
    out = io.StringIO()
    asyncio.run(tell(Teller(out, colourful=False), playable()["tides-of-ichor"], "one"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == out.getvalue()
    assert list(tmp_path.iterdir()) == []


def test_a_ruleset_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path):
    done = run(tmp_path, "--ruleset", "chess")
    assert done.returncode == 2
    assert "'tides-of-ichor'" in done.stderr


def test_a_reader_who_has_enough_is_no_error(tmp_path: Path):
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m app.demo | head -n 1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "A fight under Tides of Ichor\n"


@pytest.mark.parametrize(("verified", "status"), [(True, 0), (False, 1)])
def test_a_log_that_is_not_verified_is_an_error(
    verified: bool, status: int, monkeypatch: pytest.MonkeyPatch
):
    async def no_fight(*_: object) -> bool:
        return verified

    monkeypatch.setattr(sys, "argv", ["demo"])
    monkeypatch.setattr(program, "tell", no_fight)
    monkeypatch.setattr(program, "configure_logging", lambda **_: None)
    assert program.main() == status


def test_a_difference_is_told():
    out = io.StringIO()
    Teller(out, colourful=False).end(
        {"standing": ["reds"], "version": 4, "round": 2},
        {"ok": False, "head": "ab", "first_difference": {"version": 3, "detail": "a die differs"}},
        7,
    )
    assert "  Not verified: entry 3: a die differs.\n  Head of the chain: ab\n" in out.getvalue()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("out", "environment", "colourful"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    out: io.StringIO,
    environment: dict[str, str],
    colourful: bool,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert is_colourful(out) is colourful


def test_the_clock_stands_still_only_inside():
    before = clock.now()
    with clock.standing_still("2000-01-01T00:00:00.000Z"):
        assert clock.now() == clock.now() == "2000-01-01T00:00:00.000Z"
    assert clock.now() >= before
