"""A game master as tests play one: opens an encounter, speaks for it, and lets others in."""

from typing import Any

import httpx


class GameMaster:
    """Wraps a client with an encounter's token; each call returns the answer's JSON."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.id = ""
        self.token = ""
        self.token_id = ""
        self.etag = ""

    @property
    def path(self) -> str:
        return f"/v1/encounters/{self.id}"

    async def open(self, ruleset: str = "tides-of-ichor", **fields: Any) -> dict[str, Any]:
        body = {"ruleset": ruleset, "name": "A fight", **fields}
        answer = await self.http.post("/v1/encounters", json=body)
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        self.id, self.token = opened["id"], opened["token"]
        return opened

    async def seat(self, role: str = "player", *combatants: str, **fields: Any) -> "GameMaster":
        """Somebody else at the table: the same calls, with a token of their own."""
        if combatants:
            fields["combatants"] = list(combatants)
        made = await self.ok("POST", "/tokens", {"role": role, **fields})
        other = GameMaster(self.http)
        other.id, other.token, other.token_id = self.id, made["token"], made["id"]
        return other

    def through(self, http: httpx.AsyncClient) -> "GameMaster":
        """The same game master at another service, or at one that was started again."""
        same = GameMaster(http)
        same.id, same.token, same.token_id = self.id, self.token, self.token_id
        return same

    async def request(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> httpx.Response:
        """The bare answer. Header names are given with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = await self.http.request(
            method,
            self.path + path,
            json=body,
            headers={"Authorization": f"Bearer {self.token}", **named},
        )
        self.etag = answer.headers.get("etag", "")
        return answer

    async def ok(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = await self.request(method, path, body, **headers)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None

    async def problem(
        self, status: int, code: str, method: str, path: str, body: Any = None, **headers: str
    ) -> dict[str, Any]:
        """The problem of a refusal, which must leave the log as it was."""
        before = (await self.request("GET", "/log")).text
        answer = await self.request(method, path, body, **headers)
        assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        found: dict[str, Any] = answer.json()
        assert found["detail"]
        assert (await self.request("GET", "/log")).text == before
        return found

    async def get(self, path: str = "") -> Any:
        return await self.ok("GET", path)

    async def join(self, name: str, side: str, sheet: Any = None, **fields: Any) -> Any:
        return await self.ok(
            "POST", "/combatants", {"name": name, "side": side, "sheet": sheet or {}, **fields}
        )

    async def start(self, *dice: int) -> Any:
        return await self.ok("POST", "/start", {"dice": list(dice)} if dice else None)

    async def act(self, actor: str, type: str, **fields: Any) -> Any:
        return await self.ok("POST", "/actions", {"actor": actor, "type": type, **fields})
