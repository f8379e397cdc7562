"""Copy a live SQLite database, also while the service runs on it: python -m app.backup TARGET."""

import argparse
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.config import Settings, SettingsError, load_settings

FAILED = 1
USAGE_ERROR = 2

REVISION = "SELECT version_num FROM alembic_version"
COUNTS = "SELECT (SELECT count(*) FROM encounters), (SELECT count(*) FROM log_entries)"
TORN = """
SELECT count(*) FROM encounters WHERE version <>
(SELECT count(*) FROM log_entries WHERE log_entries.encounter_id = encounters.id)
"""


class BackupFailed(Exception):
    """There is no copy; the message says why."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What a copy holds."""

    revision: str
    encounters: int
    entries: int


def back_up(settings: Settings, target: Path) -> Copy:
    """Copies the database as it is at one moment, and checks the copy. Raises BackupFailed.

    A reader neither waits for the service nor holds it up. The target appears when it is whole.
    """
    source = settings.sqlite_path
    if source is None:
        raise BackupFailed("The database is Postgres, which is copied by pg_dump.")
    if not source.is_file():
        raise BackupFailed(f"There is no database at {source}.")
    if target.exists():
        raise BackupFailed(f"{target} exists, and nothing is overwritten: name another file.")
    try:
        with _unfinished(target) as unfinished:
            with closing(_reader(source)) as connection:
                connection.execute("VACUUM INTO ?", (str(unfinished),))
            copy = _checked(unfinished)
            _publish(unfinished, target)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{source} can't be copied to {target}: {error}") from error
    return copy


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """A file beside the target, for our eyes alone: it holds the secrets of dice."""
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _reader(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _checked(path: Path) -> Copy:
    with closing(_reader(path)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            raise BackupFailed(f"The copy is not whole: {found[0][0]}")
        (torn,) = connection.execute(TORN).fetchone()
        if torn:
            raise BackupFailed(f"{torn} encounters don't have all entries of their logs.")
        revision = connection.execute(REVISION).fetchone()
        if revision is None:
            raise BackupFailed("The database was never migrated.")
        return Copy(*revision, *connection.execute(COUNTS).fetchone())


def _publish(unfinished: Path, target: Path) -> None:
    """Durably give a file its name, which nobody has taken meanwhile."""
    _sync(unfinished)
    target.touch(exist_ok=False)
    unfinished.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def main(arguments: Sequence[str] | None = None) -> int:
    """Copy; 1 when there is no copy, 2 when the settings are wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m app.backup",
        description="Copy the SQLite database of TILTYARD_DATABASE_URL, also while it is in use.",
    )
    parser.add_argument("target", type=Path, help="the file to make; it must not exist")
    target = parser.parse_args(arguments).target
    try:
        copy = back_up(load_settings(), target)
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return USAGE_ERROR
    except BackupFailed as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    sys.stdout.write(
        f"{target}: {copy.encounters} encounters, {copy.entries} log entries,"
        f" tables at revision {copy.revision}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
