"""API tests: each runs on SQLite and on Postgres, on freshly migrated tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI

from app.config import Settings
from app.main import create_app
from tests.api.client import GameMaster
from tests.api.conformance import Conforming
from tests.databases import settings_for


@asynccontextmanager
async def serving(
    settings: Settings, *, conforming: bool = True
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the service on these settings, without a socket in between.

    What passes is held to the OpenAPI document, unless a test sends too much for that.
    """
    app: FastAPI = create_app(settings)
    async with app.router.lifespan_context(app):
        transport = Conforming(app) if conforming else httpx.ASGITransport(app)
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
