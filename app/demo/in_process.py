"""The service in this process, on a database that lasts as long as the demonstration."""

import json
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from pydantic import SecretStr
from starlette.types import Message, Scope

from app.config import Settings
from app.main import create_app

MAX_ODDS_RUNS = 200  # it weighs all a combatant could do, each time


class RefusedRequest(Exception):
    """The service refused a request; `problem` says why."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.problem = problem


class Service:
    """Takes requests as from a socket, and gives the JSON of the answers."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self.token: str | None = None

    async def get(self, path: str, query: str = "") -> Any:
        """Raises RefusedRequest."""
        return await self._ask("GET", path, query, b"")

    async def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Raises RefusedRequest."""
        return await self._ask("POST", path, "", json.dumps(body or {}).encode())

    async def _ask(self, method: str, path: str, query: str, body: bytes) -> Any:
        status, answer = 0, b""

        async def receive() -> Message:
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            nonlocal status, answer
            status = message.get("status", status)
            answer += message.get("body", b"")

        await self._app(self._scope(method, path, query, len(body)), receive, send)
        said = json.loads(answer)
        if status >= 400:
            raise RefusedRequest(said)
        return said

    def _scope(self, method: str, path: str, query: str, length: int) -> Scope:
        headers = {"content-type": "application/json", "content-length": str(length)}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 0),
            "server": ("127.0.0.1", 80),
        }


@asynccontextmanager
async def service() -> AsyncIterator[Service]:
    """A service that knows nothing of the environment's settings, and leaves nothing behind."""
    with tempfile.TemporaryDirectory(prefix="tiltyard-demo-") as directory:
        url = SecretStr(f"sqlite:///{Path(directory) / 'demo.db'}")
        app = create_app(Settings.model_construct(database_url=url, max_odds_runs=MAX_ODDS_RUNS))
        async with app.router.lifespan_context(app):
            yield Service(app)
