"""Tokens: none is 401, another encounter's is 404, and what is stored is only a digest."""

import asyncio
import sqlite3

import httpx
import pytest
from pydantic import SecretStr

from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for

OPERATIONS = [
    ("GET", ""),
    ("DELETE", ""),
    ("POST", "/start"),
    ("POST", "/end"),
    ("POST", "/undo"),
    ("POST", "/combatants"),
    ("GET", "/combatants"),
    ("GET", "/combatants/x"),
    ("PATCH", "/combatants/x"),
    ("DELETE", "/combatants/x"),
    ("POST", "/actions"),
    ("GET", "/choices"),
    ("POST", "/odds"),
    ("GET", "/log"),
    ("GET", "/log/1"),
    ("GET", "/verification"),
]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
async def test_no_token_401_a_wrong_one_401_anothers_404(
    gm: GameMaster, client: httpx.AsyncClient, method: str, path: str
):
    await gm.open()
    other = GameMaster(client)
    await other.open()
    url = gm.path + path
    body: dict[str, str] | None = None if method == "GET" else {}
    wrong = gm.token[:-1] + ("0" if gm.token[-1] != "0" else "1")
    for header in (None, "Bearer x", f"Basic {gm.token}", f"Bearer {wrong}", "Bearer"):
        headers = {"Authorization": header} if header else {}
        answer = await client.request(method, url, json=body, headers=headers)
        assert answer.status_code == 401, (header, answer.text)
        assert answer.json()["code"] == "unauthorized"
        assert answer.headers["www-authenticate"] == "Bearer"
    headers = {"Authorization": f"Bearer {other.token}"}
    answer = await client.request(method, url, json=body, headers=headers)
    assert answer.status_code == 404
    answer = await client.request(method, "/v1/encounters/nope" + path, json=body, headers=headers)
    assert answer.status_code == 404


async def test_the_token_is_stored_nowhere(gm: GameMaster, database_url: str):
    await gm.open()
    if not database_url.startswith("sqlite"):
        return
    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as file:
        dump = "\n".join(file.iterdump())
    assert gm.token not in dump
    assert gm.token.rsplit("_", 1)[1] not in dump


async def test_a_create_key_is_needed_where_one_is_set(database_url: str):
    key = "a-long-enough-create-key-7391"
    settings = settings_for(database_url, create_key=SecretStr(key))
    body = {"ruleset": "tides-of-ichor", "name": "x"}
    async with serving(settings) as client:
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer é"}):
            encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
            answer = await client.post("/v1/encounters", json=body, headers=encoded)
            assert answer.status_code == 401
        headers = {"Authorization": f"Bearer {key}"}
        assert (await client.post("/v1/encounters", json=body, headers=headers)).status_code == 201


async def test_a_deleted_encounter_is_gone(gm: GameMaster):
    await gm.open()
    assert (await gm.request("DELETE", "")).status_code == 204
    assert (await gm.request("GET", "")).status_code == 401


async def test_health_and_readiness(client: httpx.AsyncClient):
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    assert (await client.get("/readyz")).json() == {"status": "ready", "problems": []}


async def test_every_answer_carries_a_request_id(client: httpx.AsyncClient):
    answer = await client.get("/healthz", headers={"X-Request-ID": "abc.1"})
    assert answer.headers["x-request-id"] == "abc.1"
    answer = await client.get("/healthz", headers={"X-Request-ID": "no spaces please"})
    assert len(answer.headers["x-request-id"]) == 16


async def test_cors_also_on_errors(database_url: str):
    settings = settings_for(database_url, cors_origins=("https://vtt.example",))
    async with serving(settings) as client:
        origin = {"Origin": "https://vtt.example"}
        answer = await client.get("/v1/encounters/x", headers=origin)
        assert answer.status_code == 401
        assert answer.headers["access-control-allow-origin"] == "https://vtt.example"
        assert "ETag" in answer.headers["access-control-expose-headers"]
        preflight = await client.options(
            "/v1/encounters",
            headers={
                **origin,
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,if-match,idempotency-key",
            },
        )
        assert preflight.status_code == 200
        allowed = preflight.headers["access-control-allow-headers"].lower()
        assert "idempotency-key" in allowed
        other = await client.get("/healthz", headers={"Origin": "https://elsewhere.example"})
        assert "access-control-allow-origin" not in other.headers


async def test_two_clients_at_once_on_one_turn(gm: GameMaster):
    """One acts, the other hears that it isn't its turn: nothing twice, nothing lost."""
    await ambush(gm)
    answers = await asyncio.gather(
        *(gm.request("POST", "/actions", {"actor": "sotek", "type": "pass"}) for _ in range(8))
    )
    assert sorted(a.status_code for a in answers) == [201, *[409] * 7]
    assert (await gm.get())["version"] == 7
