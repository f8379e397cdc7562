"""SIGKILL at random moments, while eight clients play."""

import asyncio
import random

import pytest

from tests.crash.checks import faults
from tests.crash.conftest import Launch, Size
from tests.crash.fights import Fight, Players, open_fights, playing
from tests.postgres import Cluster, fresh_database

KILLS_A_FIGHT = 5  # then others begin, since logs grow
MOST_ANSWERS = 60
MOST_SECONDS_MORE = 0.01


async def some_moment(players: Players) -> None:
    """Wait until it may happen: at any point of any request."""
    await players.answers(random.randint(1, MOST_ANSWERS))
    await asyncio.sleep(random.uniform(0, MOST_SECONDS_MORE))


async def test_the_service_is_killed(start: Launch, database_url: str, size: Size):
    server = start(database_url)
    fights: list[Fight] = []
    for kill in range(size.kills):
        if kill % KILLS_A_FIGHT == 0:
            fights = await open_fights(server.url)
        async with playing([server.url], fights) as players:
            await some_moment(players)
            server.kill()
        server = start(database_url)
        assert await faults(server.url, database_url, fights) == []
    assert any(fight.acknowledged for fight in fights)


async def test_the_whole_database_server_is_killed(start: Launch, size: Size):
    cluster = Cluster()
    try:
        cluster.start()
        database_url = fresh_database(cluster.url)
        server = start(database_url)
        fights: list[Fight] = []
        for kill in range(size.database_kills):
            if kill % KILLS_A_FIGHT == 0:
                fights = await open_fights(server.url)
            async with playing([server.url], fights) as players:
                await some_moment(players)
                await asyncio.to_thread(cluster.kill)
                await players.answers(1)
                await asyncio.to_thread(cluster.start)
                await players.answers(1)
            assert await faults(server.url, database_url, fights) == []
            assert sum(fight.unavailable for fight in fights) > 0
    finally:
        cluster.remove()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_one_of_two_processes_is_killed(start: Launch, database_url: str, size: Size):
    """Both play the same fights: a stale cache costs a retry, a death nothing to the other."""
    staying, leaving = start(database_url), start(database_url)
    fights = await open_fights(staying.url)
    async with playing([staying.url, leaving.url], fights) as players:
        await some_moment(players)
        leaving.kill()
        await players.answers(MOST_ANSWERS)
    joining = start(database_url)
    for server in (staying, joining):
        assert await faults(server.url, database_url, fights) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_second_process_on_the_same_file_is_refused(
    launch: Launch, start: Launch, database_url: str
):
    first = start(database_url)
    fights = await open_fights(first.url)
    second = launch(database_url)
    async with playing([first.url], fights) as players:
        await some_moment(players)
    assert await asyncio.to_thread(second.death) != 0
    assert "in use by another process" in second.log.read_text()
    assert await faults(first.url, database_url, fights) == []
