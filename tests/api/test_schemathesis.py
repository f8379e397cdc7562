"""Whatever is sent, as the document allows or against it: each answer is one that it declares.

Schemathesis makes the requests out of the document, in process. So that they get past the door they
carry a real token, and mostly name an encounter, combatants and a version that are there.
"""

import json
import shutil
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.main import create_app
from app.openapi.first_fight import tries
from app.rules.registry import SHIPPED
from tests.api.first_fight import Operation, on_the_page
from tests.databases import settings_for
from tests.e2e.server import ROOT

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
ANY_BODY = [check for check in CHECKS if check is not negative_data_rejection]
REJECTED = {"expected-statuses": [400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 429]}
"""412 too: a version is compared before the rules read a body."""
ACTS = ("act", "weigh")
POSITIVE, NEGATIVE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
EXAMPLES = {POSITIVE: 18, NEGATIVE: 10}
OPERATIONS = [
    operation
    for _, _, operation in on_the_page(json.loads((ROOT / "docs" / "openapi.json").read_text()))
]
MOSTLY: st.SearchStrategy[bool] = st.sampled_from([True, True, True, False])
COMBATANTS = st.sampled_from(["sotek", "quetlz", "orc-1", "goblin", "Orc 2"])
POSTS = st.sampled_from(
    ["!status", "!pass", "!roll 2d10+4", "!attack orc-1", "!charge orc-1", "!combatdice 1d6 @50%"]
)
THERE = {
    "cid": COMBATANTS,
    "version": st.integers(1, 3),
    "ruleset_id": st.just("tides-of-ichor"),
    "name": st.just("weapons"),
    "token_id": st.just("0123456789abcdef"),
    "roll_id": st.just("nobody-rolled-this"),
    "day": st.sampled_from(["today", "tomorrow", "2026-11-30"]),
}
"""What path parameters may name that is there."""


def can_be_wrong(operation: Operation) -> bool:
    """Whether there is a body, or a query with anything to be wrong."""
    parameters = operation.get("parameters", ())
    return "requestBody" in operation or any(p["in"] == "query" for p in parameters)


class World:
    """A service in this process, with the fights that requests are about."""

    def __init__(self, database: Path) -> None:
        self.app = create_app(settings_for(f"sqlite:///{database}"))
        config = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": REJECTED}})
        self.document = schemathesis.openapi.from_asgi("/openapi.json", self.app, config=config)
        self.client = asgi.get_client(cast("Any", self.app))
        self._tries = tries(SHIPPED)

    def fight(self, *, started: bool) -> tuple[str, dict[str, str]]:
        """A new jungle ambush: its id, and the headers that speak for it."""
        opened = self._first("open_encounter", "/v1/encounters", {}).json()
        path = f"/v1/encounters/{opened['id']}"
        headers = {"Authorization": f"Bearer {opened['token']}"}
        self._first("join", f"{path}/combatants", headers)
        if started:
            self._first("start_encounter", f"{path}/start", headers)
        return opened["id"], headers

    def choices(self, encounter: str, headers: dict[str, str]) -> list[Any]:
        """The actions that whoever acts may take."""
        answer = self.client.get(f"/v1/encounters/{encounter}/choices", headers=headers)
        return [item["body"] for item in answer.json()["items"]]

    def _first(self, operation: str, path: str, headers: dict[str, str]) -> Any:
        """Sends the first body that the page offers."""
        body = next(iter(self._tries[operation].bodies.values()))
        answer = self.client.post(path, json=body, headers=headers)
        assert answer.ok, answer.text
        return answer


@pytest.fixture(scope="module")
def world(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    database = tmp_path_factory.mktemp("schemathesis") / "t.db"
    shutil.copy(migrated_file, database)
    return World(database)


def action(data: st.DataObject, choices: list[Any]) -> dict[str, Any]:
    """An action that may be taken, or something like one.

    Schemathesis can't make bodies of so many shapes: these are made of the choices.
    """
    body: dict[str, Any] = dict(data.draw(st.sampled_from(choices or [{"type": "pass"}])))
    if data.draw(st.booleans()):
        field = data.draw(st.sampled_from([*body, "zone", "weapon", "colour"]))
        body[field] = data.draw(st.none() | st.integers() | st.text() | COMBATANTS)
    return body


def go_deeper(data: st.DataObject, case: Case) -> None:
    """Mostly puts in what can be done: a sheet that is whole, somebody who is there."""
    if not isinstance(case.body, dict) or not data.draw(MOSTLY):
        return
    if "sheet" in case.body:
        case.body["sheet"] = dict(data.draw(st.sampled_from(SHIPPED[0].sheet_examples)).body)
    if "text" in case.body:
        case.body["text"] = data.draw(POSTS)
    if "as" in case.body:
        case.body["as"] = data.draw(COMBATANTS)
    if "actor" in case.body:
        case.body["actor"] = data.draw(COMBATANTS)


@pytest.mark.parametrize(
    ("id", "mode"),
    [
        pytest.param(operation["operationId"], mode, id=f"{operation['operationId']}-{mode.value}")
        for mode in EXAMPLES
        for operation in OPERATIONS
        if mode is POSITIVE or (can_be_wrong(operation) and operation["operationId"] not in ACTS)
    ],
)
def test_every_answer_is_declared(world: World, id: str, mode: GenerationMode):
    operation = world.document.find_operation_by_id(id)
    parameters = [p.name for p in operation.path_parameters]

    @settings(
        max_examples=EXAMPLES[mode],
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        started = data.draw(st.booleans())
        encounter, headers = fights[started]
        if operation.method != "get":  # so that each finds the fight as it was
            encounter, headers = world.fight(started=started)
        there = THERE | {"encounter_id": st.just(encounter)}
        named = [n for n in parameters if mode is NEGATIVE or data.draw(MOSTLY)]
        path = {name: data.draw(there[name]) for name in named}
        if id in ACTS:
            body = action(data, world.choices(encounter, headers))
            case = operation.Case(
                path_parameters={"encounter_id": encounter},
                headers=headers,
                body=body,
                media_type="application/json",
            )
            case.call_and_validate(checks=ANY_BODY)
            return
        case = data.draw(operation.as_strategy(mode, headers=headers, path_parameters=path))
        if mode is POSITIVE:
            go_deeper(data, case)
        case.call_and_validate(checks=CHECKS)

    with world.client:  # the service runs for as long
        fights = {started: world.fight(started=started) for started in (False, True)}
        ask()
