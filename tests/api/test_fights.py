"""Whole fights: seeded ones repeat, every one verifies, and a changed byte is found."""

import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import httpx
import pytest

from app.rules.tides_of_ichor.examples import CHAMPION, GOBLIN, ORC, QUETLZ, SOTEK
from app.services import event_log
from tests.api.ambush import ambush, whole_fight
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for


async def three_against_five(gm: GameMaster, seed: str) -> list[dict[str, Any]]:
    """A seeded fight to its end; what of its log must be the same on every run."""
    await gm.open(
        seed=seed,
        combatants=[
            {"name": "Sotek", "side": "heroes", "sheet": SOTEK},
            {"name": "Quetlz", "side": "heroes", "sheet": QUETLZ},
            {"name": "Champion", "side": "heroes", "sheet": CHAMPION},
            {"name": "Orc", "side": "foes", "sheet": ORC, "count": 3, "group": "orcs"},
            {"name": "Goblin", "side": "foes", "sheet": GOBLIN, "count": 2},
        ],
    )
    await gm.start()
    await whole_fight(gm)
    log = (await gm.get("/log?limit=1000"))["items"]
    return [{k: e[k] for k in ("version", "command", "dice", "events", "summary")} for e in log]


async def test_a_seeded_fight_is_the_same_on_every_run(gm: GameMaster, client: httpx.AsyncClient):
    first = await three_against_five(gm, "jungle")
    report = await gm.get("/verification")
    assert report["ok"]
    assert report["entries"] == report["redecided"] == len(first)
    again = GameMaster(client)
    assert await three_against_five(again, "jungle") == first
    other = GameMaster(client)
    assert await three_against_five(other, "desert") != first


async def test_a_seeded_encounter_says_so_and_commits_to_nothing(gm: GameMaster):
    opened = await gm.open(seed="x")
    assert opened["dice"] == {
        "scheme": "pfd1", "mode": "seeded", "epoch": 0, "commitments": None, "keys": None
    }  # fmt: skip
    assert "seed" not in json.dumps(await gm.get("/log")).replace("seeded", "")


async def test_a_fair_encounter_shows_commitments_and_no_secret(gm: GameMaster):
    opened = await gm.open()
    assert opened["dice"]["mode"] == "fair"
    assert {len(c) for c in opened["dice"]["commitments"].values()} == {64}


async def change(database_url: str, table: str, column: str, where: str, value: Any) -> None:
    """Changes a stored value behind the service's back."""
    if database_url.startswith("sqlite"):
        with sqlite3.connect(database_url.removeprefix("sqlite:///")) as file:
            file.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))  # noqa: S608
        return
    connection = await asyncpg.connect(database_url)
    await connection.execute(f"UPDATE {table} SET {column} = $1 WHERE {where}", value)  # noqa: S608
    await connection.close()


async def stored(database_url: str, table: str, column: str, where: str) -> Any:
    query = f"SELECT {column} FROM {table} WHERE {where}"  # noqa: S608
    if database_url.startswith("sqlite"):
        with sqlite3.connect(database_url.removeprefix("sqlite:///")) as file:
            return file.execute(query).fetchone()[0]
    connection = await asyncpg.connect(database_url)
    value = await connection.fetchval(query)
    await connection.close()
    return value


COLUMNS = (
    "parent", "kind", "cause", "followers", "replaces", "by", "at", "epoch", "ruleset_version",
    "event_schema", "intent", "after_json", "command_json", "dice_json", "events_json", "head",
)  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS)
async def test_one_changed_byte_is_found_and_its_entry_named(
    gm: GameMaster, database_url: str, column: str
):
    await ambush(gm)
    await gm.act("sotek", "charge", target="orc-1")
    version = 7
    before = await stored(database_url, "log_entries", column, f"version = {version}")
    if isinstance(before, str):
        at = len(before) // 2
        after: Any = before[:at] + chr(ord(before[at]) ^ 1) + before[at + 1 :]
    else:
        after = 1 if before is None else before ^ 1
    await change(database_url, "log_entries", column, f"version = {version}", after)
    report = await gm.get("/verification")
    assert not report["ok"]
    assert report["first_difference"]["version"] == version


@pytest.mark.parametrize(("column", "value"), [("head", "0" * 64), ("drawn_public", 99)])
async def test_a_changed_row_is_found(gm: GameMaster, database_url: str, column: str, value: Any):
    await ambush(gm)
    await change(database_url, "encounters", column, "1 = 1", value)
    report = await gm.get("/verification")
    assert not report["ok"]
    assert report["first_difference"]["version"] == 6


@asynccontextmanager
async def restarted(
    gm: GameMaster, database_url: str, *, conforming: bool = True
) -> AsyncIterator[GameMaster]:
    """The game master of a service that hasn't read the encounter yet."""
    async with serving(settings_for(database_url), conforming=conforming) as client:
        yield gm.through(client)


async def brief(
    database_url: str, play: Callable[[GameMaster], Awaitable[None]] = ambush
) -> GameMaster:
    """The game master of a fight on a service that has ended."""
    async with serving(settings_for(database_url)) as client:
        gm = GameMaster(client)
        await play(gm)
        return gm


@pytest.fixture
def every_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint at every third entry."""
    monkeypatch.setattr(event_log, "CHECKPOINT_EVERY", 3)


@pytest.mark.usefixtures("every_third")
async def test_a_changed_checkpoint_is_found(gm: GameMaster, database_url: str):
    await ambush(gm)
    for version in (3, 6):
        where = f"version = {version}"
        text = await stored(database_url, "checkpoints", "state_json", where)
        wounded = text.replace('"wounds":15', '"wounds":14')
        assert wounded != text
        await change(database_url, "checkpoints", "state_json", where, wounded)
        report = await gm.get("/verification")
        assert report["first_difference"]["version"] == 3
        assert report["first_difference"]["what"] == "snapshot"


@pytest.mark.usefixtures("every_third")
async def test_a_checkpoint_that_cannot_be_read_is_named(database_url: str):
    gm = await brief(database_url)
    await change(database_url, "checkpoints", "state_json", "version = 6", '{"of": "long ago"}')
    async with restarted(gm, database_url, conforming=False) as again:
        problem = await again.problem(500, "damaged-log", "GET", "")
        assert problem["version"] == 6
        report = await again.get("/verification")
        assert report["first_difference"]["version"] == 6
        assert report["first_difference"]["what"] == "unreadable"


@pytest.mark.parametrize("change_to", ["'[]'", "'{'", None])
async def test_an_entry_that_cannot_be_read_is_named(database_url: str, change_to: str | None):
    """Or that is gone; nothing is decided on such a log, and verification still tells of it."""
    gm = await brief(database_url)
    where = "version = 5"
    if change_to is None:
        await change(database_url, "log_entries", "version", where, 99)
    else:
        await change(database_url, "log_entries", "events_json", where, change_to)
    async with restarted(gm, database_url, conforming=False) as again:
        problem = await again.problem(500, "damaged-log", "GET", "")
        assert problem["version"] == 5
        assert "restore it from a backup" in problem["detail"]
        act = {"actor": "sotek", "type": "pass"}
        await again.problem(500, "damaged-log", "POST", "/actions", act)
        assert (await again.get("/verification"))["first_difference"]["version"] == 5


@pytest.mark.usefixtures("every_third")
async def test_checkpoints_of_another_format_are_passed_over(database_url: str):
    """as after an update that changed what a state is made of; what was folded anew is kept"""
    gm = await brief(database_url)
    async with restarted(gm, database_url) as again:
        before = await again.get()
        written = await stored(database_url, "checkpoints", "state_json", "version = 6")
    await change(database_url, "checkpoints", "state_json", "1 = 1", '{"of": "long ago"}')
    await change(database_url, "checkpoints", "state_format", "1 = 1", 1)
    async with restarted(gm, database_url) as again:
        assert await again.get() == before
        anew = "version = 6 AND state_format <> 1"
        assert await stored(database_url, "checkpoints", "state_json", anew) == written
        assert (await again.get("/verification"))["ok"]


async def test_the_past_is_as_it_was(gm: GameMaster):
    await ambush(gm)
    seen = {6: await gm.get()}
    for version in range(7, 12):
        await gm.ok("POST", "/actions", {"actor": seen[version - 1]["acting"], "type": "pass"})
        seen[version] = await gm.get()
    for version, state in seen.items():
        assert await gm.get(f"?at={version}") == state
    await gm.problem(404, "not-found", "GET", "?at=99")


async def test_checkpoints_lead_to_the_same_past(gm: GameMaster):
    """Over 32 entries, states of the past come from a checkpoint and a short fold."""
    await ambush(gm)
    seen = {}
    acting = "sotek"
    for _ in range(70):
        entry = await gm.act(acting, "pass")
        acting = entry["encounter"]["acting"]
        if entry["version"] in (31, 32, 33, 63, 64, 65, 70):
            seen[entry["version"]] = await gm.get()
    for version, state in seen.items():
        assert await gm.get(f"?at={version}") == state
    assert (await gm.get("/verification"))["ok"]


@pytest.mark.usefixtures("every_third")
@pytest.mark.parametrize("undo", [{"count": 1}, {"count": 4}, {"to_version": 6}])
async def test_a_restart_changes_nothing(database_url: str, undo: dict[str, int]):
    """Also among entries that were undone, whichever have a checkpoint."""
    seen: dict[int, Any] = {}

    async def play(gm: GameMaster) -> None:
        await ambush(gm)
        for step in range(16):
            if step in (7, 12):
                await gm.ok("POST", "/undo", undo)
            acting = (await gm.get())["acting"]
            passed = await gm.act(acting, "pass")
            seen[passed["version"]] = await gm.get()

    gm = await brief(database_url, play)
    async with restarted(gm, database_url) as again:
        assert await again.get() == seen[max(seen)]
        for version, state in seen.items():
            assert await again.get(f"?at={version}") == state
        assert (await again.get("/verification"))["ok"]


async def test_who_reads_what_is_just_being_deleted_is_told_that_it_is_gone(
    database_url: str, monkeypatch: pytest.MonkeyPatch
):
    gm = await brief(database_url)
    fold = event_log._fold_to

    async def too_late(*args: Any) -> Any:
        monkeypatch.setattr(event_log, "_fold_to", fold)
        await gm.ok("DELETE", "")
        return await fold(*args)

    async with restarted(gm, database_url) as again:
        gm = again
        monkeypatch.setattr(event_log, "_fold_to", too_late)
        answer = await again.request("GET", "")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
