"""The power fails, and what was not synced is lost: what was answered is there all the same."""

import pytest

from tests.crash.checks import faults
from tests.crash.conftest import Launch, Size
from tests.crash.fights import open_fights, playing
from tests.crash.test_kills import some_moment

ENOUGH = 20  # answers


async def faults_after_a_cut(start: Launch, database_url: str, mutant: str = "") -> list[str]:
    """Play until the power fails, and see what the disk kept."""
    server = start(database_url, POWER="may fail")
    fights = await open_fights(server.url)
    server.kill()
    server = start(database_url, POWER="may fail", MUTANT=mutant)
    async with playing([server.url], fights) as players:
        await players.answers(ENOUGH)
        await some_moment(players)
        server.kill()
    server = start(database_url)
    found = await faults(server.url, database_url, fights)
    server.kill()
    return found


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_what_was_answered_outlives_a_power_cut(start: Launch, database_url: str, size: Size):
    for _ in range(size.power_cuts):
        assert await faults_after_a_cut(start, database_url) == []
