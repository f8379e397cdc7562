"""A log entry, and the chain of digests over entries.

An entry's leaves are its meta, its command, each die and each event, in this order. Each leaf is
salted, so a viewer who may not see one can still check the entry by the leaf's digest alone.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from app.engine import fair_dice
from app.engine.canonical import canonical_json

JSON_COLUMNS = ("after", "command", "dice", "events")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry as it is stored; `command`, `dice` and `events` are the JSON of the log."""

    version: int
    parent: int
    kind: str
    cause: int | None = None
    followers: int = 0
    replaces: int | None = None
    by: str
    at: str
    epoch: int
    ruleset_version: str
    event_schema: int
    intent: str
    after: Mapping[str, Any]
    command: Mapping[str, Any]
    dice: Sequence[Mapping[str, Any]] = ()
    events: Sequence[Mapping[str, Any]] = ()
    head: str = ""

    @property
    def lead(self) -> int:
        """The version of the lead entry this one belongs to (itself, if it is one)."""
        return self.version if self.cause is None else self.cause

    def leaves(self) -> list[Any]:
        """What the digests cover, in order."""
        meta = asdict(self)
        for name in ("command", "dice", "events", "head"):
            del meta[name]
        return [meta, self.command, *self.dice, *self.events]


def digest(entry: Entry, salt_key: bytes) -> str:
    """The entry's digest, from its salted leaves."""
    return fair_dice.entry_digest(leaf_digests(entry, salt_key))


def leaf_digests(entry: Entry, salt_key: bytes) -> list[str]:
    """The digest of each leaf, in order."""
    return [
        fair_dice.leaf_digest(salt, canonical_json(leaf))
        for salt, leaf in zip(salts(entry, salt_key), entry.leaves(), strict=True)
    ]


def salts(entry: Entry, salt_key: bytes) -> list[str]:
    """The salt of each leaf, in order."""
    leaves = 2 + len(entry.dice) + len(entry.events)
    return [fair_dice.leaf_salt(salt_key, entry.version, index) for index in range(leaves)]


def to_columns(entry: Entry) -> dict[str, Any]:
    """The entry as a row of the table."""
    columns = {name: getattr(entry, name) for name in Entry.__slots__}
    for name in JSON_COLUMNS:
        columns[f"{name}_json"] = canonical_json(columns.pop(name))
    return columns


def from_row(row: Mapping[str, Any]) -> Entry:
    """The entry of a row. Raises ValueError when its JSON isn't what was written."""
    fields = {name: row[name] for name in Entry.__slots__ if name not in JSON_COLUMNS}
    for name in JSON_COLUMNS:
        text = row[f"{name}_json"]
        fields[name] = json.loads(text)
        if canonical_json(fields[name]) != text:
            raise ValueError(f"{name} is not canonical JSON")
    return Entry(**fields)
