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
from app.routers.entries import answer
from app.routers.problems import READING, WRITING
from app.schemas import (
    AdjustmentIn,
    CombatantIn,
    CombatantOut,
    CombatantsIn,
    CombatantsOut,
    Line,
    LogEntryOut,
)
from app.services.encounters import adjustment
from app.services.seen import perspective

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}/combatants", tags=["combatants"], route_class=StrictRoute
)


@router.post(
    "",
    response_model=CombatantOut | CombatantsOut,
    status_code=status.HTTP_201_CREATED,
    responses=WRITING,
)
async def join(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    body: CombatantIn | CombatantsIn,
) -> dict[str, Any]:
    """Let one or several combatants join, as one log entry; the answer is what has joined."""
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
    """Everybody who ever joined, in order of joining."""
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return {"items": seen.combatants()}


@router.get("/{cid}", response_model=CombatantOut, responses=READING)
async def read_combatant(
    seen: SeenDep, combatant: CombatantDep, response: Response
) -> dict[str, Any]:
    """One combatant, by id, external id or unique name."""
    response.headers["ETag"] = f'"{seen.loaded.version}"'
    return seen.combatant(combatant)


@router.patch("/{cid}", response_model=LogEntryOut, responses=WRITING)
async def adjust_combatant(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    combatant: CombatantDep,
    body: AdjustmentIn,
) -> dict[str, Any]:
    """Change a combatant by the game master's word: sheet, state, name, conditions."""
    recorded = await services.referee.record(
        viewer.encounter_id, request, lambda _: adjustment(combatant, body), "adjust"
    )
    return answer(recorded, viewer, response)


@router.delete("/{cid}", response_model=LogEntryOut, responses=WRITING)
async def remove_combatant(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    combatant: CombatantDep,
    reason: Annotated[Line, Query(description="Why, for the log.")] = "",
) -> dict[str, Any]:
    """Take a combatant out of the fight; it stays in the log."""
    recorded = await services.referee.record(
        viewer.encounter_id,
        request,
        lambda _: Leave(combatant=combatant, reason=reason),
        "leave",
    )
    return answer(recorded, viewer, response)
