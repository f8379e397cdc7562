"""The service dies in the middle of a post: sent again, it does what it had not, and no more."""

import asyncio
import random
import secrets
from contextlib import suppress
from typing import Any

import httpx

from tests.crash.conftest import Launch, Size
from tests.crash.fights import Fight, client, open_fights

DICE = [f"{count}d10" for count in range(1, 21)]
MOST_TRIES = 60
POST = "\n".join(f"!roll {notation}" for notation in DICE)


async def send(http: httpx.AsyncClient, fight: Fight, key: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {fight.token}", "Idempotency-Key": key}
    path = f"/v1/encounters/{fight.id}/commands"
    answer = await http.post(path, json={"text": POST}, headers=headers)
    told: dict[str, Any] = answer.raise_for_status().json()
    return told


async def read(http: httpx.AsyncClient, fight: Fight, what: str) -> Any:
    path = f"/v1/encounters/{fight.id}/{what}"
    answer = await http.get(path, headers={"Authorization": f"Bearer {fight.token}"})
    return answer.raise_for_status().json()


async def log(http: httpx.AsyncClient, fight: Fight) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = (await read(http, fight, "log"))["items"]
    return entries


async def test_a_post_is_done_once_though_the_service_dies_in_it(
    start: Launch, database_url: str, size: Size
):
    cut_short = 0
    server = start(database_url)
    for _ in range(MOST_TRIES):
        (fight,) = await open_fights(server.url, 1)
        key = secrets.token_hex(16)
        async with client(server.url) as http:
            opening = len(await log(http, fight))
            sending = asyncio.create_task(send(http, fight, key))
            wanted = opening + random.randint(1, 3)
            while len(await log(http, fight)) < wanted:
                pass
            server.kill()
            with suppress(httpx.TransportError):
                await sending
        server = start(database_url)
        async with client(server.url) as http:
            done = len(await log(http, fight)) - opening
            cut_short += 0 < done < len(DICE)
            told = await send(http, fight, key)
            assert await send(http, fight, key) == told
            rolled = (await log(http, fight))[opening:]
            assert (await read(http, fight, "verification"))["ok"]
        assert [entry["command"]["notation"] for entry in rolled] == DICE
        assert [one["status"] for one in told["results"]] == ["done"] * len(DICE)
        if cut_short == size.posts:
            break
    assert cut_short
