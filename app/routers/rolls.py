"""Rolls outside encounters: dice by text commands, with receipts that anybody can check."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response, status

from app.deps import (
    AddressDep,
    FingerprintDep,
    IdempotencyKey,
    OpenerDep,
    ServicesDep,
    StrictRoute,
)
from app.engine.fair_dice import NO_NONCE
from app.engine.text.reading import Unreadable
from app.engine.text.vocabulary import UnknownWord
from app.errors import (
    DatabaseUnavailable,
    KeyReused,
    NotFound,
    TooBusy,
    TooManyRequests,
    Unauthorized,
)
from app.routers.problems import ASKED, BODY, problems
from app.schemas import ReceiptOut, RollEpochOut, RollsIn, RollsOut
from app.services import posts, roll_posts
from app.services.encounters import UnknownRuleset, WeakKey, require_strong
from app.services.rolls import RollRequest

router = APIRouter(prefix="/v1/rolls", tags=["rolls"], route_class=StrictRoute)

READ = (*ASKED, NotFound, DatabaseUnavailable)


@router.post(
    "",
    response_model=RollsOut,
    status_code=status.HTTP_201_CREATED,
    responses={
        200: {"model": RollsOut, "description": "Nothing was rolled: nobody wanted any."},
        **problems(
            *ASKED,
            *BODY,
            Unauthorized,
            KeyReused,
            WeakKey,
            UnknownRuleset,
            Unreadable,
            UnknownWord,
            posts.TooManyCommands,
            TooManyRequests,
            DatabaseUnavailable,
            TooBusy,
            by_the_rules=True,
        ),
    },
)
async def roll(
    services: ServicesDep,
    address: AddressDep,
    fingerprint: FingerprintDep,
    response: Response,
    body: RollsIn,
    _opener: OpenerDep,
    idempotency_key: IdempotencyKey = None,
) -> dict[str, Any]:
    """Roll dice outside an encounter.

    By the text commands of a post: `!roll 2d10+4`, or a ruleset's own, such as `!combatdice 1d25
    1d32 @75% +2`. The receipt can be checked by whoever is shown it: the commitment of the day was
    there before, its key is there the day after.
    """
    require_strong(idempotency_key)
    said = posts.said_in(body.text)
    services.limits.write_of_nobody(address, requests=max(1, len(said)))
    request = RollRequest(fingerprint, idempotency_key, body.nonce or NO_NONCE)
    answer = await roll_posts.run(services.rolls, body, request, said)
    if answer["receipt"] is None:
        response.status_code = status.HTTP_200_OK
    else:
        root = services.settings.root_path
        response.headers["Location"] = f"{root}/v1/rolls/{answer['id']}"
    return answer


@router.get("/{roll_id}", response_model=ReceiptOut, responses=problems(*READ))
async def read_receipt(
    services: ServicesDep,
    roll_id: Annotated[str, Path(max_length=64, description="The `id` of the receipt.")],
) -> dict[str, Any]:
    """Read a receipt.

    The dice with their numbers, and the day they fell on: with its key, once that is over.
    """
    return await services.rolls.receipt(roll_id)


@router.get("/epochs/{day}", response_model=RollEpochOut, responses=problems(*READ))
async def read_roll_epoch(
    services: ServicesDep,
    day: Annotated[
        str,
        Path(
            pattern=r"^(today|tomorrow|\d{4}-\d{2}-\d{2})$",
            description="A day in UTC: `today`, `tomorrow`, or its date, such as `2026-11-30`.",
        ),
    ],
) -> dict[str, Any]:
    """Read a day of rolls.

    What binds the service to the day's dice, from the day before on; the key that proves them, from
    the day after. All of it is for everybody to see.
    """
    return await services.rolls.epoch(day)
