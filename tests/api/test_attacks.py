"""What players try, and must not get away with."""

import asyncio
from typing import Any

import httpx
import pytest
from pydantic import BaseModel
from sqlmodel import SQLModel

from app.main import create_app
from app.schemas import (
    ActionIn,
    AdjustmentIn,
    CombatantIn,
    CommandsIn,
    EncounterIn,
    NothingIn,
    OddsIn,
    RollsIn,
    StartIn,
    TokenIn,
    UndoIn,
)
from tests.api.client import GameMaster
from tests.api.test_hidden import SPY, skirmish, spy_of
from tests.databases import settings_for

COLUMNS = sorted({column.name for table in SQLModel.metadata.sorted_tables for column in table.c})
VALUES: tuple[Any, ...] = ("gm", None)

# Every operation with a body: one that is right, the fields it has, and what a player is told.
BODIES: dict[str, tuple[dict[str, Any], type[BaseModel], int]] = {
    "POST /v1/encounters": ({"ruleset": "toy", "name": "x"}, EncounterIn, 422),
    "POST /start": ({}, StartIn, 403),
    "POST /end": ({}, NothingIn, 403),
    "POST /undo": ({"count": 1}, UndoIn, 403),
    "POST /tokens": ({"role": "gm"}, TokenIn, 403),
    "POST /combatants": ({"name": "Cid", "side": "c"}, CombatantIn, 403),
    "PATCH /combatants/{cid}": ({"reason": "x"}, AdjustmentIn, 403),
    "POST /odds": ({"type": "step", "actor": "ann"}, OddsIn, 422),
    "POST /actions": ({"type": "step", "actor": "ann"}, ActionIn, 422),
    "POST /commands": ({"text": "!step", "as": "ann"}, CommandsIn, 422),
    "POST /v1/rolls": ({"text": "!roll 1d6"}, RollsIn, 422),
}


def with_bodies() -> set[str]:
    paths = create_app(settings_for("sqlite:///x.db")).openapi()["paths"]
    return {
        f"{method.upper()} {path.removeprefix('/v1/encounters/{encounter_id}')}"
        for path, operations in paths.items()
        for method, operation in operations.items()
        if "requestBody" in operation
    }


def test_every_operation_with_a_body_is_tried():
    assert with_bodies() == set(BODIES)


@pytest.mark.parametrize("operation", sorted(BODIES))
async def test_no_column_of_any_table_can_be_sent_along(gm: GameMaster, operation: str):
    """Mass assignment, by a player and, where only a game master may, by one."""
    ann, *_ = await skirmish(gm)
    watched = ("", "/log", "/tokens")
    before = [(await gm.request("GET", path)).text for path in watched]
    method, path = operation.split(" ")
    body, fields, status = BODIES[operation]
    url = path if path.startswith("/v1") else gm.path + path.format(cid="ann")
    for column in (name for name in COLUMNS if name not in fields.model_fields):
        for value in VALUES:
            for seat, told in ((ann, status), (gm, 422)):
                headers = {"Authorization": f"Bearer {seat.token}"}
                sent = {**body, column: value}
                answer = await gm.http.request(method, url, json=sent, headers=headers)
                assert answer.status_code == told, (column, value, answer.text)
    assert [(await gm.request("GET", path)).text for path in watched] == before


@pytest.mark.parametrize("kind", ["step", "end_turn", "pass", "strike"])
async def test_nobody_acts_for_anothers_combatant(gm: GameMaster, kind: str):
    ann, bob, watcher = await skirmish(gm)
    body = {"actor": "ann", "type": kind}
    if kind == "strike":
        body["target"] = "bob"
    await bob.problem(403, "not-your-combatant", "POST", "/actions", body)
    await watcher.problem(403, "read-only", "POST", "/actions", body)
    missing = {key: value for key, value in body.items() if key != "actor"}
    for seat in (ann, bob):
        await seat.problem(422, "invalid-command", "POST", "/actions", missing)
        gms = {**body, "actor": "gm"}
        await seat.problem(422, "unknown-combatant", "POST", "/actions", gms)
    await ann.ok("POST", "/actions", body)


async def test_no_column_of_any_table_can_be_said(gm: GameMaster):
    """The same by text: what is no field of the action is refused, with its place."""
    ann, bob, watcher = await skirmish(gm)
    for column in (name for name in COLUMNS if name != "actor"):
        for text in (f"!step {column}=gm", f"!step {column} gm"):
            body = {"text": text, "as": "ann"}
            await ann.problem(422, "unreadable-command", "POST", "/commands", body)
    for text in ("!step as ann", "!step actor=ann", "!strike bob as ann"):
        body = {"text": text, "as": "bob"}
        await bob.problem(403, "not-your-combatant", "POST", "/commands", body)
        await watcher.problem(403, "read-only", "POST", "/commands", body)
    for word in ("burn", "flurry_blow", "join", "adjust", "open", "pause"):
        body = {"text": f"!{word} bob"}
        await gm.problem(422, "unknown-command", "POST", "/commands", body)


async def test_a_players_key_is_nothing_in_anothers_hand(gm: GameMaster):
    """The same request under the same key, by another token, is another request."""
    ann, bob, _ = await skirmish(gm)
    body = {"actor": "ann", "type": "foresee"}
    first = await ann.ok("POST", "/actions", body, Idempotency_Key="mine")
    again = await ann.ok("POST", "/actions", body, Idempotency_Key="mine")
    assert again == first
    assert first["dice"][0]["face"] is not None
    replayed = await bob.problem(
        403, "not-your-combatant", "POST", "/actions", body, Idempotency_Key="mine"
    )
    assert "dice" not in replayed
    await gm.problem(409, "nothing-left", "POST", "/actions", body, Idempotency_Key="mine")


async def test_a_posts_key_is_nothing_in_anothers_hand(gm: GameMaster):
    ann, bob, _ = await skirmish(gm)
    body = {"text": "!foresee\n!roll 1d6", "as": "ann"}
    first = await ann.ok("POST", "/commands", body, Idempotency_Key="mine")
    assert await ann.ok("POST", "/commands", body, Idempotency_Key="mine") == first
    code = "not-your-combatant"
    await bob.problem(403, code, "POST", "/commands", body, Idempotency_Key="mine")
    await gm.ok("DELETE", f"/tokens/{ann.token_id}")
    again = await ann.request("POST", "/commands", body, Idempotency_Key="mine")
    assert again.status_code == 401


async def test_a_revoked_token_gets_no_old_answer_by_its_key(gm: GameMaster):
    ann, *_ = await skirmish(gm)
    body = {"actor": "ann", "type": "step"}
    await ann.ok("POST", "/actions", body, Idempotency_Key="mine")
    await gm.ok("DELETE", f"/tokens/{ann.token_id}")
    again = await ann.request("POST", "/actions", body, Idempotency_Key="mine")
    assert again.status_code == 401


async def test_guessed_ids_all_look_alike(gm: GameMaster, client: httpx.AsyncClient):
    ann, *_ = await skirmish(gm, SPY)
    other = GameMaster(client)
    await other.open("toy")
    headers = {"Authorization": f"Bearer {ann.token}"}
    elsewhere = await client.get(other.path, headers=headers)
    nowhere = await client.get("/v1/encounters/AAAAAAAAAAAAAAAAAAAAAA", headers=headers)
    assert (elsewhere.status_code, elsewhere.text) == (nowhere.status_code, nowhere.text)
    spy = await spy_of(gm)
    guesses = [spy, "spy", "Spy", "npc-1", "spy-2", "guild", "shadows", "nobody"]
    answers = [await ann.request("GET", f"/combatants/{guess}") for guess in guesses]
    assert {a.status_code for a in answers} == {404}
    assert len({a.text.replace(g, "…") for a, g in zip(answers, guesses, strict=True)}) == 1


async def test_the_past_before_a_reveal_stays_dark(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    hidden_until = (await gm.get())["version"]
    await gm.ok("PATCH", f"/combatants/{spy}", {"reason": "seen", "hidden": False})
    assert spy in str(await ann.get())
    for version in range(1, hidden_until + 1):
        for path in (f"?at={version}", f"/log/{version}", f"/proofs?after={version - 1}&limit=1"):
            text = (await ann.request("GET", path)).text
            assert not [w for w in (spy, "Spy", "guild", "shadows", "npc-1") if f'"{w}"' in text]


async def test_an_undo_of_the_reveal_makes_nothing_else_readable(gm: GameMaster):
    ann, *_ = await skirmish(gm, SPY)
    spy = await spy_of(gm)
    await gm.ok("PATCH", f"/combatants/{spy}", {"reason": "seen", "hidden": False})
    await gm.ok("POST", "/undo", {"count": 1})
    assert spy not in str(await ann.get())
    text = [(await ann.request("GET", f"/log/{v}")).text for v in (1, 2, 3, 4, 5, 7)]
    assert spy not in str(text)


async def test_two_revocations_and_an_action_at_once(gm: GameMaster):
    """Whatever comes first, nothing is recorded for a token after its end."""
    ann, *_ = await skirmish(gm)
    body = {"actor": "ann", "type": "end_turn"}
    revoked, *answers = await asyncio.gather(
        gm.request("DELETE", f"/tokens/{ann.token_id}"),
        *(ann.request("POST", "/actions", body) for _ in range(4)),
    )
    assert revoked.status_code == 204
    assert {a.status_code for a in answers} <= {201, 401, 409}
    assert (await ann.request("POST", "/actions", body)).status_code == 401


async def test_given_dice_only_from_whom_the_encounter_lets(gm: GameMaster):
    ann, *_ = await skirmish(gm)
    body = {"actor": "ann", "type": "wild", "dice": [6]}
    await ann.problem(403, "given-dice-refused", "POST", "/actions", body)
    await gm.ok("POST", "/actions", body)


@pytest.mark.parametrize(("option", "status"), [("gm", 403), ("none", 403), ("all", 201)])
async def test_the_option_given_dice(gm: GameMaster, option: str, status: int):
    await gm.open("toy", options={"given_dice": option})
    await gm.join("Ann", "a")
    await gm.start()
    ann = await gm.seat("player", "ann")
    body = {"actor": "ann", "type": "wild", "dice": [6]}
    assert (await ann.request("POST", "/actions", body)).status_code == status
