"""The check that all API tests pass through: it finds what the document doesn't say."""

import json
from typing import Any

import httpx
import pytest

from tests.api.conformance import Contract

TEXT = {"type": "string"}
DOCUMENT = {
    "paths": {
        "/things/{id}": {
            "post": {
                "requestBody": {"content": {"application/json": {"schema": TEXT}}},
                "responses": {
                    "200": {
                        "headers": {"ETag": {"schema": TEXT}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}
                        },
                    },
                    "204": {"description": "Nothing to say."},
                },
            }
        }
    },
    "components": {"schemas": {"Thing": {"type": "integer"}}},
}
TAGGED = {"content-type": "application/json", "etag": "1"}
PLAIN = {**TAGGED, "content-type": "text/plain"}


def passed(
    status: int, value: Any, headers: dict[str, str] = TAGGED, *, sent: Any = "x", path: str = "/1"
) -> None:
    body = json.dumps(value).encode() if value is not None else b""
    request = httpx.Request("POST", f"http://here/things{path}", content=json.dumps(sent).encode())
    Contract(DOCUMENT).check(request, httpx.Response(status, content=body, headers=headers))


def test_what_is_declared_passes():
    passed(200, 5)
    passed(204, None)


def test_paths_that_the_document_does_not_know_are_none_of_its_business():
    passed(404, "?", path="/1/2")


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ({"status": 201, "value": 5}, "undeclared status"),
        ({"status": 200, "value": "five"}, 'is not of type "integer"'),
        ({"status": 200, "value": 5, "headers": {"content-type": "application/json"}}, "no ETag"),
        (
            {"status": 200, "value": 5, "headers": {**TAGGED, "content-type": "text/x"}},
            "media type",
        ),
        ({"status": 204, "value": 5}, "undeclared body"),
        ({"status": 200, "value": 5, "sent": 7}, "accepted though"),
    ],
)
def test_what_is_not_declared_fails(answer: dict[str, Any], fault: str):
    with pytest.raises(AssertionError, match=fault):
        passed(**answer)
