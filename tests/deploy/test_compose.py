"""The compose files: the service takes what they set; their own commands make the secrets."""

import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from app.config import Settings, load_settings
from tests.deploy.dockerfile import instructions
from tests.e2e.server import ROOT

SQLITE, POSTGRES = "compose.yaml", "compose.postgres.yaml"
IMAGE = {step.name: step.text for step in instructions((ROOT / "Dockerfile").read_text())}


def composed(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text())
    return found


def commands(name: str) -> str:
    """The commands in a file's first comment, but for Docker's own."""
    comment = re.match(r"(#.*\n)+", (ROOT / name).read_text())
    assert comment is not None
    lines = re.findall(r"^#   (.*)$", comment[0], re.MULTILINE)
    return "\n".join(line for line in lines if not line.startswith("docker"))


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    """The folder of secrets, as the comments of both files have it made."""
    script = f"set -e\n{commands(SQLITE)}\n{commands(POSTGRES)}\n"
    subprocess.run(["bash", "-c", script], cwd=tmp_path, check=True, timeout=60)
    return tmp_path / "secrets"


@pytest.mark.parametrize(
    ("names", "kind"), [([SQLITE], "sqlite"), ([SQLITE, POSTGRES], "postgresql")]
)
def test_the_service_starts_on_what_is_set(
    names: list[str], kind: str, secrets: Path, monkeypatch: pytest.MonkeyPatch
):
    environment = {"TILTYARD_HOST": "0.0.0.0"}
    given = set()
    for name in names:
        service = composed(name)["services"]["tiltyard"]
        environment |= service["environment"]
        given |= set(service["secrets"])
    for variable, value in environment.items():
        if variable.endswith("_FILE"):
            assert value.removeprefix("/run/secrets/") in given
        monkeypatch.setenv(variable, value.replace("/run/secrets", str(secrets)))
    settings = load_settings()
    assert settings.create_key is not None
    assert settings.database_kind == kind


def test_every_secret_is_a_file_that_the_commands_make(secrets: Path):
    declared: dict[str, Any] = {}
    for name in (SQLITE, POSTGRES):
        declared |= composed(name)["secrets"]
        for service in composed(name)["services"].values():
            assert set(service["secrets"]) <= set(declared)
    assert {Path(secret["file"]) for secret in declared.values()} == {
        file.relative_to(secrets.parent) for file in secrets.iterdir()
    }


def test_the_url_is_that_of_the_postgres_beside_it(secrets: Path):
    postgres = composed(POSTGRES)["services"]["postgres"]
    url = urlsplit((secrets / "database_url").read_text().strip())
    assert url.hostname == "postgres"
    assert url.username == postgres["environment"]["POSTGRES_USER"]
    assert url.path == f"/{postgres['environment']['POSTGRES_DB']}"
    assert url.password == (secrets / "postgres_password").read_text().strip()


def test_the_container_may_do_no_more_than_it_must():
    service = composed(SQLITE)["services"]["tiltyard"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["ports"] == [f"127.0.0.1:8000:{IMAGE['EXPOSE']}"]
    assert service["volumes"] == [f"data:{IMAGE['VOLUME']}"]


@pytest.mark.parametrize("name", [SQLITE, POSTGRES])
def test_nothing_is_reached_from_other_machines(name: str):
    services = composed(name)["services"].values()
    ports = [port for service in services for port in service.get("ports", ())]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_docker_waits_longer_than_the_service_takes_to_stop():
    grace = composed(SQLITE)["services"]["tiltyard"]["stop_grace_period"]
    assert int(grace.removesuffix("s")) > Settings.model_fields["shutdown_seconds"].default


@pytest.mark.parametrize("name", ["Dockerfile", SQLITE, POSTGRES])
def test_images_are_named_without_a_registry(name: str):
    text = (ROOT / name).read_text()
    images = re.findall(r"(?:^FROM |\bimage: )(\S+)", text, re.MULTILINE)
    assert images
    assert all("/" not in image for image in images)
    assert "://" not in text.replace("postgresql://", "")


def test_the_readme_gives_the_same_commands():
    assert commands(SQLITE) in (ROOT / "README.md").read_text()
