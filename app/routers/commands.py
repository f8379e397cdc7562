"""Text commands: what players write in a forum or a channel, played as the actions they mean."""

from typing import Any

from fastapi import APIRouter, Response, status

from app.deps import AddressDep, RequestDep, ServicesDep, StrictRoute, ViewerDep
from app.engine.refusals import NotYourTurn
from app.engine.text.reading import Unreadable
from app.engine.text.vocabulary import UnknownWord
from app.errors import GameMasterOnly, GivenDiceRefused
from app.routers.problems import ACT, problems
from app.schemas import CommandsIn, CommandsOut
from app.services import posts

router = APIRouter(
    prefix="/v1/encounters/{encounter_id}/commands", tags=["actions"], route_class=StrictRoute
)


@router.post(
    "",
    response_model=CommandsOut,
    status_code=status.HTTP_201_CREATED,
    responses={
        200: {"model": CommandsOut, "description": "Nothing was recorded: nobody wanted any."},
        **problems(
            NotYourTurn,
            *ACT,
            GivenDiceRefused,
            GameMasterOnly,
            Unreadable,
            UnknownWord,
            posts.TooManyCommands,
            by_the_rules=True,
        ),
    },
)
async def run_commands(
    services: ServicesDep,
    viewer: ViewerDep,
    request: RequestDep,
    address: AddressDep,
    response: Response,
    body: CommandsIn,
) -> dict[str, Any]:
    """Run the text commands of a post.

    Each `!word` is an action, or a question: `!attack orc-1 with sword`, `!roll 2d10+4`,
    `!choices`, `!status`, `!help`. What is around them, and what is quoted, is left alone. They run
    in order, and stop at the first that is refused: if that is the very first, the post is, with
    the place in its text. Under one `Idempotency-Key` a post runs once, however often it comes.
    """
    said = posts.said_in(body.text)
    if len(said) > 1:  # one is counted already
        services.limits.write(viewer.token_id, address, requests=len(said) - 1)
    run = await services.text_commands.run(request, body, said)
    response.headers["ETag"] = f'"{run.version}"'
    response.status_code = status.HTTP_201_CREATED if run.acted else status.HTTP_200_OK
    return {"dry_run": body.dry_run, "text": posts.lines(run.results), "results": run.results}
