"""Shared by all tests: the toy ruleset, found as any other package's would be."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "plugins"))
