"""Limits on how often, counted in this process: by token, and by address.

Fixed windows of a minute in memory: a count costs a few microseconds, and nothing is stored.
"""

import ipaddress
import math
import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from app.config import Settings
from app.errors import TooManyRequests

ENTRIES_A_READ = 256  # entries verified for the price of one costly read


class RateLimits:
    """The limits of one process; a limit of 0 is off. An address is as `address_of` gives it."""

    def __init__(self, settings: Settings) -> None:
        self._counted = FixedWindowRateLimiter(MemoryStorage())
        self._openings = _limit(settings.openings_per_minute, "openings")
        self._writes = _limit(settings.writes_per_minute, "writes")
        self._writes_there = _limit(settings.address_writes_per_minute, "address-writes")
        self._reads = _limit(settings.costly_reads_per_minute, "costly-reads")
        self._reads_there = _limit(settings.address_costly_reads_per_minute, "address-costly-reads")

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

    def _count(self, limit: RateLimitItem | None, of: str, cost: int) -> None:
        # A single read that costs more than a whole minute's must stay possible.
        if limit is None or self._counted.hit(limit, of, cost=min(cost, limit.amount)):
            return
        ends = self._counted.get_window_stats(limit, of).reset_time
        raise TooManyRequests(
            f"At most {limit.amount} {limit.namespace} a minute: wait until there is room again.",
            retry_after=max(1, math.ceil(ends - time.time())),
            limit=limit.amount,
            limited=limit.namespace,
        )


def _limit(amount: int, name: str) -> RateLimitItem | None:
    return RateLimitItemPerMinute(amount, namespace=name) if amount else None


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
