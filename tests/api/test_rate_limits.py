"""Limits a token and an address: 429 with Retry-After, nothing done; 0 is off."""

import time
from typing import Any

import httpx
import pytest

from app.config import Settings
from app.errors import TooManyRequests
from app.services.rate_limits import ENTRIES_A_READ, RateLimits, address_of
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for


def limits(**changes: int) -> RateLimits:
    return RateLimits(Settings(**changes))  # type: ignore[arg-type]


def refused(count: Any, *of: Any) -> TooManyRequests:
    with pytest.raises(TooManyRequests) as found:
        count(*of)
    return found.value


async def test_openings_of_one_address(database_url: str):
    async with serving(settings_for(database_url, openings_per_minute=2)) as client:
        body = {"ruleset": "toy", "name": "x"}
        for _ in range(2):
            assert (await client.post("/v1/encounters", json=body)).status_code == 201
        answer = await client.post("/v1/encounters", json=body)
        _too_many(answer, limit=2, limited="openings")


def _too_many(answer: httpx.Response, *, limit: int, limited: str) -> None:
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (429, "too-many-requests"), answer.text
    assert 1 <= int(answer.headers["retry-after"]) == problem["retry_after"] <= 60
    assert (problem["limit"], problem["limited"]) == (limit, limited)


async def test_writes_of_one_token(database_url: str):
    async with serving(settings_for(database_url, writes_per_minute=3)) as client:
        gm = GameMaster(client)
        await gm.open("toy")
        other = await gm.seat("gm")
        await gm.join("Ann", "a")
        await gm.start()
        for method, path, body in (
            ("POST", "/actions", {"type": "end_turn", "actor": "ann"}),
            ("POST", "/tokens", {"role": "gm"}),
            ("PATCH", "/combatants/ann", {"reason": "x"}),
            ("DELETE", "", None),
        ):
            _too_many(await gm.request(method, path, body), limit=3, limited="writes")
        assert (await gm.get())["version"] == 3  # reading is not limited, and nothing has happened
        await other.act("ann", "end_turn")


async def test_writes_from_one_address(database_url: str):
    async with serving(settings_for(database_url, address_writes_per_minute=2)) as client:
        gm = GameMaster(client)
        await gm.open("toy")
        other = await gm.seat("gm")
        await other.join("Ann", "a")
        answer = await gm.request("POST", "/start")
        _too_many(answer, limit=2, limited="address-writes")


@pytest.mark.parametrize("path", ["?at=1", "/verification", "/proofs"])
async def test_costly_reads(database_url: str, path: str):
    async with serving(settings_for(database_url, costly_reads_per_minute=1)) as client:
        gm = GameMaster(client)
        await gm.open("toy")
        await gm.join("Ann", "a")
        await gm.get(path)
        _too_many(await gm.request("GET", path), limit=1, limited="costly-reads")
        await gm.get("?at=2")  # the present is no costly read
        await gm.get("/log")


def test_a_long_log_costs_more_to_verify_and_is_still_verified_once():
    counted = limits(costly_reads_per_minute=3)
    counted.costly_read("long", "there", entries=2 * ENTRIES_A_READ)
    refused(counted.costly_read, "long", "there")
    counted.costly_read("longer", "there", entries=100 * ENTRIES_A_READ)
    refused(counted.costly_read, "longer", "there")


def test_tokens_and_addresses_are_counted_each_on_its_own():
    counted = limits(writes_per_minute=1, address_writes_per_minute=2)
    counted.write("a", "here")
    refused(counted.write, "a", "there")
    counted.write("b", "here")
    assert refused(counted.write, "c", "here").extras["limited"] == "address-writes"
    counted.write("d", "there")


def test_there_is_room_again_after_a_minute(monkeypatch: pytest.MonkeyPatch):
    counted = limits(openings_per_minute=1)
    counted.opening("here")
    wait = refused(counted.opening, "here").extras["retry_after"]
    later = time.monotonic() + wait
    monkeypatch.setattr("app.services.rate_limits.time.monotonic", lambda: later)
    counted.opening("here")


def test_zero_is_no_limit():
    off = limits(
        openings_per_minute=0,
        writes_per_minute=0,
        address_writes_per_minute=0,
        costly_reads_per_minute=0,
        address_costly_reads_per_minute=0,
    )
    for _ in range(1_000):
        off.opening("here")
        off.write("a", "here")
        off.costly_read("a", "here", entries=10_000)


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("testclient", "unknown"),
        (None, "unknown"),
    ],
)
def test_what_an_address_counts_for(host: str | None, counted: str):
    assert address_of(host) == counted
