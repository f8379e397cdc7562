"""Odds: what an action may come to, before it is taken."""

from typing import Any

from fastapi import APIRouter, Response

from app.deps import LimitedRead, SeenDep, ServicesDep, StrictRoute
from app.engine.enumerated_dice import TooManyWays
from app.engine.refusals import NotYourTurn
from app.errors import OddsHidden, TooBusy, TooManyRequests
from app.routers.problems import BODY, READ, problems
from app.schemas import OddsIn, OddsOut
from app.services.codec import UnknownAction
from app.services.seen import HiddenReason

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}/odds", tags=["actions"], route_class=StrictRoute
)


@router.post(
    "",
    response_model=OddsOut,
    responses=problems(
        NotYourTurn,
        *READ,
        *BODY,
        OddsHidden,
        HiddenReason,
        TooManyRequests,
        TooBusy,
        UnknownAction,
        TooManyWays,
        by_the_rules=True,
    ),
    dependencies=[LimitedRead],
)
async def weigh(
    services: ServicesDep, seen: SeenDep, response: Response, body: OddsIn
) -> dict[str, Any]:
    """Weigh an action before it is taken.

    The exact chances of an action that could be taken now, as the body of one; nothing happens, no
    die is drawn. They are of the action itself, not of what follows by itself; an action on an area
    is weighed target by target.
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    sent = body.model_dump(exclude={"estimate"}, exclude_unset=True)
    return await services.odds.of(seen, sent, estimate=body.estimate)
