"""Metrics: on a port of their own, of what happened, with nobody's ids."""

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.api.ambush import ambush
from tests.api.client import GameMaster
from tests.e2e.server import Server, free_port, running

BYTES = """
SELECT sum(length(CAST(after_json || command_json || dice_json || events_json AS BLOB)))
FROM log_entries
"""


def samples(text: str) -> dict[tuple[str, ...], float]:
    """Values by name and labels, in the order of the labels' names."""
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.e2e
async def test_what_happened_is_counted(tmp_path: Path):
    port = free_port()
    with running(
        f"sqlite:///{tmp_path}/t.db", tmp_path / "log", TILTYARD_METRICS_PORT=str(port)
    ) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=20) as http:
            gm = GameMaster(http)
            await ambush(gm)
            await gm.act("sotek", "charge", target="orc-1")
            await gm.request("POST", "/actions", {"actor": "goblin", "type": "pass"})
            await http.get("/v1/nowhere")
            log = (await gm.get("/log"))["items"]
            text = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
            assert (await http.get("/metrics")).status_code == 404
    found = samples(text)
    actions = "/v1/encounters/{encounter_id}/actions"
    assert found["tiltyard_log_entries_total",] == len(log) == 7
    with closing(sqlite3.connect(tmp_path / "t.db")) as file:
        assert file.execute(BYTES).fetchone() == (found["tiltyard_log_bytes_total",],)
    commits = found["tiltyard_commit_seconds_count",]
    assert commits == found["tiltyard_commit_jobs_sum",] == 8  # one kept the server's secret
    assert found["tiltyard_conflicts_total",] == found["tiltyard_failed_commits_total",] == 0
    assert found["tiltyard_requests_total", "POST", actions, "201"] == 1
    assert found["tiltyard_requests_total", "POST", actions, "409"] == 1
    assert found["tiltyard_requests_total", "GET", "other", "404"] == 1
    assert gm.id not in text


@pytest.mark.e2e
def test_a_taken_port_stops_the_start_with_a_clear_message(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/t.db"
    port = str(free_port())
    with running(url, tmp_path / "log", TILTYARD_METRICS_PORT=port):
        second = Server(url, tmp_path / "second", TILTYARD_METRICS_PORT=port)
        assert second.process.wait(timeout=60) == 2
        assert f"TILTYARD_METRICS_PORT: can't listen on 127.0.0.1:{port}" in second.log.read_text()
