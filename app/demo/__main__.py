"""python -m app.demo: a whole fight, told in the terminal."""

import argparse
import asyncio
import os
import sys

from app.demo.fight import playable, tell
from app.demo.telling import Teller, is_colourful
from app.logs import configure_logging

SEED = "tiltyard"


def main() -> int:
    """Tell a fight; 0 when its log is verified."""
    options = _parser().parse_args()
    configure_logging(level="error")
    teller = Teller(sys.stdout, colourful=is_colourful(sys.stdout))
    try:
        seed = None if options.fair else options.seed
        verified = asyncio.run(tell(teller, playable()[options.ruleset], seed))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read along has enough; nothing more may be flushed at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return 0 if verified else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app.demo", description=__doc__)
    parser.add_argument("--ruleset", choices=list(playable()), default=next(iter(playable())))
    dice = parser.add_mutually_exclusive_group()
    dice.add_argument("--seed", default=SEED, help="another seed, another fight (%(default)s)")
    dice.add_argument("--fair", action="store_true", help="dice that nobody can foresee")
    return parser


if __name__ == "__main__":
    sys.exit(main())
