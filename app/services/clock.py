"""The clock: the only place that asks what time it is."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache

_STANDS_AT: ContextVar[str | None] = ContextVar("clock_stands_at", default=None)


def now() -> str:
    """This moment, RFC 3339 in UTC to the millisecond."""
    second, thousandths = divmod(time.time_ns() // 1_000_000, 1_000)
    return _STANDS_AT.get() or f"{_second(second)}.{thousandths:03}Z"


@lru_cache(maxsize=2)
def _second(since_1970: int) -> str:
    return datetime.fromtimestamp(since_1970, UTC).strftime("%Y-%m-%dT%H:%M:%S")


@contextmanager
def standing_still(moment: str) -> Iterator[None]:
    """It is always `moment` inside: the same seed and commands then give the same chain."""
    token = _STANDS_AT.set(moment)
    try:
        yield
    finally:
        _STANDS_AT.reset(token)
