"""A copy made while the service is busy is whole, and can be played on."""

import asyncio
import copy
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.crash.checks import faults
from tests.crash.conftest import Launch
from tests.crash.fights import open_fights, playing
from tests.e2e.server import ROOT

ENOUGH = 40  # answers


def back_up(database_url: str, target: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.backup", target],
        cwd=ROOT,
        env={**os.environ, "TILTYARD_DATABASE_URL": database_url},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_copy_of_a_busy_database(start: Launch, database_url: str, tmp_path: Path):
    server = start(database_url)
    fights = await open_fights(server.url)
    target = tmp_path / "copy.db"
    async with playing([server.url], fights) as players:
        await players.answers(ENOUGH)
        so_far = copy.deepcopy(fights)
        made = await asyncio.to_thread(back_up, database_url, target)
        await players.answers(1)
    assert made.returncode == 0, made.stderr
    assert await faults(server.url, database_url, fights) == []
    copy_url = f"sqlite:///{target}"
    assert await faults(start(copy_url).url, copy_url, so_far) == []
