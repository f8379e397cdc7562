"""The process: a kill loses nothing answered, a stop is graceful, a second one is refused."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from app.migrations import newest_revision
from app.rules.tides_of_ichor.examples import ORC
from tests.e2e.server import ROOT, Server, running


def opened(url: str) -> tuple[httpx.Client, str]:
    client = httpx.Client(base_url=url, timeout=20)
    answer = client.post(
        "/v1/encounters",
        json={
            "ruleset": "tides-of-ichor",
            "name": "x",
            "combatants": [
                {"name": "A", "side": "a", "sheet": ORC},
                {"name": "B", "side": "b", "sheet": ORC},
            ],
        },
    ).json()
    client.headers["Authorization"] = f"Bearer {answer['token']}"
    path = f"/v1/encounters/{answer['id']}"
    assert client.post(f"{path}/start").status_code == 200
    return client, path


@pytest.mark.e2e
def test_after_a_kill_everything_answered_is_there_once(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/t.db"
    acknowledged = {}
    with running(url, tmp_path / "log") as server:
        client, path = opened(server.url)
        for i in range(20):
            acting = client.get(path).json()["acting"]
            body = {"actor": acting, "type": "pass"}
            answer = client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": f"k{i}"})
            acknowledged[f"k{i}"] = (body, answer.json()["version"])
        server.kill()
        token = client.headers["Authorization"]
        client.close()
    with (
        running(url, tmp_path / "log") as server,
        httpx.Client(base_url=server.url, headers={"Authorization": token}, timeout=20) as client,
    ):
        assert client.get(f"{path}/verification").json()["ok"]
        for key, (body, version) in acknowledged.items():
            again = client.post(f"{path}/actions", json=body, headers={"Idempotency-Key": key})
            assert again.json()["version"] == version
        assert client.get(path).json()["version"] == 22


@pytest.mark.e2e
def test_a_stop_is_graceful_and_logs_no_token(tmp_path: Path):
    log = tmp_path / "log"
    server = Server(f"sqlite:///{tmp_path}/t.db", log, TILTYARD_LOG_FORMAT="json")
    server.wait_until_ready()
    client, path = opened(server.url)
    client.get(path, headers={"X-Request-ID": "find-me"})
    token = client.headers["Authorization"].removeprefix("Bearer ")
    client.close()
    assert server.stop() in (0, -signal.SIGTERM)  # the signal is passed on when all is done
    text = log.read_text()
    assert "Application shutdown complete" in text
    assert '"request_id": "find-me"' in text
    assert token not in text
    assert token.rsplit("_", 1)[1] not in text


@pytest.mark.e2e
def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/t.db"
    with running(url, tmp_path / "log"):
        second = Server(url, tmp_path / "second")
        assert second.process.wait(timeout=60) != 0
        assert "in use by another process" in (tmp_path / "second").read_text()


@pytest.mark.e2e
def test_a_copy_is_kept_before_a_migration(tmp_path: Path):
    path = tmp_path / "t.db"
    with running(f"sqlite:///{path}", tmp_path / "log"):
        pass
    subprocess.run(
        [sys.executable, "-m", "alembic", "downgrade", "-1"],
        cwd=ROOT,
        env={"TILTYARD_DATABASE_URL": f"sqlite:///{path}", "PYTHONPATH": str(ROOT)},
        check=True,
        timeout=60,
    )
    with running(f"sqlite:///{path}", tmp_path / "log"):
        pass
    newest = newest_revision()
    with sqlite3.connect(tmp_path / f"t.db.before-{newest}") as copy:
        (before,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    with sqlite3.connect(path) as file:
        (now,) = file.execute("SELECT version_num FROM alembic_version").fetchone()
    assert before < now == newest
