"""Actions: what combatants do, and what they could do."""

import re
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response, status
from pydantic import ValidationError
from pydantic_core import to_json

from app.deps import (
    KEY,
    EncounterDep,
    RequestDep,
    ServicesDep,
    StrictRequest,
    StrictRoute,
    ViewerDep,
    body_fingerprint,
    check_given_dice,
    command_request,
    with_short_cut,
)
from app.engine.encounter import GAME_MASTER, Command, find
from app.engine.fair_dice import NO_NONCE
from app.engine.refusals import Refused
from app.errors import AppError
from app.routers.entries import answer
from app.routers.problems import READING, WRITING, problems
from app.schemas import ActionIn, ChoicesOut, LogEntryOut
from app.services.event_log import Loaded

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}", tags=["actions"], route_class=StrictRoute
)


async def act_quickly(request: StrictRequest) -> Response | None:
    """The short cut of `act`: without the framework's help, and with a token seen before.

    That is checked again in the transaction that appends.
    """
    headers, services = request.headers, request.app.state.services
    viewer = services.known_tokens.get(
        headers.get("authorization"), request.path_params["encounter_id"]
    )
    key = headers.get("idempotency-key")
    if viewer is None or not (key is None or re.fullmatch(KEY, key)):
        return None
    if headers.get("content-type") != "application/json":
        return None
    try:
        body = ActionIn.model_validate(await request.json())
        fingerprint = await body_fingerprint(request)
        command = await command_request(viewer, fingerprint, key, headers.get("if-match"))
        noted = Response()
        entry = await act(services, viewer, command, noted, body)
    except (Refused, ValidationError):
        return None
    except AppError as error:
        if error.status >= status.HTTP_500_INTERNAL_SERVER_ERROR:
            raise  # it may have happened, so it must not be tried again from here
        return None
    return Response(
        to_json(entry),
        status.HTTP_201_CREATED,
        {"ETag": noted.headers["ETag"]},
        media_type="application/json",
    )


@router.post(
    "/actions",
    response_model=LogEntryOut,
    status_code=status.HTTP_201_CREATED,
    responses={**WRITING, **problems(403)},
)
@with_short_cut(act_quickly)
async def act(
    services: ServicesDep,
    viewer: ViewerDep,
    request: RequestDep,
    response: Response,
    body: ActionIn,
) -> dict[str, Any]:
    """Resolve one action and record what happened."""
    sent = body.model_dump(exclude={"dice", "nonce"}, exclude_unset=True)

    def command(encounter: Loaded) -> Command:
        check_given_dice(encounter, viewer, body.dice)
        return encounter.codec.action(sent)

    request = replace(request, faces=body.dice, nonce=body.nonce or NO_NONCE)
    recorded = await services.referee.record(viewer.encounter_id, request, command)
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
