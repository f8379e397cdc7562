"""Backups: what is refused, and what a copy is checked for."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.backup import BackupFailed, back_up, main
from app.migrations import newest_revision
from tests.databases import settings_for

INSERT_ENCOUNTER = """
INSERT INTO encounters VALUES
('e1', 'x', NULL, 'toy', '{}', '', 'fair', '', 1, '', 0, 0, 0, 0, '1')
"""


@pytest.fixture
def source(migrated_file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "source.db"
    path.write_bytes(migrated_file.read_bytes())
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


def run(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(statement)


def refusal(source: Path, target: Path) -> str:
    with pytest.raises(BackupFailed) as failed:
        back_up(settings_for(f"sqlite:///{source}"), target)
    return str(failed.value)


def test_a_copy_is_for_its_owner_alone_since_it_holds_the_secrets_of_dice(
    source: Path, folder: Path
):
    copy = back_up(settings_for(f"sqlite:///{source}"), folder / "copy.db")
    assert copy.revision == newest_revision()
    assert (copy.encounters, copy.entries) == (0, 0)
    assert (folder / "copy.db").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in folder.iterdir()] == ["copy.db"]


def test_nothing_is_overwritten(source: Path, folder: Path):
    target = folder / "copy.db"
    target.write_text("mine")
    assert "nothing is overwritten" in refusal(source, target)
    assert target.read_text() == "mine"


def not_migrated(source: Path) -> None:
    run(source, "DELETE FROM alembic_version")


def torn(source: Path) -> None:
    run(source, INSERT_ENCOUNTER)


def of_another_program(source: Path) -> None:
    run(source, "DROP TABLE encounters")


def broken(source: Path) -> None:
    source.write_bytes(b"no database" * 1000)


def gone(source: Path) -> None:
    source.unlink()


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (not_migrated, "never migrated"),
        (torn, "1 encounters don't have all entries"),
        (of_another_program, "no such table: encounters"),
        (broken, "not a database"),
        (gone, "no database at"),
    ],
)
def test_what_is_not_whole_leaves_no_copy(
    source: Path, folder: Path, damage: Callable[[Path], None], reason: str
):
    damage(source)
    assert reason in refusal(source, folder / "copy.db")
    assert list(folder.iterdir()) == []


def test_postgres_has_its_own_tool(folder: Path, monkeypatch, capsys):
    monkeypatch.setenv("TILTYARD_DATABASE_URL", "postgresql://user@host/db")
    assert main([str(folder / "copy.db")]) == 1
    assert "pg_dump" in capsys.readouterr().err


def test_settings_are_read_as_the_service_reads_them(folder: Path, monkeypatch, capsys):
    monkeypatch.setenv("TILTYARD_DATABASE_URL", "tiltyard.db")
    assert main([str(folder / "copy.db")]) == 2
    assert "TILTYARD_DATABASE_URL" in capsys.readouterr().err
