"""What happens, counted for Prometheus, and shown on a port of its own.

No label holds an id: labels are few, and the same for years.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import itemgetter
from time import perf_counter
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    start_http_server,
)
from sqlalchemy import Insert
from starlette.types import Scope

from app.config import SettingsError, variable_of
from app.models import LogEntry

if TYPE_CHECKING:
    from app.database import Write

OTHER = "other"  # paths that are no operation of ours, and methods that nothing answers to
METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
COMMIT_SECONDS = (.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5)  # fmt: skip
COMMIT_JOBS = (1, 2, 4, 8, 16, 32, 64)

LOG = LogEntry.__table__  # type: ignore[attr-defined]
_texts = itemgetter(*(column.name for column in LOG.columns if column.name.endswith("_json")))

registry = CollectorRegistry()
ProcessCollector(registry=registry)
_entries = Counter("tiltyard_log_entries", "Log entries appended.", registry=registry)
_bytes = Counter("tiltyard_log_bytes", "Bytes of JSON that those entries hold.", registry=registry)
_conflicts = Counter(
    "tiltyard_conflicts", "Writes that met another state than expected.", registry=registry
)
_retries = Counter(
    "tiltyard_retries", "Commands decided again, on a newer state.", registry=registry
)
_commit_seconds = Histogram(
    "tiltyard_commit_seconds",
    "How long durable commits took.",
    buckets=COMMIT_SECONDS,
    registry=registry,
)
_commit_jobs = Histogram(
    "tiltyard_commit_jobs",
    "How many writes shared a commit.",
    buckets=COMMIT_JOBS,
    registry=registry,
)
_failed_commits = Counter(
    "tiltyard_failed_commits", "Commits that failed: nothing of them happened.", registry=registry
)
_requests = Counter(
    "tiltyard_requests", "Requests answered.", ("method", "route", "status"), registry=registry
)


@contextmanager
def committing(jobs: int) -> Iterator[None]:
    """Around the commit of a group of jobs."""
    began = perf_counter()
    try:
        yield
    except Exception:
        _failed_commits.inc()
        raise
    _commit_seconds.observe(perf_counter() - began)
    _commit_jobs.observe(jobs)


def written(writes: "Iterable[Write]") -> None:
    """What was committed: counts what it added to logs."""
    added = [
        row
        for write in writes
        if isinstance(write.statement, Insert) and write.statement.table is LOG
        for row in write.params
    ]
    _entries.inc(len(added))
    _bytes.inc(sum(len(text.encode()) for row in added for text in _texts(row)))


def conflicted(jobs: int) -> None:
    """Guards of so many jobs missed."""
    _conflicts.inc(jobs)


def decided_again() -> None:
    """A command is decided once more."""
    _retries.inc()


def answered(scope: Scope, status: int) -> None:
    """An answer begins."""
    route = getattr(scope.get("route"), "path", OTHER)
    method = scope["method"] if scope["method"] in METHODS else OTHER
    _answered(method, route, status).inc()


@cache
def _answered(method: str, route: str, status: int) -> Counter:
    return _requests.labels(method, route, status)


@contextmanager
def listening(host: str, port: int | None) -> Iterator[None]:
    """Shows the metrics while the block lasts, if a port is given. Raises SettingsError."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        problem = f"{variable_of('metrics_port')}: can't listen on {host}:{port}: {error.strerror}"
        raise SettingsError([problem]) from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
