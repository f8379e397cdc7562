"""What any client of HTTP may expect of any path."""

import httpx
import pytest

from app import metrics
from tests.api.client import GameMaster


async def test_head_is_answered_as_get_without_the_body(gm: GameMaster, client: httpx.AsyncClient):
    await gm.open("toy")
    headers = {"Authorization": f"Bearer {gm.token}"}
    for path in ("/v1/rulesets", gm.path, "/healthz"):
        got = await client.get(path, headers=headers)
        head = await client.head(path, headers=headers)
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-length", "content-type", "etag"):
            assert head.headers.get(name) == got.headers.get(name)


async def test_head_is_counted_under_the_route_that_answers_it(client: httpx.AsyncClient):
    def counted() -> float:
        labels = {"method": "GET", "route": "/v1/rulesets", "status": "200"}
        return metrics.registry.get_sample_value("tiltyard_requests_total", labels) or 0.0

    before = counted()
    await client.head("/v1/rulesets")
    assert counted() == before + 1


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/rulesets", "GET"),
        ("/v1/encounters/{id}", "GET, DELETE"),
        ("/v1/encounters/{id}/combatants/x", "GET, PATCH, DELETE"),
        ("/v1/encounters/{id}/actions", "POST"),
    ],
)
async def test_a_wrong_method_is_told_all_right_ones(
    gm: GameMaster, client: httpx.AsyncClient, path: str, allowed: str
):
    await gm.open("toy")
    answer = await client.put(path.format(id=gm.id))
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert allowed in answer.json()["detail"]


async def test_a_slash_too_many_leads_nowhere(client: httpx.AsyncClient):
    """A redirect would be made of the Host header, which anybody may send."""
    answer = await client.get("/v1/rulesets/", headers={"Host": "evil.example"})
    assert (answer.status_code, "location" in answer.headers) == (404, False)


async def test_the_root_leads_to_the_documentation(client: httpx.AsyncClient):
    answer = await client.get("/")
    assert (answer.status_code, answer.headers["location"]) == (307, "docs")


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_json_that_is_not_called_so(client: httpx.AsyncClient, media: str):
    body, headers = b'{"ruleset": "toy", "name": "x"}', {"Content-Type": media}
    answer = await client.post("/v1/encounters", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")
    assert "application/json" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({"name": "T", "side": 5}, ["body.side"]),
        ({"name": "T", "side": "a", "hat": 1}, ["body.hat"]),
        ({"items": []}, ["body.items"]),
        ({"items": [{"name": "T"}]}, ["body.items.0.side"]),
    ],
)
async def test_fields_of_who_joins_are_told_by_their_place(
    gm: GameMaster, body: object, at: list[str]
):
    await gm.open("toy")
    problem = await gm.problem(422, "invalid-request", "POST", "/combatants", body)
    assert [error["at"] for error in problem["errors"]] == at


@pytest.mark.parametrize("name", ["\u200b", "\ufeff\u200f", "\u061c \u200b"])
async def test_a_name_can_be_seen(gm: GameMaster, name: str):
    await gm.open("toy")
    body = {"name": name, "side": "a"}
    problem = await gm.problem(422, "invalid-request", "POST", "/combatants", body)
    assert problem["errors"][0]["message"] == "a name has something that can be seen"
