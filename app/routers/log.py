"""The log: every entry, in order, and the proof that it is right."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from app.deps import EncounterDep, ServicesDep, StrictRoute
from app.routers.problems import READING
from app.schemas import LogEntryOut, LogOut, VerificationOut
from app.services import logbook

router = APIRouter(prefix="/v1/encounters/{encounter_id}", tags=["log"], route_class=StrictRoute)


@router.get("/log", response_model=LogOut, responses=READING)
async def list_entries(
    services: ServicesDep,
    encounter: EncounterDep,
    response: Response,
    after: Annotated[int, Query(ge=0, le=10**9, description="Only entries after this.")] = 0,
    limit: Annotated[int, Query(ge=1, le=1_000, description="At most this many.")] = 100,
) -> dict[str, Any]:
    """Read the log, entry by entry.

    In order, oldest first, those that were undone included and marked. `next` is the `after` of
    the next page.
    """
    response.headers["ETag"] = f'"{encounter.version}"'
    return await logbook.page(services.database, encounter, after, limit)


@router.get("/log/{version}", response_model=LogEntryOut, responses=READING)
async def read_entry(
    services: ServicesDep,
    encounter: EncounterDep,
    response: Response,
    version: Annotated[int, Path(ge=1, le=10**9, description="Of the entry.")],
) -> dict[str, Any]:
    """Read one entry of the log.

    Its command as accepted, every die and what it was for, and every event with its numbers.
    """
    response.headers["ETag"] = f'"{encounter.version}"'
    return await logbook.one(services.database, encounter, version)


@router.get("/verification", response_model=VerificationOut, responses=READING)
async def verify(
    services: ServicesDep, encounter: EncounterDep, response: Response
) -> dict[str, Any]:
    """Verify the whole log.

    Every entry is decided again with its recorded dice, every drawn die is drawn again from its
    key, and the chain of hashes is computed anew. The first difference is told, if there is one.
    """
    response.headers["ETag"] = f'"{encounter.version}"'
    return await logbook.verification(services.database, encounter)
