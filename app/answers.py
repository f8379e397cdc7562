"""How errors are answered."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from app.database import Unavailable
from app.engine.refusals import Refused
from app.errors import (
    PROBLEM_JSON,
    AppError,
    DatabaseUnavailable,
    Unauthorized,
    Unprocessable,
    problem,
)
from app.logs import REQUEST_ID
from app.schemas import ONE, SEVERAL
from app.services import event_log

METHODS = ("GET", "POST", "PATCH", "DELETE")

IN_PLAIN_WORDS = {
    "extra_forbidden": "There is no such field",
    "unexpected_keyword_argument": "There is no such field",
    "missing_argument": "Field required",
    "missing_keyword_only_argument": "Field required",
}


def as_response(error: AppError | Refused) -> JSONResponse:
    """The answer to an error."""
    status, body, headers = problem(error)
    return JSONResponse(body, status, headers, media_type=PROBLEM_JSON)


async def _answer(request: Request, error: AppError | Refused) -> Response:
    """Whoever may ask about an encounter learns its version, also from a refusal."""
    response = as_response(error)
    encounter_id = getattr(request.state, "encounter_id", None)
    if encounter_id is not None and not isinstance(error, DatabaseUnavailable | Unauthorized):
        try:
            version = await event_log.version(request.app.state.services.database, encounter_id)
        except Unavailable:
            return response
        if version is not None:
            response.headers["ETag"] = f'"{version}"'
    return response


async def app_error(request: Request, error: AppError) -> Response:
    """A problem of ours."""
    return await _answer(request, error)


async def refused(request: Request, error: Refused) -> Response:
    """A refusal of the rules."""
    return await _answer(request, error)


async def unavailable(request: Request, error: Exception) -> Response:
    """The database did not answer."""
    return as_response(DatabaseUnavailable("The database doesn't answer. Try again."))


async def invalid_request(request: Request, error: RequestValidationError) -> Response:
    """Fields of the request that are wrong."""
    return await _answer(request, _unprocessable(error.errors()))


async def invalid_fields(request: Request, error: ValidationError) -> Response:
    """Fields of a sheet, an action or options that are wrong."""
    found = error.errors(include_url=False, include_context=False)
    return await _answer(request, _unprocessable(found))


def _unprocessable(errors: Sequence[Any]) -> Unprocessable:
    found = [
        {
            "at": ".".join(str(part) for part in e["loc"] if part not in (ONE, SEVERAL)),
            "message": IN_PLAIN_WORDS.get(e["type"], e["msg"].removeprefix("Value error, ")),
            "kind": e["type"],
        }
        for e in errors[:20]
    ]
    first = found[0]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return Unprocessable(f"{first['at'] or 'body'}: {first['message']}{more}", errors=found)


class _HttpError(AppError):
    """What the framework refuses: an unknown path, a method that isn't there."""

    def __init__(self, request: Request, error: HTTPException) -> None:
        super().__init__(str(error.detail))
        self.status = HTTPStatus(error.status_code)  # type: ignore[misc]
        self.code = self.status.phrase.lower().replace(" ", "-")  # type: ignore[misc]
        self.headers = dict(error.headers or {})
        if self.status is HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = ", ".join(_methods_of(request))  # the framework names those of one route
            self.headers = {"Allow": allowed}
            self.detail = f"{request.method} is nothing that can be done here: there is {allowed}."


def _methods_of(request: Request) -> list[str]:
    """What can be done at a path."""
    routes = request.app.router.routes
    return [
        method
        for method in METHODS
        if any(r.matches({**request.scope, "method": method})[0] is Match.FULL for r in routes)
    ]


def broken() -> JSONResponse:
    """The answer when something of ours broke."""
    body = {
        "type": "about:blank",
        "title": "Internal Server Error",
        "status": 500,
        "code": "internal-error",
        "detail": "This is a fault of the service. Nothing of the request was recorded, unless "
        "its Idempotency-Key says otherwise: try again with the same key.",
        "request_id": REQUEST_ID.get(),
    }
    return JSONResponse(body, 500, media_type=PROBLEM_JSON)


async def broke(request: Request, error: Exception) -> Response:
    """A fault of ours, which is logged where the request is."""
    return broken()


async def http_error(request: Request, error: HTTPException) -> Response:
    """A refusal of the framework."""
    return as_response(_HttpError(request, error))
