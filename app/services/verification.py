"""Verification: the whole log decided again, its drawn faces and its chain computed again.

Pure: it takes the stored rows and compares; the first difference is named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from app.database import Row
from app.engine import fair_dice
from app.engine.dice import AuditMismatch, Die, RecordedDice
from app.engine.encounter import EncounterState, Pause
from app.engine.refusals import Refused
from app.engine.ruleset import Past, fold, follows_by_itself, redecide, resolve
from app.services.codec import Codec, load_dice
from app.services.entries import Entry, digest, from_row
from app.services.event_log import Loaded, opening_state
from app.services.intents import intent_of, standing_after


class Difference(Exception):
    """Something in an entry isn't what it must be. `what`: a stable code."""

    def __init__(self, what: str, detail: str) -> None:
        super().__init__(detail)
        self.what = what
        self.detail = detail


@dataclass(slots=True)
class _Audit:
    loaded: Loaded
    codec: Codec
    head: str
    kept: Mapping[int, str]
    states: dict[int, Any] = field(default_factory=dict)
    entries: dict[int, Entry] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=lambda: dict.fromkeys(fair_dice.STREAMS, 0))
    redecided: int = 0
    folded: int = 0


def verify(loaded: Loaded, rows: Sequence[Row], kept: Mapping[int, str]) -> dict[str, Any]:
    """The report: `ok`, how many entries were re-decided or folded, and the first difference.

    An entry of another version of its ruleset is folded, not decided again. `kept`: the texts of
    checkpoints, by version.
    """
    audit = _Audit(loaded, loaded.codec, fair_dice.genesis_head(loaded.dice_name), kept)
    first = None
    version = 0
    try:
        for version, row in enumerate(rows, start=1):
            _check_entry(audit, version, row)
        version = loaded.version
        _check_end(audit, len(rows))
    except Difference as difference:
        first = {"version": version, "what": difference.what, "detail": difference.detail}
    return {
        "ok": first is None,
        "entries": len(rows),
        "redecided": audit.redecided,
        "folded": audit.folded,
        "head": loaded.row["head"],
        "first_difference": first,
    }


def _check_entry(audit: _Audit, version: int, row: Row) -> None:
    try:
        entry = from_row(row)
    except (ValueError, TypeError, KeyError) as error:
        raise Difference("unreadable", str(error)) from error
    if entry.version != version:
        raise Difference("versions", f"entry {version} is missing")
    salt_key = audit.loaded.salt_key(entry.epoch)
    audit.head = fair_dice.next_head(audit.head, digest(entry, salt_key))
    if entry.head != audit.head:
        raise Difference("chain", "the digest of the entry isn't the one in the chain")
    if not 0 <= entry.parent < version:
        raise Difference("parent", f"an entry can't build on {entry.parent}")
    try:
        after = _decided_again(audit, entry)
    except Difference:
        raise
    except AuditMismatch as mismatch:
        raise Difference("dice", str(mismatch)) from mismatch
    except Refused as refusal:
        raise Difference("refused", f"the rules refuse it: {refusal.detail}") from refusal
    except Exception as error:  # what is stored may be anything
        raise Difference("unreadable", f"{type(error).__name__}: {error}") from error
    _check_drawn(audit, entry)
    _check_after(entry, after)
    if version in audit.kept:
        _check_kept(audit, audit.kept[version], after)
    audit.states[version] = after
    audit.entries[version] = entry


def _decided_again(audit: _Audit, entry: Entry) -> EncounterState:
    codec = audit.codec
    after: EncounterState
    before: EncounterState = (
        audit.states[entry.parent] if entry.parent else opening_state(codec, entry)
    )
    if entry.kind == "undo":
        _same("events", list(entry.events), [])
        audit.redecided += 1
        _same("intent", entry.intent, intent_of(entry.command, before))
        return before
    events = [codec.load_event(event) for event in entry.events]
    if entry.ruleset_version != codec.ruleset.version:
        audit.folded += 1
        after = fold(codec.ruleset, before, events)
        return after
    command = codec.load_command(entry.command)
    dice = RecordedDice(load_dice(entry.dice))
    asked_in = before
    if entry.replaces is not None:
        old = audit.entries[entry.replaces]
        past = Past(old.version, codec.load_command(old.command), load_dice(old.dice))
        asked_in = audit.states[entry.version - 1]
        again, after = redecide(codec.ruleset, asked_in, before, command, past, dice)
    else:
        if entry.kind == "automatic" and not isinstance(command, Pause):
            _same("command", follows_by_itself(codec.ruleset, before), command)
        again, after = resolve(codec.ruleset, before, command, dice)
    dice.check_spent()
    _same("events", list(entry.events), [codec.dump_event(event) for event in again])
    _same("intent", entry.intent, intent_of(entry.command, asked_in))
    audit.redecided += 1
    return after


def _check_drawn(audit: _Audit, entry: Entry) -> None:
    """Each drawn die takes the next number of its stream, and shows the face the key gives it."""
    streams = audit.loaded.streams(entry.epoch)
    for die in load_dice(entry.dice):
        if die.source == "drawn":
            n = audit.counters[die.stream]
            if die.n != n:
                raise Difference("counter", f"a die has number {die.n}, and {n} is the next")
            audit.counters[die.stream] = n + 1
            face = streams[die.stream].draw(n, die.sides, die.ctx)
            if face != die.face:
                raise Difference("face", f"die {n} shows {die.face}; its key gives {face}")
        elif die.source == "reused" and not _was_rolled(audit, die):
            raise Difference("reused", f"entry {die.reused_from} has no such die")


def _was_rolled(audit: _Audit, die: Die) -> bool:
    """Who may see a die can change in between; what it was for and its face can't."""
    old = audit.entries.get(die.reused_from or 0)
    return old is not None and any(
        (o.sides, o.face, o.purpose, o.subject, o.object)
        == (die.sides, die.face, die.purpose, die.subject, die.object)
        for o in load_dice(old.dice)
    )


def _check_after(entry: Entry, state: EncounterState) -> None:
    _same("after", dict(entry.after), standing_after(state))


def _check_end(audit: _Audit, count: int) -> None:
    loaded = audit.loaded
    _same("versions", loaded.version, count)
    _same("chain", loaded.row["head"], audit.head)
    _same("counter", loaded.counters, audit.counters)
    _check_snapshot(audit, loaded.state, audit.states[count])


def _check_kept(audit: _Audit, text: str, state: EncounterState) -> None:
    try:
        kept = audit.codec.load_state(text)
    except ValidationError as error:
        raise Difference("unreadable", str(error)) from error
    _check_snapshot(audit, kept, state)


def _check_snapshot(audit: _Audit, kept: EncounterState, state: EncounterState) -> None:
    _same("snapshot", audit.codec.dump_state(kept), audit.codec.dump_state(state))


def _same(what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise Difference(what, f"the {what} of the log differ from what the rules give")
