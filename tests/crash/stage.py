"""The stage the service plays on in crash tests: its drivers and its server can be made to fail.

The service itself knows nothing of it. What to do comes from the environment:

- `POINT`: the process dies when it is about to `begin` a transaction, `append` an entry, store a
  `key`, `commit`, or send the `answer` to a write.
- `MUTANT`: a fault that the tests have to find. `key-apart` stores keys in a transaction of their
  own, after that of their entries; `answer-first` commits when the answer has left;
  `synchronous-off` asks for no sync.
- `POWER`: files lose what was not synced when the process dies (tests/crash/power.py).

Points and mutants come into play at `POST /stage/arm`; `POST /stage/fill` and `/stage/free` fill
the disk and give its room back.
"""

import os
import resource
import signal
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Self, cast

from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import app.__main__
import app.main
from app.config import Settings
from tests.crash import power

POINTS = ("begin", "append", "key", "commit", "answer")
STATEMENTS = {
    "BEGIN IMMEDIATE": "begin",
    "INSERT INTO log_entries": "append",
    "INSERT INTO idempotency_keys": "key",
    "COMMIT": "commit",
}
ROOM = 8_192  # bytes that still fit on a full disk


class Plan:
    """What this process is to do, once it is armed."""

    armed = False

    def __init__(self) -> None:
        self.late: list[Callable[[str], object]] = []  # who still has to run its COMMIT

    def reach(self, point: str | None) -> None:
        """Die here, if this is where to die."""
        if self.armed and point == os.environ.get("POINT"):
            os.kill(os.getpid(), signal.SIGKILL)

    def has(self, mutant: str) -> bool:
        """Whether the process has this fault by now."""
        return self.armed and mutant == os.environ.get("MUTANT")

    def commit_late(self) -> None:
        """Commit what an answer didn't wait for."""
        while self.late:
            self.late.pop()("COMMIT")


plan = Plan()


class Connection(sqlite3.Connection):
    """A connection that dies at its point, and may have the faults of a mutant."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keys: list[Any] = []  # held back by a mutant
        self.set_trace_callback(lambda statement: plan.reach(_point_of(statement)))

    def cursor(self, factory: Any = None) -> Any:
        """A cursor with the same faults."""
        return super().cursor(Cursor)

    def execute(self, sql: str, parameters: Any = ()) -> Any:
        """Through such a cursor."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any) -> Any:
        """Through such a cursor."""
        return self.cursor().executemany(sql, parameters)


class Cursor(sqlite3.Cursor):
    """Runs statements, as the mutant does it."""

    def execute(self, sql: str, parameters: Any = ()) -> Self:
        """One statement."""
        keys = cast(Connection, self.connection).keys
        point = _point_of(sql)
        if plan.has("key-apart") and point == "key":
            keys.append((sql, parameters))
            return self
        if plan.has("key-apart") and point == "commit" and keys:
            super().execute("COMMIT")
            super().execute("BEGIN IMMEDIATE")
            while keys:
                super().execute(*keys.pop())
        if plan.has("answer-first") and point == "begin":
            plan.commit_late()
        if plan.has("answer-first") and point == "commit":
            plan.late.append(super().execute)
            return self
        return super().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any) -> Self:
        """One statement, several times."""
        if _point_of(sql) != "key":
            return super().executemany(sql, parameters)
        for each in parameters:
            self.execute(sql, each)
        return self


class Stage:
    """Between the server and the service: takes orders, and dies before an answer."""

    def __init__(self, service: ASGIApp, settings: Settings) -> None:
        self._service = service
        self._file = settings.sqlite_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope["path"].startswith("/stage/"):
            self._obey(scope["path"].removeprefix("/stage/"))
            await Response(status_code=204)(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["method"] != "GET":
                plan.reach("answer")
            await send(message)

        await self._service(scope, receive, answer)
        plan.commit_late()

    def _obey(self, order: str) -> None:
        match order:
            case "arm":
                plan.armed = True
            case "fill":
                assert self._file is not None
                log = Path(f"{self._file}-wal")
                _limit_files(log.stat().st_size + ROOM)
            case "free":
                _limit_files(resource.RLIM_INFINITY)
            case _:
                raise ValueError(order)


def _limit_files(size: int) -> None:
    """Let no file of this process grow beyond a size."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _point_of(statement: str) -> str | None:
    found = (point for words, point in STATEMENTS.items() if statement.startswith(words))
    return next(found, None)


def run() -> int:
    """Serve as `python -m app` does, on this stage."""
    if "POWER" in os.environ:
        power.install()
    else:
        sqlite3.connect = partial(sqlite3.connect, factory=Connection)  # type: ignore[assignment]

    create = app.main.create_app

    def create_on_stage() -> Stage:
        service: FastAPI = create()
        return Stage(service, service.state.settings)

    app.main.create_app = create_on_stage  # type: ignore[assignment]
    return app.__main__.main()
