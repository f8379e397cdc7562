"""The two databases behind one small door: committed reads, and group-committed writes.

Statements are SQLAlchemy Core over the tables of `app.models`, compiled once for the dialect and
run on the bare driver: sqlite3 for a file, asyncpg for Postgres. Writes are jobs: all of a job
happens, or nothing of it. Jobs that wait together share one durable commit, in the order they came,
and each is answered after it.
"""

import asyncio
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any

import asyncpg
import orjson
import structlog
from filelock import FileLock, Timeout
from sqlalchemy import (
    CTE,
    JSON,
    Executable,
    Insert,
    Integer,
    bindparam,
    cast,
    column,
    exists,
    func,
    insert,
    select,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import asyncpg as postgresql
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

from app import metrics
from app.config import Settings

log = structlog.get_logger(__name__)

Row = Mapping[str, Any]
Params = Mapping[str, Any]

LOCK_SECONDS = 5
MAX_GROUP = 64  # jobs in one commit
QUICK_SECONDS = 0.002  # a commit that takes no longer isn't worth a thread
COMMITS_OF_LATE = 8
CACHE_KB = 32_768  # of pages, for writing: a fight comes back to the same ones
CHECKPOINT_PAGES = 4_000  # in the log of changes, before they go into the file itself

# What asyncpg raises when the server is gone; the last of them while it gives a connection back.
SILENCE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


class Conflict(Exception):
    """A job's guard found another state than expected: nothing of the job happened."""


class Unavailable(Exception):
    """The database could not commit: nothing of the job happened."""


class NotDurable(Exception):
    """The database is set up so that it can lose what it acknowledged."""


class DatabaseInUse(Exception):
    """Another process has the SQLite file open."""


@dataclass(slots=True)
class Write:
    """A statement and its parameters; several sets of parameters run it several times."""

    statement: Executable
    params: Sequence[Params]


@dataclass(slots=True)
class Job:
    """Writes that happen together. The guard must return a row, or there is a Conflict."""

    guard: Write
    writes: Sequence[Write] = ()


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement in its dialect; `names` of its parameters in order, `known` values among them.

    Statements are module constants, found by their id; the reference keeps it from being reused.
    """

    statement: Executable
    text: str
    names: tuple[str, ...]
    known: Params


@dataclass(slots=True)
class Appending:
    """A job on its way to the disk, and what came of it once it is `over`."""

    job: Job
    over: bool = False
    stored: bool = False  # also when the rest of its group isn't
    failure: Exception | None = None
    _waiters: list[asyncio.Future[None]] = field(default_factory=list)

    async def done(self) -> None:
        """Returns once it is durably committed. Raises Conflict or Unavailable.

        Whoever waits may go away: neither the job nor the others who wait notice.
        """
        if not self.over:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter
        if self.failure is not None:
            raise self.failure

    def settle(self) -> None:
        """Lets everybody know who waits."""
        self.over = True
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)


def _count(group: Sequence[Appending]) -> None:
    """Counts what came of a group: all at once, since each count takes a lock."""
    metrics.written([w for one in group if one.failure is None for w in one.job.writes])
    metrics.conflicted(sum(isinstance(one.failure, Conflict) for one in group))


class Database(ABC):
    """A database, open for reading and writing."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._compiled: dict[int, _Compiled] = {}
        self._queue: asyncio.Queue[Appending] = asyncio.Queue()
        self._appender: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connects; raises DatabaseInUse when another process has the file."""
        await self._connect()
        self._appender = asyncio.create_task(self._append_forever(), name="appender")

    async def close(self) -> None:
        """Lets what waits be committed, then disconnects."""
        await self._queue.join()
        if self._appender is not None:
            self._appender.cancel()
            await asyncio.gather(self._appender, return_exceptions=True)
        await self._disconnect()

    def append(self, job: Job) -> Appending:
        """Queues a job. Jobs are committed in the order they were queued."""
        appending = Appending(job)
        self._queue.put_nowait(appending)
        return appending

    async def write(self, job: Job) -> None:
        """Returns after the job is durably committed. Raises Conflict or Unavailable."""
        await self.append(job).done()

    async def row(self, statement: Executable, **params: Any) -> Row | None:
        """The first committed row, read by key: quick."""
        rows = await self.rows(statement, **params)
        return rows[0] if rows else None

    @abstractmethod
    async def rows(self, statement: Executable, **params: Any) -> Sequence[Row]:
        """All committed rows of a query."""

    @abstractmethod
    async def check(self) -> None:
        """Raises NotDurable when its settings could lose data, Unavailable when it is silent."""

    @abstractmethod
    async def _connect(self) -> None: ...

    @abstractmethod
    async def _disconnect(self) -> None: ...

    @abstractmethod
    async def _commit(self, group: Sequence[Appending]) -> None:
        """Commits the group in one transaction, as if every job were to succeed.

        When one fails, once more with each apart, so that only it happens not: its `failure`.
        """

    async def _append_forever(self) -> None:
        while True:
            group = [await self._queue.get()]
            await self._gather(group)
            try:
                with metrics.committing(len(group)):
                    await self._commit(group)
            except Exception as error:
                log.exception("a commit failed", jobs=len(group))
                for appending in group:
                    if not appending.stored:
                        appending.failure = Unavailable(str(error))
            _count(group)
            for appending in group:
                self._queue.task_done()
                appending.settle()

    async def _gather(self, group: list[Appending]) -> None:
        """Adds what waits to a group."""
        while len(group) < MAX_GROUP and not self._queue.empty():
            group.append(self._queue.get_nowait())

    def _bound(self, write: Write) -> tuple[str, list[tuple[Any, ...]]]:
        """The text of a write for the driver, and the values of each of its runs."""
        compiled = self._compiled.get(id(write.statement))
        if compiled is None:
            compiled = self._compiled[id(write.statement)] = self._compile(write.statement)
        names, known = compiled.names, compiled.known
        if not known:
            return compiled.text, [tuple([run[name] for name in names]) for run in write.params]
        runs = [{**known, **run} for run in write.params]
        return compiled.text, [tuple([run[name] for name in names]) for run in runs]

    def _compile(self, statement: Executable) -> _Compiled:
        compiled: SQLCompiler = statement.compile(dialect=self._dialect)  # type: ignore[attr-defined]
        params = compiled.params
        known = {name: params[name] for name in params if params[name] is not None}
        return _Compiled(statement, compiled.string, tuple(compiled.positiontup or ()), known)


class SQLiteDatabase(Database):
    """A file, for one process: a second one is refused.

    One connection writes; readers are read-only connections, so they see committed state and can't
    block the writer.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(sqlite.dialect())
        self._path = path
        # Taken on one thread and given back on another.
        self._lock = FileLock(f"{path}.lock", thread_local=False)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._commit_seconds = 0.0  # of late
        self._reading = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._writer: sqlite3.Connection | None = None

    async def _connect(self) -> None:
        try:
            await asyncio.to_thread(self._lock.acquire, timeout=LOCK_SECONDS)
        except Timeout:
            raise DatabaseInUse(f"{self._path} is in use by another process") from None
        self._writer = await self._on_thread(self._open_writer)

    def _open_writer(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=0, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        return connection

    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._reading, "connection", None)
        if connection is None:
            connection = sqlite3.connect(
                f"{self._path.absolute().as_uri()}?mode=ro",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            connection.row_factory = sqlite3.Row
            self._reading.connection = connection
            self._readers.append(connection)
        return connection

    def _read(self, statement: Executable, params: Params) -> list[Row]:
        text, [values] = self._bound(Write(statement, [params]))
        return [dict(row) for row in self._reader().execute(text, values)]

    async def row(self, statement: Executable, **params: Any) -> Row | None:
        """Read on the loop: a row by key takes less time than a hop to a thread."""
        try:
            rows = self._read(statement, params)
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error
        return rows[0] if rows else None

    async def rows(self, statement: Executable, **params: Any) -> Sequence[Row]:
        """Read on a thread, since there may be many."""
        try:
            return await asyncio.to_thread(self._read, statement, params)
        except sqlite3.Error as error:
            raise Unavailable(str(error)) from error

    async def check(self) -> None:
        """Asks the writing connection how durable it is."""
        mode, level = self._durability()
        if mode != "wal" or level < 2:
            raise NotDurable(f"journal_mode is {mode} and synchronous is {level}")

    def _durability(self) -> tuple[str, int]:
        writer = self._opened_writer()
        return (
            writer.execute("PRAGMA journal_mode").fetchone()[0],
            writer.execute("PRAGMA synchronous").fetchone()[0],
        )

    def _opened_writer(self) -> sqlite3.Connection:
        if self._writer is None:
            raise Unavailable("the database is not open")
        return self._writer

    async def _gather(self, group: list[Appending]) -> None:
        """Also what the requests that are here now are about to add.

        Nobody else works meanwhile, so a turn of the loop costs nothing, and half the commits are
        saved.
        """
        before = 0
        while before < len(group) < MAX_GROUP:
            before = len(group)
            await asyncio.sleep(0)
            await super()._gather(group)

    async def _commit(self, group: Sequence[Appending]) -> None:
        """Statements run on the loop, since each is quicker than a hop; a slow disk is waited for.

        So is a quick one's commit: a thread would have to be let in, and to let go again.
        """
        writer = self._opened_writer()
        try:
            await self._begin(writer)
            try:
                for alike in _alike(group):
                    self._run(writer, [appending.job for appending in alike])
            except (Conflict, sqlite3.IntegrityError):
                writer.execute("ROLLBACK")
                await self._begin(writer)
                for appending in group:
                    self._run_apart(writer, appending)
            if self._commit_seconds < QUICK_SECONDS:
                self._commit_timed(writer)
            else:
                await self._on_thread(self._commit_timed, writer)
        except BaseException:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
            raise

    def _commit_timed(self, writer: sqlite3.Connection) -> None:
        began = perf_counter()
        writer.execute("COMMIT")
        self._commit_seconds += (perf_counter() - began - self._commit_seconds) / COMMITS_OF_LATE

    async def _begin(self, writer: sqlite3.Connection) -> None:
        try:
            writer.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            # Somebody else has the file's write lock, a person at a shell perhaps: wait elsewhere.
            await self._on_thread(self._begin_patiently, writer)

    def _begin_patiently(self, writer: sqlite3.Connection) -> None:
        writer.execute(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
        try:
            writer.execute("BEGIN IMMEDIATE")
        finally:
            writer.execute("PRAGMA busy_timeout = 0")

    async def _on_thread(self, what: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, what, *args)

    def _run(self, writer: sqlite3.Connection, alike: Sequence[Job]) -> None:
        """Jobs of one kind: their guards, one after the other, then what they write, together."""
        for job in alike:
            guard, [values] = self._bound(job.guard)
            if not writer.execute(guard, values).fetchall():
                raise Conflict
        for writes in zip(*(job.writes for job in alike), strict=True):
            params = [run for write in writes for run in write.params]
            if params:
                writer.executemany(*self._bound(Write(writes[0].statement, params)))

    def _run_apart(self, writer: sqlite3.Connection, appending: Appending) -> None:
        writer.execute("SAVEPOINT job")
        try:
            self._run(writer, [appending.job])
        except (Conflict, sqlite3.IntegrityError) as error:
            writer.execute("ROLLBACK TO job")
            appending.failure = error if isinstance(error, Conflict) else Conflict(str(error))
        writer.execute("RELEASE job")

    async def _disconnect(self) -> None:
        for reader in self._readers:
            reader.close()
        if self._writer is not None:  # last, so that the log is folded into the file
            await self._on_thread(self._writer.close)
            self._writer = None
        self._thread.shutdown()
        self._lock.release()


class PostgresDatabase(Database):
    """A Postgres database, for any number of processes: the guards decide who wins."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(postgresql.dialect())  # type: ignore[no-untyped-call]
        self._url = settings.database_url.get_secret_value()
        self._kept = settings.pool_size
        self._most = settings.pool_size + settings.pool_max_overflow
        self._timeout = settings.pool_timeout_seconds
        self._pool: asyncpg.Pool | None = None
        self._writer: asyncpg.Connection | None = None
        self._statements: dict[tuple[int, ...], Executable] = {}

    async def _connect(self) -> None:
        self._pool = await asyncpg.create_pool(
            self._url, min_size=self._kept, max_size=self._most, timeout=self._timeout
        )

    async def _disconnect(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        if self._pool is not None:
            await self._pool.close()

    async def rows(self, statement: Executable, **params: Any) -> Sequence[Row]:
        """Read through the pool."""
        if self._pool is None:
            raise Unavailable("the database is not open")
        text, [values] = self._bound(Write(statement, [params]))
        try:
            async with self._pool.acquire(timeout=self._timeout) as connection:
                return [dict(row) for row in await connection.fetch(text, *values)]
        except SILENCE as error:
            raise Unavailable(str(error)) from error

    async def check(self) -> None:
        """Asks the server how durable it is."""
        if self._pool is None:
            raise Unavailable("the database is not open")
        for setting in ("fsync", "synchronous_commit"):
            try:
                value = await self._pool.fetchval(f"SHOW {setting}", timeout=self._timeout)
            except SILENCE as error:
                raise Unavailable(str(error)) from error
            if value == "off":
                raise NotDurable(f"{setting} is off")

    async def _commit(self, group: Sequence[Appending]) -> None:
        if self._writer is None or self._writer.is_closed():
            self._writer = await asyncpg.connect(self._url, timeout=self._timeout)
        for alike in _alike(group):
            await self._run(self._writer, alike)

    async def _run(self, writer: asyncpg.Connection, alike: Sequence[Appending]) -> None:
        """Jobs of one kind in one round trip, which is one transaction."""
        statement = self._whole(alike[0].job)
        params = [_params(appending.job, number) for number, appending in enumerate(alike)]
        try:
            rows = await writer.fetchmany(*self._bound(Write(statement, params)))
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError) as error:
            if len(alike) == 1:
                alike[0].failure = Conflict(str(error))
                return
            for appending in alike:
                await self._run(writer, [appending])
            return
        done = {row[JOB] for row in rows}
        for number, appending in enumerate(alike):
            appending.stored = number in done
            appending.failure = None if appending.stored else Conflict()

    def _whole(self, job: Job) -> Executable:
        """The statement that does all of such a job, if its guard finds what it expects."""
        kind = _kind(job)
        if kind not in self._statements:
            self._statements[kind] = _as_one(job)
        return self._statements[kind]


JOB = "job"


def _kind(job: Job) -> tuple[int, ...]:
    """Jobs of the same statements are of one kind."""
    return (id(job.guard.statement), *(id(write.statement) for write in job.writes))


def _alike(group: Sequence[Appending]) -> Iterator[Sequence[Appending]]:
    """A group in runs of one kind, in order."""
    for _, run in groupby(group, key=lambda appending: _kind(appending.job)):
        yield list(run)


def _as_one(job: Job) -> Executable:
    """A job's guard, and after it all its writes, in one statement; it tells a number back."""
    guard: Any = job.guard.statement
    found = guard.cte("found")
    writes = [
        _after(found, write.statement).cte(f"write_{place}")
        for place, write in enumerate(job.writes)
    ]
    return select(bindparam(JOB, type_=Integer).label(JOB)).select_from(found).add_cte(*writes)


def _after(found: CTE, write: Any) -> Any:
    """A write that happens if the guard has `found` something."""
    happened = exists(select(found))
    if not isinstance(write, Insert):
        return write.where(happened)
    given: Any = _sent(write) if _takes_rows(write) else write.select
    return insert(write.table).from_select(given.selected_columns.keys(), given.where(happened))


def _takes_rows(write: Any) -> bool:
    """Whether its rows are sent, not found in another table."""
    return isinstance(write, Insert) and write.select is None


def _sent(write: Any) -> Any:
    """The rows to insert, which come as one JSON."""
    columns = (column(c.name, c.type) for c in write.table.columns)
    sent = func.json_to_recordset(cast(bindparam(_rows(write)), JSON))
    return select(*sent.table_valued(*columns).render_derived(with_types=True).columns)


def _rows(write: Any) -> str:
    return f"rows of {write.table.name}"


def _params(job: Job, number: int) -> dict[str, Any]:
    """The parameters of a job as one statement."""
    params = {**job.guard.params[0], JOB: number}
    for write in job.writes:
        if _takes_rows(write.statement):
            params[_rows(write.statement)] = orjson.dumps(write.params).decode()
        else:
            params.update(write.params[0])
    return params


def database_for(settings: Settings) -> Database:
    """The database that the settings name, not yet open."""
    if settings.sqlite_path is not None:
        return SQLiteDatabase(settings.sqlite_path)
    return PostgresDatabase(settings)
