"""Keys and versions: nothing twice, nothing on an old state. Key first, then version."""

import asyncio

import httpx
import pytest

from tests.api.ambush import ambush
from tests.api.client import GameMaster

PASS = {"actor": "sotek", "type": "pass"}


async def test_the_same_key_gives_the_same_answer_and_does_nothing_twice(gm: GameMaster):
    await ambush(gm)
    body = {"actor": "sotek", "type": "charge", "target": "orc-1"}
    first = await gm.request("POST", "/actions", body, Idempotency_Key="k1")
    await gm.act("quetlz", "pass")
    again = await gm.request("POST", "/actions", body, Idempotency_Key="k1")
    assert again.status_code == 201
    assert again.json() == first.json()
    assert again.headers["etag"] == first.headers["etag"]
    assert (await gm.get())["version"] == 8


async def test_another_body_under_the_same_key_is_refused(gm: GameMaster):
    await ambush(gm)
    await gm.ok("POST", "/actions", PASS, Idempotency_Key="k1")
    other = {"actor": "quetlz", "type": "pass"}
    await gm.problem(422, "idempotency-key-reused", "POST", "/actions", other, Idempotency_Key="k1")
    await gm.problem(422, "idempotency-key-reused", "POST", "/end", Idempotency_Key="k1")


async def test_a_refusal_is_not_kept(gm: GameMaster):
    await ambush(gm)
    wrong = {"actor": "quetlz", "type": "pass"}
    await gm.problem(409, "not-your-turn", "POST", "/actions", wrong, Idempotency_Key="k1")
    await gm.ok("POST", "/actions", PASS, Idempotency_Key="k1")


async def test_if_match_refuses_what_was_decided_on_an_old_state(gm: GameMaster):
    await ambush(gm)
    assert (await gm.request("GET", "")).headers["etag"] == '"6"'
    await gm.ok("POST", "/actions", PASS, If_Match='"6"')
    late = {"actor": "quetlz", "type": "pass"}
    refusal = await gm.problem(412, "version-mismatch", "POST", "/actions", late, If_Match='"6"')
    assert refusal["version"] == 7
    await gm.ok("POST", "/actions", late, If_Match="7")
    await gm.problem(400, "bad-if-match", "POST", "/end", If_Match='"seven"')


async def test_the_key_is_looked_at_before_the_version(gm: GameMaster):
    await ambush(gm)
    first = await gm.ok("POST", "/actions", PASS, If_Match='"6"', Idempotency_Key="k1")
    again = await gm.ok("POST", "/actions", PASS, If_Match='"6"', Idempotency_Key="k1")
    assert again == first


@pytest.mark.parametrize("key", ["", "with space", "x" * 256])
async def test_keys_that_cannot_be(gm: GameMaster, key: str):
    await ambush(gm)
    await gm.problem(422, "invalid-request", "POST", "/end", Idempotency_Key=key)


async def test_one_key_at_once_is_one_entry_and_one_answer(gm: GameMaster):
    await ambush(gm)
    body = {"actor": "sotek", "type": "charge", "target": "orc-1"}
    answers = await asyncio.gather(
        *(gm.request("POST", "/actions", body, Idempotency_Key="k") for _ in range(16))
    )
    assert {a.status_code for a in answers} == {201}
    assert len({a.json()["hash"] for a in answers}) == 1
    assert (await gm.get())["version"] == 7


async def test_opening_again_under_one_key_gives_the_same_token(client: httpx.AsyncClient):
    body = {"ruleset": "tides-of-ichor", "name": "x"}
    key = {"Idempotency-Key": "3f0c7a52b1d94e6688aa" + "17c0"}
    answers = await asyncio.gather(
        *(client.post("/v1/encounters", json=body, headers=key) for _ in range(4))
    )
    assert {a.status_code for a in answers} == {201}, [a.text for a in answers]
    assert len({(a.json()["id"], a.json()["token"]) for a in answers}) == 1
    other = await client.post("/v1/encounters", json={**body, "name": "y"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")
    weak = await client.post("/v1/encounters", json=body, headers={"Idempotency-Key": "1"})
    assert (weak.status_code, weak.json()["code"]) == (422, "weak-idempotency-key")


async def test_a_nonce_enters_the_dice(gm: GameMaster):
    await ambush(gm)
    entry = await gm.act("sotek", "charge", target="orc-1", nonce="0123456789abcdef")
    assert {d["ctx"] for d in entry["dice"]} == {"0123456789abcdef"}
    assert (await gm.get("/verification"))["ok"]
