"""What clients read about the rules; the examples work as they stand."""

import httpx
import pytest

from app.rules.registry import SHIPPED
from tests.api.ambush import ambush
from tests.api.client import GameMaster


async def test_the_list(client: httpx.AsyncClient):
    items = (await client.get("/v1/rulesets")).json()["items"]
    assert items[0]["id"] == "tides-of-ichor"
    assert set(items[0]) == {"id", "version", "title", "summary", "source"}


async def test_one_ruleset_with_its_shapes(client: httpx.AsyncClient):
    ruleset = (await client.get("/v1/rulesets/tides-of-ichor")).json()
    assert ruleset["options"]["properties"]["base_number"]["default"] == 40
    assert ruleset["sheet"]["properties"]["ws"]["maximum"] == 100
    assert ruleset["sheet"]["properties"]["ws"]["title"] == "Weapon skill"
    assert {"move", "dash", "attack", "charge", "use_ability", "pass", "end_turn"} <= set(
        ruleset["actions"]
    )
    assert "target" in ruleset["actions"]["charge"]["required"]
    assert ruleset["outcomes"]["slain"] == "{of} is slain"
    assert "To hit" in ruleset["reference"]


async def test_every_table_is_served(client: httpx.AsyncClient):
    for ruleset in SHIPPED:
        for name in ruleset.tables:
            table = (await client.get(f"/v1/rulesets/{ruleset.id}/tables/{name}")).json()
            assert table["rows"], name


async def test_what_is_not_there_is_404_with_what_is(client: httpx.AsyncClient):
    answer = await client.get("/v1/rulesets/chess")
    assert (answer.status_code, "tides-of-ichor" in answer.json()["rulesets"]) == (404, True)
    answer = await client.get("/v1/rulesets/tides-of-ichor/tables/moon")
    assert (answer.status_code, "weapons" in answer.json()["tables"]) == (404, True)


@pytest.mark.parametrize("ruleset", [r.id for r in SHIPPED])
async def test_example_sheets_join_as_they_stand(gm: GameMaster, ruleset: str):
    shown = (await gm.http.get(f"/v1/rulesets/{ruleset}")).json()["examples"]
    await gm.open(ruleset)
    for example in shown["sheets"]:
        await gm.join(example["name"], "a", example["body"])
    assert len((await gm.get("/combatants"))["items"]) == len(shown["sheets"]) > 0


async def test_example_actions_work_as_they_stand_in_the_ambush(gm: GameMaster):
    await ambush(gm)
    shown = (await gm.http.get("/v1/rulesets/tides-of-ichor")).json()["examples"]["actions"]
    for example in shown:
        assert (await gm.get())["acting"] == example["body"]["actor"]
        await gm.ok("POST", "/actions", example["body"])
        if (await gm.get("/combatants/orc-1"))["status"] == "dead":
            await gm.ok("PATCH", "/combatants/orc-1", {"reason": "again", "state": {"w": 10}})
        if (await gm.get("/combatants/orc-2"))["status"] == "dead":
            await gm.ok("PATCH", "/combatants/orc-2", {"reason": "again", "state": {"w": 10}})
