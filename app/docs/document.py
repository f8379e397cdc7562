"""The OpenAPI document as it is served: made once, off the event loop, then only sent."""

import asyncio
import hashlib
import json
from functools import cache
from typing import Any

from fastapi import FastAPI, Request, Response


def add_document(app: FastAPI, root_path: str) -> None:
    """Serves what `app.openapi()` makes, which takes seconds, under an ETag."""
    made = cache(lambda: _written(app.openapi(), root_path))
    one_makes_it = asyncio.Lock()

    async def openapi(request: Request) -> Response:
        async with one_makes_it:
            body, tag = await asyncio.to_thread(made)
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="application/json", headers=headers)

    app.add_route("/openapi.json", openapi, include_in_schema=False)


def _written(document: dict[str, Any], root_path: str) -> tuple[bytes, str]:
    """The document in bytes, and their tag; below the path of a proxy it says so."""
    servers = {"servers": [{"url": root_path}]} if root_path else {}
    body = json.dumps({**document, **servers}, ensure_ascii=False, separators=(",", ":")).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
