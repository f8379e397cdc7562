"""Tables are brought up to date at the start or by hand, as the settings say; on both databases."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from structlog.testing import capture_logs

from app import migrations
from app.config import Settings
from app.database import SQLiteDatabase
from app.migrations import NotMigrated, connected, newest_revision, revision
from app.services import event_log
from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.conftest import KINDS
from tests.databases import back_and_forth, settings_for
from tests.postgres import fresh_database


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that nobody has migrated."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/new.db"
    return fresh_database(request.getfixturevalue("postgres_url"))


async def _start(settings: Settings) -> dict:
    async with serving(settings) as client:
        answer = await client.get("/readyz")
        found: dict = answer.json()
        return found


async def _put_at(settings: Settings, wanted: str) -> None:
    def put(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = :v"), {"v": wanted})
        connection.commit()

    await asyncio.to_thread(connected, settings, put)


async def _revision(settings: Settings) -> str | None:
    return await asyncio.to_thread(revision, settings)


async def test_by_default_the_start_migrates(empty_url: str):
    settings = settings_for(empty_url)
    assert await _start(settings) == {"status": "ready", "problems": []}
    assert await _revision(settings) == newest_revision()


async def test_never_refuses_to_start_without_tables_and_says_what_to_do(empty_url: str):
    settings = settings_for(empty_url, migrate="never")
    with capture_logs() as logged, pytest.raises(NotMigrated) as refused:
        await _start(settings)
    assert str(refused.value).startswith("The database has no tables yet, this version needs ")
    assert "python -m app.migrations" in str(refused.value)
    assert "make migrate" in str(refused.value)
    assert await _revision(settings) is None
    assert [line["reason"] for line in logged] == [str(refused.value)]


async def test_never_refuses_to_start_on_old_tables(
    database_url: str, monkeypatch: pytest.MonkeyPatch
):
    settings = settings_for(database_url, migrate="never")
    at = newest_revision()
    monkeypatch.setattr(migrations, "newest_revision", lambda: "9999")
    with pytest.raises(NotMigrated, match=f"The database is at {at}, this version needs 9999"):
        await _start(settings)
    assert await _revision(settings) == at


async def test_never_starts_on_tables_that_were_migrated_by_hand(
    empty_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
):
    monkeypatch.setenv("TILTYARD_DATABASE_URL", empty_url)
    assert await asyncio.to_thread(migrations.main) == 0
    assert capsys.readouterr().err.endswith(f"The database is at {newest_revision()}.\n")
    assert (await _start(settings_for(empty_url, migrate="never")))["status"] == "ready"


@pytest.mark.parametrize("migrate", ["start", "never"])
async def test_tables_of_a_newer_version_stop_the_start(database_url: str, migrate: str):
    settings = settings_for(database_url, migrate=migrate)
    await _put_at(settings, "9999")
    with pytest.raises(NotMigrated, match="at 9999, which this version doesn't know"):
        await _start(settings)


async def test_nothing_is_migrated_by_hand_beside_a_running_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
):
    path = tmp_path / "t.db"
    monkeypatch.setenv("TILTYARD_DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setattr("app.database.LOCK_SECONDS", 0)
    running = SQLiteDatabase(path)
    await running.open()
    assert await asyncio.to_thread(migrations.main) == 2
    await running.close()
    assert "in use by another process" in capsys.readouterr().err
    assert await _revision(settings_for(f"sqlite:///{path}")) is None


def test_by_hand_wrong_settings_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
):
    monkeypatch.setenv("TILTYARD_MIGRATE", "sometimes")
    assert migrations.main() == 2
    assert "TILTYARD_MIGRATE: must be 'start' or 'never'" in capsys.readouterr().err


COUNT = "SELECT count(*) FROM checkpoints"
TAKE = "SELECT state_format, state_json FROM checkpoints WHERE version = 6"
PUT_BACK = "UPDATE encounters SET state_format = :format, state_json = :state"


async def test_a_snapshot_of_old_becomes_a_checkpoint(
    database_url: str, monkeypatch: pytest.MonkeyPatch
):
    """There and back again, an encounter is as it was."""
    monkeypatch.setattr(event_log, "CHECKPOINT_EVERY", 6)
    settings = settings_for(database_url)
    async with serving(settings) as client:
        gm = GameMaster(client)
        await ambush(gm)
        before = await gm.get()

    def there_and_back(connection: Connection) -> int:
        format, state = connection.execute(text(TAKE)).one()

        def put_back(connection: Connection) -> None:
            connection.execute(text(PUT_BACK), {"format": format, "state": state})

        back_and_forth(connection, "0003", put_back)
        assert connection.execute(text(TAKE)).one() == (format, state)
        return int(connection.execute(text(COUNT)).scalar_one())

    assert await asyncio.to_thread(connected, settings, there_and_back) == 1
    async with serving(settings) as client:
        again = gm.through(client)
        assert await again.get() == before
        assert (await again.get("/verification"))["ok"]


async def test_what_was_undone_before_an_update_still_meets_its_dice(database_url: str):
    settings = settings_for(database_url)
    async with serving(settings) as client:
        gm = GameMaster(client)
        await ambush(gm)
        charge = await gm.act("sotek", "charge", target="orc-1")
        await gm.ok("POST", "/undo", {"count": 1})

    def there_and_back(connection: Connection) -> None:
        back_and_forth(connection, "0004", lambda connection: None)

    await asyncio.to_thread(connected, settings, there_and_back)
    async with serving(settings) as client:
        again = gm.through(client)
        dice = (await again.act("sotek", "charge", target="orc-1"))["dice"]
        assert [die["face"] for die in dice] == [die["face"] for die in charge["dice"]]
        assert {die["source"] for die in dice} == {"reused"}
