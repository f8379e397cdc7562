"""A marker in every hidden field of a fight: no answer to a player or a spectator has one in it.

Runs for every ruleset there is, by its own examples, and fetches every route there is.
"""

import copy
import json
import random
import secrets
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
import pytest

from app.main import create_app
from app.rules.registry import rulesets
from app.services import seen
from app.services.redaction import Eyes
from app.services.seen import Seen
from app.services.views import Perspective
from tests.api.client import GameMaster
from tests.api.conftest import serving
from tests.databases import settings_for

STEPS = 9


def marker() -> str:
    """A word that is in no answer by chance, and survives being made into an id."""
    return f"zq{secrets.token_hex(6)}"


@dataclass
class Fight:
    """A fight with secrets: `secret[seat]` are the markers that seat must never be shown."""

    gm: GameMaster
    seats: dict[str, GameMaster] = field(default_factory=dict)
    secret: dict[str, set[str]] = field(default_factory=dict)

    def keep(self, *seen_by: str) -> str:
        """A new marker, which all seats but those must never be shown."""
        made = marker()
        self.hide(made, *seen_by)
        return made

    def hide(self, word: str, *seen_by: str) -> None:
        for seat, words in self.secret.items():
            if seat not in seen_by:
                words.add(word)


# --- sheets with a marker wherever the rules take one ---------------------------------------------


def texts(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the texts of a sheet stand."""
    if isinstance(value, str):
        yield at
    elif isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts(item, (*at, key))


def written(sheet: dict[str, Any], at: tuple[Any, ...], text: str) -> dict[str, Any]:
    changed = copy.deepcopy(sheet)
    place: Any = changed
    for key in at[:-1]:
        place = place[key]
    place[at[-1]] = text
    return changed


async def places_for_markers(scratch: GameMaster, sheet: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Where a sheet takes any text: tried one by one, since enumerations and catalogues don't."""
    ruleset = (
        await scratch.http.get(f"/v1/rulesets/{(await scratch.get())['ruleset']['id']}")
    ).json()
    top = [(name,) for name in ruleset["sheet"]["properties"]]
    found = []
    for at in dict.fromkeys([*texts(sheet), *top]):
        tried = {"name": "x", "side": "x", "sheet": written(sheet, at, marker())}
        if (await scratch.request("POST", "/combatants", tried)).status_code == 201:
            found.append(at)
    return found


# --- the fight ------------------------------------------------------------------------------------


async def fight_with_secrets(gm: GameMaster, ruleset: str, disclosure: str) -> Fight:
    scratch = GameMaster(gm.http)
    await scratch.open(ruleset)
    sheets = [dict(example.body) for example in rulesets()[ruleset].sheet_examples]
    places = [await places_for_markers(scratch, sheet) for sheet in sheets]
    fight = Fight(gm, secret={"ann": set(), "bob": set(), "spectator": set()})

    def sheet_of(i: int, *seen_by: str) -> dict[str, Any]:
        sheet = sheets[i % len(sheets)]
        for at in places[i % len(sheets)]:
            sheet = written(sheet, at, fight.keep(*seen_by))
        return sheet

    def lurker(i: int, **fields: Any) -> dict[str, Any]:
        texts = {name: fight.keep() for name in ("name", "side", "group", "external_id")}
        return {**texts, "hidden": True, "sheet": sheet_of(i), **fields}

    openly = ("ann", "bob", "spectator") if disclosure == "open" else ()
    await gm.open(ruleset, options={"disclosure": disclosure}, combatants=[lurker(0)])
    for i, name in enumerate(("Ann", "Bob")):
        own = name.lower()
        await gm.join(name, f"side of {name}", sheet_of(i, own, *openly), id=own)
        fight.seats[own] = await gm.seat("player", own, label=name)
    fight.seats["spectator"] = await gm.seat("spectator")
    await gm.ok("POST", "/combatants", {"items": [lurker(2), lurker(3, id=fight.keep())]})
    await gm.ok("POST", "/combatants", lurker(1))
    await gm.ok("POST", "/undo", {"count": 1})
    await gm.start()
    for combatant in (await gm.get("/combatants"))["items"]:
        seen_by = () if combatant["hidden"] else (combatant["id"], *openly)
        await change(fight, combatant["id"], seen_by)
    leaving = (await gm.get("/combatants"))["items"][0]["id"]
    await gm.ok("DELETE", f"/combatants/{leaving}?reason={fight.keep()}")
    return fight


async def change(fight: Fight, combatant: str, seen_by: tuple[str, ...]) -> None:
    """The game master's reasons, a new name out of sight, and conditions where any text will do."""
    body: dict[str, Any] = {"reason": fight.keep(*seen_by)}
    if not seen_by or combatant not in ("ann", "bob"):
        body["name"] = fight.keep(*seen_by)
    await fight.gm.ok("PATCH", f"/combatants/{combatant}", body)
    reason, condition = marker(), marker()
    body = {"reason": reason, "conditions": {"add": [condition]}}
    answer = await fight.gm.request("PATCH", f"/combatants/{combatant}", body)
    if answer.status_code == 200:  # some rules have conditions of their own alone
        fight.hide(reason, *seen_by)
        fight.hide(condition, *seen_by)


async def play(fight: Fight, chance: random.Random) -> None:
    """Whoever may do something does it, hidden ones too; now and then something is undone."""
    for step in range(STEPS):
        state = await fight.gm.get()
        if state["status"] != "running":
            return
        asked = [question["to"] for question in state["questions"]]
        who = asked[0] if asked else state["acting"]
        for name in {"ann", "bob"} - {who}:
            await ask(
                fight, name, "POST", f"{fight.gm.path}/actions", {"actor": name, "type": "pass"}
            )
        offers = (await fight.gm.get(f"/choices?combatant={who}"))["items"]
        body = chance.choice(offers)["body"]
        seat = fight.seats.get(who)
        if seat is None or (await seat.request("POST", "/actions", body)).status_code != 201:
            await fight.gm.ok("POST", "/actions", body)
        if step % 7 == 6:
            await fight.gm.ok("POST", "/undo", {"count": 2})


# --- every answer there is ------------------------------------------------------------------------


@cache
def paths() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = create_app(settings_for("sqlite:///x.db")).openapi()["paths"]
    return found


def operations(methods: tuple[str, ...]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method.upper(), path, operation)
        for path, found in paths().items()
        for method, operation in found.items()
        if method in methods
    ]


async def receipt(fight: Fight) -> str:
    """Dice that somebody has rolled beside the fight."""
    made = (await fight.gm.http.post("/v1/rolls", json={"text": "!roll 2d10"})).json()
    id: str = made["id"]
    return id


async def questions(fight: Fight, seat: GameMaster) -> list[tuple[str, str, Any]]:
    """Every request a player or spectator can make, as (method, path, body)."""
    full = await fight.gm.get()
    ids = [combatant["id"] for combatant in full["combatants"]]
    versions = [str(version) for version in range(1, full["version"] + 1)]
    values = {
        "encounter_id": [fight.gm.id], "ruleset_id": [full["ruleset"]["id"]],
        "name": list(rulesets()[full["ruleset"]["id"]].tables), "cid": ids,
        "version": versions, "at": ["", *versions], "combatant": ["", *ids, "gm"],
        "token_id": [seat.token_id], "external_id": ["x"],
        "roll_id": [await receipt(fight)], "day": ["today"],
    }  # fmt: skip
    asked: list[tuple[str, str, Any]] = []
    for _, path, operation in operations(("get",)):
        filled = [path]
        for parameter in operation.get("parameters", []):
            name, schema = parameter["name"], parameter["schema"]
            options = values.get(name) or [str(value) for value in schema.get("enum", [])]
            if parameter["in"] == "path":
                assert options, f"say in the canary test what {name} of {path} may be"
                filled = [f.replace(f"{{{name}}}", value) for f in filled for value in options]
            elif parameter["in"] == "query" and options:
                joined = [f"{name}={value}" if value else "" for value in options]
                filled = [f"{f}{'&' if '?' in f else '?'}{one}" for f in filled for one in joined]
        asked += [("GET", path, None) for path in filled]
    return asked


async def attempts(fight: Fight) -> list[tuple[str, str, Any]]:
    """Actions sent out of turn and at whoever is out of sight, wherever actions can be sent."""
    full = await fight.gm.get()
    ids = [combatant["id"] for combatant in full["combatants"]]
    bodies: list[Any] = []
    for who in ids:
        for offer in (await fight.gm.get(f"/choices?combatant={who}"))["items"][:2]:
            bodies += [offer["body"], {**offer["body"], "actor": "ann"}]
    for example in rulesets()[full["ruleset"]["id"]].action_examples:
        bodies += [{**example.body, "actor": "ann", "target": id} for id in ids]
        bodies += [{**example.body, "actor": "ann"}]
    return [
        ("POST", path.replace("{encounter_id}", fight.gm.id), body)
        for _, path, _ in operations(("post",))
        if path.endswith(("/actions", "/odds"))
        for body in bodies
    ]


async def said(fight: Fight) -> list[tuple[str, str, Any]]:
    """Posts about everybody, and in everybody's name: questions, dry runs, and attempts."""
    full = await fight.gm.get()
    words = ["!status", "!choices", "!help", "!pass", "!roll 2d10"]
    texts = [*words, "!status !choices !pass", "!step\n!pass"]
    for combatant in full["combatants"]:
        for called in (combatant["id"], combatant["name"], combatant["name"][:4]):
            texts += [f'{word} "{called}"' for word in (*words[:2], "!attack", "!strike", "!cast")]
            texts += [f'!pass as "{called}"', f'!attack "{called}" with "{called}"']
    bodies: list[dict[str, Any]] = [{"text": text} for text in texts]
    bodies += [{"text": text, "dry_run": True} for text in texts]
    bodies += [{"text": t, "as": c["id"]} for t in words for c in full["combatants"]]
    return [("POST", f"{fight.gm.path}/commands", body) for body in bodies]


async def ask(fight: Fight, name: str, method: str, path: str, body: Any) -> None:
    """Sends a request from a seat, and looks at all of what is answered."""
    headers = {"Authorization": f"Bearer {fight.seats[name].token}"}
    answer = await fight.gm.http.request(method, path, json=body, headers=headers)
    assert answer.status_code < 500, (method, path, answer.text)
    told = answer.text + str(answer.headers)
    sent = path + json.dumps(body)  # an error may say again what was asked for
    leaked = [word for word in fight.secret[name] if word in told and word not in sent]
    assert not leaked, f"{name} is shown {leaked} by {method} {path} {body}: {told}"


async def check(fight: Fight, name: str) -> int:
    seat = fight.seats[name]
    asked = [*await questions(fight, seat), *await attempts(fight), *await said(fight)]
    for method, path, body in asked:
        await ask(fight, name, method, path, body)
    return len(asked)


@pytest.fixture
async def client(database_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Every version is read by everybody: thousands of answers, which other tests check."""
    async with serving(settings_for(database_url), conforming=False) as client:
        yield client


@pytest.mark.parametrize("disclosure", ["open", "fog"])
@pytest.mark.parametrize("ruleset", list(rulesets()))
async def test_no_secret_of_a_fight_is_in_any_answer(gm: GameMaster, ruleset: str, disclosure: str):
    fight = await fight_with_secrets(gm, ruleset, disclosure)
    await play(fight, random.Random(f"{ruleset} {disclosure}"))  # noqa: S311 - a game, not a secret
    everything = "".join([(await gm.request("GET", path)).text for path in ("", "/log?limit=1000")])
    for name in fight.seats:
        lost = [word for word in fight.secret[name] if word not in everything]
        assert not lost, "the game master must see them all, or this test proves nothing"
        assert len(fight.secret[name]) > 20
        assert await check(fight, name) > 100
    assert (await gm.get("/verification"))["ok"]


async def played_and_checked(fight: Fight) -> None:
    await play(fight, random.Random(1))  # noqa: S311
    await check(fight, "ann")


def of_a_game_master(name: str) -> Any:
    return Perspective.__dict__[name]


LEAKS = [
    (Seen, "entry", of_a_game_master("entry")),
    (Seen, "proof", of_a_game_master("proof")),
    (seen, "without", lambda codec, state, gone: (state, True)),
    (Seen, "_combatant", of_a_game_master("_combatant")),
    (Seen, "refusal", of_a_game_master("refusal")),
    (Seen, "_words", lambda self, entry: frozenset()),
    (Eyes, "command", lambda self, entry, words: entry.command),
    (Eyes, "event", lambda self, event, words: event),
]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("where", "name", "leak"), LEAKS, ids=[f"{name}" for where, name, _ in LEAKS]
)
async def test_the_canary_falls_over_when_something_leaks(
    gm: GameMaster, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, leak: Any
):
    monkeypatch.setattr(where, name, leak)
    fight = await fight_with_secrets(gm, "toy", "fog")
    with pytest.raises(AssertionError, match="is shown"):
        await played_and_checked(fight)
