"""The clock: the only place that asks what time it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_STANDS_AT: ContextVar[str | None] = ContextVar("clock_stands_at", default=None)


def now() -> str:
    """This moment, RFC 3339 in UTC to the millisecond."""
    return _STANDS_AT.get() or (
        datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    )


@contextmanager
def standing_still(moment: str) -> Iterator[None]:
    """It is always `moment` inside: the same seed and commands then give the same chain."""
    token = _STANDS_AT.set(moment)
    try:
        yield
    finally:
        _STANDS_AT.reset(token)
