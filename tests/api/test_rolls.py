"""Rolls outside encounters: receipts that a third party checks with HMAC and SHA-256 alone."""

import asyncio
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from app.services.clock import standing_still
from tests.api.conftest import serving
from tests.databases import settings_for
from tests.e2e.server import ROOT

KEY = "post-12345@forum.example/thread-8841"
MONDAY, TUESDAY = "2026-11-30T12:00:00.000Z", "2026-12-01T00:00:00.000Z"


async def rolled(client: httpx.AsyncClient, text: str, key: str = "", **more: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    answer = await client.post("/v1/rolls", json={"text": text, **more}, headers=headers)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


async def refused(client: httpx.AsyncClient, status: int, code: str, text: str, **more: Any) -> Any:
    answer = await client.post("/v1/rolls", json={"text": text, **more})
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    return answer.json()


def check(receipt: dict[str, Any], committed: str) -> None:
    """What docs/commands.md tells a third party to do, who has nothing of ours."""
    page = (ROOT / "docs" / "commands.md").read_text()
    program: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], program)  # noqa: S102
    program["check"](receipt, committed)


# --- receipts -------------------------------------------------------------------------------------


async def test_a_receipt_is_checked_against_what_was_shown_before(client: httpx.AsyncClient):
    with standing_still("2026-11-29T23:59:59.999Z"):
        before = (await client.get("/v1/rolls/epochs/tomorrow")).json()
        assert (before["day"], before["epoch"], before["key"]) == ("2026-11-30", 20261130, None)
    with standing_still(MONDAY):
        answer = await client.post(
            "/v1/rolls", json={"text": "Luck! !roll 2d10+4\n!roll d%", "nonce": "0123456789abcdef"}
        )
        assert answer.status_code == 201
        made = answer.json()
        receipt = made["receipt"]
        assert answer.headers["location"] == f"/v1/rolls/{receipt['content']['id']}"
        assert [one["status"] for one in made["results"]] == ["done", "done"]
        assert made["text"] == "\n".join(one["text"] for one in receipt["content"]["rolls"])
        assert receipt["epoch"]["key"] is None
        assert [d["n"] for r in receipt["content"]["rolls"] for d in r["dice"]] == [0, 1, 2]
        second = (await rolled(client, "!roll 3d6"))["receipt"]
        assert (second["content"]["number"], second["previous"]) == (2, receipt["hash"])
        today = (await client.get("/v1/rolls/epochs/today")).json()
        assert (today["drawn"], today["receipts"], today["head"]) == (6, 2, second["hash"])
    with standing_still(TUESDAY):
        for one in (receipt, second):
            shown = (await client.get(f"/v1/rolls/{one['content']['id']}")).json()
            assert shown["content"] == one["content"]
            check(shown, before["commitment"])
        over = (await client.get("/v1/rolls/epochs/2026-11-30")).json()
        assert over["key"] is not None
        later = (await rolled(client, "!roll 1d6"))["receipt"]
        assert later["content"]["day"] == "2026-12-01"
        assert later["epoch"]["commitment"] != before["commitment"]


async def test_a_forged_receipt_falls_through(client: httpx.AsyncClient):
    with standing_still(MONDAY):
        made = (await rolled(client, "!roll 1d20"))["receipt"]
        committed = made["epoch"]["commitment"]
    with standing_still(TUESDAY):
        shown = (await client.get(f"/v1/rolls/{made['content']['id']}")).json()
    die = shown["content"]["rolls"][0]["dice"][0]
    die["face"] = die["face"] % 20 + 1
    with pytest.raises(AssertionError):
        check(shown, committed)


async def test_no_die_falls_by_a_key_that_was_shown(client: httpx.AsyncClient):
    """Another worker's clock runs ahead, and has closed the day: here, too, it is over."""
    with standing_still(MONDAY):
        await rolled(client, "!roll 1d20")
    with standing_still(TUESDAY):
        assert (await client.get("/v1/rolls/epochs/2026-11-30")).json()["key"] is not None
    with standing_still(MONDAY):
        assert (await rolled(client, "!roll 1d20"))["receipt"]["content"]["day"] == "2026-12-01"
        assert (await client.get("/v1/rolls/epochs/2026-11-30")).json()["drawn"] == 1


async def test_a_day_has_one_commitment_and_no_gaps_however_many_roll(client: httpx.AsyncClient):
    with standing_still(MONDAY):
        made = await asyncio.gather(*(rolled(client, "!roll 2d6") for _ in range(12)))
    contents = [one["receipt"]["content"] for one in made]
    assert sorted(content["number"] for content in contents) == list(range(1, 13))
    numbers = [die["n"] for c in contents for roll in c["rolls"] for die in roll["dice"]]
    assert sorted(numbers) == list(range(24))
    assert len({one["receipt"]["epoch"]["commitment"] for one in made}) == 1


@pytest.mark.parametrize("day", ["2026-12-02", "2026-11-31", "2026-11-28", "2026-02-31"])
async def test_days_that_cannot_be_shown(client: httpx.AsyncClient, day: str):
    with standing_still(MONDAY):
        answer = await client.get(f"/v1/rolls/epochs/{day}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


async def test_what_is_no_day_and_no_receipt(client: httpx.AsyncClient):
    assert (await client.get("/v1/rolls/epochs/monday")).status_code == 422
    answer = await client.get("/v1/rolls/nobody-rolled-this")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


# --- keys -----------------------------------------------------------------------------------------


async def test_a_retry_gives_the_same_receipt(client: httpx.AsyncClient):
    first = await rolled(client, "!roll 2d10", KEY)
    answers = await asyncio.gather(*(rolled(client, "!roll 2d10", KEY) for _ in range(4)))
    assert all(answer["receipt"]["content"] == first["receipt"]["content"] for answer in answers)
    edited = await client.post(
        "/v1/rolls", json={"text": "!roll 3d10"}, headers={"Idempotency-Key": KEY}
    )
    assert (edited.status_code, edited.json()["code"]) == (422, "idempotency-key-reused")
    weak = await client.post(
        "/v1/rolls", json={"text": "!roll 1"}, headers={"Idempotency-Key": "1"}
    )
    assert (weak.status_code, weak.json()["code"]) == (422, "weak-idempotency-key")


async def test_two_at_once_under_one_key(client: httpx.AsyncClient):
    made = await asyncio.gather(*(rolled(client, "!roll 9d9", KEY) for _ in range(5)))
    assert len({one["receipt"]["content"]["id"] for one in made}) == 1
    assert (await client.get("/v1/rolls/epochs/today")).json()["drawn"] == 9


# --- what can be rolled ---------------------------------------------------------------------------


async def test_combatdice_as_the_source_has_it(client: httpx.AsyncClient):
    """SD-CMD-1, SD-CMD-2: the dice, a percentage of their total, then the modifiers."""
    for text in ("!combatdice 1d25 1d32 @75% +2 +2", "!CombatDice 1d25 1d32 + 4 @75"):
        made = await rolled(client, text, ruleset="desdaemona")
        (roll,) = made["receipt"]["content"]["rolls"]
        strength, dexterity = (die["face"] for die in roll["dice"])
        total, left = strength + dexterity, (strength + dexterity) * 75 // 100
        assert made["text"] == (
            f"Somebody rolls (d25){strength} + (d32){dexterity} = {total} @75% = {left} + 4 = "
            f"{left + 4}."
        )
        assert roll["ruleset"] == {"id": "desdaemona", "version": "1"}
    assert (await rolled(client, "!combatdice 1d25"))["receipt"], "whoever's word it is"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("So: !combatdice STR DEX @75%", "not-dice", "STR DEX"),
        ("So: !evade", "unknown-command", "!evade"),
        ("!attack orc-1 with bow", "unknown-command", "!attack orc-1 with bow"),
        ("!roll 2d10+x", "bad-dice-notation", "2d10+x"),
        ("!roll", "unreadable-command", "!roll"),
        ("!roll 1d6 as fred", "unreadable-command", "fred"),
        ("!roll 1d6 rolled 6", "unreadable-command", "6"),
        ("!combatdice 1d25 @101%", "unreadable-command", "@101%"),
        ("!status", "unknown-command", "!status"),
    ],
)
async def test_anything_else_is_answered_with_the_right_form(
    client: httpx.AsyncClient, text: str, code: str, place: str
):
    """SD-CMD-1, SD-CMD-2"""
    problem = await refused(client, 422, code, text)
    assert text[problem["at"]["start"] : problem["at"]["end"]] == place
    assert "!roll <notation>" in problem["detail"] or "!combat_dice <rolls>" in problem["detail"]
    assert (await client.get("/v1/rolls/epochs/today")).json()["drawn"] == 0


async def test_a_post_stops_at_the_first_that_is_refused(client: httpx.AsyncClient):
    made = await rolled(client, "!roll 1d6 !roll 1d !roll 1d6")
    assert [one["status"] for one in made["results"]] == ["done", "refused", "not_run"]
    assert len(made["receipt"]["content"]["rolls"]) == 1
    quoted = await client.post("/v1/rolls", json={"text": "> !roll 1d6\nhello!"})
    assert (quoted.status_code, quoted.json()["receipt"]) == (200, None)
    await refused(client, 422, "too-many-commands", "!roll 1d6 " * 21)


async def test_how_many_dice(client: httpx.AsyncClient):
    await refused(client, 422, "bad-dice-notation", "!roll 100d6+1d6")
    most = "!combatdice 100d6+100d6+100d6+100d6+100d6"
    made = await rolled(client, f"{most}\n{most}\n!roll 1d6")
    assert [one["status"] for one in made["results"]] == ["done", "done", "refused"]
    assert made["results"][2]["problem"]["code"] == "unreadable-command"


async def test_a_dry_run_and_help_roll_nothing(client: httpx.AsyncClient):
    would = await rolled(client, "!help !help roll !roll 2d6", dry_run=True)
    assert [one["status"] for one in would["results"]] == ["told", "told", "would_do"]
    assert would["results"][1]["text"].startswith("!roll <notation> : ")
    assert would["receipt"] is None
    assert (await client.get("/v1/rolls/epochs/today")).json()["drawn"] == 0
    await refused(client, 422, "unknown-ruleset", "!roll 1d6", ruleset="chess")
    await refused(client, 422, "unknown-command", "!combatdice 1d6", ruleset="magickal")


async def test_where_there_is_a_create_key_rolling_takes_it(database_url: str):
    secret = "a-key-that-only-this-forum-has"
    settings = settings_for(database_url, create_key=SecretStr(secret))
    async with serving(settings) as client:
        await refused(client, 401, "unauthorized", "!roll 1d6")
        answer = await client.post(
            "/v1/rolls", json={"text": "!roll 1d6"}, headers={"Authorization": f"Bearer {secret}"}
        )
        assert answer.status_code == 201
        id = answer.json()["receipt"]["content"]["id"]
        assert (await client.get(f"/v1/rolls/{id}")).status_code == 200


async def test_rolls_are_limited_by_address(database_url: str):
    async with serving(settings_for(database_url, address_writes_per_minute=3)) as client:
        await rolled(client, "!roll 1d6 !roll 1d6")
        await refused(client, 429, "too-many-requests", "!roll 1d6 !roll 1d6")
