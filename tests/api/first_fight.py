"""The documentation page as somebody tries it: every operation and example, from top to bottom."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

Operation = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tried:
    """One press of "Execute"."""

    operation: Operation
    method: str
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None


def on_the_page(document: dict[str, Any]) -> Iterator[tuple[str, str, Operation]]:
    """Method, path and operation, in the order in which the page shows them: tag by tag."""
    for tag in document["tags"]:
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if operation["tags"] == [tag["name"]]:
                    yield method, path, operation


def tries(document: dict[str, Any], *, all_examples: bool) -> Iterator[Tried]:
    """What is executed; without `all_examples` only that body of each that the page offers first.

    `{encounter_id}` is left in the paths.
    """
    for method, path, operation in on_the_page(document):
        query, filled = {}, path
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path" and "example" in parameter:
                filled = filled.replace(f"{{{parameter['name']}}}", str(parameter["example"]))
            elif parameter["in"] == "query" and "example" in parameter:
                query[parameter["name"]] = parameter["example"]
        bodies = [example["value"] for example in _examples(operation)] or [None]
        for body in bodies if all_examples else bodies[:1]:
            yield Tried(operation, method, filled, query, body)


def _examples(operation: Operation) -> list[dict[str, Any]]:
    content = operation.get("requestBody", {}).get("content", {})
    return list(content.get("application/json", {}).get("examples", {}).values())


async def play(http: httpx.AsyncClient, tried: list[Tried]) -> list[tuple[Tried, httpx.Response]]:
    """Sends everything; ids and token come from the answers that have them."""
    opened: dict[str, str] = {}
    made: dict[str, str] = {}
    rolled: dict[str, str] = {}
    answers = []
    for one in tried:
        path = one.path.replace("{encounter_id}", opened.get("id", "?"))
        path = path.replace("{token_id}", made.get("id", "?"))
        path = path.replace("{roll_id}", rolled.get("id", "?"))
        assert not re.search(r"[{}?]", path), f"nothing to fill in: {path}"
        headers = {"Authorization": f"Bearer {opened['token']}"} if opened else {}
        answer = await http.request(
            one.method.upper(), path, params=one.query, json=one.body, headers=headers
        )
        assert answer.is_success, f"{one.operation['operationId']} {one.body}: {answer.text}"
        if one.operation["operationId"] == "open_encounter" and not opened:
            opened = answer.json()
        if one.operation["operationId"] == "make_token":
            made = answer.json()
        if one.operation["operationId"] == "roll":
            rolled = answer.json()
        answers.append((one, answer))
    return answers
