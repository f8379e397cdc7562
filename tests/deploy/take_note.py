"""Plays a program for the scratch build that would reach out of it: notes how it was called."""

import json
import sys
from pathlib import Path

notes, *call = sys.argv[1:]
with Path(notes).open("a") as file:
    file.write(json.dumps(call) + "\n")
