"""How operations declare the problems they answer with: by status, with codes and an example."""

from collections import defaultdict
from typing import Any

from app import errors as e
from app.engine import refusals as r
from app.errors import PROBLEM_JSON, AppError, problem, status_of
from app.services.encounters import TooManyCombatants
from app.services.referee import NothingToUndo
from app.services.seen import HiddenReason

BY_THE_RULES = "x-by-the-rules"
"""Marks a response that also carries what rulesets refuse with; `app.openapi` fills it in."""

PROBLEM = "#/components/schemas/Problem"

Error = type[AppError | r.Refused]

_WHEN = {
    400: "The request can't be read.",
    401: "No token, or one that is not known.",
    403: "Not for this token.",
    404: "Not there, or not for this token.",
    409: "The state of the encounter forbids it now.",
    412: "Someone was faster: the version in If-Match has passed.",
    413: "The body is too large.",
    415: "The body is not sent as JSON.",
    429: "Too often: Retry-After says when there is room again.",
    422: "Something in the request must be changed.",
    503: "Not now. Try again, with the same Idempotency-Key.",
}

_EXAMPLES: dict[Error, AppError | r.Refused] = {
    error.__class__: error
    for error in (
        e.Malformed("The key 'zone' stands twice in one object."),
        e.BadIfMatch('If-Match takes the version you have seen, such as "6".'),
        e.Unauthorized("Send the encounter's token: Authorization: Bearer tilt_…"),
        e.GivenDiceRefused(
            "This encounter's option given_dice is 'none': leave the dice out.", given_dice="none"
        ),
        e.NotFound("There is no such encounter, or this token is not for it."),
        e.GameMasterOnly("Only a game master may do this.", role="player"),
        e.ReadOnly("A spectator reads, and does nothing.", role="spectator"),
        HiddenReason("The rules forbid this now, for a reason you can't see."),
        e.NotYourCombatant("Your token doesn't act for quetlz.", actor="quetlz"),
        e.CombatantNotFound("There is no combatant 'sotek' in this encounter.", combatant="sotek"),
        r.NotYourTurn("It is the turn of quetlz, not of sotek.", actor="sotek", acting="quetlz"),
        e.LogFull(
            "A log holds 10000 entries, and this one is full: end the encounter.", most=10_000
        ),
        TooManyCombatants("An encounter holds 200 combatants; this would make 201.", most=200),
        NothingToUndo("The encounter is at entry 6 already.", version=6),
        e.VersionMismatch(
            "The encounter is at version 7, not 6: read what happened, then decide again.",
            version=7,
        ),
        e.NotJson("Send JSON, and say so: Content-Type: application/json"),
        e.BodyTooLarge("A body has at most 65536 bytes.", most=65_536),
        e.Unprocessable(
            "body.name: Field required",
            errors=[{"at": "body.name", "message": "Field required", "kind": "missing"}],
        ),
        e.UnknownParameter("There is no query parameter 'att' here.", known=["at"]),
        e.OddsHidden("Odds would tell what you may not see of those in this action."),
        e.OwnToken("This is the token you use: have another game master's token revoke it."),
        e.TooManyTokens(
            "An encounter has at most 1000 tokens, the revoked ones included.", most=1_000
        ),
        e.TooManyRequests(
            "At most 600 writes a minute: wait until there is room again.",
            retry_after=12,
            limit=600,
            limited="writes",
        ),
        e.DatabaseUnavailable("The database doesn't answer. Try again."),
    )
}

ASKED = (e.UnknownParameter, e.Unprocessable)
"""What is refused of any request with parameters."""
READ = (*ASKED, e.Unauthorized, e.NotFound, e.DatabaseUnavailable)
BODY = (e.Malformed, e.BodyTooLarge, e.NotJson)
WRITE = (
    *READ, *BODY, e.BadIfMatch, e.VersionMismatch, e.KeyReused, e.LogFull, e.TooManyRequests,
    e.TooBusy,
)  # fmt: skip
MASTER = (*WRITE, e.GameMasterOnly)
"""What is refused of a change that only a game master may make."""
ACT = (*WRITE, e.ReadOnly, e.NotYourCombatant, e.GameMasterOnly, HiddenReason)
"""What is refused of what players may do, too."""


def problems(*errors: Error, by_the_rules: bool = False) -> dict[int | str, dict[str, Any]]:
    """The problems that errors of these classes make, for an operation's `responses`.

    `by_the_rules`: the rules are asked, and so refuse with codes of their own, too.
    """
    by_status: dict[int, list[Error]] = defaultdict(list)
    for error in dict.fromkeys(errors):
        by_status[int(status_of(error))].append(error)
    return {
        status: _response(status, found)
        | ({BY_THE_RULES: True} if by_the_rules and status in (409, 422) else {})
        for status, found in sorted(by_status.items())
    }


def _response(status: int, errors: list[Error]) -> dict[str, Any]:
    first = errors[0]
    shown = _EXAMPLES.get(first) or first(f"{first.code.replace('-', ' ').capitalize()}.")
    code = {"enum": [error.code for error in errors]}
    schema = {"allOf": [{"$ref": PROBLEM}, {"properties": {"code": code}}]}
    response: dict[str, Any] = {
        "description": _WHEN[status],
        "content": {PROBLEM_JSON: {"schema": schema, "example": problem(shown)[1]}},
    }
    headers = {name for error in errors if issubclass(error, AppError) for name in error.headers}
    if headers:
        response["headers"] = {name: {"schema": {"type": "string"}} for name in sorted(headers)}
    return response


READING = problems(*READ)
COSTLY = problems(*READ, e.TooManyRequests)
WRITING = problems(*MASTER, by_the_rules=True)
