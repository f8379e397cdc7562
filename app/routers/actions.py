"""Actions: what combatants do, and what they could do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response, status

from app.deps import (
    PlayerDep,
    RequestDep,
    SeenDep,
    Services,
    ServicesDep,
    StrictRoute,
)
from app.engine.encounter import Command
from app.engine.fair_dice import NO_NONCE
from app.engine.refusals import AmbiguousName, NotYourTurn, UnknownCombatant
from app.errors import GivenDiceRefused, NotYourCombatant
from app.routers.entries import answer
from app.routers.problems import ACT, READ, problems
from app.schemas import ActionIn, ChoicesOut, LogEntryOut
from app.services.access import Viewer
from app.services.codec import UnknownAction
from app.services.event_log import Loaded
from app.services.given_dice import check_given_dice
from app.services.referee import Recorded, Request

BESIDE = ("dice", "nonce")  # what stands beside the fields of an action

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}", tags=["actions"], route_class=StrictRoute
)


@router.post(
    "/actions",
    response_model=LogEntryOut,
    status_code=status.HTTP_201_CREATED,
    responses=problems(NotYourTurn, *ACT, GivenDiceRefused, UnknownAction, by_the_rules=True),
)
async def act(
    services: ServicesDep,
    viewer: PlayerDep,
    request: RequestDep,
    response: Response,
    body: ActionIn,
) -> dict[str, Any]:
    """Act: resolve one action by the rules, and record what happened.

    The answer is the log entry: the dice, the events with every number, a sentence, and where the
    encounter stands afterwards. Without `dice` the service rolls. A refusal changes nothing and
    rolls nothing. Of common actions there are `answer` (to a question), `end_turn`, `pass`, and
    `roll` (dice that change nothing).
    """
    request = replace(request, faces=body.dice, nonce=body.nonce or NO_NONCE)
    recorded = await record(services, viewer, request, body.model_dump(exclude_unset=True))
    return answer(recorded, viewer, response)


async def record(
    services: Services, viewer: Viewer, request: Request, sent: Mapping[str, Any]
) -> Recorded:
    """Has the referee decide an action (an `ActionIn` as it was sent)."""
    fields = {name: value for name, value in sent.items() if name not in BESIDE}

    def command(encounter: Loaded) -> Command:
        check_given_dice(encounter, viewer, request.faces)
        return encounter.codec.action(fields)

    return await services.referee.record(viewer.encounter_id, request, command)


@router.get(
    "/choices",
    response_model=ChoicesOut,
    responses=problems(*READ, NotYourCombatant, UnknownCombatant, AmbiguousName),
)
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
    """List what a combatant may do now.

    Each choice has a `body` that is ready to be sent as an action, and a label. Nobody's turn: an
    empty list.
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return {"items": seen.choices(combatant)}
