"""Asks a running service whether it is well: python -m app.healthcheck.

For what looks after a container, where there may be no curl: 0 when `/readyz`, at the address that
the settings name, says that it is ready; else 1. It writes the answer, or why there is none.
"""

import sys
from http.client import HTTPConnection, HTTPException

from app.config import load_settings

SECONDS = 4
WITHIN = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to reach who listens everywhere


def main() -> int:
    """Ask once; 1 also when nobody answers within 4 seconds."""
    settings = load_settings()
    host = WITHIN.get(settings.host, settings.host)
    connection = HTTPConnection(host, settings.port, timeout=SECONDS)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        ready, text = answer.status == 200, answer.read().decode()
    except (OSError, HTTPException, UnicodeDecodeError) as error:
        ready, text = False, f"no answer from {host}, port {settings.port}: {error}"
    finally:
        connection.close()
    sys.stdout.write(f"{text}\n")
    return 0 if ready else 1


if __name__ == "__main__":
    sys.exit(main())
