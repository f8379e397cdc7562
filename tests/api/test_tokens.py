"""Tokens: made, listed and revoked by game masters; what each lets its holder do."""

import asyncio
import sqlite3
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app import migrations
from app.models import Token
from app.services import access, tokens
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import back_and_forth, settings_for

LATER = "2999-01-31T18:00:00+01:00"


async def test_a_token_is_shown_once_and_listed_without_its_text(gm: GameMaster):
    await ambush(gm, start=False)
    made = await gm.ok(
        "POST",
        "/tokens",
        {"role": "player", "label": "Ann", "combatants": ["Sotek"], "expires_at": LATER},
    )
    assert made["token"].startswith(f"tilt_{made['id']}_")
    assert made["combatants"] == made["acts_for"] == ["sotek"]
    assert made["expires_at"] == "2999-01-31T17:00:00.000Z"
    first, second = (await gm.get("/tokens"))["items"]
    assert (first["role"], first["acts_for"][0], first["revoked_at"]) == ("gm", "sotek", None)
    assert second == {name: value for name, value in made.items() if name != "token"}


async def test_what_is_stored_of_a_token_is_a_digest(gm: GameMaster, database_url: str):
    await gm.open()
    watcher = await gm.seat("spectator")
    if not database_url.startswith("sqlite"):
        return
    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as file:
        dump = "\n".join(file.iterdump())
    assert watcher.token_id in dump
    assert watcher.token.rsplit("_", 1)[1] not in dump


async def test_a_revoked_token_is_worth_nothing_at_once(gm: GameMaster):
    await gm.open()
    watcher = await gm.seat("spectator")
    await watcher.get()
    await gm.ok("DELETE", f"/tokens/{watcher.token_id}")
    assert (await watcher.request("GET", "")).status_code == 401
    assert (await gm.get("/tokens"))["items"][1]["revoked_at"] is not None
    await gm.ok("DELETE", f"/tokens/{watcher.token_id}")  # again is no error


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_a_revoked_token_is_worth_nothing_on_every_worker(database_url: str):
    settings = settings_for(database_url)
    async with serving(settings) as first, serving(settings) as second:
        gm = GameMaster(first)
        await gm.open()
        watcher = await gm.seat("spectator")
        watcher.http = second
        await watcher.get()
        await gm.ok("DELETE", f"/tokens/{watcher.token_id}")
        assert (await watcher.request("GET", "")).status_code == 401


async def test_a_token_expires(gm: GameMaster, monkeypatch: pytest.MonkeyPatch):
    await gm.open()
    watcher = await gm.seat("spectator", expires_at=LATER)
    monkeypatch.setattr(access, "now", lambda: "2999-01-31T16:59:59.999Z")
    await watcher.get()
    monkeypatch.setattr(access, "now", lambda: "2999-01-31T17:00:00.000Z")
    assert (await watcher.request("GET", "")).status_code == 401


async def test_another_game_master_may_do_all_and_revoke_the_first(gm: GameMaster):
    await gm.open("toy")
    other = await gm.seat("gm", label="Bea")
    await gm.problem(409, "own-token", "DELETE", f"/tokens/{gm.token.split('_')[1]}")
    await other.ok("DELETE", f"/tokens/{gm.token.split('_')[1]}")
    assert (await gm.request("GET", "")).status_code == 401
    joined = await other.join("Ann", "a")
    assert joined["id"] == "ann"
    assert (await other.get("/log/2"))["by"] == "gm:Bea"


async def test_a_token_of_elsewhere_or_nowhere_is_not_found(gm: GameMaster, client: Any):
    await gm.open()
    other = GameMaster(client)
    await other.open()
    for unknown in (other.token.split("_")[1], "0" * 16, "nope", "x" * 64):
        await gm.problem(404, "not-found", "DELETE", f"/tokens/{unknown}")
    await other.get()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"role": "referee"},
        {"role": "player"},
        {"role": "player", "combatants": []},
        {"role": "spectator", "combatants": ["sotek"]},
        {"role": "gm", "side": "heroes"},
        {"role": "spectator", "expires_at": "2020-01-01T00:00:00Z"},
        {"role": "spectator", "expires_at": "2999-01-01T00:00:00"},
        {"role": "spectator", "expires_at": "0001-01-01T00:00:00+23:59"},
        {"role": "spectator", "expires_at": "tomorrow"},
        {"role": "spectator", "label": ""},
        {"role": "spectator", "digest": "0" * 64},
    ],
)
async def test_tokens_that_cannot_be(gm: GameMaster, body: Any):
    await gm.open()
    await gm.problem(422, "invalid-request", "POST", "/tokens", body)


async def test_a_name_that_fits_two_binds_nobody(gm: GameMaster):
    await gm.open("toy")
    await gm.join("Orc", "a")
    await gm.join("Orc", "b")
    body = {"role": "player", "combatants": ["Orc"]}
    await gm.problem(422, "ambiguous-name", "POST", "/tokens", body)


async def test_a_player_is_bound_by_external_id_and_side_also_to_who_joins_later(gm: GameMaster):
    await gm.open("toy")
    ann = await gm.seat("player", "sheet-7", side="heroes")
    assert (await ann.get())["you"] == {"role": "player", "label": None, "acts_for": []}
    await gm.join("Sotek", "a", external_id="sheet-7")
    await gm.join("Quetlz", "heroes")
    await gm.join("Orc", "b")
    assert (await ann.get())["you"]["acts_for"] == ["sotek", "quetlz"]


async def test_the_log_names_who_did_it(gm: GameMaster):
    await ambush(gm)
    ann = await gm.seat("player", "sotek", label="Ann")
    passed = await ann.act("sotek", "pass")
    assert passed["by"] == "player:Ann"
    assert (await gm.get(f"/log/{passed['version']}"))["by"] == "player:Ann"
    assert (await gm.get("/verification"))["ok"]


async def test_the_same_key_gives_the_same_token_and_makes_one(gm: GameMaster):
    await gm.open()
    body = {"role": "spectator", "label": "Cid"}
    answers = await asyncio.gather(
        *(gm.request("POST", "/tokens", body, Idempotency_Key="k1") for _ in range(4))
    )
    assert {a.status_code for a in answers} == {201}
    assert len({a.text for a in answers}) == 1
    assert len((await gm.get("/tokens"))["items"]) == 2
    await gm.problem(
        422,
        "idempotency-key-reused",
        "POST",
        "/tokens",
        {"role": "spectator"},
        Idempotency_Key="k1",
    )
    await gm.problem(422, "idempotency-key-reused", "POST", "/start", Idempotency_Key="k1")


async def test_an_encounter_has_only_so_many_tokens(
    gm: GameMaster, monkeypatch: pytest.MonkeyPatch
):
    await gm.open()
    monkeypatch.setattr(tokens, "MAX_TOKENS", 2)
    await gm.seat("spectator")
    await gm.problem(409, "too-many-tokens", "POST", "/tokens", {"role": "spectator"})


async def test_a_token_made_before_there_were_roles_stays_a_game_masters(database_url: str):
    """Back to the tables before, a token as they had it, and forth again."""
    settings = settings_for(database_url)
    async with serving(settings) as client:
        gm = GameMaster(client)
        await gm.open()
        await gm.seat("spectator")

    def only_the_game_masters_is_left(connection: Any) -> None:
        left = connection.execute(text("SELECT role FROM tokens")).all()
        assert [tuple(row) for row in left] == [("gm",)]

    def there_and_back(connection: Any) -> None:
        back_and_forth(connection, "0001", only_the_game_masters_is_left)

    await asyncio.to_thread(migrations.connected, settings, there_and_back)
    async with serving(settings) as client:
        gm.http = client
        assert (await gm.get())["you"]["role"] == "gm"
        assert len((await gm.get("/tokens"))["items"]) == 1


def test_every_column_of_a_token_is_made_on_purpose():
    """A new column must be thought of in `new_token`."""
    made = access.new_token("e", access.Grant(role="gm"), "2027-01-01T00:00:00.000Z")
    assert set(made.row) == set(Token.__table__.columns.keys())  # type: ignore[attr-defined]


async def test_players_and_spectators_manage_no_tokens(gm: GameMaster, client: httpx.AsyncClient):
    await ambush(gm, start=False)
    for other in (await gm.seat("player", "sotek"), await gm.seat("spectator")):
        await other.problem(403, "game-master-only", "GET", "/tokens")
        await other.problem(403, "game-master-only", "POST", "/tokens", {"role": "gm"})
        await other.problem(403, "game-master-only", "DELETE", f"/tokens/{other.token_id}")
