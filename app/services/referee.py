"""The referee: load, decide, append. The only place that records a decision.

A request becomes one lead entry and whatever follows by itself, in one durable commit. Nothing is
answered before it; a refusal leaves no trace.

Requests to one encounter are decided one after the other, each on the state that the one before
left, though that may still wait for its commit: so they can share one. When a commit fails, what
was decided on it fails too, and is decided again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from app import metrics
from app.config import Settings
from app.database import Appending, Conflict, Database, Unavailable
from app.engine import fair_dice
from app.engine.dice import DrawnDice, FallingDice, GivenDice, ReusedDice, left_over
from app.engine.encounter import Command, EncounterState, Event, Pause, Roll, require_open
from app.engine.refusals import Invalid, NothingToReplace, Refused
from app.engine.ruleset import (
    MAX_AUTOMATIC,
    Past,
    follows_by_itself,
    is_reroll,
    redecide,
    resolve,
)
from app.errors import (
    DamagedLog,
    DatabaseUnavailable,
    KeyReused,
    LogFull,
    TooBusy,
    VersionMismatch,
)
from app.services import access, event_log
from app.services.access import Viewer
from app.services.clock import now
from app.services.codec import dump_dice, load_dice
from app.services.entries import Entry, Sealed, seal
from app.services.event_log import Kept, Loaded
from app.services.intents import intent_of, standing_after
from app.services.seen import perspective

MAX_TRIES = 8  # decisions of one request, when other processes keep being faster
CACHED_ENCOUNTERS = 1_024
STATES_BEFORE = 16  # the newest stored one


class NothingToUndo(Refused):
    code = "nothing-to-undo"


class UnknownVersion(Invalid):
    code = "unknown-version"


@dataclass(slots=True, kw_only=True)
class Request:
    """How a command came: by whom, under which key, with which dice.

    `fingerprint` tells whether two requests under one key are the same. `expected` is the version
    the client believes the encounter is at. `faces` were rolled at a real table.
    """

    viewer: Viewer
    fingerprint: str
    key: str | None = None
    expected: int | None = None
    faces: Sequence[int] | None = None
    nonce: str = fair_dice.NO_NONCE

    @property
    def by(self) -> str:
        """How the log names who it came from."""
        return self.viewer.by

    @property
    def token_id(self) -> str:
        """The token it came with."""
        return self.viewer.token_id


@dataclass(slots=True)
class Recorded:
    """What a request did: its lead entry, the last of its group, and the encounter they are in.

    `happened`: the lead's events, unless the entry comes from the log.
    """

    lead: Entry
    last: Entry
    loaded: Loaded
    happened: Sequence[Event] | None = None


@dataclass(slots=True)
class _Head:
    """The newest state of an encounter, and the commit it waits for, if any.

    Who decides on it holds `lock`. `states`: those that may be what is stored, by the hashes of
    their logs: all that aren't known to be, and a few before, which somebody may just have read of.
    """

    loaded: Loaded
    commit: Appending | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    states: dict[str, Loaded] = field(init=False)

    def __post_init__(self) -> None:
        self.states = {self.loaded.row["head"]: self.loaded}

    def go_on(self, loaded: Loaded, commit: Appending) -> None:
        """The newest state is another one."""
        self.loaded, self.commit = loaded, commit
        self.states[loaded.row["head"]] = loaded

    def has_stored(self, version: int) -> None:
        """What came long before a version that is stored will not be asked for again."""
        while next(iter(self.states.values())).version < version - STATES_BEFORE:
            del self.states[next(iter(self.states))]

    def is_passed_by(self, stored: Loaded) -> bool:
        """Whether the database holds a newer state, of another process."""
        return not self.lock.locked() and stored.version > self.loaded.version

    async def settled(self) -> None:
        """Returns when nothing waits any more, whatever came of it."""
        if self.commit is not None:
            with suppress(Conflict, Unavailable):
                await self.commit.done()

    async def written(self) -> None:
        """Returns when the log holds all of it, for who reads it. Fails as the commit does."""
        if self.commit is not None:
            await self.commit.done()


@dataclass(slots=True)
class _Draft:
    """The entries a request will append to `loaded`: each with its state."""

    head: _Head
    loaded: Loaded
    by: str
    at: str
    state: Any
    counters: dict[fair_dice.Stream, int]
    added: list[tuple[dict[str, Any], Any]] = field(default_factory=list)
    reused: set[int] = field(default_factory=set)
    happened: Sequence[Event] | None = None

    @property
    def next_version(self) -> int:
        return self.loaded.version + len(self.added) + 1


class Referee:
    """Decides for all encounters of one process."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._heads: OrderedDict[str, _Head] = OrderedDict()

    # --- what may be asked of it

    async def record(
        self,
        encounter_id: str,
        request: Request,
        command: Callable[[Loaded], Command],
        kind: str = "action",
    ) -> Recorded:
        """Decides the command that `command` makes of the present encounter, and appends it."""

        async def draft(head: _Head) -> _Draft:
            loaded = head.loaded
            drafted = self._draft(head, request)
            seen = perspective(request.viewer, loaded)
            wanted = seen.command(command(loaded))
            try:
                settled = loaded.codec.ruleset.settle(loaded.state, wanted)
                await self._lead(drafted, settled, kind, request)
            except Refused as refusal:
                raise seen.refusal(refusal, wanted, request.faces) from None
            return drafted

        return await self._append(encounter_id, request, draft)

    async def undo(
        self, encounter_id: str, request: Request, *, to_version: int | None, count: int | None
    ) -> Recorded:
        """Goes back to the state after an entry and all that followed it by itself.

        `count` goes back over that many lead entries. Nothing is erased: the undo is an entry.
        """

        async def draft(head: _Head) -> _Draft:
            loaded = head.loaded
            require_open(loaded.state)
            await head.written()
            ancestors = await event_log.lineage(self._database, loaded.id)
            if to_version is not None:
                target = _group_end(ancestors, to_version)
            else:
                target = _before_leads(ancestors, count or 1)
            command = {"type": "undo", "to_version": target}
            drafted = self._draft(head, request)
            drafted.state = await event_log.state_at(self._database, loaded, target)
            intent = intent_of(command, drafted.state)
            self._add(drafted, command, "undo", parent=target, intent=intent)
            return drafted

        return await self._append(encounter_id, request, draft)

    async def load(self, encounter_id: str) -> Loaded:
        """The encounter as it is committed. Raises NotFound or DamagedLog."""
        row = await event_log.stored(self._database, encounter_id)
        head = self._heads.get(encounter_id)
        if head is not None and row["head"] in head.states:
            return Loaded(row, head.states[row["head"]].state)
        try:
            loaded = await event_log.load(self._database, row)
        except DamagedLog:
            await event_log.stored(self._database, encounter_id)  # or it is gone meanwhile
            raise
        somebody_was_faster = self._heads.get(encounter_id) is not head
        if not somebody_was_faster and (head is None or head.is_passed_by(loaded)):
            self._heads[encounter_id] = _Head(loaded)
            while len(self._heads) > CACHED_ENCOUNTERS:
                self._heads.popitem(last=False)
        return loaded

    async def open(
        self, loaded: Loaded, command: Command, request: Request
    ) -> tuple[Mapping[str, Any], list[Sealed]]:
        """The row and the first entry of an encounter that is not stored yet."""
        drafted = self._draft(_Head(loaded), request)
        await self._lead(drafted, command, "open", request)
        added = _chained(drafted)
        return _row_after(drafted, added), added

    def forget(self, encounter_id: str) -> None:
        """Drops what is cached of an encounter."""
        self._heads.pop(encounter_id, None)

    # --- deciding and appending

    async def _append(
        self, encounter_id: str, request: Request, draft: Callable[[_Head], Awaitable[_Draft]]
    ) -> Recorded:
        for tried in range(MAX_TRIES):
            if tried:
                metrics.decided_again()
            head = await self._head(encounter_id)
            async with head.lock:
                if self._heads.get(encounter_id) is not head:
                    continue  # it was dropped meanwhile
                try:
                    check_expected(head.loaded, request.expected)
                    drafted = await draft(head)
                    self._check_room(drafted)
                except Exception:
                    # A key comes before everything else; and what isn't stored refuses nobody.
                    await head.settled()
                    before = await self._recorded_before(encounter_id, request)
                    if before is not None:
                        return before
                    if await self._is_newest(head):
                        raise
                    continue
                recorded, commit = self._queue(head, drafted, request)
            try:
                await commit.done()
            except Conflict:
                # Another process was faster, the key was used already, or the token is no more.
                self._drop(head)
                before = await self._recorded_before(encounter_id, request)
                if before is not None:
                    return before
                await access.require_live(self._database, request.viewer)
            except Unavailable as error:
                self._drop(head)
                raise DatabaseUnavailable(
                    "The database could not say that this is stored: try again with the same "
                    "Idempotency-Key, then nothing happens twice."
                ) from error
            else:
                head.has_stored(recorded.loaded.version)
                return recorded
        raise TooBusy("Others keep changing this encounter: try again in a moment.")

    async def _head(self, encounter_id: str) -> _Head:
        while encounter_id not in self._heads:  # or it was dropped meanwhile
            await self.load(encounter_id)
        self._heads.move_to_end(encounter_id)
        return self._heads[encounter_id]

    async def _is_newest(self, head: _Head) -> bool:
        """Whether a settled head is what is stored; one that isn't is dropped."""
        stored = await event_log.stored(self._database, head.loaded.id)
        if stored["head"] == head.loaded.row["head"]:
            return True
        self._drop(head)
        return False

    def _drop(self, head: _Head) -> None:
        if self._heads.get(head.loaded.id) is head:
            del self._heads[head.loaded.id]

    async def _accepted_before(self, encounter_id: str, request: Request) -> int | None:
        if request.key is None:
            return None
        found = await event_log.accepted_before(
            self._database, encounter_id, request.viewer.token_id, request.key
        )
        if found is None:
            return None
        if found["request"] != request.fingerprint:
            raise KeyReused(
                "This Idempotency-Key was used for another request: take a new one.",
                version=found["version"],
            )
        return int(found["version"])

    async def _recorded_before(self, encounter_id: str, request: Request) -> Recorded | None:
        version = await self._accepted_before(encounter_id, request)
        if version is None:
            return None
        await access.require_live(self._database, request.viewer)  # it may only be known from then
        loaded = await self.load(encounter_id)
        lead = await event_log.entry(self._database, encounter_id, version)
        last = await event_log.entry(self._database, encounter_id, version + lead.followers)
        return Recorded(lead, last, loaded)

    def _queue(self, head: _Head, drafted: _Draft, request: Request) -> tuple[Recorded, Appending]:
        """Puts what was decided on its way to the disk, and makes it what comes next builds on."""
        added = _chained(drafted)
        row = _row_after(drafted, added)
        kept = None
        if request.key is not None:
            kept = Kept(request.viewer.token_id, request.key, request.fingerprint)
        job = event_log.append(drafted.loaded, row, added, request.viewer.token_id, kept)
        commit = self._database.append(job)
        head.go_on(Loaded(row, drafted.state), commit)
        lead, last = added[0].entry, added[-1].entry
        return Recorded(lead, last, head.loaded, drafted.happened), commit

    def _check_room(self, drafted: _Draft) -> None:
        most = self._settings.max_log_entries
        ending = drafted.added[0][0]["kind"] == "end"
        if drafted.next_version - 1 > most and not ending:
            raise LogFull(
                f"A log holds {most} entries, and this one is full: end the encounter.",
                most=most,
            )

    def _draft(self, head: _Head, request: Request) -> _Draft:
        loaded = head.loaded
        return _Draft(head, loaded, request.viewer.by, now(), loaded.state, loaded.counters)

    async def _lead(self, drafted: _Draft, command: Command, kind: str, request: Request) -> None:
        """Decides the lead entry, then everything that follows by itself."""
        given = list(request.faces) if request.faces is not None else None
        left = await self._decide(drafted, command, kind, request.nonce, given, lead=True)
        ruleset = drafted.loaded.codec.ruleset
        followers = 0
        while (following := follows_by_itself(ruleset, drafted.state)) is not None:
            if followers == MAX_AUTOMATIC:
                following = Pause(reason="too-much-by-itself")
            left = await self._decide(
                drafted, following, "automatic", request.nonce, left, lead=False
            )
            followers += 1
            if isinstance(following, Pause):
                break
        if given and left:
            raise left_over(len(given), left)

    async def _decide(
        self,
        drafted: _Draft,
        command: Command,
        kind: str,
        nonce: str,
        given: list[int] | None,
        *,
        lead: bool,
    ) -> list[int] | None:
        """Decides one command into an entry; returns the given faces that are left."""
        loaded = drafted.loaded
        codec = loaded.codec
        state: EncounterState = drafted.state
        stored = codec.dump_command(command)
        intent = intent_of(stored, state)
        drawn = DrawnDice(loaded.streams(), drafted.counters, nonce)
        fresh: FallingDice = drawn
        if loaded.version and loaded.row["jumps"]:
            fresh = await self._reusing(drafted, intent, drawn)
        dice = fresh
        if given is not None:
            dice = GivenDice(given, then=None if lead else fresh)
        parent = drafted.next_version - 1
        replaced = None
        if lead and is_reroll(codec.ruleset, state, command):
            await drafted.head.written()
            past, before, parent = await self.past(loaded)
            replaced = past.version
            events, after = redecide(codec.ruleset, state, before, command, past, dice)
        else:
            events, after = resolve(codec.ruleset, state, command, dice)
        drafted.state = after
        if lead:
            drafted.happened = events
        drafted.counters = drawn.counters
        drafted.reused |= {d.reused_from for d in dice.fallen if d.reused_from is not None}
        self._add(
            drafted,
            stored,
            kind,
            parent=parent,
            replaces=replaced,
            intent=intent,
            dice=dump_dice(dice.fallen),
            events=[codec.dump_event(event) for event in events],
            cause=None if lead else drafted.added[0][0]["version"],
        )
        return dice.left if isinstance(dice, GivenDice) else None

    async def _reusing(self, drafted: _Draft, intent: str, drawn: DrawnDice) -> FallingDice:
        await drafted.head.written()
        found = await event_log.reusable_dice(
            self._database, drafted.loaded, intent, drafted.reused
        )
        return drawn if found is None else ReusedDice(found[1], found[0], then=drawn)

    async def past(self, loaded: Loaded) -> tuple[Past, Any, int]:
        """What a reroll replaces: the last lead that stands, the state before it, its version.

        Dice that change nothing are passed over: they are in nobody's way. Raises NothingToReplace.
        """
        ancestors = await event_log.lineage(self._database, loaded.id)
        lead = _last_lead(ancestors, loaded.version)
        old = await event_log.entry(self._database, loaded.id, lead)
        while old.command["type"] == Roll.type:
            lead = _last_lead(ancestors, old.parent)
            old = await event_log.entry(self._database, loaded.id, lead)
        if old.kind != "action":
            raise NothingToReplace("The last thing that happened is not an action.", version=lead)
        if old.replaces is not None:
            raise NothingToReplace("What was rolled again once stands.", version=lead)
        before = await event_log.state_at(self._database, loaded, old.parent)
        command = loaded.codec.load_command(old.command)
        return Past(lead, command, load_dice(old.dice)), before, old.parent

    def _add(self, drafted: _Draft, command: Mapping[str, Any], kind: str, **fields: Any) -> None:
        """Adds an entry that left `drafted.state`; `fields` are the entry's others."""
        state: EncounterState = drafted.state
        ruleset = drafted.loaded.codec.ruleset
        version = drafted.next_version
        added: dict[str, Any] = {
            "version": version,
            "parent": version - 1,
            "kind": kind,
            "cause": None,
            "followers": 0,
            "replaces": None,
            "by": drafted.by,
            "at": drafted.at,
            "epoch": drafted.loaded.row["epoch"],
            "ruleset_version": ruleset.version,
            "event_schema": ruleset.event_schema,
            "after": standing_after(state),
            "command": command,
            "dice": (),
            "events": (),
            **fields,
        }
        drafted.added.append((added, state))


def check_expected(loaded: Loaded, expected: int | None) -> None:
    """Raises VersionMismatch when an encounter isn't at the version a client expects, if any."""
    if expected is not None and expected != loaded.version:
        raise VersionMismatch(
            f"The encounter is at version {loaded.version}, not {expected}: "
            "read what happened, then decide again.",
            version=loaded.version,
        )


def _chained(drafted: _Draft) -> list[Sealed]:
    """The drafted entries, with the lead's followers counted, chained onto the log."""
    head = drafted.loaded.row["head"]
    salt_key = drafted.loaded.salt_key()
    drafted.added[0][0]["followers"] = len(drafted.added) - 1
    chained: list[Sealed] = []
    for fields, state in drafted.added:
        chained.append(seal(fields, state, head, salt_key))
        head = chained[-1].entry.head
    return chained


def _row_after(drafted: _Draft, added: Sequence[Sealed]) -> dict[str, Any]:
    """The encounter's row once `added` is there."""
    last = added[-1].entry
    return {
        **drafted.loaded.row,
        "version": last.version,
        "head": last.head,
        "drawn_public": drafted.counters["public"],
        "drawn_gm": drafted.counters["gm"],
        "jumps": drafted.loaded.row["jumps"] + sum(s.entry.goes_back for s in added),
        "ruleset_version": drafted.loaded.codec.ruleset.version,
    }


def _past_undos(ancestors: Sequence[event_log.Ancestor], version: int) -> int:
    """The entry whose state `version` has: an undo has that of its parent."""
    while ancestors[version - 1].kind == "undo":
        version = ancestors[version - 1].parent
    return version


def _last_lead(ancestors: Sequence[event_log.Ancestor], version: int) -> int:
    return ancestors[_past_undos(ancestors, version) - 1].lead


def _group_end(ancestors: Sequence[event_log.Ancestor], version: int) -> int:
    """The last entry of the group that `version` belongs to."""
    head = len(ancestors)
    if not 1 <= version <= head:
        raise UnknownVersion(
            f"The log has entries 1 to {head}, and no {version}.", version=version, head=head
        )
    lead = ancestors[ancestors[version - 1].lead - 1]
    target = _past_undos(ancestors, lead.version + lead.followers)
    if target == _past_undos(ancestors, head):
        raise NothingToUndo(f"The encounter is at entry {target} already.", version=target)
    return target


def _before_leads(ancestors: Sequence[event_log.Ancestor], count: int) -> int:
    """The entry before the last `count` leads that stand."""
    at = len(ancestors)
    for undone in range(count):
        lead = _last_lead(ancestors, at)
        if lead == 1:
            raise NothingToUndo(
                f"Only {undone} actions can be undone: the opening stays.", possible=undone
            )
        at = lead - 1
    return _past_undos(ancestors, at)
