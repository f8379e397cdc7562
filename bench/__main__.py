"""Measures everything, and writes bench/RESULTS.md: make bench.

Absolute figures drift by a quarter within an hour on a shared machine. So each figure is the median
of rounds that measure everything in turn, and what counts is its ratio to floors of those rounds.
"""

import argparse
import json
import math
import os
import platform
import statistics
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

import httpx

from bench import odds
from bench.commits import postgres_commits_per_second, sqlite_commits_per_second
from bench.floor import BODY
from bench.load import Fights, Measured, NoLoadGenerator, floor, open_fights, run_wrk
from bench.pure import resolutions_per_second
from tests.e2e.server import running
from tests.postgres import fresh_database, postgres_server

RESULTS = Path(__file__).resolve().parent / "RESULTS.md"
ENCOUNTERS = 64
CLIENTS = (1, 16, 64)
LONG_LOG = 12_000
# What a busy service sets; the floor logs no requests either.
SETTINGS = {"TILTYARD_MAX_LOG_ENTRIES": "1000000", "TILTYARD_LOG_LEVEL": "warning"}

HEAD = """\
# What was measured

By `make bench`, which wrote this file. One worker; 64 encounters of eight combatants with full
sheets; every action has an idempotency key, and is durably committed before its answer. The floor
is a typed FastAPI POST that does nothing. *Apart*: each client acts in an encounter of its own.
*Together*: all change one encounter. Medians of {rounds} rounds of {seconds} s, everything in turn;
compare the ratios, not the figures. Each ratio is to the floor measured just before.

Python {python}, {cores} cores, load before {load:.1f}.

| what | clients | a second | of the floor | p50 ms | p99 ms |
|---|---|---|---|---|---|"""

Key = tuple[str, str, int]  # what, how, clients


class Bench:
    """The servers under load, and what was measured of them."""

    def __init__(self, stack: ExitStack, seconds: int) -> None:
        self.seconds = seconds
        self.load_before = os.getloadavg()[0]
        self.directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tiltyard-")))
        self.body = self.directory / "body.json"
        self.body.write_text(json.dumps(BODY))
        self.floor = stack.enter_context(floor())
        self.postgres = stack.enter_context(postgres_server())
        urls = {
            "SQLite": f"sqlite:///{self.directory}/bench.db",
            "Postgres": fresh_database(self.postgres),
        }
        self.fights: dict[str, Fights] = {}
        for name, url in urls.items():
            server = running(url, self.directory / f"{name}.log", **SETTINGS)
            self.fights[name] = open_fights(stack.enter_context(server), self.directory, ENCOUNTERS)
        self.measured: dict[Key, list[Measured]] = defaultdict(list)
        self.floors: dict[tuple[str, int], list[Measured]] = defaultdict(list)
        self.commits: dict[str, list[float]] = defaultdict(list)

    def round(self) -> None:
        """Everything once, in turn."""
        args = (f"{self.floor}/actions", "floor.lua", str(self.body))
        for clients in CLIENTS:
            for name, fights in self.fights.items():
                found = run_wrk(*args, clients=clients, seconds=self.seconds)
                self.floors[name, clients].append(found)
                for how in ("apart", "together"):
                    found = fights.load(how, clients=clients, seconds=self.seconds)
                    self.measured[name, how, clients].append(found)
        self.commits["SQLite"].append(sqlite_commits_per_second(self.directory))
        self.commits["Postgres"].append(postgres_commits_per_second(fresh_database(self.postgres)))

    def long_log(self, name: str, pairs: int) -> tuple[float, float, float]:
        """The cost of an action on a long log in those on a new one, and its 95 % interval."""
        fights = self.fights[name]
        server = fights.server
        long = open_fights(server, self.directory, 1)
        while _version(long) < LONG_LOG:
            long.load("together", clients=16, seconds=self.seconds)
        logs = []
        for _ in range(pairs):
            new = open_fights(server, self.directory, 1)
            speed = new.load("apart", clients=1, seconds=1).per_second
            logs.append(math.log(speed / long.load("apart", clients=1, seconds=1).per_second))
        mean, error = statistics.mean(logs), statistics.stdev(logs) / math.sqrt(pairs)
        return math.exp(mean), math.exp(mean - 2 * error), math.exp(mean + 2 * error)


def _version(fights: Fights) -> int:
    path, token = fights.encounters[0]
    headers = {"Authorization": f"Bearer {token}"}
    found = httpx.get(f"{fights.server.url}{path}", headers=headers, timeout=60)
    return int(found.raise_for_status().json()["version"])


def _row(shown: str, clients: int, found: list[Measured], floors: list[Measured]) -> str:
    speed, p50, p99 = (
        statistics.median(getattr(one, of) for one in found) for of in ("per_second", "p50", "p99")
    )
    ratios = (one.per_second / its.per_second for one, its in zip(found, floors, strict=True))
    ratio = statistics.median(ratios)
    return f"| {shown} | {clients} | {speed:,.0f} | {ratio:.2f} | {p50:.1f} | {p99:.1f} |"


def _report(bench: Bench, rounds: int, pairs: int) -> str:
    lines = [
        HEAD.format(
            rounds=rounds,
            seconds=bench.seconds,
            python=platform.python_version(),
            cores=os.cpu_count(),
            load=bench.load_before,
        )
    ]
    for clients in CLIENTS:
        floors = [found for name in bench.fights for found in bench.floors[name, clients]]
        lines.append(_row("floor", clients, floors, floors))
        for name, how, many in sorted(bench.measured):
            if many == clients:
                found = bench.measured[name, how, clients]
                shown = f"{name}, {how}"
                lines.append(_row(shown, clients, found, bench.floors[name, clients]))
    lines += ["", "| what | figure |", "|---|---|"]
    for name, fights in bench.fights.items():
        commits = statistics.median(bench.commits[name])
        actions = statistics.median(found.per_second for found in bench.measured[name, "apart", 16])
        lines.append(f"| {name}: one-row durable commits a second | {commits:,.0f} |")
        lines.append(
            f"| {name}: actions at 16 clients, in such commits | {actions / commits:.2f} |"
        )
        cost, low, high = bench.long_log(name, pairs)
        lines.append(
            f"| {name}: an action at {LONG_LOG:,} entries, in one at 0 ({pairs} pairs) "
            f"| {cost:.3f} ({low:.3f} to {high:.3f}) |"
        )
        lines.append(f"| {name}: memory of the service | {fights.memory_mb:.0f} MB |")
    lines.append(f"| pure resolutions a second of a core | {resolutions_per_second():,.0f} |")
    lines += odds.rows()
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run it; 1 when there is nothing to put load on with."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--seconds", type=int, default=4, help="of each measurement (4)")
    parser.add_argument("--rounds", type=int, default=5, help="of everything (5)")
    parser.add_argument("--pairs", type=int, default=20, help="of long and new logs (20)")
    args = parser.parse_args()
    with ExitStack() as stack:
        try:
            bench = Bench(stack, args.seconds)
            for _ in range(args.rounds):
                bench.round()
            report = _report(bench, args.rounds, args.pairs)
        except NoLoadGenerator as error:
            sys.stderr.write(f"{error}\n")
            return 1
    RESULTS.write_text(report)
    sys.stdout.write(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
