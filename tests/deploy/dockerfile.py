"""Builds what the Dockerfile says in a scratch folder, without Docker.

Instructions are carried out as they stand, each stage in a folder that plays its root: COPY by the
rules of .dockerignore, RUN by a shell. Only what would reach out of the scratch folder is played by
a stand-in on the PATH: `python` is that of the tests, `pip` takes the pinned distributions from the
tests' own environment (so that nothing but the lock can be in the image, and no network is needed),
and those that make users or give files away only note what they were asked.
"""

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ONLY_NOTED = ("chown", "groupadd", "useradd")
SETTINGS_OF_THE_IMAGE = ("CMD", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "USER", "VOLUME")


class Instruction(NamedTuple):
    """One instruction: its name, its flags (`--from=build`), and the rest as it stands."""

    name: str
    flags: dict[str, str]
    text: str

    @property
    def words(self) -> list[str]:
        """The rest as a list: of JSON, or of words."""
        if self.text.startswith("["):
            words: list[str] = json.loads(self.text)
            return words
        return shlex.split(self.text)


def instructions(text: str) -> Iterator[Instruction]:
    """Those of a Dockerfile, in order."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if not line.strip():
            continue
        name, _, rest = line.strip().partition(" ")
        flags = {}
        while match := re.match(r"\s*--([a-z-]+)=(\S+)\s+", rest):
            flags[match[1]] = match[2]
            rest = rest[match.end() :]
        yield Instruction(name.upper(), flags, rest.strip())


@dataclass
class Image:
    """A stage: the folder that plays its root, and what is set in it."""

    root: Path
    workdir: str = "/"
    env: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Instruction] = field(default_factory=dict)

    def path(self, inside: str) -> Path:
        """Where a path of the image is on this machine."""
        return self.root.joinpath(*PurePosixPath(self.workdir, inside).parts[1:])

    def environment(self, **further: str) -> dict[str, str]:
        """What a process in the image finds set, with the image's paths as they are here."""
        own = {
            name: re.sub(r"(?<![^:])/opt/", f"{self.root}/opt/", v) for name, v in self.env.items()
        }
        return {**own, **further}


class Builder:
    """Carries out a Dockerfile in `scratch`, which must be open to everybody."""

    def __init__(self, context: Path, scratch: Path) -> None:
        self._context = context
        self._scratch = scratch
        self._stand_ins = scratch / "stand-ins"
        self.interpreter = _interpreter(scratch / "python")
        self.images: dict[str, Image] = {}
        self._make_stand_ins()

    @property
    def noted(self) -> list[list[str]]:
        """What was asked of the stand-ins that only take notes."""
        return [json.loads(line) for line in (self._scratch / "noted").read_text().splitlines()]

    def build(self) -> Image:
        """The last stage."""
        image: Image | None = None
        for step in instructions((self._context / "Dockerfile").read_text()):
            if step.name == "FROM":
                name = step.text.partition(" AS ")[2] or str(len(self.images))
                image = self.images[name] = Image(self._scratch / f"stage-{name}")
                image.root.mkdir()
            elif image is not None:  # what comes before names the base, which is played here
                self._carry_out(image, step)
        assert image is not None
        return image

    def _carry_out(self, image: Image, step: Instruction) -> None:
        match step.name:
            case "WORKDIR":
                image.workdir = step.text
                image.path(".").mkdir(parents=True, exist_ok=True)
            case "COPY":
                self._copy(image, step)
            case "RUN":
                self._run(image, step.text)
            case "ENV":
                for word in step.words:
                    name, _, value = word.partition("=")
                    image.env[name] = value.replace("$PATH", os.defpath)
            case "LABEL":
                pass
            case name if name in SETTINGS_OF_THE_IMAGE:
                image.settings[name] = step
            case _:
                raise ValueError(f"this builder doesn't know {step.name}")

    def _copy(self, image: Image, step: Instruction) -> None:
        *sources, destination = step.words
        for source in sources:
            target = image.path(destination)
            if origin := step.flags.get("from"):
                shutil.copytree(
                    self.images[origin].root / source.lstrip("/"),
                    target,
                    symlinks=True,
                    dirs_exist_ok=True,
                )
                continue
            found = list(sent(self._context, source))
            if not found:
                raise FileNotFoundError(f"COPY {source}: .dockerignore lets nothing of it through")
            for path in found:
                inside = path.relative_to(self._context / source)
                to = target / (inside if (self._context / source).is_dir() else path.name)
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, to)
                to.chmod(0o600)  # as from a checkout under a strict umask

    def _run(self, image: Image, script: str) -> None:
        """Every absolute path is one of the image's."""
        script = re.sub(r"(?<=\s)/(?=\w)", f"{image.root}/", script)
        subprocess.run(
            ["/bin/sh", "-e", "-c", script],
            cwd=image.path("."),
            env={"PATH": f"{self._stand_ins}:{os.defpath}", **self.interpreter.environment},
            check=True,
            timeout=120,
        )

    def _make_stand_ins(self) -> None:
        self._stand_ins.mkdir()
        here = Path(__file__)
        note = f"{sys.executable} {here.with_name('take_note.py')} {self._scratch / 'noted'}"
        scripts = {name: f"{note} {name}" for name in ONLY_NOTED}
        scripts["pip"] = f"exec {sys.executable} {here.with_name('offline_pip.py')}"
        scripts["python"] = f"exec {self.interpreter.program}"
        for name, script in scripts.items():
            stand_in = self._stand_ins / name
            stand_in.write_text(f'#!/bin/sh\n{script} "$@"\n')
            stand_in.chmod(0o755)


def sent(context: Path, source: str) -> Iterator[Path]:
    """The files of the context under a source of COPY that .dockerignore doesn't keep back."""
    patterns = (context / ".dockerignore").read_text().splitlines()
    start = context / source
    for path in [start] if start.is_file() else sorted(start.rglob("*")):
        if path.is_file() and not ignored(path.relative_to(context), patterns):
            yield path


def ignored(path: Path, patterns: Sequence[str]) -> bool:
    """Whether a path is kept back: the last pattern that fits it, or a folder it is in, decides."""
    names = [candidate.as_posix() for candidate in (path, *path.parents)][:-1]
    kept_back = False
    for pattern in patterns:
        wanted = _regex(pattern.removeprefix("!"))
        if not pattern.startswith("#") and any(wanted.fullmatch(name) for name in names):
            kept_back = not pattern.startswith("!")
    return kept_back


def _regex(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*)", pattern.strip("/"))
    meaning = {"**/": "(?:.*/)?", "*": "[^/]*"}
    return re.compile("".join(meaning.get(part) or re.escape(part) for part in parts))


class Interpreter(NamedTuple):
    """A Python that everybody may run, and what must be set for it."""

    program: Path
    environment: dict[str, str]


def _interpreter(copy: Path) -> Interpreter:
    """The one that runs the tests; a copy of it where only its owner can reach it."""
    program = Path(sys._base_executable).resolve()  # type: ignore[attr-defined]
    if all(step.stat().st_mode & stat.S_IXOTH for step in program.parents):
        return Interpreter(program, {})
    base = Path(sys.base_prefix)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (copy / "bin").mkdir(parents=True)
    shutil.copy(program, copy / "bin")
    shutil.copytree(
        base / "lib" / version,
        copy / "lib" / version,
        ignore=shutil.ignore_patterns("site-packages", "test", "idlelib", "config-*"),
    )
    for library in base.glob("lib/libpython*.so*"):
        shutil.copy(library, copy / "lib")
    return Interpreter(copy / "bin" / program.name, {"LD_LIBRARY_PATH": str(copy / "lib")})
