"""How Alembic reaches the database: the one the settings name, or a connection handed in."""

from alembic import context
from sqlalchemy import Connection
from sqlmodel import SQLModel

import app.models  # noqa: F401 - registers the tables
from app.config import load_settings
from app.migrations import connected

target_metadata = SQLModel.metadata


def run(connection: Connection) -> None:
    """Migrate over this connection."""
    context.configure(
        connection=connection,
        target_metadata=target_metadata,
        render_as_batch=True,
        compare_type=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


handed_in: Connection | None = context.config.attributes.get("connection")
if handed_in is not None:
    run(handed_in)
else:
    connected(load_settings(), run)
