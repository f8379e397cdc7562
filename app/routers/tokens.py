"""Tokens: who may see and do what, made and revoked by the game masters."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response, status

from app.deps import EncounterDep, GameMasterDep, KeptDep, LimitedWrite, ServicesDep, StrictRoute
from app.routers.problems import READING, WRITING, problems
from app.schemas import TokenIn, TokenMadeOut, TokensOut
from app.services.access import Grant

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}/tokens", tags=["tokens"], route_class=StrictRoute
)


@router.post(
    "",
    response_model=TokenMadeOut,
    status_code=status.HTTP_201_CREATED,
    responses=WRITING,
    dependencies=[LimitedWrite],
)
async def make_token(
    services: ServicesDep,
    viewer: GameMasterDep,
    encounter: EncounterDep,
    kept: KeptDep,
    response: Response,
    body: TokenIn,
) -> dict[str, Any]:
    """Make a token for a game master, a player or a spectator. Its text is shown this once."""
    response.headers["ETag"] = f'"{encounter.version}"'
    grant = Grant(**{**body.model_dump(), "combatants": tuple(body.combatants)})
    return await services.tokens.make(encounter, grant, kept)


@router.get("", response_model=TokensOut, responses={**READING, **problems(403)})
async def list_tokens(
    services: ServicesDep, viewer: GameMasterDep, encounter: EncounterDep, response: Response
) -> dict[str, Any]:
    """List the encounter's tokens, whom each acts for now, and which are revoked."""
    response.headers["ETag"] = f'"{encounter.version}"'
    return {"items": await services.tokens.listed(encounter)}


@router.delete(
    "/{token_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=problems(401, 403, 404, 409, 422, 429, 503),
    dependencies=[LimitedWrite],
)
async def revoke_token(
    services: ServicesDep,
    viewer: GameMasterDep,
    token_id: Annotated[str, Path(max_length=64, description="The token's id.")],
) -> None:
    """Revoke a token: from now on it is worth nothing, on every worker."""
    await services.tokens.revoke(viewer, token_id)
