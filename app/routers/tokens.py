"""Tokens: who may see and do what, made and revoked by the game masters."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response, status

from app.deps import (
    EncounterDep,
    ExpectedVersion,
    GameMasterDep,
    KeptDep,
    LimitedWrite,
    ServicesDep,
    StrictRoute,
)
from app.engine.refusals import AmbiguousName
from app.errors import (
    BadIfMatch,
    DatabaseUnavailable,
    GameMasterOnly,
    KeyReused,
    NotFound,
    OwnToken,
    TooManyRequests,
    TooManyTokens,
    Unauthorized,
    VersionMismatch,
)
from app.routers.problems import ASKED, BODY, READ, problems
from app.schemas import TokenIn, TokenMadeOut, TokensOut
from app.services.access import Grant

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}/tokens", tags=["tokens"], route_class=StrictRoute
)


@router.post(
    "",
    response_model=TokenMadeOut,
    status_code=status.HTTP_201_CREATED,
    responses=problems(
        *READ,
        *BODY,
        BadIfMatch,
        VersionMismatch,
        GameMasterOnly,
        TooManyTokens,
        KeyReused,
        AmbiguousName,
        TooManyRequests,
    ),
    dependencies=[LimitedWrite, ExpectedVersion],
)
async def make_token(
    services: ServicesDep,
    viewer: GameMasterDep,
    encounter: EncounterDep,
    kept: KeptDep,
    response: Response,
    body: TokenIn,
) -> dict[str, Any]:
    """Make a token.

    For a game master, a player who acts for combatants or for a side, or a spectator. Its text is
    shown this once.
    """
    response.headers["ETag"] = f'"{encounter.version}"'
    grant = Grant(**{**body.model_dump(), "combatants": tuple(body.combatants)})
    return await services.tokens.make(encounter, grant, kept)


@router.get("", response_model=TokensOut, responses=problems(*READ, GameMasterOnly))
async def list_tokens(
    services: ServicesDep, viewer: GameMasterDep, encounter: EncounterDep, response: Response
) -> dict[str, Any]:
    """List the tokens.

    Every token there ever was: whom each acts for now, and which are revoked.
    """
    response.headers["ETag"] = f'"{encounter.version}"'
    return {"items": await services.tokens.listed(encounter)}


@router.delete(
    "/{token_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=problems(
        *ASKED,
        BadIfMatch,
        VersionMismatch,
        Unauthorized,
        GameMasterOnly,
        NotFound,
        OwnToken,
        TooManyRequests,
        DatabaseUnavailable,
    ),
    dependencies=[LimitedWrite, ExpectedVersion],
)
async def revoke_token(
    services: ServicesDep,
    viewer: GameMasterDep,
    encounter: EncounterDep,
    response: Response,
    token_id: Annotated[str, Path(max_length=64, description="The token's id.")],
) -> None:
    """Revoke a token.

    From now on it is worth nothing, on every worker.
    """
    response.headers["ETag"] = f'"{encounter.version}"'
    await services.tokens.revoke(viewer, token_id)
