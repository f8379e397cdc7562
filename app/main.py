"""The application: its life, its routers, its errors."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import cache, partial
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from app import __version__, answers
from app.config import Settings, load_settings
from app.database import Unavailable, database_for
from app.deps import Services
from app.docs import add_pages
from app.docs.document import add_document
from app.engine.refusals import Refused
from app.errors import AppError
from app.middleware import HeadAsGet, RequestContext
from app.migrations import prepare
from app.openapi import document
from app.quick import QuickActions
from app.routers import (
    actions,
    combatants,
    commands,
    encounters,
    health,
    log,
    odds,
    rolls,
    rulesets,
    tokens,
)
from app.rules.registry import rulesets as all_rulesets
from app.services.access import KnownTokens, server_secret
from app.services.encounters import Encounters
from app.services.odds import OddsMaker
from app.services.rate_limits import RateLimits
from app.services.referee import Referee
from app.services.rolls import Rolls
from app.services.text_commands import TextCommands
from app.services.tokens import Tokens

# How long a commit on a slow disk, and so on a thread, may wait for the event loop to let it
# say so: ten times less than by default.
SWITCH_SECONDS = 0.0005

DESCRIPTION = """
A combat referee for tabletop role-playing games. Open an encounter under a ruleset, let combatants
join, start, and send actions: each is resolved by the rules with fair dice, and the fight is a log
that anyone can read, replay and check.

**A first fight**: from top to bottom, everything here can be executed as it stands. Opening an
encounter gives its `id`, which is the `encounter_id` of all that follows, and the game master's
`token`, which goes into **Authorize**. [The page to try](docs) fills in both; to read, there is the
[reference](redoc).

The game master makes tokens for players, who act for their combatants, and for spectators, who only
read.
"""


class Service(FastAPI):
    """The framework, and around it layers of ours: so what these answer passes it by."""

    _outermost: ASGIApp | None = None

    def surround(self, *layers: Callable[[ASGIApp], ASGIApp]) -> None:
        """Puts layers around what there is, the first one innermost."""
        for layer in layers:
            self._outermost = layer(self._outermost or super().__call__)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve whatever it is."""
        scope["app"] = self
        await (self._outermost or super().__call__)(scope, receive, send)


def create_app(settings: Settings | None = None) -> Service:
    """The service on these settings (default: those of the environment)."""
    settings = settings or load_settings()
    app = Service(
        title="Tiltyard",
        version=__version__,
        description=DESCRIPTION,
        lifespan=_lifespan,
        openapi_url=None,  # served by app.docs
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # where to is made of a header that anybody may send
        license_info={"name": "Apache 2.0", "identifier": "Apache-2.0"},
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.settings = settings
    add_pages(app)
    add_document(app, settings.root_path)
    for router in (
        rulesets, encounters, tokens, combatants, actions, commands, odds, log, rolls, health,
    ):  # fmt: skip
        app.include_router(router.router)
    app.openapi = cache(lambda: document(app, tuple(all_rulesets().values())))  # type: ignore[method-assign]
    _answer_errors(app)
    app.surround(QuickActions, RequestContext, HeadAsGet)
    if settings.cors_origins:
        app.surround(
            partial(
                CORSMiddleware,
                allow_origins=list(settings.cors_origins),
                allow_methods=["GET", "POST", "PATCH", "DELETE"],
                allow_headers=[
                    "Authorization",
                    "If-Match",
                    "Idempotency-Key",
                    "Last-Event-ID",
                    "Content-Type",
                ],
                expose_headers=["ETag", "Location", "Retry-After"],
            )
        )
    return app


def _answer_errors(app: FastAPI) -> None:
    handlers: dict[Any, Any] = {
        AppError: answers.app_error,
        Refused: answers.refused,
        RequestValidationError: answers.invalid_request,
        ValidationError: answers.invalid_fields,
        HTTPException: answers.http_error,
        Unavailable: answers.unavailable,
        Exception: answers.broke,
    }
    for error, handler in handlers.items():
        app.add_exception_handler(error, handler)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    database = database_for(settings)
    await database.open()
    try:
        await asyncio.to_thread(prepare, settings)
        referee = Referee(database, settings)
        secret = settings.server_secret
        own = secret.get_secret_value().encode() if secret else await server_secret(database)
        with closing(OddsMaker(referee, settings)) as odds_maker:
            app.state.services = Services(
                settings,
                database,
                referee,
                Encounters(database, referee, settings, own),
                KnownTokens(),
                odds_maker,
                Tokens(database, own),
                RateLimits(settings),
                TextCommands(database, referee),
                Rolls(database),
            )
            _spare_the_collector()
            sys.setswitchinterval(SWITCH_SECONDS)
            yield
    finally:
        await database.close()


def _spare_the_collector() -> None:
    """What is there at the start stays for good: looking through it again and again costs a third.

    States and entries hold no cycles, so collecting those that others leave can wait, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
