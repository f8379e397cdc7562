"""Points of a transaction on Postgres, where a trigger holds it until the test has struck."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import asyncpg
import httpx
import pytest

from tests.crash.nursery import Server

LOCK = 1
POLL_SECONDS = 0.01
HOLD = f"""
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_advisory_xact_lock({LOCK}); RETURN NEW; END $$
"""
TRIGGERS = {
    "begin": "CREATE TRIGGER hold BEFORE UPDATE ON encounters",
    "append": "CREATE TRIGGER hold BEFORE INSERT ON log_entries",
    "key": "CREATE TRIGGER hold BEFORE INSERT ON idempotency_keys",
    "commit": "CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON log_entries"
    " DEFERRABLE INITIALLY DEFERRED",
}
HELD = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted"


async def kill_at(
    point: str, server: Server, database_url: str, request: Coroutine[Any, Any, None]
) -> None:
    """Kill the service and its connection while the transaction of a request is at a point."""
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute(HOLD)
        await connection.execute(f"{TRIGGERS[point]} FOR EACH ROW EXECUTE FUNCTION hold()")
        await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
        requesting = asyncio.create_task(request)
        while (held := await connection.fetchval(HELD, LOCK)) is None:
            assert not requesting.done()
            await asyncio.sleep(POLL_SECONDS)
        server.kill()
        with pytest.raises(httpx.TransportError):
            await requesting
        await connection.execute("SELECT pg_terminate_backend($1, 10000)", held)
        await connection.execute("DROP FUNCTION hold CASCADE")
    finally:
        await connection.close()
