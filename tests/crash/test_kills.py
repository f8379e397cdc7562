"""SIGKILL for the service at random moments, while eight clients play."""

import asyncio
import random
from pathlib import Path

from tests.crash.checks import faults
from tests.crash.conftest import Size
from tests.crash.fights import open_fights, playing
from tests.crash.nursery import Nursery

KILLS_A_FIGHT = 5
MOST_ANSWERS = 60
MOST_SECONDS_MORE = 0.01


async def test_nothing_answered_is_lost_and_nothing_doubled(
    nursery: Nursery, database_url: str, log: Path, size: Size
):
    server = nursery.start(database_url, log)
    fights = []
    for kill in range(size.kills):
        if kill % KILLS_A_FIGHT == 0:
            fights = await open_fights(server.url)
        async with playing([server.url], fights) as players:
            await players.answers(random.randint(1, MOST_ANSWERS))
            await asyncio.sleep(random.uniform(0, MOST_SECONDS_MORE))
            server.kill()
        server = nursery.start(database_url, log)
        assert await faults(server.url, database_url, fights) == []
    server.kill()
