"""Odds: what an action may come to, before it is taken."""

from typing import Any

from fastapi import APIRouter, Response

from app.deps import LimitedRead, SeenDep, ServicesDep, StrictRoute
from app.routers.problems import READING, problems
from app.schemas import OddsIn, OddsOut

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}/odds", tags=["actions"], route_class=StrictRoute
)


@router.post(
    "",
    response_model=OddsOut,
    responses={**READING, **problems(400, 403, 409, 413, 429)},
    dependencies=[LimitedRead],
)
async def weigh(
    services: ServicesDep, seen: SeenDep, response: Response, body: OddsIn
) -> dict[str, Any]:
    """The exact chances of an action that could be taken now; nothing happens, no die is drawn.

    Of the action itself, not of what follows by itself. An action on an area is weighed target by
    target.
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    sent = body.model_dump(exclude={"estimate"}, exclude_unset=True)
    return await services.odds.of(seen, sent, estimate=body.estimate)
