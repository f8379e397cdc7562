"""Reading the log: pages, single entries, verification."""

import asyncio
from typing import Any

from app.database import Database
from app.services import event_log, views
from app.services import verification as audit
from app.services.event_log import Loaded


async def page(database: Database, loaded: Loaded, after: int, limit: int) -> dict[str, Any]:
    """Up to `limit` entries after a version; `next` is the version to go on after."""
    found = await event_log.entries(database, loaded.id, after, limit + 1)
    found = [entry for entry in found if entry.version <= loaded.version]
    ranges = await _standing(database, loaded)
    items = [
        views.entry_view(loaded, entry, entry, undone=not event_log.stands(entry.version, ranges))
        for entry in found[:limit]
    ]
    return {"items": items, "next": found[limit - 1].version if len(found) > limit else None}


async def one(database: Database, loaded: Loaded, version: int) -> dict[str, Any]:
    """One entry. Raises NotFound."""
    entry = await event_log.entry(database, loaded.id, version)
    ranges = await _standing(database, loaded)
    return views.entry_view(
        loaded, entry, entry, undone=not event_log.stands(entry.version, ranges)
    )


async def verification(database: Database, loaded: Loaded) -> dict[str, Any]:
    """The report on the log up to the version that `loaded` is at."""
    rows = await event_log.entry_rows(database, loaded.id, 0, loaded.version)
    return await asyncio.to_thread(audit.verify, loaded, rows)


async def _standing(database: Database, loaded: Loaded) -> list[range]:
    return await event_log.standing_ranges(database, loaded.id, loaded.version, loaded.row["jumps"])
