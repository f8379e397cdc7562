"""A log entry, and the chain of digests over entries.

An entry's leaves are its meta, its command, each die and each event, in this order. Each leaf is
salted, so a viewer who may not see one can still check the entry by the leaf's digest alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from app.canonical import canonical_json, canonical_text
from app.engine import fair_dice

JSON_COLUMNS = ("after", "command", "dice", "events")


@dataclass(slots=True, kw_only=True)
class Entry:
    """One entry as it is stored; `command`, `dice` and `events` are the JSON of the log."""

    version: int
    parent: int
    kind: str
    cause: int | None
    followers: int
    replaces: int | None
    by: str
    at: str
    epoch: int
    ruleset_version: str
    event_schema: int
    intent: str
    after: Mapping[str, Any]
    command: Mapping[str, Any]
    dice: Sequence[Mapping[str, Any]]
    events: Sequence[Mapping[str, Any]]
    head: str

    @property
    def fields(self) -> dict[str, Any]:
        """Everything of it, by name."""
        return {name: getattr(self, name) for name in self.__slots__}

    def leaves(self) -> tuple[Any, ...]:
        """What the digests cover, in order: meta, command, each die, each event."""
        return leaves(self.fields)

    @property
    def goes_back(self) -> bool:
        """Whether it doesn't build on the entry before it."""
        return self.parent != self.version - 1

    @property
    def lead(self) -> int:
        """The version of the lead entry this one belongs to (itself, if it is one)."""
        return self.version if self.cause is None else self.cause


PLAIN_COLUMNS = tuple(f for f in Entry.__slots__ if f not in JSON_COLUMNS)
META = tuple(f for f in Entry.__slots__ if f not in ("command", "dice", "events", "head"))


@dataclass(slots=True)
class Sealed:
    """An entry in its place in the chain, the row that keeps it, and the state it left."""

    entry: Entry
    row: Mapping[str, Any]
    state: Any


def leaves(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the digests of an entry with these fields cover, in order."""
    meta = {name: fields[name] for name in META}
    return (meta, fields["command"], *fields["dice"], *fields["events"])


def digest(entry: Entry, salt_key: bytes) -> str:
    """The entry's digest, from its salted leaves."""
    return fair_dice.entry_digest(leaf_digests(entry, salt_key))


def leaf_digests(entry: Entry, salt_key: bytes) -> list[str]:
    """The digest of each leaf, in order."""
    return _digests(entry.version, [canonical_json(leaf) for leaf in entry.leaves()], salt_key)


def _digests(version: int, texts: Sequence[str], salt_key: bytes) -> list[str]:
    return list(
        map(fair_dice.leaf_digest, fair_dice.leaf_salts(salt_key, version, len(texts)), texts)
    )


def salts(entry: Entry, salt_key: bytes) -> list[str]:
    """The salt of each leaf, in order."""
    return fair_dice.leaf_salts(salt_key, entry.version, 2 + len(entry.dice) + len(entry.events))


def seal(fields: Mapping[str, Any], state: Any, head: str, salt_key: bytes) -> Sealed:
    """Chains an entry with these fields, which left `state`, onto a log's `head`."""
    texts = [canonical_text(leaf) for leaf in leaves(fields)]
    digest = fair_dice.entry_digest(_digests(fields["version"], texts, salt_key))
    entry = Entry(**fields, head=fair_dice.next_head(head, digest))
    dice_end = 2 + len(entry.dice)
    row = {name: value for name, value in fields.items() if name not in JSON_COLUMNS}
    row["head"] = entry.head
    row["after_json"] = canonical_text(entry.after)
    row["command_json"] = texts[1]
    # A list's canonical JSON is that of its items, between brackets.
    row["dice_json"] = f"[{','.join(texts[2:dice_end])}]"
    row["events_json"] = f"[{','.join(texts[dice_end:])}]"
    return Sealed(entry, row, state)


def from_row(row: Mapping[str, Any]) -> Entry:
    """The entry of a row. Raises ValueError when its JSON isn't what was written."""
    fields = {name: row[name] for name in PLAIN_COLUMNS}
    for name in JSON_COLUMNS:
        text = row[f"{name}_json"]
        fields[name] = orjson.loads(text)
        if canonical_json(fields[name]) != text:
            raise ValueError(f"{name} is not canonical JSON")
    return Entry(**fields)
