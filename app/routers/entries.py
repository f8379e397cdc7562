"""How a recorded command is answered: as its log entry."""

from typing import Any

from fastapi import Response

from app.services import views
from app.services.referee import Recorded


def answer(recorded: Recorded, response: Response) -> dict[str, Any]:
    """The lead entry, with the state after everything that followed it as ETag and `encounter`."""
    response.headers["ETag"] = f'"{recorded.last.version}"'
    return views.entry_view(recorded.loaded, recorded.lead, recorded.last)
