"""The service as a user runs it: a process of its own, on a port of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent.parent
START_SECONDS = 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A running service; `stop` and `kill` end it."""

    def __init__(self, database_url: str, log: Path, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        environment = {
            **os.environ,
            "TILTYARD_DATABASE_URL": database_url,
            "TILTYARD_PORT": str(self.port),
            "PYTHONPATH": str(ROOT / "tests" / "plugins") + os.pathsep + str(ROOT),
            **settings,
        }
        self.log = log
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app"],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(self.log.read_text())
            try:
                if httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                os.sched_yield()  # not listening yet
        raise AssertionError(f"not ready after {START_SECONDS} s: {self.log.read_text()}")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def running(database_url: str, log: Path, **settings: str) -> Iterator[Server]:
    server = Server(database_url, log, **settings)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.kill()
