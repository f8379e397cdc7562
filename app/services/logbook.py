"""Reading the log: pages, single entries, proofs, verification."""

import asyncio
from collections.abc import Mapping
from typing import Any

from app.database import Database
from app.services import event_log
from app.services import verification as audit
from app.services.entries import Entry
from app.services.event_log import Loaded
from app.services.views import Perspective


async def page(database: Database, seen: Perspective, after: int, limit: int) -> dict[str, Any]:
    """Up to `limit` entries after a version; `next` is the version to go on after."""
    entries, following = await _entries(database, seen.loaded, after, limit)
    ranges = await _standing(database, seen.loaded)
    items = [
        seen.entry(entry, entry, undone=not event_log.stands(entry.version, ranges))
        for entry in entries
    ]
    return {"items": items, "next": following}


async def one(database: Database, seen: Perspective, version: int) -> dict[str, Any]:
    """One entry. Raises NotFound."""
    entry = await event_log.entry(database, seen.loaded.id, version)
    ranges = await _standing(database, seen.loaded)
    return seen.entry(entry, entry, undone=not event_log.stands(entry.version, ranges))


async def proofs(database: Database, seen: Perspective, after: int, limit: int) -> dict[str, Any]:
    """What the hashes of up to `limit` entries after a version are made of."""
    entries, following = await _entries(database, seen.loaded, after, limit)
    return {"items": [seen.proof(entry) for entry in entries], "next": following}


async def verification(database: Database, seen: Perspective) -> Mapping[str, Any]:
    """The report on the log up to the version that is seen."""
    loaded = seen.loaded
    rows = await event_log.entry_rows(database, loaded.id, 0, loaded.version)
    kept = await event_log.checkpoints(database, loaded)
    return seen.report(await asyncio.to_thread(audit.verify, loaded, rows, kept))


async def _entries(
    database: Database, loaded: Loaded, after: int, limit: int
) -> tuple[list[Entry], int | None]:
    """Up to `limit` entries after a version, and the version to go on after."""
    found = await event_log.entries(database, loaded.id, after, limit + 1)
    found = [entry for entry in found if entry.version <= loaded.version]
    return found[:limit], found[limit - 1].version if len(found) > limit else None


async def _standing(database: Database, loaded: Loaded) -> list[range]:
    return await event_log.standing_ranges(database, loaded.id, loaded.version, loaded.row["jumps"])
