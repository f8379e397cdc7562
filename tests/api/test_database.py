"""The database's door: opened, closed, opened again; and how Postgres is connected to."""

import asyncio

import asyncpg
import pytest

from app.database import database_for
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for

on_postgres = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

CONNECTIONS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


async def test_what_is_closed_can_be_opened_again(database_url: str):
    for _ in range(2):
        database = database_for(settings_for(database_url))
        await database.open()
        await database.check()
        await database.close()


@on_postgres
@pytest.mark.parametrize("mode", ["disable", "allow", "prefer"])
async def test_sslmode_is_taken_from_the_url(database_url: str, mode: str):
    async with serving(settings_for(f"{database_url}?sslmode={mode}")) as client:
        assert (await client.get("/readyz")).status_code == 200


@on_postgres
async def test_a_server_without_tls_is_refused_where_the_url_requires_it(database_url: str):
    database = database_for(settings_for(f"{database_url}?sslmode=require"))
    with pytest.raises(ConnectionError, match="SSL"):
        await database.open()


@on_postgres
async def test_the_pool_keeps_and_opens_as_many_connections_as_the_settings_say(database_url: str):
    settings = settings_for(database_url, pool_size=2, pool_max_overflow=1)
    watcher = await asyncpg.connect(database_url)
    async with serving(settings) as client:
        gm = GameMaster(client)
        await gm.open()
        writer = 1
        assert await watcher.fetchval(CONNECTIONS) == 2 + writer
        await asyncio.gather(*(gm.get() for _ in range(30)))
        assert await watcher.fetchval(CONNECTIONS) == 2 + 1 + writer
    await watcher.close()


@on_postgres
async def test_who_waits_too_long_for_a_connection_is_asked_to_try_again(database_url: str):
    settings = settings_for(
        database_url, pool_size=1, pool_max_overflow=0, pool_timeout_seconds=0.1
    )
    locker = await asyncpg.connect(database_url)
    async with serving(settings) as client:
        gm = GameMaster(client)
        await gm.open()
        async with locker.transaction():
            await locker.execute("LOCK TABLE tokens, encounters")
            first = asyncio.create_task(gm.request("GET", ""))
            second = asyncio.create_task(gm.request("GET", ""))
            done, (waiting,) = await asyncio.wait(
                (first, second), return_when=asyncio.FIRST_COMPLETED
            )
            (refused,) = (task.result() for task in done)
            assert (refused.status_code, refused.json()["code"]) == (503, "database-unavailable")
        assert (await waiting).status_code == 200
    await locker.close()
