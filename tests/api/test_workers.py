"""Two processes on one Postgres: a stale cache costs a retry, never a wrong state."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app import metrics
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for

COUNTED = ("tiltyard_conflicts_total", "tiltyard_retries_total")


@asynccontextmanager
async def two_workers(database_url: str) -> AsyncIterator[tuple[GameMaster, GameMaster]]:
    """A fight's game master at each of two services on one database."""
    settings = settings_for(database_url)
    async with serving(settings) as first, serving(settings) as second:
        gm = GameMaster(first)
        await ambush(gm)
        yield gm, gm.through(second)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_two_workers_take_turns(database_url: str):
    async with two_workers(database_url) as (gm, other):
        acting = "sotek"
        for worker in (gm, other) * 10:
            passed = await worker.act(acting, "pass")
            acting = passed["encounter"]["acting"]
        assert (await gm.get()) == (await other.get())
        assert (await gm.get("/verification"))["ok"]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_two_workers_at_once_never_lose_or_double(database_url: str):
    async with two_workers(database_url) as (gm, other):

        async def adjust(worker: GameMaster, i: int) -> int:
            body = {"reason": f"mark {i}", "conditions": {"add": [f"mark {i}"]}}
            while True:
                answer = await worker.request(
                    "PATCH", "/combatants/sotek", body, Idempotency_Key=f"{i}"
                )
                if answer.status_code != 503:  # or the other worker was faster too often
                    assert answer.status_code == 200, answer.text
                    return int(answer.json()["version"])

        versions = await asyncio.gather(*(adjust((gm, other)[i % 2], i) for i in range(30)))
        assert sorted(versions) == list(range(7, 37))
        sotek = await other.get("/combatants/sotek")
        assert sorted(c["name"] for c in sotek["conditions"]) == sorted(
            f"mark {i}" for i in range(30)
        )
        assert (await gm.get("/verification"))["ok"]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_conflicts_and_what_is_decided_again_are_counted(database_url: str):
    before = [metrics.registry.get_sample_value(name) or 0 for name in COUNTED]
    async with two_workers(database_url) as (gm, other):
        for worker in (other, gm, other):  # the last one's state is of its first write
            await worker.ok("POST", "/actions", {"type": "roll", "notation": "d6"})
    after = [metrics.registry.get_sample_value(name) or 0 for name in COUNTED]
    # The first worker's state was of the opening.
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 2]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_who_has_read_it_knows_what_the_other_worker_did(database_url: str):
    """A read brings the cache up to date, so what is decided next is decided once."""
    async with two_workers(database_url) as (gm, other):
        before = metrics.registry.get_sample_value(COUNTED[0]) or 0
        for worker in (other, gm, other):
            await worker.get()
            await worker.ok("POST", "/actions", {"type": "roll", "notation": "d6"})
        assert metrics.registry.get_sample_value(COUNTED[0]) == before
        assert (await gm.get()) == (await other.get())
