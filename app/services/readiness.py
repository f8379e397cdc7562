"""Whether the database can be relied on."""

from sqlalchemy import Text, column, select, table

from app.database import Database, NotDurable, Unavailable
from app.migrations import newest_revision

_REVISION = select(column("version_num", Text)).select_from(table("alembic_version"))


async def problems(database: Database) -> list[str]:
    """What keeps this process from serving; empty when nothing does."""
    try:
        await database.check()
        row = await database.row(_REVISION)
    except NotDurable as error:
        return [f"the database can lose what it acknowledges: {error}"]
    except Unavailable:
        return ["the database doesn't answer"]
    newest = newest_revision()
    if row is None or row["version_num"] != newest:
        return [f"the database is not migrated to revision {newest}"]
    return []
