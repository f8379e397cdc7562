"""Is the process alive, and can it serve?"""

from fastapi import APIRouter, Response, status

from app.deps import ServicesDep, StrictRoute
from app.schemas import HealthOut, ReadyOut
from app.services import readiness

router = APIRouter(tags=["health"], route_class=StrictRoute)


@router.get("/healthz", response_model=HealthOut)
async def healthz() -> HealthOut:
    """The process answers. Says nothing of the database."""
    return HealthOut()


@router.get("/readyz", response_model=ReadyOut, responses={503: {"model": ReadyOut}})
async def readyz(services: ServicesDep, response: Response) -> ReadyOut:
    """The database answers, has this version's tables, and keeps what it acknowledges."""
    found = await readiness.problems(services.database)
    if found:
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return ReadyOut(status="not-ready" if found else "ready", problems=found)
