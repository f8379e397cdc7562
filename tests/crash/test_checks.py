"""The checks see what they are for: each finds tables that somebody has changed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.backup import back_up
from app.services.event_log import CHECKPOINT_EVERY
from tests.crash.checks import faults, wrong_rows
from tests.crash.conftest import Launch
from tests.crash.fights import client, do, open_fights
from tests.databases import settings_for

LOSE = "DELETE FROM log_entries WHERE version = 5"
DOUBLE = """
UPDATE log_entries SET command_json = (SELECT command_json FROM log_entries WHERE version = 4)
WHERE version = 5
"""


CHANGES = {
    "DELETE FROM log_entries WHERE version = 3": "versions [1, 2, 4, 5], not [1, 2, 3, 4, 5]",
    LOSE: "was lost: acknowledged as 5",
    DOUBLE: "was doubled: [4, 5]",
    "DELETE FROM idempotency_keys WHERE version = 4": "not both",
    "UPDATE encounters SET drawn_public = drawn_public + 1": "dice [0, 1, 2",
    "UPDATE log_entries SET by = 'somebody else' WHERE version = 4": "chain breaks at 4",
    "UPDATE encounters SET head = 'of another log'": "head is not that of the last entry",
}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_changed_tables_are_found(start: Launch, database_url: str, tmp_path: Path):
    server = start(database_url)
    (fight,) = await open_fights(server.url, 1)
    async with client(server.url) as http:
        for deed in (fight.attack(), fight.change(), fight.change()):
            await do(http, fight, deed)
    assert await wrong_rows(database_url, fight) == []
    for number, (change, fault) in enumerate(CHANGES.items()):
        path = tmp_path / f"{number}.db"
        back_up(settings_for(database_url), path)
        with closing(sqlite3.connect(path)) as file, file:
            file.execute(change)
        found = await wrong_rows(f"sqlite:///{path}", fight)
        assert any(fault in wrong for wrong in found), (change, found)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_snapshot_that_is_not_the_fold_is_found(
    start: Launch, database_url: str, tmp_path: Path
):
    server = start(database_url)
    (fight,) = await open_fights(server.url, 1)
    async with client(server.url) as http:
        for _ in range(CHECKPOINT_EVERY):
            await do(http, fight, fight.change())
    server.kill()
    with closing(sqlite3.connect(tmp_path / "tiltyard.db")) as file, file:
        file.execute("UPDATE checkpoints SET state_json = replace(state_json, '1000', '999')")
    found = await faults(start(database_url).url, database_url, [fight])
    assert found == [fault for fault in found if "'what': 'snapshot'" in fault] != []
