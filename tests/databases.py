"""Databases of the tests: the service's settings on one, and its tables at earlier revisions."""

from collections.abc import Callable
from typing import Any

from alembic import command
from pydantic import SecretStr
from sqlalchemy import Connection

from app.config import Settings
from app.migrations import alembic_config


def settings_for(url: str, **changes: Any) -> Settings:
    return Settings(database_url=SecretStr(url), **changes)


def back_and_forth(
    connection: Connection, revision: str, meanwhile: Callable[[Connection], Any]
) -> None:
    """Takes the tables to an earlier revision, and to the newest again."""
    config = alembic_config()
    config.attributes["connection"] = connection
    command.downgrade(config, revision)
    meanwhile(connection)
    command.upgrade(config, "head")
    connection.commit()
