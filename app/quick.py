"""A short way to the busiest endpoint, past the framework's routing and dependencies.

It answers actions that succeed. Whatever it isn't sure of, and every refusal, it leaves to the
usual way, as if nothing had been tried: so there is one place that refuses.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import orjson
from pydantic import ValidationError
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import strict_json
from app.answers import as_response
from app.database import Unavailable
from app.deps import KEY, Services, expected
from app.engine.fair_dice import NO_NONCE
from app.engine.refusals import Refused
from app.errors import AppError
from app.routers.actions import act, record, router
from app.routers.entries import shown
from app.schemas import ActionIn
from app.services import referee
from app.services.access import Viewer
from app.services.encounters import fingerprint
from app.services.rate_limits import address_of
from app.services.referee import Recorded

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
        asked = _asked(scope)
        if asked is None:
            await self._app(scope, receive, send)
            return
        body = await _read(receive)
        try:
            recorded = await asked.recorded(body)
        except AppError as error:  # it may have happened: it must not be tried again from here
            await as_response(error)(scope, receive, send)
            return
        if recorded is None:
            await self._app(scope, _again(body, receive), send)
            return
        scope["route"] = _ROUTE  # as the framework notes it, for the metrics
        answer = orjson.dumps(shown(recorded, asked.viewer))
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(answer)),
            (b"etag", b'"%d"' % recorded.last.version),
        ]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": answer})


@dataclass(slots=True)
class _Asked:
    """A request whose every part but its body is as it mostly is."""

    services: Services
    viewer: Viewer
    path: str
    address: str
    key: str | None
    if_match: str | None

    async def recorded(self, body: bytes) -> Recorded | None:
        """What the action did; None where the usual way has to answer.

        Raises AppError when nobody knows whether it happened.
        """
        services, viewer = self.services, self.viewer
        try:
            viewer.require_player()
            sent = strict_json.loads(body, services.settings.max_json_depth)
            action = ActionIn.model_validate(sent)
            services.limits.write(viewer.token_id, self.address)
            request = referee.Request(
                viewer=viewer,
                fingerprint=fingerprint("POST", self.path, sent),
                key=self.key,
                expected=expected(self.if_match),
                faces=action.dice,
                nonce=action.nonce or NO_NONCE,
            )
            return await record(services, viewer, request, sent)
        except (Refused, ValidationError, Unavailable):
            return None
        except AppError as error:
            if error.status < _SERVER_ERRORS:
                return None
            raise


def _asked(scope: Scope) -> _Asked | None:
    """What is asked for, if the short way may answer it."""
    if scope["type"] != "http" or scope["method"] != "POST" or scope["query_string"]:
        return None
    path = _ACTIONS.fullmatch(scope["path"])
    if path is None:
        return None
    headers: Mapping[bytes, bytes] = dict(scope["headers"])
    services: Services = scope["app"].state.services
    length = headers.get(b"content-length", b"")
    key = _text(headers.get(b"idempotency-key"))
    viewer = services.known_tokens.get(_text(headers.get(b"authorization")), path[1])
    if (
        viewer is None
        or len(headers) != len(scope["headers"])  # one came twice
        or headers.get(b"content-type") != b"application/json"
        or not length.isdigit()
        or int(length) > services.settings.max_body_bytes
        or (key is not None and not _KEY.fullmatch(key))
    ):
        return None
    client = scope["client"]
    return _Asked(
        services,
        viewer,
        path[0],
        address_of(client[0] if client else None),
        key,
        _text(headers.get(b"if-match")),
    )


def _text(header: bytes | None) -> str | None:
    return None if header is None else header.decode("latin-1")


async def _read(receive: Receive) -> bytes:
    """The body, which is no longer than its announced length."""
    chunks: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        chunks.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(chunks)


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
