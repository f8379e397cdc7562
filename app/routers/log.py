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
    limit: Annotated[int, Query(ge=1, le=1_000)] = 100,
) -> dict[str, Any]:
    """Entries in order, those that were undone included and marked."""
    response.headers["ETag"] = f'"{encounter.version}"'
    return await logbook.page(services.database, encounter, after, limit)


@router.get("/log/{version}", response_model=LogEntryOut, responses=READING)
async def read_entry(
    services: ServicesDep,
    encounter: EncounterDep,
    response: Response,
    version: Annotated[int, Path(ge=1, le=10**9)],
) -> dict[str, Any]:
    """One entry."""
    response.headers["ETag"] = f'"{encounter.version}"'
    return await logbook.one(services.database, encounter, version)


@router.get("/verification", response_model=VerificationOut, responses=READING)
async def verify(
    services: ServicesDep, encounter: EncounterDep, response: Response
) -> dict[str, Any]:
    """Replay the whole log with its dice; compute drawn faces and the chain of hashes again."""
    response.headers["ETag"] = f'"{encounter.version}"'
    return await logbook.verification(services.database, encounter)
