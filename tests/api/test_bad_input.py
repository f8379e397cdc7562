"""Bad input is a 4xx that says what to do; nothing is stored and no die is drawn."""

import json
from typing import Any

import httpx
import pytest

from app.rules.tides_of_ichor.examples import ORC, SOTEK
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for

JSON = {"Content-Type": "application/json"}


async def send(gm: GameMaster, path: str, content: bytes) -> httpx.Response:
    headers = {"Authorization": f"Bearer {gm.token}", **JSON}
    return await gm.http.post(gm.path + path, content=content, headers=headers)


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b'{"name": "x", "side": "y", "sheet": {"ws": NaN}}', 400, "malformed-json"),
        (b'{"name": "x", "side": "y", "sheet": {"ws": 1e999}}', 400, "malformed-json"),
        (b'{"name": "x", "side": "y", "count": 9223372036854775808}', 400, "malformed-json"),
        (b'{"name": "\\ud800", "side": "y"}', 400, "malformed-json"),
        (b'{"name": "a\\u0000b", "side": "y"}', 400, "malformed-json"),
        (b'{"name": "\\u202ex", "side": "y"}', 400, "malformed-json"),
        (b'{"name": "x", "name": "y", "side": "z"}', 400, "malformed-json"),
        (b'{"sheet":' * 1000 + b"1" + b"}" * 1000, 400, "malformed-json"),
        (b'{"name": "' + b"x" * 70_000 + b'"}', 413, "body-too-large"),
        (b"not json", 400, "malformed-json"),
        (b"[]", 422, "invalid-request"),
        (b'"text"', 422, "invalid-request"),
        (b"", 422, "invalid-request"),
        (b'{"name": "x", "side": "y", "nmae": 1}', 422, "invalid-request"),
        (b'{"name": "x", "side": "y", "count": true}', 422, "invalid-request"),
        (b'{"name": "x", "side": "y", "count": "5_0"}', 422, "invalid-request"),
        (b'{"name": "x", "side": "y", "count": 201}', 422, "invalid-request"),
        (b'{"name": "", "side": "y"}', 422, "invalid-request"),
        (b'{"name": "a\\nb", "side": "y"}', 422, "invalid-request"),
        (b'{"items": []}', 422, "invalid-request"),
    ],
)
async def test_bodies_that_cannot_be_right(gm: GameMaster, content: bytes, status: int, code: str):
    await gm.open()
    answer = await send(gm, "/combatants", content)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert (await gm.get())["version"] == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ws": 0}, "invalid-request"),
        ({"ws": 101}, "invalid-request"),
        ({"ws": True}, "invalid-request"),
        ({"ws": "45"}, "invalid-request"),
        ({"ws": "5_0"}, "invalid-request"),
        ({"ws": None}, "invalid-request"),
        ({"w": 0}, "invalid-request"),
        ({"strength": 3}, "invalid-request"),
        ({"weapons": [{"name": "Bohemian ear-spoon"}]}, "unknown-gear"),
        ({"weapons": [{"name": "sword", "dammage": "2d10"}]}, "invalid-request"),
        ({"weapons": [{"name": "sword", "damage": "999999999d999999999"}]}, "invalid-request"),
        ({"weapons": [{"name": "sword", "damage": "101d6"}]}, "invalid-request"),
        ({"weapons": [{"name": "sword", "damage": "1d6" + "+1d6" * 80}]}, "invalid-request"),
        ({"weapons": [{"name": "sword", "damage": ""}]}, "invalid-request"),
        ({"weapons": "sword"}, "invalid-request"),
        ({"armor": "mithril"}, "unknown-gear"),
        ({"shield": {"name": "door"}}, "unknown-gear"),
        ({"zone": 6}, "off-the-field"),
        ({"spells": [{"name": "Doom", "level": 6}]}, "spell-requirements"),
    ],
)
async def test_sheets_that_cannot_be_right(gm: GameMaster, change: Any, code: str):
    await gm.open()
    body = {"name": "X", "side": "y", "sheet": {**SOTEK, **change}}
    answer = await gm.request("POST", "/combatants", body)
    assert answer.status_code in (409, 422)
    assert answer.json()["code"] == code, answer.text
    assert (await gm.get())["version"] == 1
    # the same when the sheet is patched
    await gm.join("Sotek", "y", SOTEK)
    patch = {"reason": "x", "sheet": change}
    answer = await gm.request("PATCH", "/combatants/sotek", patch)
    assert answer.json()["code"] == code, answer.text
    assert (await gm.get())["version"] == 2


@pytest.mark.parametrize(
    "patch",
    [
        {"state": {"w": 1}},  # no reason
        {"reason": ""},
        {"reason": "x", "state": {"w": 16}},
        {"reason": "x", "state": {"w": -1}},
        {"reason": "x", "state": {"zone": 6}},
        {"reason": "x", "state": {"hp": 3}},
        {"reason": "x", "conditions": {"remove": ["prone"]}},
        {"reason": "x", "conditions": {"add": [{"name": "weak", "s": "-5"}]}},
        {"reason": "x", "conditions": {"add": [{"title": "weak"}]}},
        {"reason": "x", "id": "other"},
        {"reason": "x", "status": "dead"},
    ],
)
async def test_adjustments_that_cannot_be_right(gm: GameMaster, patch: Any):
    await ambush(gm)
    answer = await gm.request("PATCH", "/combatants/sotek", patch)
    assert answer.status_code in (409, 422), answer.text
    assert (await gm.get())["version"] == 6


@pytest.mark.parametrize(
    "body",
    [
        {"ruleset": "chess", "name": "x"},
        {"ruleset": "tides-of-ichor"},
        {"ruleset": "tides-of-ichor", "name": "x", "options": {"base": 40}},
        {"ruleset": "tides-of-ichor", "name": "x", "options": {"base_number": 100}},
        {"ruleset": "tides-of-ichor", "name": "x", "options": {"base_number": True}},
        {"ruleset": "tides-of-ichor", "name": "x", "options": {"given_dice": "players"}},
        {"ruleset": "tides-of-ichor", "name": "x", "options": {"unarmed_damage": "many"}},
        {"ruleset": "tides-of-ichor", "name": "x", "id": "mine"},
        {"ruleset": "tides-of-ichor", "name": "x", "combatants": [{"name": "y"}]},
        {"ruleset": "tides-of-ichor", "name": "x" * 101},
    ],
)
async def test_encounters_that_cannot_be_opened(client: httpx.AsyncClient, body: Any):
    answer = await client.post("/v1/encounters", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ([], "die-needed"),
        ([76], "die-needed"),
        ([76, 47, 6], "die-needed"),
        ([76, 47, 6, 7, 1], "dice-left-over"),
        ([1, 1], "dice-left-over"),
        ([0], "die-impossible"),
        ([101], "die-impossible"),
        ([76, 47, 11, 1], "die-impossible"),
        ([True], "invalid-request"),
        (["76"], "invalid-request"),
        ([1] * 1001, "invalid-request"),
    ],
)
async def test_given_dice_that_do_not_fit(gm: GameMaster, dice: Any, code: str):
    await ambush(gm)
    body = {"actor": "sotek", "type": "charge", "target": "orc-1", "dice": dice}
    refusal = await gm.problem(422, code, "POST", "/actions", body)
    if code == "die-needed":
        assert refusal["needed"]["sides"] in (10, 100)
        assert "Sotek" in refusal["needed"]["reason"]
    drawn = await gm.act("sotek", "charge", target="orc-1")
    assert drawn["dice"][0]["n"] == 0, "a refusal draws no die"


async def test_given_dice_where_the_encounter_forbids_them(gm: GameMaster):
    await gm.open(options={"given_dice": "none"})
    await gm.join("A", "x", ORC)
    await gm.problem(403, "given-dice-refused", "POST", "/start", {"dice": [5]})
    await gm.start()


@pytest.mark.parametrize(
    ("action", "status", "code"),
    [
        ({"type": "charge"}, 422, "invalid-request"),
        ({"type": "charge", "target": "orc-1", "spell": "x"}, 422, "invalid-request"),
        ({"type": "charge", "target": "goblin"}, 409, "out-of-range"),
        ({"type": "charge", "target": "orc-1", "zone": 3}, 409, "out-of-range"),
        ({"type": "charge", "target": "orc-1", "zone": True}, 422, "invalid-request"),
        ({"type": "charge", "target": "orc-1", "weapon": "spoon"}, 422, "unknown-weapon"),
        ({"type": "attack", "target": "orc-1"}, 409, "out-of-range"),
        ({"type": "attack", "target": "quetlz"}, 409, "cannot-target"),
        ({"type": "attack", "target": "sotek"}, 409, "cannot-target"),
        ({"type": "move", "zone": 3}, 409, "wrong-distance"),
        ({"type": "move", "zone": 1}, 409, "wrong-distance"),
        ({"type": "move", "zone": 6}, 409, "off-the-field"),
        ({"type": "move", "zone": -1}, 422, "invalid-request"),
        ({"type": "move", "zone": 10**15}, 422, "invalid-request"),
        ({"type": "use_ability", "ability": "Fly"}, 422, "unknown-ability"),
        ({"type": "answer", "question": "q1", "choice": "x"}, 409, "no-such-question"),
        ({"type": "join", "combatants": []}, 422, "unknown-action"),
        ({"type": "pass", "nonce": "xyz"}, 422, "invalid-request"),
    ],
)
async def test_actions_that_are_refused(gm: GameMaster, action: Any, status: int, code: str):
    await ambush(gm)
    await gm.problem(status, code, "POST", "/actions", {"actor": "sotek", **action})


async def test_an_action_without_an_actor_says_so(gm: GameMaster):
    await ambush(gm)
    answer = await gm.request("POST", "/actions", {"type": "pass"})
    assert answer.status_code == 422
    assert "actor" in answer.json()["detail"]


@pytest.mark.parametrize(
    "query",
    [
        "?at=0",
        "?at=-1",
        "?at=x",
        "?at=99999999999999999999",
        "/log?after=-1",
        "/log?limit=0",
        "/log?limit=1001",
        "/log/0",
        "/log/99999999999",
        "/log/%00",
        "/combatants/%00",
        "/combatants/%F0%9F%90%89",
        "/choices?combatant=%00",
        "?att=5",
        "/log?after=1&limt=5",
    ],
)
async def test_bad_queries_are_4xx(gm: GameMaster, query: str):
    await gm.open()
    answer = await gm.request("GET", query)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


async def test_an_action_of_the_game_master_is_none(gm: GameMaster):
    await ambush(gm)
    body = {"actor": "gm", "type": "pass"}
    await gm.problem(422, "unknown-combatant", "POST", "/actions", body)
    body = {"actor": "sotek", "type": "attack", "target": "gm"}
    await gm.problem(422, "unknown-combatant", "POST", "/actions", body)
    await gm.problem(422, "invalid-request", "POST", "/end", {"why": "bored"})


async def test_external_ids_that_cannot_be(gm: GameMaster):
    await gm.open()
    for bad in ("%00", "", "x" * 201):
        answer = await gm.http.get(
            f"/v1/encounters?external_id={bad}", headers={"Authorization": f"Bearer {gm.token}"}
        )
        assert answer.status_code == 422


async def test_unknown_paths_and_methods_are_problems(client: httpx.AsyncClient):
    answer = await client.get("/v1/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    answer = await client.put("/v1/encounters")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")


async def test_caps(database_url: str):
    settings = settings_for(database_url, max_combatants=3, max_log_entries=4)
    async with serving(settings) as client:
        gm = GameMaster(client)
        await gm.open()
        body = {"name": "Orc", "side": "x", "sheet": ORC, "count": 4}
        await gm.problem(409, "too-many-combatants", "POST", "/combatants", body)
        await gm.join("Orc", "x", ORC, count=3)
        await gm.start()
        await gm.act((await gm.get())["acting"], "pass")
        acting = (await gm.get())["acting"]
        body = {"actor": acting, "type": "pass"}
        await gm.problem(409, "log-full", "POST", "/actions", body)
        await gm.ok("POST", "/end")  # ending is always possible
        assert (await gm.get())["status"] == "ended"


async def test_a_body_in_another_type_is_refused(gm: GameMaster):
    await gm.open()
    answer = await gm.http.post(
        gm.path + "/combatants",
        content=json.dumps({"name": "x", "side": "y"}).encode(),
        headers={"Authorization": f"Bearer {gm.token}", "Content-Type": "text/plain"},
    )
    assert answer.status_code == 415
