"""Limits on how often, counted in this process: by token, and by address.

All are counted in one window of a minute, which begins with the first request after the last one
ended: so a count costs a microsecond, nothing is stored, and nothing of long ago is kept.
"""

import ipaddress
import math
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from app.config import Settings
from app.errors import TooManyRequests

WINDOW = 60.0  # seconds
ENTRIES_A_READ = 256  # entries verified for the price of one costly read


@dataclass(slots=True)
class _Limit:
    name: str
    amount: int
    counted: Counter[str] = field(default_factory=Counter)


class RateLimits:
    """The limits of one process; a limit of 0 is off. An address is as `address_of` gives it."""

    def __init__(self, settings: Settings) -> None:
        self._openings = _Limit("openings", settings.openings_per_minute)
        self._writes = _Limit("writes", settings.writes_per_minute)
        self._writes_there = _Limit("address-writes", settings.address_writes_per_minute)
        self._reads = _Limit("costly-reads", settings.costly_reads_per_minute)
        self._reads_there = _Limit("address-costly-reads", settings.address_costly_reads_per_minute)
        self._ends = 0.0

    def opening(self, address: str) -> None:
        """Counts the opening of an encounter. Raises TooManyRequests, as all of these do."""
        self._count(self._openings, address, 1)

    def write(self, token_id: str, address: str, requests: int = 1) -> None:
        """Counts a request that changes something, or one that is as good as several."""
        self._count(self._writes, token_id, requests)
        self._count(self._writes_there, address, requests)

    def write_of_nobody(self, address: str, requests: int = 1) -> None:
        """The same for a request without a token."""
        self._count(self._writes_there, address, requests)

    def costly_read(self, token_id: str, address: str, entries: int = 0) -> None:
        """Counts a read that takes work; one over many `entries` counts for several."""
        cost = 1 + entries // ENTRIES_A_READ
        self._count(self._reads, token_id, cost)
        self._count(self._reads_there, address, cost)

    def _count(self, limit: _Limit, of: str, cost: int) -> None:
        if not limit.amount:
            return
        now = time.monotonic()
        if now >= self._ends:
            self._begin(now)
        # A single read that costs more than a whole minute's must stay possible.
        limit.counted[of] += min(cost, limit.amount)
        if limit.counted[of] > limit.amount:
            raise TooManyRequests(
                f"At most {limit.amount} {limit.name} a minute: wait until there is room again.",
                retry_after=max(1, math.ceil(self._ends - now)),
                limit=limit.amount,
                limited=limit.name,
            )

    def _begin(self, now: float) -> None:
        self._ends = now + WINDOW
        for limit in (
            self._openings, self._writes, self._writes_there, self._reads, self._reads_there,
        ):  # fmt: skip
            limit.counted.clear()


@lru_cache(maxsize=1_024)
def address_of(host: str | None) -> str:
    """Whom an address counts for: itself, or of IPv6 the network of 64 bits that one client has."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
