"""Actions: what combatants do, and what they could do."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response, status

from app.deps import (
    PlayerDep,
    RequestDep,
    SeenDep,
    ServicesDep,
    StrictRoute,
    check_given_dice,
)
from app.engine.encounter import Command
from app.engine.fair_dice import NO_NONCE
from app.routers.entries import answer
from app.routers.problems import READING, WRITING, problems
from app.schemas import ActionIn, ChoicesOut, LogEntryOut
from app.services import reference
from app.services.event_log import Loaded

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}", tags=["actions"], route_class=StrictRoute
)


@router.post(
    "/actions",
    response_model=LogEntryOut,
    status_code=status.HTTP_201_CREATED,
    responses=WRITING,
)
async def act(
    services: ServicesDep,
    viewer: PlayerDep,
    request: RequestDep,
    response: Response,
    body: Annotated[ActionIn, Body(openapi_examples=reference.action_examples())],
) -> dict[str, Any]:
    """Resolve one action and record what happened."""
    sent = body.model_dump(exclude={"dice", "nonce"}, exclude_unset=True)

    def command(encounter: Loaded) -> Command:
        check_given_dice(encounter, viewer, body.dice)
        return encounter.codec.action(sent)

    request = replace(request, faces=body.dice, nonce=body.nonce or NO_NONCE)
    recorded = await services.referee.record(viewer.encounter_id, request, command)
    return answer(recorded, viewer, response)


@router.get("/choices", response_model=ChoicesOut, responses={**READING, **problems(403)})
async def list_choices(
    seen: SeenDep,
    response: Response,
    combatant: Annotated[
        str | None,
        Query(
            max_length=200,
            description="Whose; the acting one's if left out.",
        ),
    ] = None,
) -> dict[str, Any]:
    """What a combatant may do now: each a body ready for the actions endpoint."""
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return {"items": seen.choices(combatant)}
