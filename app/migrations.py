"""Brings a database's tables up to date, at start or by hand."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.config import Settings

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent
ADVISORY_LOCK = 0x7E57_7A2D  # any number of our own: one process migrates, the others wait


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


def migrate(settings: Settings) -> None:
    """Brings the database up to date; of a SQLite file that has data a copy is kept first."""
    path = settings.sqlite_path
    if path is not None and path.exists():
        before = revision(settings)
        if before is not None and before != newest_revision():
            _keep_a_copy(path, path.with_name(f"{path.name}.before-{newest_revision()}"))
    connected(settings, _upgrade)


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
