"""Many at once: everyone is answered once, and the log has everything once."""

import asyncio
import itertools

import httpx

from tests.crash.checks import faults
from tests.crash.conftest import Launch, Size
from tests.crash.fights import START, Fight, client, do, open_fights

WRITERS = 16
COPIES = 16
ENCOUNTERS = 64


async def change_often(http: httpx.AsyncClient, fight: Fight, times: int) -> None:
    for _ in range(times):
        await do(http, fight, fight.change())


async def test_sixteen_writers_on_one_encounter(start: Launch, database_url: str, size: Size):
    server = start(database_url)
    (fight,) = await open_fights(server.url, 1)
    async with client(server.url) as http:
        await asyncio.gather(*(change_often(http, fight, size.changes) for _ in range(WRITERS)))
    versions = [told["version"] for _, told in fight.acknowledged.values()]
    count = WRITERS * size.changes
    assert sorted(versions) == list(range(START + 1, START + 1 + count))
    assert await faults(server.url, database_url, [fight]) == []


async def test_one_winner_a_version(start: Launch, database_url: str, size: Size):
    """All want the same next version; one gets it, and the others are told of a newer one."""
    server = start(database_url)
    (fight,) = await open_fights(server.url, 1)
    winners: list[int] = []
    async with client(server.url) as http:
        http.headers["Authorization"] = f"Bearer {fight.token}"

        async def win(times: int) -> None:
            seen = START
            while times:
                deed = fight.change()
                answer = await http.request(
                    deed.method,
                    f"/v1/encounters/{fight.id}{deed.path}",
                    json=deed.body,
                    headers={"If-Match": f'"{seen}"'},
                )
                told = answer.json()
                if answer.status_code == 200:
                    assert told["version"] == seen + 1
                    winners.append(told["version"])
                    times -= 1
                else:
                    assert (answer.status_code, told["code"]) == (412, "version-mismatch")
                    assert told["version"] > seen
                seen = told["version"]

        await asyncio.gather(*(win(size.wins) for _ in range(WRITERS)))
    assert sorted(winners) == list(range(START + 1, START + 1 + WRITERS * size.wins))


async def test_the_same_key_sixteen_times_at_once(start: Launch, database_url: str, size: Size):
    server = start(database_url)
    fights = await open_fights(server.url)
    async with client(server.url) as http:
        for fight, _ in zip(itertools.cycle(fights), range(size.keys), strict=False):
            await do(http, fight, fight.new_deed(), copies=COPIES)
    assert sum(len(fight.acknowledged) for fight in fights) == size.keys
    assert await faults(server.url, database_url, fights) == []


async def test_sixty_four_encounters_at_once(start: Launch, database_url: str, size: Size):
    server = start(database_url)
    fights = await open_fights(server.url, ENCOUNTERS)
    async with client(server.url) as http:
        await asyncio.gather(*(change_often(http, fight, size.changes // 10) for fight in fights))
    assert all(len(fight.acknowledged) == size.changes // 10 for fight in fights)
    assert await faults(server.url, database_url, fights) == []
