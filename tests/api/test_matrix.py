"""Who may do what: every operation there is, for everybody who could try it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from app.main import create_app
from app.services import access
from tests.api.client import GameMaster
from tests.databases import settings_for

# In this order: who changes something comes last.
CALLERS = (
    "none", "revoked", "expired", "another encounter's game master",
    "spectator", "another player", "player", "game master",
)  # fmt: skip


def expected(*statuses: int) -> Mapping[str, int]:
    return dict(zip(CALLERS, statuses, strict=True))


#                    none rev. exp. else spec. oth. play. gm
ANYBODY = expected(   200, 200, 200, 200, 200, 200, 200, 200)  # fmt: skip
ANYBODY_MAKES = expected(201, 201, 201, 201, 201, 201, 201, 201)  # fmt: skip
HOLDERS = expected(   401, 401, 401, 200, 200, 200, 200, 200)  # fmt: skip
READERS = expected(   401, 401, 401, 404, 200, 200, 200, 200)  # fmt: skip
ACTORS = expected(    401, 401, 401, 404, 403, 403, 201, 201)  # fmt: skip
MASTER = expected(    401, 401, 401, 404, 403, 403, 403, 200)  # fmt: skip
MASTER_MAKES = expected(401, 401, 401, 404, 403, 403, 403, 201)  # fmt: skip
MASTER_REMOVES = expected(401, 401, 401, 404, 403, 403, 403, 204)  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """What is sent, and what each caller is answered. `masters_body`: the game master's own."""

    answers: Mapping[str, int]
    body: Any = None
    masters_body: Any = None
    query: Mapping[str, str] = field(default_factory=dict)
    started: bool = True


ENCOUNTER = "/v1/encounters/{encounter_id}"
OPENING = {"ruleset": "toy", "name": "x"}
MATRIX = {
    "GET /healthz": Operation(ANYBODY),
    "GET /readyz": Operation(ANYBODY),
    "GET /v1/rulesets": Operation(ANYBODY),
    "GET /v1/rulesets/{ruleset_id}": Operation(ANYBODY),
    "GET /v1/rulesets/{ruleset_id}/tables/{name}": Operation(ANYBODY),
    "POST /v1/rolls": Operation(ANYBODY_MAKES, {"text": "!roll 2d10"}),
    "GET /v1/rolls/{roll_id}": Operation(ANYBODY),
    "GET /v1/rolls/epochs/{day}": Operation(ANYBODY),
    "POST /v1/encounters": Operation(ANYBODY_MAKES, OPENING),
    "GET /v1/encounters": Operation(HOLDERS, query={"external_id": "thread-1"}),
    f"GET {ENCOUNTER}": Operation(READERS),
    f"DELETE {ENCOUNTER}": Operation(MASTER_REMOVES),
    f"POST {ENCOUNTER}/start": Operation(MASTER, started=False),
    f"POST {ENCOUNTER}/end": Operation(MASTER),
    f"POST {ENCOUNTER}/undo": Operation(MASTER, {"count": 1}),
    f"POST {ENCOUNTER}/tokens": Operation(MASTER_MAKES, {"role": "gm"}),
    f"GET {ENCOUNTER}/tokens": Operation(MASTER),
    f"DELETE {ENCOUNTER}/tokens/{{token_id}}": Operation(MASTER_REMOVES),
    f"POST {ENCOUNTER}/combatants": Operation(MASTER_MAKES, {"name": "Cid", "side": "c"}),
    f"GET {ENCOUNTER}/combatants": Operation(READERS),
    f"GET {ENCOUNTER}/combatants/{{cid}}": Operation(READERS),
    f"PATCH {ENCOUNTER}/combatants/{{cid}}": Operation(MASTER, {"reason": "x", "state": {"hp": 1}}),
    f"DELETE {ENCOUNTER}/combatants/{{cid}}": Operation(MASTER),
    f"POST {ENCOUNTER}/actions": Operation(
        ACTORS, {"actor": "ann", "type": "step"}, {"actor": "ann", "type": "end_turn"}
    ),
    f"POST {ENCOUNTER}/commands": Operation(
        ACTORS, {"as": "ann", "text": "!step"}, {"text": "!end_turn as ann"}
    ),
    f"POST {ENCOUNTER}/odds": Operation(READERS, {"actor": "ann", "type": "step"}),
    f"GET {ENCOUNTER}/choices": Operation(READERS, query={"combatant": "ann"}),
    f"GET {ENCOUNTER}/log": Operation(READERS),
    f"GET {ENCOUNTER}/log/{{version}}": Operation(READERS),
    f"GET {ENCOUNTER}/proofs": Operation(READERS),
    f"GET {ENCOUNTER}/verification": Operation(READERS),
}


def operations() -> list[str]:
    paths = create_app(settings_for("sqlite:///x.db")).openapi()["paths"]
    return [f"{method.upper()} {path}" for path in paths for method in paths[path]]


def test_every_operation_has_its_row_and_every_row_its_operation():
    assert set(operations()) == set(MATRIX)


@dataclass
class Table:
    """An encounter, and a token for each caller."""

    gm: GameMaster
    tokens: dict[str, str]
    spare: str
    receipt: str

    def path(self, template: str) -> str:
        return template.format(
            encounter_id=self.gm.id,
            cid="bob",
            version=1,
            token_id=self.spare,
            ruleset_id="toy",
            name="wild",
            roll_id=self.receipt,
            day="today",
        )


async def table_of(client: httpx.AsyncClient, *, started: bool) -> Table:
    gm, elsewhere = GameMaster(client), GameMaster(client)
    await gm.open("toy", external_id="thread-1")
    await elsewhere.open("toy")
    for name in ("Ann", "Bob"):
        await gm.join(name, name)
    if started:
        await gm.start()
    seats = {
        "revoked": await gm.seat("gm"),
        "expired": await gm.seat("gm", expires_at="2999-01-01T00:00:00Z"),
        "another encounter's game master": elsewhere,
        "spectator": await gm.seat("spectator"),
        "another player": await gm.seat("player", "bob"),
        "player": await gm.seat("player", "ann"),
        "game master": gm,
    }
    await gm.ok("DELETE", f"/tokens/{seats['revoked'].token_id}")
    spare = (await gm.seat("gm")).token_id
    rolled = (await client.post("/v1/rolls", json={"text": "!roll 1d6"})).json()
    receipt = rolled["id"]
    return Table(gm, {caller: seat.token for caller, seat in seats.items()}, spare, receipt)


@pytest.mark.parametrize("name", operations())
async def test_each_caller_is_answered_as_written(
    client: httpx.AsyncClient, name: str, monkeypatch: pytest.MonkeyPatch
):
    assert name in MATRIX, f"say in MATRIX who may {name}"
    operation = MATRIX[name]
    method, template = name.split(" ")
    table = await table_of(client, started=operation.started)
    for caller in CALLERS:
        token = table.tokens.get(caller)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = operation.body
        if caller == "game master" and operation.masters_body is not None:
            body = operation.masters_body
        with monkeypatch.context() as patch:
            if caller == "expired":
                patch.setattr(access, "now", lambda: "2999-01-01T00:00:00.000Z")
            answer = await client.request(
                method,
                table.path(template),
                json=body,
                params=operation.query,
                headers=headers,
            )
        assert answer.status_code == operation.answers[caller], (caller, answer.text)
        if answer.status_code >= 400:
            assert answer.headers["content-type"] == "application/problem+json"
