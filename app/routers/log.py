"""The log: every entry, in order, and the proof that it is right."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from app.deps import AddressDep, LimitedRead, SeenDep, ServicesDep, StrictRoute
from app.routers.problems import COSTLY, READING
from app.schemas import LogEntryOut, LogOut, ProofsOut, VerificationOut
from app.services import logbook

router = APIRouter(prefix="/v1/encounters/{encounter_id}", tags=["log"], route_class=StrictRoute)


After = Annotated[int, Query(ge=0, le=10**9, description="Only entries after this.")]
Limit = Annotated[int, Query(ge=1, le=1_000)]


@router.get("/log", response_model=LogOut, responses=READING)
async def list_entries(
    services: ServicesDep, seen: SeenDep, response: Response, after: After = 0, limit: Limit = 100
) -> dict[str, Any]:
    """Entries in order, those that were undone included and marked."""
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.page(services.database, seen, after, limit)


@router.get("/log/{version}", response_model=LogEntryOut, responses=READING)
async def read_entry(
    services: ServicesDep,
    seen: SeenDep,
    response: Response,
    version: Annotated[int, Path(ge=1, le=10**9)],
) -> dict[str, Any]:
    """One entry."""
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.one(services.database, seen, version)


@router.get("/proofs", response_model=ProofsOut, responses=COSTLY, dependencies=[LimitedRead])
async def list_proofs(
    services: ServicesDep, seen: SeenDep, response: Response, after: After = 0, limit: Limit = 100
) -> dict[str, Any]:
    """What the hash of each entry is made of, to be checked by anybody: see docs/roles.md."""
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.proofs(services.database, seen, after, limit)


@router.get("/verification", response_model=VerificationOut, responses=COSTLY)
async def verify(
    services: ServicesDep, seen: SeenDep, address: AddressDep, response: Response
) -> Mapping[str, Any]:
    """Replay the whole log with its dice; compute drawn faces and the chain of hashes again."""
    services.limits.costly_read(seen.viewer.token_id, address, seen.loaded.version)
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.verification(services.database, seen)
