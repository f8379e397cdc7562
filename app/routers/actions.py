"""Actions: what combatants do, and what they could do."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response, status

from app.deps import EncounterDep, RequestDep, ServicesDep, StrictRoute, ViewerDep, check_given_dice
from app.engine.encounter import GAME_MASTER, find
from app.engine.fair_dice import NO_NONCE
from app.routers.entries import answer
from app.routers.problems import READING, WRITING, problems
from app.schemas import ActionIn, ChoicesOut, LogEntryOut
from app.services import reference

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}", tags=["actions"], route_class=StrictRoute
)


@router.post(
    "/actions",
    response_model=LogEntryOut,
    status_code=status.HTTP_201_CREATED,
    responses={**WRITING, **problems(403)},
)
async def act(
    services: ServicesDep,
    viewer: ViewerDep,
    encounter: EncounterDep,
    request: RequestDep,
    response: Response,
    body: Annotated[ActionIn, Body(openapi_examples=reference.action_examples())],
) -> dict[str, Any]:
    """Resolve one action and record what happened."""
    check_given_dice(encounter, viewer, body.dice)
    sent = body.model_dump(exclude={"dice", "nonce"}, exclude_unset=True)
    recorded = await services.referee.record(
        viewer.encounter_id,
        replace(request, faces=body.dice, nonce=body.nonce or NO_NONCE),
        lambda current: current.codec.action(sent),
    )
    return answer(recorded, response)


@router.get("/choices", response_model=ChoicesOut, responses=READING)
async def list_choices(
    encounter: EncounterDep,
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
    response.headers["ETag"] = f'"{encounter.version}"'
    wanted = combatant if combatant is not None else encounter.state.acting
    if wanted is None:
        return {"items": []}
    who = wanted if wanted == GAME_MASTER else find(encounter.state, wanted)
    choices = encounter.codec.ruleset.choices(encounter.state, who)
    return {"items": [{"body": dict(c.body), "label": c.label} for c in choices]}
