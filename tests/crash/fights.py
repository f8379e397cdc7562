"""Fights without end, and who plays them: the load that crashes meet, and a record of answers."""

import asyncio
import random
import secrets
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

RULESET = "tides-of-ichor"
CLIENTS = 8
FIGHTS = 3
START = 2  # the version at which a fight is running; what its clients do comes after
SECONDS = 60  # after which a client gives an answer up
# Idle connections end here, long before the server ends them: that would look like its death.
LIMITS = httpx.Limits(keepalive_expiry=1)
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

# Hits glance off, so that nobody ever falls.
SHEET = {
    "ws": 45, "bs": 30, "s": 45, "t": 40, "ag": 20, "wp": 25, "w": 1000, "armor": 100, "dr": 100,
}  # fmt: skip
OTHER = {"a": "b", "b": "a"}


@dataclass(frozen=True, slots=True)
class Deed:
    """A request that writes. The log shows its key: as the nonce of its dice, or as its reason."""

    key: str
    method: str
    path: str
    body: dict[str, Any]


@dataclass(slots=True)
class Fight:
    """An encounter, and what its clients were told."""

    id: str
    token: str
    acting: str = "a"
    acknowledged: dict[str, tuple[Deed, dict[str, Any]]] = field(default_factory=dict)
    open: dict[str, Deed] = field(default_factory=dict)  # to be asked for again
    unanswered: set[str] = field(default_factory=set)  # nobody was told whether it happened
    refused: set[str] = field(default_factory=set)
    unavailable: int = 0  # answers that asked to try again
    faults: list[str] = field(default_factory=list)

    def attack(self) -> Deed:
        """The acting one attacks; the next one is acting then."""
        key = secrets.token_hex(16)
        body = {"type": "attack", "actor": self.acting, "target": OTHER[self.acting], "nonce": key}
        return Deed(key, "POST", "/actions", body)

    def change(self) -> Deed:
        """A sheet is changed, which can be done at any time, and again."""
        key = secrets.token_hex(16)
        body = {"reason": key, "sheet": {"ws": random.randint(40, 50)}}
        return Deed(key, "PATCH", "/combatants/a", body)

    def new_deed(self) -> Deed:
        """Something to do: mostly an attack."""
        return self.change() if random.random() < 0.25 else self.attack()

    def old_deed(self) -> Deed:
        """Something that was done already; or new, when nothing was."""
        if not self.acknowledged:
            return self.new_deed()
        return random.choice(list(self.acknowledged.values()))[0]

    def note(self, deed: Deed, answer: httpx.Response) -> None:
        """Record an answer, and whatever is wrong with it."""
        told = answer.json()
        if answer.status_code == 503 and told["code"] in ("database-unavailable", "busy"):
            self.unavailable += 1
            return
        self.open.pop(deed.key, None)
        if answer.status_code in (200, 201):
            self.acting = told["encounter"]["acting"]
            before = self.acknowledged.setdefault(deed.key, (deed, told))[1]
            if told != before:
                self.faults.append(f"{deed.key} was answered {before}, then {told}")
            self.refused.discard(deed.key)
        elif deed.key in self.acknowledged:
            self.faults.append(f"{deed.key} was done, then answered {answer.text}")
        elif answer.status_code == 409:
            self.acting = told.get("acting") or self.acting
            if deed.key not in self.unanswered:
                self.refused.add(deed.key)
        else:
            self.faults.append(f"{deed.key} was answered {answer.text}")


def client(url: str) -> httpx.AsyncClient:
    """A client of a server. It saves the time of loading certificates, which it doesn't need."""
    return httpx.AsyncClient(base_url=url, timeout=SECONDS, verify=NO_CERTIFICATES, limits=LIMITS)


async def open_fights(url: str, count: int = FIGHTS) -> list[Fight]:
    """New fights, started."""
    async with client(url) as http:
        return await asyncio.gather(*(_open_fight(http) for _ in range(count)))


async def _open_fight(http: httpx.AsyncClient) -> Fight:
    joining = [{"name": name, "side": name, "sheet": SHEET} for name in OTHER]
    body = {"ruleset": RULESET, "name": "Without end", "combatants": joining}
    opened = (await http.post("/v1/encounters", json=body)).raise_for_status().json()
    fight = Fight(opened["id"], opened["token"])
    start = Deed(secrets.token_hex(16), "POST", "/start", {})
    started = (await _send(http, fight, start)).raise_for_status().json()
    fight.acting = started["encounter"]["acting"]
    return fight


async def do(http: httpx.AsyncClient, fight: Fight, deed: Deed, copies: int = 1) -> None:
    """Send a deed, several copies at once if told so, and note the answers.

    Raises httpx.TransportError when one was left without; the deed is open then.
    """
    if deed.key not in fight.acknowledged:
        fight.open[deed.key] = deed
    sending = (_send(http, fight, deed) for _ in range(copies))
    answers = await asyncio.gather(*sending, return_exceptions=True)
    told = [answer for answer in answers if isinstance(answer, httpx.Response)]
    # A copy may have come too early and been refused, before another one did it: that counts.
    for answer in sorted(told, key=lambda answer: answer.status_code, reverse=True):
        fight.note(deed, answer)
    for failure in answers:
        if isinstance(failure, BaseException):
            fight.open[deed.key] = deed
            fight.unanswered.add(deed.key)
            fight.refused.discard(deed.key)
            raise failure


async def _send(http: httpx.AsyncClient, fight: Fight, deed: Deed) -> httpx.Response:
    headers = {"Authorization": f"Bearer {fight.token}", "Idempotency-Key": deed.key}
    path = f"/v1/encounters/{fight.id}{deed.path}"
    return await http.request(deed.method, path, json=deed.body, headers=headers)


async def settle(http: httpx.AsyncClient, fight: Fight) -> None:
    """Ask again for everything that was left open, until it is done or refused."""
    while fight.open:
        for deed in list(fight.open.values()):
            await do(http, fight, deed)


class Players:
    """Clients that play fights at once, until told to stop or left without a server."""

    def __init__(self, urls: Sequence[str], fights: Sequence[Fight]) -> None:
        self._stopped = False
        self._answers = 0
        self._answered = asyncio.Condition()
        self._tasks = [
            asyncio.create_task(self._play(urls[i % len(urls)], fights[i % len(fights)]))
            for i in range(CLIENTS)
        ]

    async def _play(self, url: str, fight: Fight) -> None:
        async with client(url) as http:
            deed = fight.new_deed()
            while not self._stopped:
                if deed.key not in fight.open:  # or it was asked to try again
                    deed = fight.old_deed() if random.random() < 0.2 else fight.new_deed()
                try:
                    await do(http, fight, deed, copies=random.choice((1, 1, 1, 2)))
                except httpx.TransportError:
                    return
                async with self._answered:
                    self._answers += 1
                    self._answered.notify_all()

    async def answers(self, count: int) -> None:
        """Wait for so many more answers."""
        wanted = self._answers + count
        async with self._answered:
            await self._answered.wait_for(lambda: self._answers >= wanted)

    async def stop(self) -> None:
        """Let everyone finish what they are at."""
        self._stopped = True
        await asyncio.gather(*self._tasks)


@asynccontextmanager
async def playing(urls: Sequence[str], fights: Sequence[Fight]) -> AsyncIterator[Players]:
    """Clients at play; the block ends their game."""
    players = Players(urls, fights)
    try:
        yield players
    finally:
        await players.stop()
