"""The clock: the only place that asks what time it is."""

from datetime import UTC, datetime


def now() -> str:
    """This moment, RFC 3339 in UTC to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
