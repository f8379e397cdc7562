"""The service dies at a named point of a write: all of it has happened, or nothing."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass

import httpx
import pytest

from tests.crash.checks import faults, has_happened
from tests.crash.conftest import Launch
from tests.crash.fights import client, do, open_fights
from tests.crash.held import kill_at
from tests.crash.stage import POINTS


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a deed during which the service died."""

    was_answered: bool
    happened: bool
    faults: list[str]


async def outcome_of_dying(
    start: Launch, database_url: str, point: str, mutant: str = ""
) -> Outcome:
    """Let the service die at a point of a deed, start it again, and see."""
    server = start(database_url, POINT=point, MUTANT=mutant)
    (fight,) = await open_fights(server.url, 1)
    async with client(server.url) as http:
        await do(http, fight, fight.attack())
        deed = fight.change()
        if database_url.startswith("sqlite") or point == "answer":
            server.order("arm")
            with suppress(httpx.TransportError):
                await do(http, fight, deed)
            await asyncio.to_thread(server.death)
        else:
            await kill_at(point, server, database_url, do(http, fight, deed))
    happened = await has_happened(database_url, fight, deed.key)
    server = start(database_url)
    was_answered = deed.key in fight.acknowledged
    return Outcome(was_answered, happened, await faults(server.url, database_url, [fight]))


@pytest.mark.parametrize("point", POINTS)
async def test_all_has_happened_or_nothing(start: Launch, database_url: str, point: str):
    outcome = await outcome_of_dying(start, database_url, point)
    assert outcome == Outcome(was_answered=False, happened=point == "answer", faults=[])
