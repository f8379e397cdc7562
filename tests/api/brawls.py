"""Seeded fights to their end over HTTP: the same on every run, and they verify."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.api.client import GameMaster

Log = list[dict[str, Any]]
Sensible = Callable[[Any, list[Any], int], Any]
"""Which of the offered bodies to send, by the encounter and the number of the turn."""


async def fought_out(gm: GameMaster, sensible: Sensible, turns: int, least: int = 1) -> Log:
    """Plays until one side stands (or `least`), and ends it; what of its log must be the same."""
    for turn in range(turns):
        state = await gm.get()
        if len(state["standing"]) < 2 or state["status"] != "running":
            break
        asked = "?combatant=gm" if state["questions"] else ""
        bodies = [choice["body"] for choice in (await gm.get(f"/choices{asked}"))["items"]]
        await gm.ok("POST", "/actions", sensible(state, bodies, turn))
    assert least <= len((await gm.get())["standing"]) <= 1
    await gm.ok("POST", "/end")
    log = (await gm.get("/log?limit=1000"))["items"]
    return [{k: e[k] for k in ("version", "kind", "command", "dice", "events")} for e in log]


async def is_the_same_and_verifies(
    gm: GameMaster, brawl: Callable[[GameMaster, str], Awaitable[Log]], seed: str
) -> Log:
    """Fights twice by one seed."""
    first = await brawl(gm, seed)
    report = await gm.get("/verification")
    assert report["ok"]
    assert report["entries"] == report["redecided"] == len(first)
    assert await brawl(GameMaster(gm.http), seed) == first
    return first
