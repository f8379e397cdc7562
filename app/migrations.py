"""Brings a database's tables up to date: at the start, or by hand with python -m app.migrations."""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import asyncpg
import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.config import Settings, SettingsError, load_settings
from app.database import DatabaseInUse, database_for

log = structlog.get_logger(__name__)

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent
ADVISORY_LOCK = 0x7E57_7A2D  # any number of our own: one process migrates, the others wait


class NotMigrated(Exception):
    """The database's tables are not those of this code."""


def alembic_config() -> Config:
    """Alembic's settings, from the file beside the package."""
    return Config(ROOT / "alembic.ini")


def newest_revision() -> str | None:
    """The revision this code's tables are at."""
    return ScriptDirectory.from_config(alembic_config()).get_current_head()


def connected(settings: Settings, work: Callable[[Connection], T]) -> T:
    """Runs `work` on a connection of its own. Blocks, and starts a loop for Postgres."""
    if settings.sqlite_path is not None:
        engine = create_engine(f"sqlite:///{settings.sqlite_path}", poolclass=NullPool)
        with engine.connect() as connection:
            return work(connection)
    return asyncio.run(_on_postgres(settings.database_url.get_secret_value(), work))


async def _on_postgres(url: str, work: Callable[[Connection], T]) -> T:
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url), poolclass=NullPool
    )
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def revision(settings: Settings) -> str | None:
    """The revision the database is at; None when it has no tables yet."""
    return connected(settings, _revision)


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def prepare(settings: Settings) -> None:
    """Sees to it that the tables are those of this code, in the way the settings say.

    Raises NotMigrated when they are newer, or are older and not to be migrated now.
    """
    try:
        if settings.migrate == "start":
            migrate(settings)
        else:
            _require_migrated(settings)
    except NotMigrated as error:
        log.critical("can't start", reason=str(error))  # else told at the end of a traceback only
        raise


def _require_migrated(settings: Settings) -> None:
    found, newest = revision(settings), newest_revision()
    if found != newest:
        _require_known(found)
        raise NotMigrated(
            f"{_place(found)}, this version needs {newest}, and TILTYARD_MIGRATE is never:"
            " run make migrate, or python -m app.migrations where the service is installed."
        )


def migrate(settings: Settings) -> None:
    """Brings the database up to date; of a SQLite file that has data a copy is kept first.

    Raises NotMigrated when a newer version has done so already.
    """
    before = revision(settings)
    _require_known(before)
    path = settings.sqlite_path
    if path is not None and before not in (None, newest_revision()):
        _keep_a_copy(path, path.with_name(f"{path.name}.before-{newest_revision()}"))
    connected(settings, _upgrade)


def _require_known(found: str | None) -> None:
    scripts = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    if found is not None and all(script.revision != found for script in scripts):
        raise NotMigrated(
            f"{_place(found)}, which this version doesn't know: run the version that brought it"
            " there, or a newer one."
        )


def _place(found: str | None) -> str:
    return "The database has no tables yet" if found is None else f"The database is at {found}"


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": ADVISORY_LOCK})
        connection.commit()
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()


def _keep_a_copy(path: Path, copy: Path) -> None:
    with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
        source.backup(target)


async def _by_hand(settings: Settings) -> None:
    """Migrates with the database opened as the service opens it: not beside one that runs."""
    database = database_for(settings)
    await database.open()
    try:
        await asyncio.to_thread(migrate, settings)
    finally:
        await database.close()


def main() -> int:
    """Migrate the database that the settings name; 2 when it can't be done, with the reason."""
    try:
        settings = load_settings()
        asyncio.run(_by_hand(settings))
    except (SettingsError, NotMigrated, DatabaseInUse) as error:
        sys.stderr.write(f"Nothing was migrated. {error}\n")
        return 2
    sys.stderr.write(f"The database is at {newest_revision()}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
