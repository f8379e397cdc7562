"""The log: every entry, in order, and the proof that it is right."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from app.deps import AddressDep, LimitedRead, SeenDep, SeenEvenDamagedDep, ServicesDep, StrictRoute
from app.routers.problems import COSTLY, READING
from app.schemas import LogEntryOut, LogOut, ProofsOut, VerificationOut
from app.services import logbook

router = APIRouter(prefix="/v1/encounters/{encounter_id}", tags=["log"], route_class=StrictRoute)


After = Annotated[int, Query(ge=0, le=10**9, description="Only entries after this.")]
Limit = Annotated[int, Query(ge=1, le=1_000, description="At most this many.")]


@router.get("/log", response_model=LogOut, responses=READING)
async def list_entries(
    services: ServicesDep, seen: SeenDep, response: Response, after: After = 0, limit: Limit = 100
) -> dict[str, Any]:
    """Read the log, entry by entry.

    In order, oldest first, those that were undone included and marked. `next` is the `after` of
    the next page.
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.page(services.database, seen, after, limit)


@router.get("/log/{version}", response_model=LogEntryOut, responses=READING)
async def read_entry(
    services: ServicesDep,
    seen: SeenDep,
    response: Response,
    version: Annotated[int, Path(ge=1, le=10**9, description="Of the entry.")],
) -> dict[str, Any]:
    """Read one entry of the log.

    Its command as accepted, every die and what it was for, and every event with its numbers.
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.one(services.database, seen, version)


@router.get("/proofs", response_model=ProofsOut, responses=COSTLY, dependencies=[LimitedRead])
async def list_proofs(
    services: ServicesDep, seen: SeenDep, response: Response, after: After = 0, limit: Limit = 100
) -> dict[str, Any]:
    """Read what the hashes are made of.

    Of each entry the leaves that its hash covers: with content and salt, or, of what isn't for you
    to see, the digest alone. So anybody can check the chain (docs/roles.md).
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.proofs(services.database, seen, after, limit)


@router.get("/verification", response_model=VerificationOut, responses=COSTLY)
async def verify(
    services: ServicesDep, seen: SeenEvenDamagedDep, address: AddressDep, response: Response
) -> Mapping[str, Any]:
    """Verify the whole log.

    Every entry is decided again with its recorded dice, every drawn die is drawn again from its
    key, and the chain of hashes is computed anew. The first difference is told, if there is one.
    """
    services.limits.costly_read(seen.viewer.token_id, address, seen.loaded.version)
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return await logbook.verification(services.database, seen)
