"""How operations declare the problems they answer with."""

from typing import Any

from app.errors import PROBLEM_JSON
from app.schemas import Problem

_WHEN = {
    400: "The request can't be read.",
    401: "No token, or one that is not known.",
    403: "Not for this token.",
    404: "Not there, or not for this token.",
    409: "The state of the encounter forbids it now.",
    412: "Someone was faster: the version in If-Match has passed.",
    413: "The body is too large.",
    429: "Too often: Retry-After says when there is room again.",
    422: "Something in the request must be changed.",
    503: "Not now. Try again, with the same Idempotency-Key.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems of these statuses, for an operation's `responses`."""
    return {
        status: {
            "description": _WHEN[status],
            "model": Problem,
            "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }


READING = problems(401, 404, 422, 503)
COSTLY = {**READING, **problems(429)}
WRITING = problems(400, 401, 403, 404, 409, 412, 413, 422, 429, 503)
