"""The OpenAPI document: what FastAPI knows of the operations, and what it can't know.

That is: the shapes of the rulesets, the codes that they refuse with, and the examples of a first
fight. All of it is made of the rulesets there are, so a new one appears by itself.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.engine.refusals import Refused
from app.engine.ruleset import Ruleset
from app.errors import PROBLEM_JSON, status_of
from app.openapi.first_fight import PAGE, Try, tries
from app.openapi.shapes import Schema, Schemas, fill_in, prefix, ref
from app.routers.problems import BY_THE_RULES
from app.schemas import Problem

Document = dict[str, Any]
Operation = dict[str, Any]

ENCOUNTER = "/v1/encounters/{encounter_id}"
ETAG = {
    "ETag": {
        "description": 'The version of the encounter that the answer shows, such as `"6"`.',
        "schema": {"type": "string"},
    }
}
LOCATION = {"Location": {"description": "Its path.", "schema": {"type": "string"}}}


def document(app: FastAPI, rulesets: Sequence[Ruleset[Any]]) -> Document:
    """The document of the service with these rulesets."""
    made = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
        license_info=app.license_info,
        separate_input_output_schemas=False,
    )
    own = {**made["components"]["schemas"], "Problem": Problem.model_json_schema()}
    made["components"]["schemas"] = fill_in({**own, **_codes(rulesets)}, rulesets)
    _lay_out(made)
    wanted = tries(rulesets)
    for path, operations in made["paths"].items():
        for operation in operations.values():
            _describe(operation, path)
            _offer(operation, wanted.get(operation["operationId"], Try()))
            _answer(operation)
    return made


# --- the page: its sections, and what is said of each operation ----------------------------------


def _lay_out(made: Document) -> None:
    """Sorts the operations into the sections of the page, and the paths as the page tries them.

    An operation that no section names stays under the tag its router gave it, at the end.
    """
    tags = {id: section.title for section in PAGE for id in section.operations}
    places = {id: place for place, id in enumerate(tags)}

    def place(path: str) -> int:
        operations = made["paths"][path].values()
        return max(places.get(operation["operationId"], len(places)) for operation in operations)

    made["paths"] = {path: made["paths"][path] for path in sorted(made["paths"], key=place)}
    for operations in made["paths"].values():
        for operation in operations.values():
            id = operation["operationId"]
            operation["tags"] = [tags[id]] if id in tags else operation["tags"]
    made["tags"] = [{"name": section.title, "description": section.about} for section in PAGE]


def _describe(operation: Operation, path: str) -> None:
    """The docstring's first line as summary, the rest as description; headers; whom it lets in."""
    summary, _, rest = operation["description"].partition("\n\n")
    operation["summary"] = summary.removesuffix(".")
    operation["description"] = rest or summary
    for status, response in operation["responses"].items():
        stays = operation["operationId"] != "delete_encounter"
        if status in ("200", "201", "204") and stays and path.startswith(ENCOUNTER):
            response["headers"] = ETAG
        if operation["operationId"] == "open_encounter" and status == "201":
            response["headers"] = {**ETAG, **LOCATION}
        if operation["operationId"] == "roll" and status == "201":
            response["headers"] = LOCATION
    if {"CreateKey": []} in operation.get("security", ()):
        operation["security"] = [{}, {"CreateKey": []}]  # only where the service has such a key


def _offer(operation: Operation, offered: Try) -> None:
    """Puts in what to try."""
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in offered.parameters:
            parameter["example"] = offered.parameters[parameter["name"]]
    if offered.bodies:
        operation["requestBody"]["content"]["application/json"]["examples"] = {
            summary.lower().replace(" ", "-"): {"summary": summary, "value": body}
            for summary, body in offered.bodies.items()
        }


# --- problems -------------------------------------------------------------------------------------

CODES = {HTTPStatus.CONFLICT: "RefusedCode", HTTPStatus.UNPROCESSABLE_ENTITY: "InvalidCode"}
"""What the codes of refusals are called, by the status that these are answered with."""


def _answer(operation: Operation) -> None:
    """Says with which codes each problem comes, those of the rules included."""
    for status, response in operation["responses"].items():
        problem = response.get("content", {}).get(PROBLEM_JSON)
        if problem is None:
            continue
        told = problem["schema"]["allOf"][1]["properties"]
        response["description"] += " Codes: " + ", ".join(f"`{c}`" for c in told["code"]["enum"])
        if response.pop(BY_THE_RULES, False):
            by_rules = CODES[HTTPStatus(int(status))]
            response["description"] += f"; and those of the rules (`{by_rules}`)"
            told["code"] = {"anyOf": [told["code"], ref(by_rules)]}
        response["description"] += "."


def _codes(rulesets: Iterable[Ruleset[Any]]) -> Schemas:
    """The codes that rules refuse with: those of any ruleset, and each ruleset's own."""
    found: Schemas = {}
    for status, name in CODES.items():
        every: Schema = {
            "title": name,
            "description": "With what rules refuse: those of any ruleset, or one's own.",
            "anyOf": [{"enum": _refusals(Refused.__module__, status)}],
        }
        for ruleset in rulesets:
            module = ruleset.state.__module__
            codes = _refusals(sys.modules[module].__package__ or module, status)
            if codes:
                found[prefix(ruleset) + name] = {
                    "title": f"{ruleset.title}: {name}",
                    "type": "string",
                    "enum": codes,
                }
                every["anyOf"].append(ref(prefix(ruleset) + name))
        found[name] = every
    return found


def _refusals(package: str, status: HTTPStatus) -> list[str]:
    """The codes of the refusals that a package defines."""
    return sorted(
        kind.code
        for kind in _kinds(Refused)
        if f"{kind.__module__}.".startswith(f"{package}.") and status_of(kind) == status
    )


def _kinds(kind: type[Refused]) -> Iterator[type[Refused]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from _kinds(narrower)
