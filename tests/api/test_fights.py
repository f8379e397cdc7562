"""Whole fights: seeded ones repeat, every one verifies, and a changed byte is found."""

import json
import sqlite3
from typing import Any

import asyncpg
import httpx
import pytest

from app.rules.tides_of_ichor.examples import CHAMPION, GOBLIN, ORC, QUETLZ, SOTEK
from tests.api.ambush import ambush, whole_fight
from tests.api.client import GameMaster


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


async def stored(database_url: str, column: str, version: int) -> Any:
    query = f"SELECT {column} FROM log_entries WHERE version = {version}"  # noqa: S608
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
    before = await stored(database_url, column, version)
    if isinstance(before, str):
        at = len(before) // 2
        after: Any = before[:at] + chr(ord(before[at]) ^ 1) + before[at + 1 :]
    else:
        after = 1 if before is None else before ^ 1
    await change(database_url, "log_entries", column, f"version = {version}", after)
    report = await gm.get("/verification")
    assert not report["ok"]
    assert report["first_difference"]["version"] == version


@pytest.mark.parametrize("column", ["state_json", "head", "drawn_public"])
async def test_a_changed_snapshot_is_found(gm: GameMaster, database_url: str, column: str):
    await ambush(gm)
    value: Any = 99
    if column == "head":
        value = "0" * 64
    if column == "state_json":
        state = await gm.get()
        assert state["combatants"][0]["state"]["w"] == 15
        row = await snapshot(database_url)
        value = row.replace('"wounds":15', '"wounds":14')
        assert value != row
    await change(database_url, "encounters", column, "1 = 1", value)
    report = await gm.get("/verification")
    assert not report["ok"]
    assert report["first_difference"]["version"] == 6


async def snapshot(database_url: str) -> str:
    query = "SELECT state_json FROM encounters"
    if database_url.startswith("sqlite"):
        with sqlite3.connect(database_url.removeprefix("sqlite:///")) as file:
            return str(file.execute(query).fetchone()[0])
    connection = await asyncpg.connect(database_url)
    value = await connection.fetchval(query)
    await connection.close()
    return str(value)


async def test_a_snapshot_of_another_format_is_folded_anew(gm: GameMaster, database_url: str):
    """as after an update that changed what a state is made of; and kept"""
    await ambush(gm)
    before = await gm.get()
    await change(database_url, "encounters", "state_format", "1 = 1", 1)
    written = await snapshot(database_url)
    await change(database_url, "encounters", "state_json", "1 = 1", '{"of": "long ago"}')
    assert await gm.get() == before
    assert await snapshot(database_url) == written
    assert (await gm.get("/verification"))["ok"]


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
    """Over 256 entries, states of the past come from a checkpoint and a short fold."""
    await ambush(gm)
    seen = {}
    acting = "sotek"
    for _ in range(300):
        entry = await gm.act(acting, "pass")
        acting = entry["encounter"]["acting"]
        if entry["version"] in (250, 256, 257, 290):
            seen[entry["version"]] = await gm.get()
    for version, state in seen.items():
        assert await gm.get(f"?at={version}") == state
    assert (await gm.get("/verification"))["ok"]
