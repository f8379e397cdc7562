"""Load from wrk, and the servers it is put on."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.e2e.server import ROOT, Server, free_port

HERE = Path(__file__).resolve().parent
FIGHTER = {
    "ws": 40, "bs": 40, "s": 30, "t": 40, "ag": 30, "wp": 30, "w": 1000, "zone": 3, "armor": 6,
    "dodge": 5, "weapons": [{"name": "sword"}, {"name": "bow"}],
    "abilities": [{"name": "Mighty blow", "kind": "attack", "hit": -10, "wound": 20, "damage": 3}],
}  # fmt: skip
COMBATANTS = 8


class NoLoadGenerator(Exception):
    """wrk is not installed."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One run of wrk: requests a second, and milliseconds."""

    per_second: float
    p50: float
    p99: float


def run_wrk(url: str, script: str, *args: str, clients: int, seconds: float) -> Measured:
    """Puts load on a URL. Raises RuntimeError when any request was refused."""
    program = shutil.which("wrk")
    if program is None:
        raise NoLoadGenerator("The bench needs wrk: apt install wrk, or brew install wrk.")
    command = [program, "-t1", f"-c{clients}", f"-d{seconds}s", "--timeout", "30s"]
    done = subprocess.run(
        [*command, "-s", script, url, "--", *args],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.rpartition("RESULT ")[2])
    if found["failed"]:
        raise RuntimeError(f"{found['failed']} requests failed: {done.stderr.strip()}")
    return Measured(found["requests"] / found["seconds"], found["p50_ms"], found["p99_ms"])


@contextmanager
def floor() -> Iterator[str]:
    """The floor's server: one worker of uvicorn with uvloop and httptools, like the service's."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "bench.floor:app", "--port", str(port)]
    command += ["--loop", "uvloop", "--http", "httptools", "--log-level", "error"]
    process = subprocess.Popen([*command, "--no-access-log"], cwd=ROOT)
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                httpx.get(f"{url}/openapi.json")
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield url
    finally:
        process.kill()
        process.wait()


@dataclass(frozen=True, slots=True)
class Fights:
    """A service with encounters under way: of each the path and the token."""

    server: Server
    directory: Path
    encounters: list[tuple[str, str]]

    def load(self, how: str, *, clients: int, seconds: float) -> Measured:
        """Acts in all encounters ("apart"), or changes the first one ("together")."""
        file = self.directory / f"fights-{self.server.port}"
        with httpx.Client(base_url=self.server.url, timeout=60) as client:
            lines = [
                f"{path} {token} {self._acting(client, path, token)}\n"
                for path, token in self.encounters
            ]
        file.write_text("".join(lines))
        run = os.urandom(6).hex()
        return run_wrk(
            self.server.url, "fights.lua", str(file), how, run, clients=clients, seconds=seconds
        )

    def _acting(self, client: httpx.Client, path: str, token: str) -> str:
        found = client.get(path, headers=bearer(token)).raise_for_status().json()
        return str(found["acting"].rpartition("-")[2])

    @property
    def memory_mb(self) -> float:
        """Resident memory of the service's process."""
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def open_fights(server: Server, directory: Path, count: int) -> Fights:
    """Opens encounters of eight combatants with full sheets, four against four."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        return Fights(server, directory, [_open(client) for _ in range(count)])


def _open(client: httpx.Client) -> tuple[str, str]:
    combatants = [
        {"name": fighter(i), "id": fighter(i), "side": side(i), "sheet": FIGHTER}
        for i in range(1, COMBATANTS + 1)
    ]
    body = {"name": "Bench", "ruleset": "tides-of-ichor", "combatants": combatants}
    opened = client.post("/v1/encounters", json=body).raise_for_status().json()
    path, token = f"/v1/encounters/{opened['id']}", str(opened["token"])
    client.post(f"{path}/start", headers=bearer(token)).raise_for_status()
    return path, token


def fighter(number: int) -> str:
    """Name and id of a combatant."""
    return f"fighter-{number}"


def side(number: int) -> str:
    """Four fight four."""
    return "left" if number <= COMBATANTS // 2 else "right"


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": f"Bearer {token}"}
