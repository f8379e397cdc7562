"""API tests: each runs on SQLite and on Postgres, on freshly migrated tables."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from app.config import Settings
from app.main import create_app
from app.migrations import migrate
from tests.api.client import GameMaster
from tests.api.conformance import Conforming
from tests.postgres import fresh_database, postgres_server

KINDS = ("sqlite", "postgresql")


def settings_for(url: str, **changes: Any) -> Settings:
    return Settings(database_url=SecretStr(url), **changes)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "template.db"
    migrate(settings_for(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def migrated_database(postgres_url: str) -> str:
    url = fresh_database(postgres_url)
    migrate(settings_for(url))
    return url


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        path = tmp_path / "tiltyard.db"
        shutil.copy(request.getfixturevalue("migrated_file"), path)
        return f"sqlite:///{path}"
    base = request.getfixturevalue("postgres_url")
    return fresh_database(base, template=request.getfixturevalue("migrated_database"))


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the service on these settings, without a socket in between."""
    app: FastAPI = create_app(settings)
    async with app.router.lifespan_context(app):
        transport = Conforming(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://tiltyard") as client:
            client.headers["Accept"] = "application/json"
            yield client


@pytest.fixture
async def client(database_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with serving(settings_for(database_url)) as client:
        yield client


@pytest.fixture
async def gm(client: httpx.AsyncClient) -> GameMaster:
    """A game master, who has opened nothing yet."""
    return GameMaster(client)
