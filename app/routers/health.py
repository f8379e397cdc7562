"""Is the process alive, and can it serve?"""

from fastapi import APIRouter, Response, status

from app.deps import ServicesDep, StrictRoute
from app.errors import UnknownParameter
from app.routers.problems import problems
from app.schemas import HealthOut, ReadyOut
from app.services import readiness

router = APIRouter(tags=["health"], route_class=StrictRoute)


@router.get("/healthz", response_model=HealthOut, responses=problems(UnknownParameter))
async def healthz() -> HealthOut:
    """Ask whether the process answers.

    It says nothing of the database: that is for `/readyz`.
    """
    return HealthOut()


@router.get(
    "/readyz",
    response_model=ReadyOut,
    responses={
        **problems(UnknownParameter),
        503: {"model": ReadyOut, "description": "Not ready; `problems` says why."},
    },
)
async def readyz(services: ServicesDep, response: Response) -> ReadyOut:
    """Ask whether requests can be served.

    That is: the database answers, has this version's tables, and keeps what it acknowledges.
    """
    found = await readiness.problems(services.database)
    if found:
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return ReadyOut(status="not-ready" if found else "ready", problems=found)
