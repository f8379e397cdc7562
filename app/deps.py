"""What routers are given: the services, who asks, and how a command came."""

import hmac
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request, Response, Security, params
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from app import strict_json
from app.config import Settings
from app.database import Database
from app.engine.refusals import AmbiguousName, UnknownCombatant
from app.errors import (
    BadIfMatch,
    BodyTooLarge,
    CombatantNotFound,
    DamagedLog,
    NotFound,
    NotJson,
    Unauthorized,
    UnknownParameter,
)
from app.services import access, event_log, referee
from app.services.access import KnownTokens, Viewer
from app.services.encounters import Encounters, fingerprint
from app.services.event_log import Kept, Loaded
from app.services.odds import OddsMaker
from app.services.rate_limits import RateLimits, address_of
from app.services.rolls import Rolls
from app.services.seen import perspective
from app.services.text_commands import TextCommands
from app.services.tokens import Tokens
from app.services.views import Perspective

bearer = HTTPBearer(
    auto_error=False,
    description="The game master's token, as opening the encounter gave it, or another's, as the "
    "game master made it.",
)
create_key = HTTPBearer(
    auto_error=False,
    scheme_name="CreateKey",
    description="The service's create key, where one is set.",
)


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a process runs on."""

    settings: Settings
    database: Database
    referee: referee.Referee
    encounters: Encounters
    known_tokens: KnownTokens
    odds: OddsMaker
    tokens: Tokens
    limits: RateLimits
    text_commands: TextCommands
    rolls: Rolls


class StrictRequest(Request):
    """A request whose body is capped in bytes, and read by the strict door."""

    async def body(self) -> bytes:
        """The body. Raises BodyTooLarge, before reading on, when it passes the cap."""
        if not hasattr(self, "_body"):
            most = self.app.state.settings.max_body_bytes
            chunks: list[bytes] = []
            size = 0
            async for chunk in self.stream():
                size += len(chunk)
                if size > most:
                    raise BodyTooLarge(f"A body has at most {most} bytes.", most=most)
                chunks.append(chunk)
            self._body = b"".join(chunks)
        return self._body

    def require_json(self) -> None:
        """Raises NotJson for a body that is sent as something else."""
        media = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != "application/json" and not media.endswith("+json"):
            raise NotJson("Send JSON, and say so: Content-Type: application/json")

    async def json(self) -> Any:
        """The body's value. Raises Malformed."""
        if not hasattr(self, "_json"):
            body = await self.body()
            self._json = strict_json.loads(body, self.app.state.settings.max_json_depth)
        return self._json


class StrictRoute(APIRoute):
    """A route whose requests come through the strict door."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The route's handler, given a StrictRequest whose body is read already."""
        handler = super().get_route_handler()
        known = {
            field.alias
            for field in get_flat_params(self.dependant)
            if isinstance(field.field_info, params.Query)
        }

        takes_body = self.body_field is not None

        async def strictly(request: Request) -> Response:
            strict = StrictRequest(request.scope, request.receive)
            if request.scope["query_string"] and (unknown := set(strict.query_params) - known):
                raise UnknownParameter(
                    f"There is no query parameter {min(unknown)!r} here.", known=sorted(known)
                )
            # Read here, since the framework would turn our refusals into a bare 400.
            if takes_body and await strict.body():
                strict.require_json()
                await strict.json()
            return await handler(strict)

        return strictly


async def services(request: Request) -> Services:
    """The services of this process."""
    found: Services = request.app.state.services
    return found


ServicesDep = Annotated[Services, Depends(services)]
Credentials = Annotated[HTTPAuthorizationCredentials | None, Security(bearer)]
CreateCredentials = Annotated[HTTPAuthorizationCredentials | None, Security(create_key)]


async def opener(services: ServicesDep, credentials: CreateCredentials) -> None:
    """Somebody who has the create key, where there is one. Raises Unauthorized."""
    key = services.settings.create_key
    given = credentials.credentials if credentials is not None else ""
    if key is not None and not hmac.compare_digest(given.encode(), key.get_secret_value().encode()):
        raise Unauthorized("This takes the service's create key as the bearer token.")


OpenerDep = Annotated[None, Depends(opener)]

_ENCOUNTER_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _authorization(credentials: HTTPAuthorizationCredentials | None) -> str | None:
    if credentials is None:
        return None
    return f"{credentials.scheme} {credentials.credentials}"


async def viewer(
    request: Request,
    services: ServicesDep,
    credentials: Credentials,
    encounter_id: Annotated[
        str, Path(description="The encounter's `id`, from the answer to opening it.")
    ],
) -> Viewer:
    """Who asks, by the token for this encounter."""
    if not _ENCOUNTER_ID.fullmatch(encounter_id):
        raise NotFound("There is no such encounter, or this token is not for it.")
    authorization = _authorization(credentials)
    viewer = await access.viewer_of(services.database, authorization, encounter_id)
    services.known_tokens.keep(authorization, viewer)
    request.state.encounter_id = encounter_id  # for the version that every answer carries
    return viewer


ViewerDep = Annotated[Viewer, Depends(viewer)]


async def game_master(viewer: ViewerDep) -> Viewer:
    """The same, and a game master. Raises GameMasterOnly."""
    viewer.require_game_master()
    return viewer


async def player(viewer: ViewerDep) -> Viewer:
    """The same, and one who acts: a game master or a player. Raises ReadOnly."""
    viewer.require_player()
    return viewer


GameMasterDep = Annotated[Viewer, Depends(game_master)]
PlayerDep = Annotated[Viewer, Depends(player)]


async def token_holder(services: ServicesDep, credentials: Credentials) -> Viewer:
    """Who asks, whatever encounter the token is for."""
    return await access.token_viewer(services.database, _authorization(credentials))


TokenHolderDep = Annotated[Viewer, Depends(token_holder)]


async def loaded(services: ServicesDep, viewer: ViewerDep) -> Loaded:
    """The encounter as it is committed."""
    return await services.referee.load(viewer.encounter_id)


EncounterDep = Annotated[Loaded, Depends(loaded)]


async def seen(viewer: ViewerDep, encounter: EncounterDep) -> Perspective:
    """The encounter as whoever asks sees it: every answer is made through this."""
    return perspective(viewer, encounter)


SeenDep = Annotated[Perspective, Depends(seen)]


async def seen_even_damaged(services: ServicesDep, viewer: ViewerDep) -> Perspective:
    """The same; of a log that can't be read any more, a game master sees all but a state."""
    try:
        return perspective(viewer, await services.referee.load(viewer.encounter_id))
    except DamagedLog:
        if not viewer.is_game_master:
            raise
        row = await event_log.stored(services.database, viewer.encounter_id)
        return perspective(viewer, Loaded(row, None))


SeenEvenDamagedDep = Annotated[Perspective, Depends(seen_even_damaged)]


async def address(request: Request) -> str:
    """What requests from where this one came are counted under."""
    return address_of(request.client.host if request.client is not None else None)


AddressDep = Annotated[str, Depends(address)]


async def limited_write(services: ServicesDep, viewer: ViewerDep, address: AddressDep) -> None:
    """Counts a request that changes something. Raises TooManyRequests."""
    services.limits.write(viewer.token_id, address)


async def limited_read(services: ServicesDep, viewer: ViewerDep, address: AddressDep) -> None:
    """Counts a read that takes work. Raises TooManyRequests."""
    services.limits.costly_read(viewer.token_id, address)


LimitedWrite = Depends(limited_write)
LimitedRead = Depends(limited_read)


async def combatant_id(
    seen: SeenDep,
    cid: Annotated[str, Path(max_length=200, description="An id, external id or unique name.")],
) -> str:
    """The id of the combatant that a path names."""
    try:
        return seen.find(cid)
    except (UnknownCombatant, AmbiguousName) as error:
        raise CombatantNotFound(error.detail, **error.facts) from None


CombatantDep = Annotated[str, Depends(combatant_id)]

KEY = r"^[\x21-\x7e]{1,255}$"
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern=KEY,
        description="The same key and body again give the same answer, and nothing twice.",
    ),
]
IF_MATCH = r'(?:W/)?"?(\d{1,15})"?'
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        json_schema_extra={"pattern": rf"^(\*|{IF_MATCH})$"},
        description='The version you have seen, such as "6": someone faster means 412.',
    ),
]


def expected(if_match: str | None) -> int | None:
    """The version that an If-Match header names, if any. Raises BadIfMatch."""
    if if_match is None or if_match.strip() == "*":
        return None
    match = re.fullmatch(IF_MATCH, if_match.strip())
    if match is None:
        raise BadIfMatch('If-Match takes the version you have seen, such as "6".')
    return int(match[1])


async def body_fingerprint(request: Request) -> str:
    """What tells this request from another under the same Idempotency-Key."""
    body = await request.json() if await request.body() else None
    return fingerprint(request.method, request.scope["path"], body)


FingerprintDep = Annotated[str, Depends(body_fingerprint)]


async def kept_key(
    viewer: ViewerDep, fingerprint: FingerprintDep, idempotency_key: IdempotencyKey = None
) -> Kept | None:
    """The key of a request that makes no log entry, to be kept with what it did."""
    if idempotency_key is None:
        return None
    return Kept(viewer.token_id, idempotency_key, fingerprint)


KeptDep = Annotated[Kept | None, Depends(kept_key)]


async def command_request(
    viewer: ViewerDep,
    fingerprint: FingerprintDep,
    idempotency_key: IdempotencyKey = None,
    if_match: IfMatch = None,
    _limited: Annotated[None, LimitedWrite] = None,
) -> referee.Request:
    """How a command came: by whom, under which key, expecting which version."""
    return referee.Request(
        viewer=viewer,
        fingerprint=fingerprint,
        key=idempotency_key,
        expected=expected(if_match),
    )


RequestDep = Annotated[referee.Request, Depends(command_request)]


async def expected_version(encounter: EncounterDep, if_match: IfMatch = None) -> None:
    """For what changes no log: raises VersionMismatch when someone was faster."""
    referee.check_expected(encounter, expected(if_match))


ExpectedVersion = Depends(expected_version)
