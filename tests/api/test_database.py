"""The database's door: opened, closed, opened again; and how Postgres is connected to."""

import asyncio

import asyncpg
import pytest
from sqlalchemy import bindparam, insert, update

from app.database import Job, Unavailable, Write, database_for
from app.migrations import prepare
from app.models import Server
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for

on_postgres = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

ROWS = Server.__table__  # type: ignore[attr-defined]
INSERT = insert(ROWS).returning(ROWS.c.name)
CHANGE = (
    update(ROWS)
    .where(ROWS.c.name == bindparam("wanted"))
    .values(value=bindparam("new"))
    .returning(ROWS.c.name)
)
TOUCH = "UPDATE server SET value = value WHERE name = $1"
WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
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


@on_postgres
async def test_jobs_that_got_into_a_deadlock_happen_one_by_one(database_url: str):
    """given a group of two jobs, and somebody who holds what the second one changes

    when that one asks for what the first has changed, then the group is what the database gives up
    """
    settings = settings_for(database_url)
    await asyncio.to_thread(prepare, settings)
    first, second, watcher = [await asyncpg.connect(database_url) for _ in range(3)]
    database = database_for(settings)
    await database.open()
    for name in "abc":
        await database.write(Job(Write(INSERT, [{"name": name, "value": "old"}])))
    holding_b, holding_c = first.transaction(), second.transaction()
    for connection, holding, name in ((first, holding_b, "b"), (second, holding_c, "c")):
        await holding.start()
        await connection.execute(TOUCH, name)

    async def somebody_waits() -> None:
        while not await watcher.fetchval(WAITING):
            pass

    jobs = [Job(Write(CHANGE, [{"wanted": name, "new": "new"}])) for name in "cab"]
    alone = database.append(jobs[0])
    await somebody_waits()
    group = [database.append(job) for job in jobs[1:]]
    await holding_c.commit()
    await alone.done()
    await somebody_waits()
    await first.execute(TOUCH, "a")
    await holding_b.commit()
    await asyncio.gather(*(one.done() for one in group))
    found = await watcher.fetch("SELECT value FROM server")
    assert [row["value"] for row in found] == ["new"] * 3
    await database.close()
    for connection in (first, second, watcher):
        await connection.close()


@on_postgres
async def test_what_was_stored_is_not_said_to_have_failed_with_what_came_after(database_url: str):
    settings = settings_for(database_url)
    await asyncio.to_thread(prepare, settings)
    database = database_for(settings)
    await database.open()
    good = Job(Write(INSERT, [{"name": "a", "value": "new"}]))
    bad = Job(Write(CHANGE, [{"wanted": "a", "new": None}]))
    found = await asyncio.gather(*map(database.write, (good, bad)), return_exceptions=True)
    assert found[0] is None
    assert isinstance(found[1], Unavailable)
    await database.close()
