"""The short way of actions answers as the usual way does, and refuses nothing itself."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from app.routers.entries import shown as usually_shown
from app.schemas import LogEntryOut
from app.services.referee import Referee
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.api.test_hidden import skirmish
from tests.databases import settings_for

CHARGE = {"actor": "sotek", "type": "charge", "target": "orc-1", "weapon": "Great blade"}
GOOD = {**CHARGE, "dice": [66, 57, 4, 7]}
SHORT = "application/json"
USUAL = "application/json; charset=utf-8"  # means the same, but the short way leaves it alone

REFUSED: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "not its turn": ({**CHARGE, "actor": "orc-1", "target": "sotek"}, {}),
    "nobody of that name": ({**CHARGE, "target": "nobody"}, {}),
    "no such action": ({**CHARGE, "type": "dance"}, {}),
    "a field too many": ({**CHARGE, "colour": "red"}, {}),
    "a number for a name": ({**CHARGE, "actor": 1}, {}),
    "too few dice": ({**CHARGE, "dice": [66]}, {}),
    "a die with no such face": ({**CHARGE, "dice": [101]}, {}),
    "a fraction": ({**CHARGE, "dice": [1.5]}, {}),
    "another version": (GOOD, {"If-Match": '"3"'}),
    "no version": (GOOD, {"If-Match": "now"}),
    "a key with a space": (GOOD, {"Idempotency-Key": "a b"}),
}


@pytest.fixture
def short_answers(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The entries that the short way has answered with so far."""
    answered: list[dict[str, Any]] = []

    def shown(*args: Any) -> dict[str, Any]:
        entry = usually_shown(*args)
        answered.append(entry)
        return entry

    monkeypatch.setattr("app.quick.shown", shown)
    return answered


async def test_both_ways_give_the_same_answer(
    database_url: str, short_answers: list[dict[str, Any]]
):
    entries, etags = [], []
    async with serving(settings_for(database_url)) as client:
        for way in (SHORT, USUAL):
            gm = GameMaster(client)
            await ambush(gm, seed="the same")
            answer = await gm.request("POST", "/actions", GOOD, Content_Type=way)
            assert answer.status_code == 201, answer.text
            LogEntryOut.model_validate(answer.json())
            entries.append({**answer.json(), "at": "", "hash": ""})
            etags.append(answer.headers["etag"])
    assert len(short_answers) == 1
    assert entries[0] == entries[1]
    assert etags[0] == etags[1]


@pytest.mark.parametrize("case", REFUSED)
async def test_both_ways_refuse_alike(
    gm: GameMaster, short_answers: list[dict[str, Any]], case: str
):
    body, headers = REFUSED[case]
    await ambush(gm)
    refusals = [
        await gm.request("POST", "/actions", body, Content_Type=way, **headers)
        for way in (SHORT, USUAL)
    ]
    assert refusals[0].status_code == refusals[1].status_code >= 400
    assert refusals[0].json() == refusals[1].json()
    assert not short_answers
    assert (await gm.get())["version"] == 6


async def test_a_removed_encounter_takes_no_more_actions(gm: GameMaster):
    """given a token seen before and a cached encounter, then the transaction still asks"""
    await ambush(gm)
    await gm.ok("POST", "/actions", GOOD)
    await gm.ok("DELETE", "")
    answer = await gm.request("POST", "/actions", {"actor": "quetlz", "type": "pass"})
    assert answer.status_code == 401


async def test_a_key_is_found_though_the_turn_has_passed(gm: GameMaster):
    await ambush(gm)
    first = await gm.request("POST", "/actions", GOOD, Idempotency_Key="once")
    again = await gm.request("POST", "/actions", GOOD, Idempotency_Key="once")
    assert (again.status_code, again.json()) == (201, first.json())
    assert (await gm.get())["version"] == 7


async def test_the_short_way_shows_a_player_what_they_may_see(
    gm: GameMaster, short_answers: list[dict[str, Any]]
):
    ann, bob, watcher = await skirmish(gm)
    for seat in (ann, bob, watcher):
        await seat.get()  # only a token seen before takes it
    foreseen = await ann.act("ann", "foresee")
    assert (foreseen["by"], len(short_answers)) == ("player", 1)
    assert foreseen["dice"][0]["face"] is not None
    end = {"actor": "ann", "type": "end_turn"}
    await bob.problem(403, "not-your-combatant", "POST", "/actions", end)
    await watcher.problem(403, "read-only", "POST", "/actions", end)
    await ann.ok("POST", "/actions", end)
    sneak = await bob.act("bob", "sneak")
    assert (sneak["dice"][0]["face"], len(short_answers)) == (None, 3)
    assert sneak["dice"][0]["redacted"]


@pytest.mark.parametrize("way", [SHORT, USUAL])
async def test_a_fault_of_ours_is_a_problem_too_and_logged_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch, way: str
):
    async def broken(*_: Any) -> None:
        raise RuntimeError("the rules are on fire")

    async with serving(settings_for(database_url), conforming=False) as client:
        gm = GameMaster(client)
        await ambush(gm)
        monkeypatch.setattr(Referee, "record", broken)
        with capture_logs() as logged:
            answer = await gm.request(
                "POST", "/actions", GOOD, Content_Type=way, X_Request_ID="mine"
            )
    told = answer.json()
    assert (answer.status_code, told["code"], told["request_id"]) == (500, "internal-error", "mine")
    assert answer.headers["x-request-id"] == "mine"
    assert answer.headers["content-type"] == "application/problem+json"
    assert [line["event"] for line in logged] == ["a request broke"]
