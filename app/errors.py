"""Errors as clients meet them: RFC 9457 problems with a stable `code`, and what to do.

The rules refuse in their own words (`app.engine.refusals`); here a refusal gets its status.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from app.engine.refusals import Invalid, Refused

PROBLEM_JSON = "application/problem+json"


class AppError(Exception):
    """A problem to be answered. `extras` are further fields of the problem."""

    code: ClassVar[str] = "error"
    status: ClassVar[HTTPStatus] = HTTPStatus.BAD_REQUEST
    headers: Mapping[str, str] = {}

    def __init__(self, detail: str, **extras: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.extras = extras


class Unauthorized(AppError):
    code = "unauthorized"
    status = HTTPStatus.UNAUTHORIZED
    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"}


class NotFound(AppError):
    code = "not-found"
    status = HTTPStatus.NOT_FOUND


class CombatantNotFound(NotFound):
    code = "unknown-combatant"


class GameMasterOnly(AppError):
    code = "game-master-only"
    status = HTTPStatus.FORBIDDEN


class ReadOnly(AppError):
    """A spectator wants to do something."""

    code = "read-only"
    status = HTTPStatus.FORBIDDEN


class OddsHidden(AppError):
    """Odds would tell of a combatant, or of a sheet, that isn't for the one who asks to see."""

    code = "odds-hidden"
    status = HTTPStatus.FORBIDDEN


class NotYourCombatant(AppError):
    """A player wants to act for, or look into, a combatant that isn't theirs."""

    code = "not-your-combatant"
    status = HTTPStatus.FORBIDDEN


class BadIfMatch(AppError):
    code = "bad-if-match"
    status = HTTPStatus.BAD_REQUEST


class GivenDiceRefused(AppError):
    code = "given-dice-refused"
    status = HTTPStatus.FORBIDDEN


class VersionMismatch(AppError):
    code = "version-mismatch"
    status = HTTPStatus.PRECONDITION_FAILED


class KeyReused(AppError):
    code = "idempotency-key-reused"
    status = HTTPStatus.UNPROCESSABLE_ENTITY


class OwnToken(AppError):
    """Who revokes their own token might lock everybody out."""

    code = "own-token"
    status = HTTPStatus.CONFLICT


class TooManyTokens(AppError):
    code = "too-many-tokens"
    status = HTTPStatus.CONFLICT


class TooManyRequests(AppError):
    """Over a limit: `Retry-After` says when there is room again, in seconds."""

    code = "too-many-requests"
    status = HTTPStatus.TOO_MANY_REQUESTS
    headers: Mapping[str, str] = {"Retry-After": "60"}

    def __init__(self, detail: str, retry_after: int, **extras: Any) -> None:
        super().__init__(detail, retry_after=retry_after, **extras)
        self.headers = {"Retry-After": str(retry_after)}


class LogFull(AppError):
    code = "log-full"
    status = HTTPStatus.CONFLICT


class TooBusy(AppError):
    """Others changed the encounter again and again while this request was decided."""

    code = "busy"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    headers: Mapping[str, str] = {"Retry-After": "1"}


class DamagedLog(AppError):
    """What is stored of a log isn't what was written: `version` is where."""

    code = "damaged-log"
    status = HTTPStatus.INTERNAL_SERVER_ERROR


class DatabaseUnavailable(AppError):
    code = "database-unavailable"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    headers: Mapping[str, str] = {"Retry-After": "1"}


class Malformed(AppError):
    """The body can't be read as JSON that any machine would read the same way."""

    code = "malformed-json"
    status = HTTPStatus.BAD_REQUEST


class NotJson(AppError):
    code = "not-json"
    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE


class BodyTooLarge(AppError):
    code = "body-too-large"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class Unprocessable(AppError):
    """The request is readable, but its fields are wrong: `errors` lists each with its place."""

    code = "invalid-request"
    status = HTTPStatus.UNPROCESSABLE_ENTITY


class UnknownParameter(Unprocessable):
    code = "unknown-parameter"


def status_of(error: type[AppError | Refused]) -> HTTPStatus:
    """The status that errors of a class are answered with."""
    if issubclass(error, AppError):
        return error.status
    return HTTPStatus.UNPROCESSABLE_ENTITY if issubclass(error, Invalid) else HTTPStatus.CONFLICT


def problem(error: AppError | Refused) -> tuple[int, dict[str, Any], Mapping[str, str]]:
    """Status, body and headers of an error's answer."""
    if isinstance(error, AppError):
        status, extras, headers = error.status, error.extras, error.headers
    else:
        status, extras, headers = status_of(type(error)), error.facts, {}
    body = {
        **extras,
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "code": error.code,
        "detail": error.detail,
    }
    return int(status), body, headers
