"""The image: its steps carried out in a scratch folder, and the service run from there.

As in a container with a read-only root: by the image's user, who may write nowhere but in /data.
"""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.rules.tides_of_ichor.examples import ORC
from tests.deploy.dockerfile import Builder, Image, ignored
from tests.e2e.server import ROOT, free_port

CREATE_KEY = "k7Qm2xV9pL4tZ8wB"


@pytest.fixture(scope="module")
def builder() -> Iterator[Builder]:
    scratch = Path(tempfile.mkdtemp(prefix="tiltyard-image-"))
    scratch.chmod(0o755)
    try:
        yield Builder(ROOT, scratch)
    finally:
        shutil.rmtree(scratch)


@pytest.fixture(scope="module")
def image(builder: Builder) -> Image:
    built = builder.build()
    for path in (built.root, *built.root.rglob("*")):
        if not path.is_symlink():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222)
    data = built.path("/data")
    data.chmod(0o700)
    if os.geteuid() == 0:
        os.chown(data, *user_of(built))
    return built


def user_of(image: Image) -> tuple[int, int]:
    uid, gid = image.settings["USER"].text.split(":")
    return int(uid), int(gid)


class Container:
    """Processes in the image; `command` in the form that Docker executes without a shell."""

    def __init__(self, image: Image, builder: Builder, **settings: str) -> None:
        self.image = image
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = image.environment(
            TILTYARD_PORT=str(self.port), **builder.interpreter.environment, **settings
        )

    def start(self, command: list[str]) -> subprocess.Popen[str]:
        other: dict[str, Any] = {}
        if os.geteuid() == 0:
            uid, gid = user_of(self.image)
            other = {"user": uid, "group": gid, "extra_groups": []}
        program = shutil.which(command[0], path=self.environment["PATH"])
        assert program is not None
        return subprocess.Popen(
            command,
            executable=program,
            cwd=self.image.path("."),
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **other,
        )

    def run(self, *command: str) -> tuple[int, str]:
        process = self.start(list(command))
        output, _ = process.communicate(timeout=60)
        return process.returncode, output

    def healthy(self) -> tuple[bool, str]:
        """What HEALTHCHECK says."""
        check = self.image.settings["HEALTHCHECK"].text.removeprefix("CMD")
        status, output = self.run(*check.strip(' []"').split('", "'))
        return status == 0, output

    def serve(self) -> subprocess.Popen[str]:
        process = self.start(self.image.settings["CMD"].words)
        assert process.stdout is not None
        said: list[str] = []
        while "Uvicorn running" not in "".join(said[-1:]):
            said.append(process.stdout.readline())
            assert said[-1], said  # else it has ended
        assert self.healthy() == (True, '{"status":"ready","problems":[]}\n')
        return process

    def stop(self, process: subprocess.Popen[str]) -> str:
        """Stops the service as Docker does; everything it wrote."""
        process.send_signal(signal.Signals[self.image.settings["STOPSIGNAL"].text])
        output, _ = process.communicate(timeout=20)
        assert process.returncode in (0, -signal.SIGTERM), output
        return output


@pytest.fixture
def container(image: Image, builder: Builder) -> Container:
    return Container(image, builder, TILTYARD_CREATE_KEY=CREATE_KEY)


def tree(image: Image) -> dict[str, tuple[int, int]]:
    """Everything in the image but what is in the volume: its mode, and when it was changed."""
    found = {}
    for path in image.root.rglob("*"):
        status = path.lstat()
        if path.relative_to(image.root).parts[0] != "data":
            found[str(path)] = (status.st_mode, status.st_mtime_ns)
    return found


def test_the_image_holds_what_runs_and_nothing_else(image: Image):
    inside = {path.name for path in image.path("/opt/tiltyard").iterdir()}
    assert inside == {"LICENSE", "alembic", "alembic.ini", "app", "requirements.lock", "venv"}
    [packages] = image.path("/opt/tiltyard/venv").glob("lib/python*/site-packages")
    installed = {path.name for path in packages.iterdir()}
    assert {"fastapi", "uvicorn"} <= installed
    assert not {"pip", "pytest", "httpx"} & installed


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        ".git/config",
        "app/__pycache__/main.cpython-311.pyc",
        "app/rules/__pycache__/x.pyc",
        "bench/app/x.py",
        "secrets/create_key",
        "tests/conftest.py",
        "tiltyard.db",
    ],
)
def test_the_builder_is_never_sent(path: str):
    assert ignored(Path(path), (ROOT / ".dockerignore").read_text().splitlines())


def test_the_user_is_a_fixed_one_who_owns_the_volume_alone(image: Image, builder: Builder):
    uid, gid = user_of(image)
    assert uid >= 1_000
    asked = {words[0]: words for words in builder.noted}
    assert asked["useradd"][1:5] == ["--uid", str(uid), "--gid", str(gid)]
    assert asked["chown"][1:] == [f"{uid}:{gid}", str(image.path("/data"))]
    assert image.settings["VOLUME"].text == "/data"


def test_all_is_readable_and_compiled_whatever_the_modes_of_the_checkout(image: Image):
    for path in image.path("/opt/tiltyard").rglob("*"):
        mode = path.lstat().st_mode
        assert mode & 0o044 == 0o044, path
        if path.suffix == ".py" and "venv" not in path.parts:
            assert list(path.parent.glob(f"__pycache__/{path.stem}.*.pyc")), path


def test_it_serves_from_a_read_only_tree_and_keeps_its_data(image: Image, container: Container):
    before = tree(image)
    assert container.healthy() == (
        False,
        f"no answer from 127.0.0.1, port {container.port}: [Errno 111] Connection refused\n",
    )
    process = container.serve()
    with httpx.Client(base_url=container.url, timeout=20) as client:
        opened = client.post(
            "/v1/encounters",
            json={
                "ruleset": "tides-of-ichor",
                "name": "In a box",
                "combatants": [{"name": "Orc", "side": "greenskins", "sheet": ORC}],
            },
            headers={"Authorization": f"Bearer {CREATE_KEY}"},
        )
        assert opened.status_code == 201, opened.text
        assert client.get("/docs").status_code == 200
    assert "Application shutdown complete" in container.stop(process)
    assert container.healthy()[0] is False
    assert image.path("/data/tiltyard.db").stat().st_uid == image.path("/data").stat().st_uid

    process = container.serve()
    with httpx.Client(base_url=container.url, timeout=20) as client:
        found = client.get(
            f"/v1/encounters/{opened.json()['id']}",
            headers={"Authorization": f"Bearer {opened.json()['token']}"},
        )
        assert found.json()["name"] == "In a box"
    container.stop(process)
    assert tree(image) == before


def test_it_writes_nowhere_but_in_the_volume(image: Image, container: Container):
    refused, output = container.run(
        "python", "-c", "import app; open(app.__file__.replace('__init__', 'other'), 'w')"
    )
    assert refused == 1
    assert "Permission denied" in output
    assert container.run("python", "-c", "open('note', 'w')") == (0, "")
    image.path("/data/note").unlink()


def test_without_a_create_key_it_does_not_start(image: Image, builder: Builder):
    status, output = Container(image, builder).run(*image.settings["CMD"].words)
    assert status == 2
    assert "TILTYARD_CREATE_KEY: must be set" in output


def test_migrations_run_by_hand_before_it_starts(container: Container):
    container.environment["TILTYARD_DATABASE_URL"] = "sqlite:///by-hand.db"
    container.environment["TILTYARD_MIGRATE"] = "never"
    refused, output = container.run("python", "-m", "app")
    assert refused == 3
    assert "run make migrate, or python -m app.migrations" in output
    assert container.run("python", "-m", "app.migrations")[0] == 0
    container.stop(container.serve())


def test_a_fight_can_be_seen_in_it(container: Container):
    status, told = container.run("python", "-m", "app.demo")
    assert (status, "  Verified: " in told) == (0, True)
