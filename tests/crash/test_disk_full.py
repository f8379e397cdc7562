"""The disk is full: writes are refused with a clear 503, nothing is lost, and it goes on later."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from tests.crash.checks import faults
from tests.crash.conftest import Launch
from tests.crash.fights import Fight, client, open_fights, playing
from tests.crash.nursery import Server

ENOUGH = 40  # answers
FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON log_entries EXECUTE FUNCTION full_disk()
"""
FREE = "DROP FUNCTION full_disk CASCADE"


@asynccontextmanager
async def full_disk(server: Server, database_url: str) -> AsyncIterator[None]:
    """No room for more while the block lasts."""
    if database_url.startswith("sqlite"):
        server.order("fill")
        yield
        server.order("free")
        return
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute(FULL)
        yield
        await connection.execute(FREE)
    finally:
        await connection.close()


async def test_a_full_disk_loses_nothing(start: Launch, database_url: str):
    server = start(database_url)
    fights = await open_fights(server.url)
    async with playing([server.url], fights) as players:
        await players.answers(ENOUGH)
    async with full_disk(server, database_url):
        done = [len(fight.acknowledged) for fight in fights]
        async with playing([server.url], fights) as players:
            await players.answers(ENOUGH)
        assert [len(fight.acknowledged) for fight in fights] == done
        await asks_to_try_again(server, fights[0])
    async with playing([server.url], fights) as players:
        await players.answers(ENOUGH)
    assert await faults(server.url, database_url, fights) == []
    server.kill()
    assert await faults(start(database_url).url, database_url, fights) == []


async def asks_to_try_again(server: Server, fight: Fight) -> None:
    """A write is refused with a reason; reading goes on."""
    path = f"/v1/encounters/{fight.id}"
    async with client(server.url) as http:
        http.headers["Authorization"] = f"Bearer {fight.token}"
        deed = fight.change()
        refused = await http.request(deed.method, path + deed.path, json=deed.body)
        assert refused.status_code == 503
        assert refused.json()["code"] == "database-unavailable"
        assert "try again" in refused.json()["detail"]
        assert (await http.get(path)).json()["status"] == "running"
