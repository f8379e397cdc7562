"""Two processes on one Postgres: a stale cache costs a retry, never a wrong state."""

import asyncio

import pytest

from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_two_workers_take_turns(database_url: str):
    settings = settings_for(database_url)
    async with serving(settings) as first, serving(settings) as second:
        gm = GameMaster(first)
        await ambush(gm)
        other = GameMaster(second)
        other.id, other.token = gm.id, gm.token
        acting = "sotek"
        for worker in (gm, other) * 10:
            passed = await worker.act(acting, "pass")
            acting = passed["encounter"]["acting"]
        assert (await gm.get()) == (await other.get())
        assert (await gm.get("/verification"))["ok"]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_two_workers_at_once_never_lose_or_double(database_url: str):
    settings = settings_for(database_url)
    async with serving(settings) as first, serving(settings) as second:
        gm = GameMaster(first)
        await ambush(gm)
        other = GameMaster(second)
        other.id, other.token = gm.id, gm.token

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
