"""Shared by all tests: the toy ruleset, found as any other package's would be; the databases."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from app.migrations import migrate
from tests.databases import settings_for
from tests.postgres import fresh_database, postgres_server

# A shared machine may hold a test up at any moment: how long one takes says nothing. A change is
# judged by the same examples each time; "--hypothesis-profile=default" looks for others.
settings.register_profile("tiltyard", deadline=None, derandomize=True)
settings.load_profile("tiltyard")

# httpx asks for it at each request, and isn't used without asyncio here: looking for what isn't
# installed, in every directory there is, took half of the time of many tests.
sys.modules["sniffio"] = None  # type: ignore[assignment]

sys.path.insert(0, str(Path(__file__).parent / "plugins"))

KINDS = ("sqlite", "postgresql")


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
