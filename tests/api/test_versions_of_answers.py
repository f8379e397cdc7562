"""Every answer about an encounter carries the version it is at, to whoever may ask about it."""

import pytest

from tests.api.client import GameMaster


@pytest.fixture
async def fight(gm: GameMaster) -> GameMaster:
    """At version 4, Ann's turn."""
    await gm.open("toy")
    await gm.join("Ann", "a")
    await gm.join("Bob", "b")
    await gm.start()
    return gm


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/actions", {"actor": "bob", "type": "pass"}, 409),
        ("POST", "/actions", {"actor": "ann", "type": "fly"}, 422),
        ("POST", "/actions", {"actor": "ann", "type": "step", "to": "x"}, 422),
        ("POST", "/undo", {"to_version": 99}, 422),
        ("PATCH", "/combatants/ann", {}, 422),
        ("GET", "/combatants/nobody", None, 404),
        ("GET", "/log/99", None, 404),
        ("GET", "/log?limit=0", None, 422),
        ("DELETE", "/tokens/nobody", None, 404),
    ],
)
async def test_a_refusal_says_at_which_version(
    fight: GameMaster, method: str, path: str, body: object, status: int
):
    answer = await fight.request(method, path, body)
    assert (answer.status_code, answer.headers.get("etag")) == (status, '"4"'), answer.text


async def test_a_player_who_may_not_learns_it_and_a_stranger_does_not(fight: GameMaster):
    ann = await fight.seat("player", "ann")
    refused = await ann.request("POST", "/start")
    assert (refused.status_code, refused.headers["etag"]) == (403, '"4"')
    other = GameMaster(fight.http)
    await other.open("toy")
    for headers in ({}, {"Authorization": f"Bearer {other.token}"}):
        answer = await fight.http.get(f"{fight.path}/log", headers=headers)
        assert answer.status_code in (401, 404)
        assert "etag" not in answer.headers


async def test_a_revoked_token_is_answered_with_the_version(fight: GameMaster):
    ann = await fight.seat("player", "ann")
    revoked = await fight.request("DELETE", f"/tokens/{ann.token_id}")
    assert (revoked.status_code, revoked.headers["etag"]) == (204, '"4"')


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("DELETE", "", None), ("POST", "/tokens", {"role": "gm"}), ("DELETE", "/tokens/{id}", None)],
)
async def test_what_changes_no_log_heeds_the_version_too(
    fight: GameMaster, method: str, path: str, body: object
):
    ann = await fight.seat("player", "ann")
    path = path.format(id=ann.token_id)
    await fight.problem(412, "version-mismatch", method, path, body, If_Match='"3"')
    assert (await ann.get())["version"] == 4
    assert (await fight.request(method, path, body, If_Match='"4"')).is_success
