"""Servers that are killed: how often, where from, and on what."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from tests.crash.nursery import Nursery, Server


class Launch(Protocol):
    """Starts a server on a database; more of its environment can be given."""

    def __call__(self, database_url: str, **environment: str) -> Server: ...


@dataclass(frozen=True, slots=True)
class Size:
    """How often each kind of crash happens, and how much crowds do."""

    kills: int
    database_kills: int
    power_cuts: int
    posts: int
    changes: int  # of one writer in a crowd
    wins: int  # of one writer, over all others
    keys: int


SMALL = Size(kills=40, database_kills=20, power_cuts=3, posts=2, changes=10, wins=1, keys=10)
FULL = Size(kills=500, database_kills=20, power_cuts=100, posts=40, changes=200, wins=20, keys=200)


@pytest.fixture(scope="session")
def size() -> Size:
    """Small, unless `make crash` asks for more."""
    return FULL if os.environ.get("CRASH") == "full" else SMALL


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
def launch(nursery: Nursery, tmp_path: Path) -> Iterator[Launch]:
    """Starts servers, which log to a file of the test and end with it."""
    servers = []

    def launch(database_url: str, **environment: str) -> Server:
        servers.append(nursery.launch(database_url, tmp_path / "log", **environment))
        return servers[-1]

    yield launch
    for server in servers:
        if server.is_running:
            server.kill()


@pytest.fixture
def start(launch: Launch) -> Launch:
    """Starts a server, and waits until it is up."""

    def start(database_url: str, **environment: str) -> Server:
        server = launch(database_url, **environment)
        server.wait_until_up()
        return server

    return start
