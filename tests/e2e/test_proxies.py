"""Behind a proxy: a path of its own, and the client's address, from whom the settings name."""

import re
from pathlib import Path

import httpx
import pytest

from tests.e2e.server import running

CLIENT = "203.0.113.7"
FORWARDED = {"X-Forwarded-For": CLIENT, "X-Forwarded-Proto": "https"}
BODY = {"ruleset": "tides-of-ichor", "name": "x"}


@pytest.mark.e2e
def test_links_hold_the_path_that_the_proxy_strips(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/t.db"
    with running(url, tmp_path / "log", TILTYARD_ROOT_PATH="/tiltyard") as server:
        opened = httpx.post(f"{server.url}/v1/encounters", json=BODY)
        id = opened.json()["id"]
        assert opened.headers["location"] == f"/tiltyard/v1/encounters/{id}"
        assert httpx.get(f"{server.url}/openapi.json").json()["servers"] == [{"url": "/tiltyard"}]
        page = httpx.get(f"{server.url}/docs").text
        links = re.findall(r"(?:src|href)=\"([^\"]+)\"", page)
        assert links
        assert not [link for link in links if link.startswith("/")]


@pytest.mark.e2e
@pytest.mark.parametrize(("trusted", "shown"), [("127.0.0.1", CLIENT), ("10.0.0.0/8", "127.0.0.1")])
def test_a_proxy_is_believed_when_the_settings_name_it(tmp_path: Path, trusted: str, shown: str):
    url = f"sqlite:///{tmp_path}/t.db"
    log = tmp_path / "log"
    with running(url, log, TILTYARD_FORWARDED_ALLOW_IPS=trusted) as server:
        httpx.post(f"{server.url}/v1/encounters", json=BODY, headers=FORWARDED)
    (line,) = [line for line in log.read_text().splitlines() if "path=/v1/encounters" in line]
    assert f"client={shown}:" in line


@pytest.mark.e2e
def test_no_proxy_is_believed_unless_told_so(tmp_path: Path):
    log = tmp_path / "log"
    with running(f"sqlite:///{tmp_path}/t.db", log) as server:
        httpx.post(f"{server.url}/v1/encounters", json=BODY, headers=FORWARDED)
    assert CLIENT not in log.read_text()
