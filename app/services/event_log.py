"""The log: the only SQL on encounters, their entries, checkpoints and keys."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

import structlog
from sqlalchemy import and_, bindparam, delete, exists, insert, or_, select, update

from app.database import Conflict, Database, Job, Row, Unavailable, Write
from app.engine.dice import Die
from app.engine.fair_dice import SEEDED, FairStream, Stream, sealed_entropy, stream_key
from app.engine.ruleset import fold
from app.errors import DamagedLog, NotFound
from app.models import (
    Checkpoint,
    CreationKey,
    Encounter,
    IdempotencyKey,
    LogEntry,
    Token,
    UndoneIntent,
)
from app.services.codec import Codec, codec_for, load_dice
from app.services.entries import Entry, Sealed, from_row

log = structlog.get_logger(__name__)

CHECKPOINT_EVERY = 32  # entries: what is folded at most, once an encounter is read
PAGE = 256  # entries read at once

_encounters = Encounter.__table__  # type: ignore[attr-defined]
_entries = LogEntry.__table__  # type: ignore[attr-defined]
_checkpoints = Checkpoint.__table__  # type: ignore[attr-defined]
_keys = IdempotencyKey.__table__  # type: ignore[attr-defined]
_undone = UndoneIntent.__table__  # type: ignore[attr-defined]
_creation_keys = CreationKey.__table__  # type: ignore[attr-defined]
_tokens = Token.__table__  # type: ignore[attr-defined]

_ENCOUNTER = select(_encounters).where(_encounters.c.id == bindparam("encounter"))
_ENTRY = select(_entries).where(
    _entries.c.encounter_id == bindparam("encounter"), _entries.c.version == bindparam("at_version")
)
_ENTRIES = (
    select(_entries)
    .where(_entries.c.encounter_id == bindparam("encounter"), _entries.c.version > bindparam("low"))
    .order_by(_entries.c.version)
    .limit(bindparam("most"))
)
_LINEAGE = (
    select(
        _entries.c.version,
        _entries.c.parent,
        _entries.c.kind,
        _entries.c.cause,
        _entries.c.followers,
    )
    .where(_entries.c.encounter_id == bindparam("encounter"))
    .order_by(_entries.c.version)
)
_JUMPS = (
    select(_entries.c.version, _entries.c.parent)
    .where(
        _entries.c.encounter_id == bindparam("encounter"),
        _entries.c.parent != _entries.c.version - 1,
    )
    .order_by(_entries.c.version)
)
_SAME_INTENT = (
    select(_entries.c.version, _entries.c.dice_json)
    .join(
        _undone,
        and_(
            _undone.c.encounter_id == _entries.c.encounter_id,
            _undone.c.version == _entries.c.version,
        ),
    )
    .where(_undone.c.encounter_id == bindparam("encounter"), _undone.c.intent == bindparam("same"))
    .order_by(_entries.c.version)
)
_VERSION = select(_encounters.c.version).where(_encounters.c.id == bindparam("encounter"))
_NEWEST_CHECKPOINT = (
    select(_checkpoints)
    .where(
        _checkpoints.c.encounter_id == bindparam("encounter"),
        _checkpoints.c.version.between(bindparam("low"), bindparam("high")),
        _checkpoints.c.state_format == bindparam("format"),
    )
    .order_by(_checkpoints.c.version.desc())
    .limit(1)
)
_CHECKPOINTS = select(_checkpoints).where(
    _checkpoints.c.encounter_id == bindparam("encounter"),
    _checkpoints.c.state_format == bindparam("format"),
)
_KEY = select(_keys).where(
    _keys.c.encounter_id == bindparam("encounter"),
    _keys.c.token_id == bindparam("token"),
    _keys.c.key == bindparam("wanted"),
)
_CREATION_KEY = select(_creation_keys).where(_creation_keys.c.key == bindparam("wanted"))
_OWN = (
    select(_encounters)
    .join(_tokens, _tokens.c.encounter_id == _encounters.c.id)
    .where(_tokens.c.id == bindparam("token"), _encounters.c.external_id == bindparam("external"))
)

_INSERT_ENCOUNTER = insert(_encounters).returning(_encounters.c.id)
_INSERT_ENTRY = insert(_entries)
_INSERT_CHECKPOINT = insert(_checkpoints)
_INSERT_UNDONE = insert(_undone)
_UNDONE = ("encounter_id", "intent", "version")
_COPY_UNDONE = insert(_undone).from_select(
    _UNDONE,
    select(*(_entries.c[name] for name in _UNDONE)).where(
        _entries.c.encounter_id == bindparam("encounter"),
        _entries.c.version.between(bindparam("low"), bindparam("high")),
        _entries.c.dice_json != "[]",
        ~exists().where(and_(*(_undone.c[name] == _entries.c[name] for name in _UNDONE))),
    ),
)
_INSERT_KEY = insert(_keys)
_INSERT_CREATION_KEY = insert(_creation_keys)
_INSERT_TOKEN = insert(_tokens)
_ADVANCE = (
    update(_encounters)
    .where(
        _encounters.c.id == bindparam("encounter"),
        _encounters.c.version == bindparam("expected"),
        # Of two logs that are equally long, only one is the one that was decided on.
        _encounters.c.head == bindparam("expected_head"),
        exists().where(
            _tokens.c.id == bindparam("by_token"),
            _tokens.c.revoked_at.is_(None),
            or_(_tokens.c.expires_at.is_(None), _tokens.c.expires_at > bindparam("at")),
        ),
    )
    .values(
        version=bindparam("new_version"),
        head=bindparam("new_head"),
        drawn_public=bindparam("new_public"),
        drawn_gm=bindparam("new_gm"),
        jumps=bindparam("new_jumps"),
        ruleset_version=bindparam("new_ruleset_version"),
    )
    .returning(_encounters.c.id)
)
_DELETE_ENCOUNTER = (
    delete(_encounters)
    .where(_encounters.c.id == bindparam("encounter"))
    .returning(_encounters.c.id)
)
_DELETE_REST = [
    delete(table).where(table.c.encounter_id == bindparam("encounter"))
    for table in (_entries, _undone, _checkpoints, _keys, _tokens, _creation_keys)
]


@dataclass(frozen=True, slots=True)
class Loaded:
    """An encounter and its state at `version`."""

    row: Row
    state: Any

    @property
    def id(self) -> str:
        """The encounter's id."""
        return str(self.row["id"])

    @property
    def version(self) -> int:
        """The version of the newest entry."""
        return int(self.row["version"])

    @property
    def codec(self) -> Codec:
        """The codec of the encounter's ruleset."""
        return codec_for(self.row["ruleset"])

    @property
    def dice_name(self) -> str:
        """What stands for the encounter in the messages of its dice."""
        return SEEDED if self.row["mode"] == "seeded" else self.id

    def salt_key(self, epoch: int | None = None) -> bytes:
        """The key that salts the leaves of entries of an epoch (default: the present one)."""
        return _dice_keys(self.row["secret"], self.dice_name, self._epoch(epoch))[0]

    def streams(self, epoch: int | None = None) -> Mapping[Stream, FairStream]:
        """The dice streams of an epoch (default: the present one)."""
        return _dice_keys(self.row["secret"], self.dice_name, self._epoch(epoch))[1]

    @property
    def counters(self) -> dict[Stream, int]:
        """The next free number of each stream."""
        return {"public": self.row["drawn_public"], "gm": self.row["drawn_gm"]}

    def _epoch(self, epoch: int | None) -> int:
        return int(self.row["epoch"]) if epoch is None else epoch


@lru_cache(maxsize=4_096)
def _dice_keys(secret: str, name: str, epoch: int) -> tuple[bytes, Mapping[Stream, FairStream]]:
    """The salt key and the dice streams of an epoch."""
    key = partial(stream_key, bytes.fromhex(secret), name, epoch)
    entropy = sealed_entropy(name, epoch, {})
    return key("salt"), {
        "public": FairStream(key("public"), entropy),
        "gm": FairStream(key("gm"), entropy),
    }


def settings_of(loaded: Loaded) -> dict[str, Any]:
    """The options every encounter has, of this one."""
    settings: dict[str, Any] = json.loads(loaded.row["settings_json"])
    return settings


async def stored(database: Database, encounter_id: str) -> Row:
    """An encounter's row as it is committed. Raises NotFound."""
    row = await database.row(_ENCOUNTER, encounter=encounter_id)
    if row is None:
        raise NotFound("There is no such encounter, or this token is not for it.")
    return row


async def load(database: Database, row: Row) -> Loaded:
    """The encounter of a row, with its state. Where that takes a long fold, it is kept."""
    folded = await _fold_to(database, Loaded(row, None), row["version"])
    loaded = Loaded(row, folded.state)
    if folded.entries > CHECKPOINT_EVERY:  # as once the ruleset keeps its state in another shape
        still_there = Write(_VERSION, [{"encounter": loaded.id}])
        kept = Write(_INSERT_CHECKPOINT, [_checkpoint(loaded, loaded.version, loaded.state)])
        with suppress(Conflict, Unavailable):  # somebody else has kept it; or next time
            await database.write(Job(still_there, [kept]))
    return loaded


async def version(database: Database, encounter_id: str) -> int | None:
    """The version an encounter is at as committed; None when it is gone."""
    row = await database.row(_VERSION, encounter=encounter_id)
    return None if row is None else int(row["version"])


async def entry(database: Database, encounter_id: str, version: int) -> Entry:
    """One entry. Raises NotFound."""
    row = await database.row(_ENTRY, encounter=encounter_id, at_version=version)
    if row is None:
        raise NotFound(f"This log has no entry {version}.", version=version)
    return from_row(row)


async def entry_rows(database: Database, encounter_id: str, after: int, most: int) -> Sequence[Row]:
    """The rows of up to `most` entries after a version, in order, as they are stored."""
    return await database.rows(_ENTRIES, encounter=encounter_id, low=after, most=most)


async def entries(database: Database, encounter_id: str, after: int, most: int) -> list[Entry]:
    """Up to `most` entries after a version, in order."""
    return [from_row(row) for row in await entry_rows(database, encounter_id, after, most)]


# --- lineage: what was undone, and states of the past ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Ancestor:
    """What matters of an entry for going back over the log."""

    version: int
    parent: int
    kind: str
    cause: int | None
    followers: int

    @property
    def lead(self) -> int:
        """The version of the lead entry."""
        return self.version if self.cause is None else self.cause


async def lineage(database: Database, encounter_id: str) -> list[Ancestor]:
    """All entries of a log, in order: entry v is at v - 1."""
    return [Ancestor(**row) for row in await database.rows(_LINEAGE, encounter=encounter_id)]


async def standing_ranges(
    database: Database, encounter_id: str, head: int, jumps: int
) -> list[range]:
    """The versions that the state at `head` is made of, newest range first; others were undone."""
    if not jumps:
        return [range(1, head + 1)]
    rows = await database.rows(_JUMPS, encounter=encounter_id)
    parents = {row["version"]: row["parent"] for row in rows if row["version"] <= head}
    ranges: list[range] = []
    at = head
    while at > 0:
        start = max((v for v in parents if v <= at), default=1)
        ranges.append(range(start, at + 1))
        at = parents.get(start, 0)
    return ranges


def stands(version: int, ranges: Sequence[range]) -> bool:
    """Whether a version is part of the present state's history."""
    return any(version in r for r in ranges)


async def state_at(database: Database, loaded: Loaded, version: int) -> Any:
    """The state as of a version."""
    return (await _fold_to(database, loaded, version)).state


@dataclass(frozen=True, slots=True)
class _Folded:
    """A state, and how many entries had to be folded for it."""

    state: Any
    entries: int


async def _fold_to(database: Database, loaded: Loaded, version: int) -> _Folded:
    """The newest checkpoint among the entries that make up a version, and the events since."""
    codec = loaded.codec
    state = None
    since: list[range] = []
    for passed in await standing_ranges(database, loaded.id, version, loaded.row["jumps"]):
        checkpoint = await database.row(
            _NEWEST_CHECKPOINT,
            encounter=loaded.id,
            low=passed.start,
            high=passed.stop - 1,
            format=codec.state_format,
        )
        if checkpoint is not None:
            with _undamaged(loaded, checkpoint["version"]):
                state = codec.load_state(checkpoint["state_json"])
            since.append(range(checkpoint["version"] + 1, passed.stop))
            break
        since.append(passed)
    for stretch in reversed(since):
        for page in (stretch[at : at + PAGE] for at in range(0, len(stretch), PAGE)):
            rows = await entry_rows(database, loaded.id, page.start - 1, len(page))
            for at, row in zip_longest(page, rows):
                with _undamaged(loaded, at):
                    entry = from_row(row)
                    if state is None:
                        state = opening_state(codec, entry)
                    state = fold(codec.ruleset, state, [codec.load_event(e) for e in entry.events])
    return _Folded(state, sum(map(len, since)))


@contextmanager
def _undamaged(loaded: Loaded, version: int) -> Iterator[None]:
    """Says where it is that what is stored can't be read: it may be anything."""
    try:
        yield
    except Exception as error:
        log.warning("a log can't be folded", encounter=loaded.id, version=version, exc_info=True)
        raise DamagedLog(
            f"Entry {version} of this log is not as it was written: see what verification finds, "
            "and restore it from a backup.",
            version=version,
        ) from error


async def checkpoints(database: Database, loaded: Loaded) -> Mapping[int, str]:
    """The texts of the states that are kept of an encounter, by version."""
    format = loaded.codec.state_format
    rows = await database.rows(_CHECKPOINTS, encounter=loaded.id, format=format)
    return {row["version"]: row["state_json"] for row in rows}


def opening_state(codec: Codec, first: Entry) -> Any:
    """The state before the first entry, from the options it opens with."""
    return codec.ruleset.open(
        codec.options.validate_python(first.command.get("options", {}), strict=False)
    )


async def reusable_dice(
    database: Database, loaded: Loaded, intent: str, used: set[int]
) -> tuple[int, tuple[Die, ...]] | None:
    """The dice of an undone entry with the same intent in the same turn, and its version.

    The earliest one that neither stands nor has given its dice to an entry that stands (or is in
    `used`: given in this very request).
    """
    rows = await database.rows(_SAME_INTENT, encounter=loaded.id, same=intent)
    if not rows:
        return None
    ranges = await standing_ranges(database, loaded.id, loaded.version, loaded.row["jumps"])
    dice = {row["version"]: json.loads(row["dice_json"]) for row in rows}
    taken = used | {
        die["reused_from"]
        for version, fallen in dice.items()
        if stands(version, ranges)
        for die in fallen
        if die.get("source") == "reused"
    }
    for version, fallen in dice.items():
        if fallen and version not in taken and not stands(version, ranges):
            return version, load_dice(fallen)
    return None


# --- keys -----------------------------------------------------------------------------------------


async def accepted_before(
    database: Database, encounter_id: str, token_id: str, key: str
) -> Row | None:
    """What was accepted under an idempotency key, if anything."""
    return await database.row(_KEY, encounter=encounter_id, token=token_id, wanted=key)


async def opened_before(database: Database, key: str) -> Row | None:
    """What was opened under a creation key (its digest), if anything."""
    return await database.row(_CREATION_KEY, wanted=key)


async def find_own(database: Database, token_id: str, external_id: str) -> list[Loaded]:
    """The encounters with an external id that a token is for."""
    rows = await database.rows(_OWN, token=token_id, external=external_id)
    return [await load(database, row) for row in rows]


# --- writing --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Kept:
    """The idempotency key of a request, to be kept with what it did."""

    token_id: str
    key: str
    request: str


def opening(row: Mapping[str, Any], first: Sequence[Sealed], token: Row, key: Row | None) -> Job:
    """Everything an encounter begins with."""
    writes = [
        Write(_INSERT_ENTRY, _entry_rows(row["id"], first)),
        Write(_INSERT_TOKEN, [token]),
    ]
    if key is not None:
        writes.append(Write(_INSERT_CREATION_KEY, [key]))
    return Job(Write(_INSERT_ENCOUNTER, [row]), writes)


def append(
    loaded: Loaded,
    after: Mapping[str, Any],
    added: Sequence[Sealed],
    token_id: str,
    kept: Kept | None,
) -> Job:
    """New entries onto the version that `loaded` is at.

    `after`: the encounter's row once they are there. Nothing is appended when another entry was
    faster, or when the token is no longer good at the time of the first.
    """
    advance = {
        "encounter": loaded.id,
        "expected": loaded.version,
        "expected_head": loaded.row["head"],
        "by_token": token_id,
        "at": added[0].entry.at,
        "new_version": after["version"],
        "new_head": after["head"],
        "new_public": after["drawn_public"],
        "new_gm": after["drawn_gm"],
        "new_jumps": after["jumps"],
        "new_ruleset_version": after["ruleset_version"],
    }
    kept_states = [
        _checkpoint(loaded, sealed.entry.version, sealed.state)
        for sealed in added
        if sealed.entry.version % CHECKPOINT_EVERY == 0 or sealed.entry.goes_back
    ]
    keys = [] if kept is None else [_key_row(loaded.id, kept, added[0].entry.version)]
    # Also writes of no rows, so that all jobs are of one kind.
    writes = [
        Write(_INSERT_ENTRY, _entry_rows(loaded.id, added)),
        Write(_INSERT_CHECKPOINT, kept_states),
        Write(_INSERT_KEY, keys),
        *(_undoing(loaded.id, added) if after["jumps"] else ()),
    ]
    return Job(Write(_ADVANCE, [advance]), writes)


def _undoing(encounter_id: str, added: Sequence[Sealed]) -> Iterator[Write]:
    """Notes which entries new ones undo (only a lead does), and which took dice of such."""
    lead = added[0].entry
    if lead.goes_back:
        undone = {"encounter": encounter_id, "low": lead.parent + 1, "high": lead.version - 1}
        yield Write(_COPY_UNDONE, [undone])
    took = [
        {
            "encounter_id": encounter_id,
            "intent": sealed.entry.intent,
            "version": sealed.entry.version,
        }
        for sealed in added
        if any(die.get("source") == "reused" for die in sealed.entry.dice)
    ]
    if took:
        yield Write(_INSERT_UNDONE, took)


def keeping(encounter_id: str, kept: Kept) -> Write:
    """The idempotency key of something beside the log, which made no entry."""
    return Write(_INSERT_KEY, [_key_row(encounter_id, kept, 0)])


def _checkpoint(loaded: Loaded, version: int, state: Any) -> Row:
    codec = loaded.codec
    return {
        "encounter_id": loaded.id,
        "version": version,
        "state_format": codec.state_format,
        "state_json": codec.dump_state(state),
    }


def _key_row(encounter_id: str, kept: Kept, version: int) -> Row:
    return {
        "encounter_id": encounter_id,
        "token_id": kept.token_id,
        "key": kept.key,
        "request": kept.request,
        "version": version,
    }


def removal(encounter_id: str) -> Job:
    """Everything of an encounter, gone."""
    one = [{"encounter": encounter_id}]
    return Job(Write(_DELETE_ENCOUNTER, one), [Write(d, one) for d in _DELETE_REST])


def _entry_rows(encounter_id: str, added: Sequence[Sealed]) -> list[Row]:
    return [{"encounter_id": encounter_id, **sealed.row} for sealed in added]
