"""Encounters: open, read, start, end, undo, delete."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response, status

from app.deps import (
    AddressDep,
    EncounterDep,
    ExpectedVersion,
    FingerprintDep,
    GameMasterDep,
    IdempotencyKey,
    LimitedWrite,
    OpenerDep,
    RequestDep,
    SeenDep,
    ServicesDep,
    StrictRoute,
    TokenHolderDep,
)
from app.engine.encounter import End, Start
from app.engine.fair_dice import NO_NONCE
from app.engine.refusals import EncounterEnded
from app.errors import (
    BadIfMatch,
    DatabaseUnavailable,
    GameMasterOnly,
    GivenDiceRefused,
    KeyReused,
    NotFound,
    TooManyRequests,
    Unauthorized,
    Unprocessable,
    VersionMismatch,
)
from app.routers.entries import answer
from app.routers.problems import ASKED, BODY, COSTLY, MASTER, WRITING, problems
from app.schemas import (
    EncounterIn,
    EncounterOpenedOut,
    EncounterOut,
    EncountersOut,
    ExternalId,
    LogEntryOut,
    NothingIn,
    StartIn,
    UndoIn,
)
from app.services.encounters import FogNeedsFairDice, TooManyCombatants, UnknownRuleset, WeakKey
from app.services.given_dice import check_given_dice
from app.services.referee import NothingToUndo, UnknownVersion
from app.services.seen import perspective

router = APIRouter(prefix="/v1/encounters", tags=["encounters"], route_class=StrictRoute)


@router.post(
    "",
    response_model=EncounterOpenedOut,
    status_code=status.HTTP_201_CREATED,
    responses=problems(
        *ASKED,
        *BODY,
        Unauthorized,
        KeyReused,
        DatabaseUnavailable,
        UnknownRuleset,
        WeakKey,
        FogNeedsFairDice,
        TooManyRequests,
        TooManyCombatants,
        by_the_rules=True,
    ),
)
async def open_encounter(
    body: EncounterIn,
    services: ServicesDep,
    response: Response,
    fingerprint: FingerprintDep,
    address: AddressDep,
    _opener: OpenerDep,
    idempotency_key: IdempotencyKey = None,
) -> dict[str, Any]:
    """Open an encounter.

    The answer holds its `id`, which the paths of all that follows take as `encounter_id`, and the
    game master's `token`, shown this once: give it to **Authorize**. Where the service has a create
    key, opening takes that as the bearer token.
    """
    services.limits.opening(address)
    opened = await services.encounters.open(body, idempotency_key, fingerprint)
    root = services.settings.root_path
    response.headers["Location"] = f"{root}/v1/encounters/{opened.loaded.id}"
    response.headers["ETag"] = f'"{opened.loaded.version}"'
    return {**perspective(opened.viewer, opened.loaded).encounter(), "token": opened.token}


@router.get(
    "", response_model=EncountersOut, responses=problems(*ASKED, Unauthorized, DatabaseUnavailable)
)
async def find_encounters(
    services: ServicesDep,
    holder: TokenHolderDep,
    external_id: Annotated[ExternalId, Query(description="The VTT's or forum's id.")],
) -> dict[str, Any]:
    """Find an encounter by the id that a VTT or a forum has for it.

    Of the encounters that the token is for: its own, or none.
    """
    return {"items": await services.encounters.find(holder, external_id)}


@router.get("/{encounter_id}", response_model=EncounterOut, responses=COSTLY)
async def read_encounter(
    services: ServicesDep,
    seen: SeenDep,
    address: AddressDep,
    response: Response,
    at: Annotated[int | None, Query(ge=1, le=10**9, description="As of this version.")] = None,
) -> dict[str, Any]:
    """Read an encounter.

    As it stands, or as of a version: whose turn it is, everybody in it, the questions that wait for
    an answer, and how the dice fall.
    """
    response.headers["ETag"] = f'"{at or seen.loaded.version}"'
    if at is None or at == seen.loaded.version:
        return seen.encounter()
    services.limits.costly_read(seen.viewer.token_id, address)
    return await services.encounters.as_of(seen.viewer, seen.loaded, at)


@router.delete(
    "/{encounter_id}",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=problems(
        *ASKED,
        BadIfMatch,
        VersionMismatch,
        Unauthorized,
        GameMasterOnly,
        NotFound,
        TooManyRequests,
        DatabaseUnavailable,
    ),
    dependencies=[LimitedWrite, ExpectedVersion],
)
async def delete_encounter(services: ServicesDep, viewer: GameMasterDep) -> None:
    """Delete an encounter.

    Its log, its tokens, everything: there is no way back.
    """
    await services.encounters.remove(viewer.encounter_id)


@router.post(
    "/{encounter_id}/start",
    response_model=LogEntryOut,
    responses=problems(*MASTER, GivenDiceRefused, by_the_rules=True),
)
async def start_encounter(
    services: ServicesDep,
    viewer: GameMasterDep,
    encounter: EncounterDep,
    request: RequestDep,
    response: Response,
    body: StartIn | None = None,
) -> dict[str, Any]:
    """Start the fight, or go on with it after a pause.

    Who is there takes a place in the order of battle; without `dice` the service rolls for it.
    """
    body = body or StartIn()
    check_given_dice(encounter, viewer, body.dice)
    request = replace(request, faces=body.dice, nonce=body.nonce or NO_NONCE)
    recorded = await services.referee.record(
        viewer.encounter_id, request, lambda _: Start(), "start"
    )
    return answer(recorded, viewer, response)


@router.post("/{encounter_id}/end", response_model=LogEntryOut, responses=WRITING)
async def end_encounter(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    body: NothingIn | None = None,
) -> dict[str, Any]:
    """End the fight for good.

    Nothing can be done in it any more, not even undone; it can still be read and verified.
    """
    recorded = await services.referee.record(viewer.encounter_id, request, lambda _: End(), "end")
    return answer(recorded, viewer, response)


@router.post(
    "/{encounter_id}/undo",
    response_model=LogEntryOut,
    responses=problems(NothingToUndo, *MASTER, UnknownVersion, EncounterEnded),
)
async def undo(
    services: ServicesDep,
    viewer: GameMasterDep,
    request: RequestDep,
    response: Response,
    body: UndoIn,
) -> dict[str, Any]:
    """Undo: go back to an earlier state.

    Over a number of lead entries, or to the state after a version. Nothing is erased: the undo is
    an entry itself, and going to an undone version brings it back.
    """
    if (body.to_version is None) == (body.count is None):
        raise Unprocessable("Send either to_version or count.")
    recorded = await services.referee.undo(
        viewer.encounter_id, request, to_version=body.to_version, count=body.count
    )
    return answer(recorded, viewer, response)
