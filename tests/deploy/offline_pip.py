"""Plays pip for the scratch build: what a lock pins is taken from the environment of the tests.

Both are made of the same lock, so the versions must be the same; what isn't in the lock doesn't get
into the venv.
"""

import argparse
import re
import shutil
import sys
from importlib.metadata import distribution
from importlib.util import cache_from_source
from pathlib import Path

from packaging.requirements import Requirement

REQUIREMENT = re.compile(
    r"^([a-zA-Z0-9][^\\\n]*?) \\\n((?:    --hash=sha256:[0-9a-f]{64}[ \\]*\n)+)", re.MULTILINE
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("command", choices=["install"])
    parser.add_argument("--requirement", type=Path, required=True)
    for flag in ("--no-cache-dir", "--disable-pip-version-check", "--require-hashes", "--no-deps"):
        parser.add_argument(flag, action="store_true", required=True)
    parser.add_argument("--only-binary", choices=[":all:"], required=True)
    options = parser.parse_args()
    lock = options.requirement.read_text()
    pinned = [Requirement(match[1]) for match in REQUIREMENT.finditer(lock)]
    if len(pinned) != len(re.findall("^[a-zA-Z0-9]", lock, re.MULTILINE)):
        sys.exit("the lock has a line without hashes")
    [packages] = options.python.glob("lib/python*/site-packages")
    for requirement in pinned:
        if requirement.marker is None or requirement.marker.evaluate():
            _copy(requirement, packages)


def _copy(requirement: Requirement, packages: Path) -> None:
    installed = distribution(requirement.name)
    if not requirement.specifier.contains(installed.version):
        sys.exit(f"{requirement} is locked, but {installed.version} is installed: run make setup")
    for file in installed.files or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            source, target = Path(str(installed.locate_file(file))), packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
            if file.suffix == ".py" and (compiled := Path(cache_from_source(source))).exists():
                target.parent.joinpath("__pycache__").mkdir(exist_ok=True)
                shutil.copy2(compiled, cache_from_source(target))


if __name__ == "__main__":
    main()
