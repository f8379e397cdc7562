"""What must be true of every log after every crash, asked of the service and of the bare tables."""

import asyncio
import hashlib
import hmac
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import asyncpg
import httpx

from tests.crash.fights import START, Fight, client, do, settle
from tests.databases import settings_for

Row = Mapping[str, Any]

RETRIED = 12  # how many of the last acknowledged deeds of a fight are asked for again


async def faults(url: str, database_url: str, fights: Sequence[Fight]) -> list[str]:
    """Everything that is wrong with the fights, before and after all is asked for again."""
    found = [fault for fight in fights for fault in await wrong_rows(database_url, fight)]
    async with client(url) as http:
        for fight in fights:
            await settle(http, fight)
            done = list(fight.acknowledged.values())[-RETRIED:]
            await asyncio.gather(*(do(http, fight, deed) for deed, _ in done))
            found += fight.faults
            found += await _unverified(http, fight)
            found += await wrong_rows(database_url, fight)
    return list(dict.fromkeys(found))


async def _unverified(http: httpx.AsyncClient, fight: Fight) -> list[str]:
    headers = {"Authorization": f"Bearer {fight.token}"}
    answer = await http.get(f"/v1/encounters/{fight.id}/verification", headers=headers)
    report = answer.raise_for_status().json()
    return [] if report["ok"] else [f"the service finds {report['first_difference']}"]


# --- the bare tables ------------------------------------------------------------------------------

TABLES = {
    "encounter": "SELECT * FROM encounters WHERE id = $1",
    "entries": "SELECT * FROM log_entries WHERE encounter_id = $1 ORDER BY version",
    "keys": "SELECT key, version FROM idempotency_keys WHERE encounter_id = $1",
}


async def wrong_rows(database_url: str, fight: Fight) -> list[str]:
    """What is wrong with the tables as they are."""
    stored = await _stored(database_url, fight.id)
    (encounter,) = stored["encounter"]
    entries = stored["entries"]
    return [
        *_holes(encounter, entries),
        *_lost_or_doubled(fight, entries),
        *_apart(entries, stored["keys"]),
        *_gaps(encounter, entries),
        *_broken_chain(encounter, entries),
    ]


async def has_happened(database_url: str, fight: Fight, key: str) -> bool:
    """Whether the log has the deed of a key."""
    stored = await _stored(database_url, fight.id)
    return any(_key_shown(entry) == key for entry in stored["entries"])


async def _stored(database_url: str, encounter: str) -> Mapping[str, Sequence[Row]]:
    path = settings_for(database_url).sqlite_path
    if path is None:
        connection = await asyncpg.connect(database_url)
        try:
            # One moment for all tables: a transaction of a killed service may still be ending.
            async with connection.transaction(isolation="repeatable_read"):
                return {
                    name: [dict(row) for row in await connection.fetch(sql, encounter)]
                    for name, sql in TABLES.items()
                }
        finally:
            await connection.close()
    file = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    file.row_factory = sqlite3.Row
    try:
        file.execute("BEGIN")
        return {
            name: [dict(row) for row in file.execute(sql.replace("$1", "?"), (encounter,))]
            for name, sql in TABLES.items()
        }
    finally:
        file.close()


def _holes(encounter: Row, entries: Sequence[Row]) -> list[str]:
    versions = [entry["version"] for entry in entries]
    expected = list(range(1, encounter["version"] + 1))
    return [] if versions == expected else [f"versions {versions}, not {expected}"]


def _lost_or_doubled(fight: Fight, entries: Sequence[Row]) -> list[str]:
    """Each acknowledged key once, at its version; any other at most once; refused ones never."""
    versions: dict[str, list[int]] = {}
    for entry in entries:
        if (key := _key_shown(entry)) is not None:
            versions.setdefault(key, []).append(entry["version"])
    found = [f"{key} was doubled: {at}" for key, at in versions.items() if len(at) > 1]
    for key, (_, told) in fight.acknowledged.items():
        if versions.get(key, [])[:1] != [told["version"]]:
            found.append(f"{key} was lost: acknowledged as {told['version']}")
    found += [f"{key} was refused, and done" for key in fight.refused & versions.keys()]
    return found


def _key_shown(entry: Row) -> str | None:
    """The key of a deed, as its entry shows it."""
    command = json.loads(entry["command_json"])
    if "reason" in command:
        return str(command["reason"])
    dice = json.loads(entry["dice_json"])
    return dice[0].get("ctx") if dice else None


def _apart(entries: Sequence[Row], keys: Iterable[Row]) -> list[str]:
    """Every deed has its key, and every key its deed."""
    shown = {key: entry["version"] for entry in entries if (key := _key_shown(entry)) is not None}
    kept = {row["key"]: row["version"] for row in keys if row["version"] > START}
    return [
        f"{key} is in the log or among the keys, not both" for key in shown.items() ^ kept.items()
    ]


def _gaps(encounter: Row, entries: Sequence[Row]) -> list[str]:
    """Each stream's dice are numbered from 0 without gaps, up to its counter."""
    drawn: dict[str, list[int]] = {"public": [], "gm": []}
    for entry in entries:
        for die in json.loads(entry["dice_json"]):
            if die.get("source", "drawn") == "drawn":
                drawn[die.get("stream", "public")].append(die["n"])
    return [
        f"dice {numbers} of {stream}, and the next is {encounter[f'drawn_{stream}']}"
        for stream, numbers in drawn.items()
        if numbers != list(range(encounter[f"drawn_{stream}"]))
    ]


NOT_META = {"encounter_id", "command_json", "dice_json", "events_json", "head"}


def _broken_chain(encounter: Row, entries: Sequence[Row]) -> list[str]:
    """The chain of `pfd1`, computed once more from its description."""
    id = encounter["id"]
    salts = hmac.digest(
        bytes.fromhex(encounter["secret"]), f"pfd1|key|{id}|0|salt".encode(), "sha256"
    )
    head = _sha256(f"pfd1|genesis|{id}")
    for entry in entries:
        meta = {
            name.removesuffix("_json"): json.loads(value) if name.endswith("_json") else value
            for name, value in entry.items()
            if name not in NOT_META
        }
        leaves = [meta, json.loads(entry["command_json"])]
        leaves += json.loads(entry["dice_json"]) + json.loads(entry["events_json"])
        digests = []
        for index, leaf in enumerate(leaves):
            message = f"pfd1|salt|{entry['version']}|{index}"
            salt = hmac.digest(salts, message.encode(), "sha256").hex()
            digests.append(_sha256(f"pfd1|leaf|{salt}|{_canonical(leaf)}"))
        head = _sha256(f"pfd1|ev|{head}|{_sha256('|'.join(digests))}")
        if entry["head"] != head:
            return [f"the chain breaks at {entry['version']}"]
    return [] if encounter["head"] == head else ["the head is not that of the last entry"]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
