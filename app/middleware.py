"""Around every request: its id, and an answer even when something breaks."""

import re
import secrets

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import metrics
from app.answers import broken
from app.logs import REQUEST_ID

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_HEADER = b"x-request-id"

log = structlog.get_logger(__name__)


class RequestContext:
    """Gives each request an id (the client's, if it is a decent one), and answers what broke."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = _sent_id(scope) or secrets.token_hex(8)
        REQUEST_ID.set(request_id)
        started = ended = False

        async def send_with_id(message: Message) -> None:
            nonlocal started, ended
            if message["type"] == "http.response.start":
                started = True
                metrics.answered(scope, message["status"])
                message["headers"] = [*message["headers"], (_HEADER, request_id.encode())]
            else:
                ended = not message.get("more_body", False)
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        except ClientDisconnect:
            log.info("a client left before its request was read", path=scope["path"])
        except Exception:
            log.exception("a request broke", path=scope["path"], method=scope["method"])
            if not started:
                await broken()(scope, receive, send_with_id)
            elif not ended:
                raise


def _sent_id(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == _HEADER and _ID.fullmatch(value):
            return bytes(value).decode()
    return None


class HeadAsGet:
    """Answers HEAD wherever GET is answered: with all but the body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, send_without_body)
