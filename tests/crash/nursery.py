"""Servers as processes of their own, started in a fraction of a second and killed at will."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from tests.e2e.server import ROOT, free_port

START_SECONDS = 60
POLL_SECONDS = 0.01


class Server:
    """A running service that belongs to a nursery."""

    def __init__(self, nursery: "Nursery", pid: int, port: int, log: Path) -> None:
        self._nursery = nursery
        self.pid = pid
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.log = log
        self.is_running = True

    def kill(self) -> None:
        """SIGKILL, as a crash would be: no moment to tidy up."""
        os.kill(self.pid, signal.SIGKILL)
        assert self.death() == -signal.SIGKILL

    def death(self) -> int:
        """Wait for the end of the process; how it ended, as subprocess tells it."""
        ending = self._nursery.order(f"wait {self.pid}")
        self.is_running = False
        return ending

    def order(self, what: str) -> None:
        """Tell the stage around the service (tests/crash/stage.py) something."""
        assert self.status("POST", f"/stage/{what}") == 204

    def wait_until_up(self) -> None:
        """Wait until it listens, which it does once its database is open and migrated."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            with suppress(OSError):
                assert self.status("GET", "/healthz") == 200
                return
            time.sleep(POLL_SECONDS)
        raise AssertionError(f"not up after {START_SECONDS} s: {self.log.read_text()}")

    def status(self, method: str, path: str) -> int:
        """The status of its answer to a bare request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)
        try:
            connection.request(method, path)
            return connection.getresponse().status
        finally:
            connection.close()


class Nursery:
    """Starts servers from a process that has the service imported; all of them end with it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.forking"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def launch(self, database_url: str, log: Path, **environment: str) -> Server:
        """Start a server without waiting for anything."""
        port = free_port()
        environment = {
            "TILTYARD_DATABASE_URL": database_url,
            "TILTYARD_PORT": str(port),
            "LOG": str(log),
            **environment,
        }
        return Server(self, self.order(f"start {json.dumps(environment)}"), port, log)

    def order(self, line: str) -> int:
        """Give one order and read the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it, and all servers that still run."""
        self._process.communicate()
