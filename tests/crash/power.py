"""A computer whose power fails: what was written but not synced is lost, or only some of it.

SQLite, by apsw, runs on files that go to the disk when they are synced. Until then a write is
seen by the process alone, except that every other one, by chance, reaches the disk at once: so a
kill loses any part of what was not synced, in any order. The module sqlite3 is served by it, since
two SQLite libraries must not share a file in one process.
"""

import os
import random
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import apsw

import app.main

NAME = "power"
BASE = "unix"
SYNCHRONOUS = re.compile(r"(?i)\bsynchronous\s*=\s*\w+")


class Image:
    """A file as its process sees it, and which parts of it are not on the disk yet."""

    def __init__(self, content: bytes) -> None:
        self.seen = bytearray(content)
        self.unsynced: list[tuple[int, int]] = []  # offsets: from, to

    def write(self, data: bytes, offset: int) -> None:
        """Write at an offset; a gap before it is filled with zeros."""
        end = offset + len(data)
        self.seen.extend(bytes(max(0, end - len(self.seen))))
        self.seen[offset:end] = data


class File(apsw.VFSFile):
    """One opening of a file; all openings of a path share its image."""

    def __init__(self, images: dict[str, Image], name: Any, flags: list[int]) -> None:
        super().__init__(BASE, name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path not in images:
            images[path] = Image(super().xRead(super().xFileSize(), 0))
        self._image = images[path]

    def xRead(self, amount: int, offset: int) -> bytes:
        """Read what the process has written."""
        return bytes(self._image.seen[offset : offset + amount])

    def xFileSize(self) -> int:
        """The size as the process has made it."""
        return len(self._image.seen)

    def xWrite(self, data: bytes, offset: int) -> None:
        """Write for the process to see; by chance it reaches the disk as well."""
        self._image.write(data, offset)
        if random.random() < 0.5:
            super().xWrite(data, offset)
        else:
            self._image.unsynced.append((offset, offset + len(data)))

    def xTruncate(self, newsize: int) -> None:
        """Cut for the process to see; the disk learns of it by the next sync."""
        del self._image.seen[newsize:]

    def xSync(self, flags: int) -> None:
        """Bring everything to the disk."""
        for start, end in self._image.unsynced:
            super().xWrite(bytes(self._image.seen[start:end]), start)
        self._image.unsynced.clear()
        super().xTruncate(len(self._image.seen))


class Disk(apsw.VFS):
    """The file system of such a computer."""

    def __init__(self) -> None:
        super().__init__(NAME, BASE)
        self._images: dict[str, Image] = {}

    def xOpen(self, name: Any, flags: list[int]) -> File:
        """Open a file."""
        return File(self._images, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        """Delete a file."""
        self._images.pop(filename, None)
        super().xDelete(filename, syncdir)


# --- sqlite3 on it: as much of the module as the service uses -------------------------------------


class Row:
    """A row by names, as sqlite3.Row is."""

    def __init__(self, names: Sequence[str], values: Sequence[Any]) -> None:
        self._values = dict(zip(names, values, strict=True))

    def keys(self) -> list[str]:
        """The names of the columns."""
        return list(self._values)

    def __getitem__(self, column: str | int) -> Any:
        """A value by its column's name or number."""
        if isinstance(column, int):
            return list(self._values.values())[column]
        return self._values[column]

    def __iter__(self) -> Iterator[Any]:
        """The values."""
        return iter(self._values.values())

    def __len__(self) -> int:
        """How many columns there are."""
        return len(self._values)


class Cursor:
    """Runs statements to their end, and keeps what they gave."""

    rowcount = -1

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._rows: Iterator[Any] = iter(())

    def execute(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> "Cursor":
        """One statement."""
        if os.environ.get("MUTANT") == "synchronous-off":
            sql = SYNCHRONOUS.sub("synchronous = OFF", sql)
        with _as_sqlite3():
            cursor = self._connection.database.execute(sql, parameters)
            rows = []
            names: list[str] = []
            for row in cursor:
                names = names or [column[0] for column in cursor.get_description()]
                rows.append(row)
        self.rowcount = self._connection.database.changes()
        if self._connection.row_factory is sqlite3.Row:
            self._rows = iter([Row(names, row) for row in rows])
        else:
            self._rows = iter(rows)
        return self

    def executemany(self, sql: str, parameters: Iterable[Any]) -> "Cursor":
        """One statement, several times."""
        hit = 0
        for each in parameters:
            hit += self.execute(sql, each).rowcount
        self.rowcount = hit
        return self

    def fetchone(self) -> Any:
        """The next row; None after the last."""
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        """All rows that are left."""
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        """All rows that are left."""
        return self._rows

    def close(self) -> None:
        """Nothing is held."""


class Connection:
    """A connection on such a disk."""

    row_factory: Any = None

    def __init__(self, disk: Disk, name: str) -> None:
        self._disk = disk
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
        with _as_sqlite3():
            self.database = apsw.Connection(name, flags=flags, vfs=NAME)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return bool(self.database.in_transaction)

    def cursor(self) -> Cursor:
        """A new cursor."""
        return Cursor(self)

    def execute(self, sql: str, parameters: Any = ()) -> Cursor:
        """Through a new cursor."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any]) -> Cursor:
        """Through a new cursor."""
        return self.cursor().executemany(sql, parameters)

    def commit(self) -> None:
        """End the transaction, if there is one."""
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        """Undo the transaction, if there is one."""
        if self.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        """Close it."""
        self.database.close()


@contextmanager
def _as_sqlite3() -> Iterator[None]:
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    except apsw.Error as error:
        raise sqlite3.OperationalError(str(error)) from error


def install() -> None:
    """Let this process use such a disk. Its database must be migrated already."""
    disk = Disk()

    def connect(path: object, **options: Any) -> Connection:
        return Connection(disk, str(path))

    sqlite3.connect = connect  # type: ignore[assignment]
    app.main.prepare = lambda settings: None  # type: ignore[attr-defined]
