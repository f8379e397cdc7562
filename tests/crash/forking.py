"""The process that servers are forked from: it imports the service once, and starts no loop.

It takes one order a line: `start {"NAME": "value of its environment"}` answers the process id,
`wait PID` how that process ended. When its input ends it kills what still runs.
"""

import json
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from app.services.codec import codec_for
from tests.crash import stage
from tests.crash.fights import RULESET


def main() -> None:
    """Take orders until there are no more."""
    codec_for(RULESET)  # else each server takes half a second to make it
    running: set[int] = set()
    for line in sys.stdin:
        order, _, rest = line.strip().partition(" ")
        if order == "start":
            answer = os.fork()
            if answer == 0:
                raise SystemExit(_serve(json.loads(rest)))
            running.add(answer)
        else:
            answer = os.waitstatus_to_exitcode(os.waitpid(int(rest), 0)[1])
            running.remove(int(rest))
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def _serve(environment: Mapping[str, str]) -> int:
    os.environ.update(environment)
    with Path(environment["LOG"]).open("ab") as log, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    return stage.run()


if __name__ == "__main__":
    main()
