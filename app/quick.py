"""A short way to the busiest endpoint, past the framework's routing and dependencies.

It answers actions that succeed. Whatever it isn't sure of, and every refusal, it leaves to the
usual way, as if nothing had been tried: so there is one place that refuses.
"""

import re

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.answers import as_response
from app.database import Unavailable
from app.deps import KEY, Services, StrictRequest, address, body_fingerprint, command_request
from app.engine.refusals import Refused
from app.errors import AppError
from app.routers.actions import act, router
from app.schemas import ActionIn
from app.services.access import Viewer

_ACTIONS = re.compile(r"/v1/encounters/([A-Za-z0-9_-]{1,64})/actions")
_KEY = re.compile(KEY)
_ROUTE = next(route for route in router.routes if getattr(route, "endpoint", None) is act)
_SERVER_ERRORS = 500


class QuickActions:
    """Takes actions of tokens seen before; the transaction that appends checks the token again."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an action that succeeds, or hand the request on as it came."""
        if scope["type"] == "http" and scope["method"] == "POST" and not scope["query_string"]:
            request = StrictRequest(scope, receive)
            viewer = _viewer(request)
            if viewer is not None:
                answer = await _answer(request, viewer)
                if answer is not None:
                    scope["route"] = _ROUTE  # as the framework notes it, for the metrics
                    await answer(scope, receive, send)
                    return
                receive = _again(await request.body(), receive)
        await self._app(scope, receive, send)


def _viewer(request: StrictRequest) -> Viewer | None:
    """Who asks, if everything about the request but its body is as it mostly is."""
    path = _ACTIONS.fullmatch(request.scope["path"])
    if path is None:
        return None
    services: Services = request.app.state.services
    length = _header(request, b"content-length") or ""
    if not length.isdecimal() or int(length) > services.settings.max_body_bytes:
        return None
    if _header(request, b"content-type") != "application/json":
        return None
    return services.known_tokens.get(_header(request, b"authorization"), path[1])


def _header(request: StrictRequest, wanted: bytes) -> str | None:
    """A header by its name in lower case, found quicker than by the framework."""
    for name, value in request.scope["headers"]:
        if name == wanted:
            return bytes(value).decode("latin-1")
    return None


async def _answer(request: StrictRequest, viewer: Viewer) -> Response | None:
    services: Services = request.app.state.services
    key = _header(request, b"idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        return None
    try:
        viewer.require_player()
        body = ActionIn.model_validate(await request.json())
        fingerprint = await body_fingerprint(request)
        services.limits.write(viewer.token_id, await address(request))
        command = await command_request(viewer, fingerprint, key, _header(request, b"if-match"))
        noted = Response()
        entry = await act(services, viewer, command, noted, body)
    except (Refused, ValidationError, Unavailable):
        return None
    except AppError as error:
        if error.status < _SERVER_ERRORS:
            return None
        return as_response(error)  # it may have happened: it must not be tried again from here
    return Response(
        to_json(entry), 201, {"ETag": noted.headers["ETag"]}, media_type="application/json"
    )


def _again(body: bytes, receive: Receive) -> Receive:
    """A channel that gives a body that was read already once more."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
