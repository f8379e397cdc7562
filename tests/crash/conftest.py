"""Servers that are killed: how often, where from, and on what."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.crash.nursery import Nursery


@dataclass(frozen=True, slots=True)
class Size:
    """How often each kind of crash happens."""

    kills: int
    database_kills: int
    power_cuts: int


SMALL = Size(kills=6, database_kills=2, power_cuts=3)
FULL = Size(kills=500, database_kills=20, power_cuts=100)


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
def log(tmp_path: Path) -> Path:
    """Where the servers of a test log to."""
    return tmp_path / "log"
