"""Combatants: join, read, adjust, leave."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response, status

from app.deps import (
    CombatantDep,
    GameMasterDep,
    RequestDep,
    SeenDep,
    ServicesDep,
    StrictRoute,
)
from app.engine.encounter import Leave
from app.errors import CombatantNotFound
from app.routers.entries import answer
from app.routers.problems import MASTER, READ, READING, problems
from app.schemas import (
    AdjustmentIn,
    CombatantIn,
    CombatantOut,
    CombatantsIn,
    CombatantsOut,
    Line,
    LogEntryOut,
    OneOrSeveral,
)
from app.services.encounters import TooManyCombatants, adjustment
from app.services.seen import perspective

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}/combatants", tags=["combatants"], route_class=StrictRoute
)

CHANGING = problems(*MASTER, CombatantNotFound, by_the_rules=True)


@router.post(
    "",
    response_model=CombatantOut | CombatantsOut,
    status_code=status.HTTP_201_CREATED,
    responses=problems(*MASTER, TooManyCombatants, by_the_rules=True),
)
async def join(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    body: OneOrSeveral,
) -> dict[str, Any]:
    """Let combatants join.

    One, or `count` of one kind, or several `items`; all as one log entry. The answer is who has
    joined, with their ids. Before the fight or in it.
    """
    bodies = body.items if isinstance(body, CombatantsIn) else [body]
    recorded = await services.referee.record(
        viewer.encounter_id,
        request,
        lambda encounter: services.encounters.joining(encounter, bodies),
        "join",
    )
    answer(recorded, viewer, response)
    joined = [e["combatant"]["id"] for e in recorded.lead.events if e["type"] == "combatant_joined"]
    seen = perspective(viewer, recorded.loaded)
    shown = [seen.combatant(i) for i in joined if i in seen.state.combatants]
    single = isinstance(body, CombatantIn) and body.count == 1 and len(shown) == 1
    return shown[0] if single else {"items": shown}


@router.get("", response_model=CombatantsOut, responses=READING)
async def list_combatants(seen: SeenDep, response: Response) -> dict[str, Any]:
    """List the combatants.

    Everybody who ever joined, in order of joining, the dead and those who left included.
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return {"items": seen.combatants()}


@router.get("/{cid}", response_model=CombatantOut, responses=problems(*READ, CombatantNotFound))
async def read_combatant(
    seen: SeenDep, combatant: CombatantDep, response: Response
) -> dict[str, Any]:
    """Read one combatant.

    What it is (`sheet`), and how it is now (`state`, `conditions`, `status`).
    """
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return seen.combatant(combatant)


@router.patch("/{cid}", response_model=LogEntryOut, responses=CHANGING)
async def adjust_combatant(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    combatant: CombatantDep,
    body: AdjustmentIn,
) -> dict[str, Any]:
    """Adjust a combatant, by the game master's word.

    Its sheet, its state, its name, its conditions: only what is named changes, and is validated as
    a sheet is. The reason stands in the log.
    """
    recorded = await services.referee.record(
        viewer.encounter_id, request, lambda _: adjustment(combatant, body), "adjust"
    )
    return answer(recorded, viewer, response)


@router.delete("/{cid}", response_model=LogEntryOut, responses=CHANGING)
async def remove_combatant(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    combatant: CombatantDep,
    reason: Annotated[Line, Query(description="Why, for the log.")] = "",
) -> dict[str, Any]:
    """Take a combatant out of the fight.

    It stays in the log, and in the list with the status `left`. If it was its turn, the
    turn passes.
    """
    recorded = await services.referee.record(
        viewer.encounter_id,
        request,
        lambda _: Leave(combatant=combatant, reason=reason),
        "leave",
    )
    return answer(recorded, viewer, response)
