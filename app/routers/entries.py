"""How a recorded command is answered: as its log entry."""

from typing import Any

from fastapi import Response

from app.services.access import Viewer
from app.services.referee import Recorded
from app.services.seen import perspective


def answer(recorded: Recorded, viewer: Viewer, response: Response) -> dict[str, Any]:
    """The lead entry, with the state after everything that followed it as ETag and `encounter`."""
    response.headers["ETag"] = f'"{recorded.last.version}"'
    return shown(recorded, viewer)


def shown(recorded: Recorded, viewer: Viewer) -> dict[str, Any]:
    """The lead entry as whoever asks sees it."""
    seen = perspective(viewer, recorded.loaded)
    return seen.entry(recorded.lead, recorded.last, happened=recorded.happened)
