"""Rolls outside encounters, each with a receipt that anybody can check.

All rolls of a day (UTC) come from one public stream of `pfd1`: its commitment can be read before
the first of them falls, and its key once none can fall any more. That it is over is committed
before the key is shown, and a draw is committed only if it isn't.
"""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, insert, select, update

from app.canonical import canonical_json
from app.database import Conflict, Database, Job, Row, Write
from app.engine import fair_dice
from app.engine.dice import Dice, DrawnDice
from app.engine.encounter import Command, Roll
from app.engine.fair_dice import FairStream, Stream
from app.engine.ruleset import Ruleset, rolled, told_roll
from app.errors import KeyReused, NotFound, TooBusy
from app.models import Receipt, RollEpoch
from app.services.clock import now
from app.services.codec import codec_for

SCOPE = "rolls"  # what stands for the encounter in the messages of the dice
TODAY, TOMORROW = "today", "tomorrow"
MAX_TRIES = 8

_epochs = RollEpoch.__table__  # type: ignore[attr-defined]
_receipts = Receipt.__table__  # type: ignore[attr-defined]
_EPOCH = select(_epochs).where(_epochs.c.day == bindparam("wanted"))
_RECEIPT = select(_receipts).where(_receipts.c.id == bindparam("wanted"))
_BY_KEY = select(_receipts).where(_receipts.c.key == bindparam("wanted"))
_INSERT_EPOCH = insert(_epochs).returning(_epochs.c.day)
_INSERT_RECEIPT = insert(_receipts)
_ADVANCE = (
    update(_epochs)
    .where(
        _epochs.c.day == bindparam("wanted"),
        _epochs.c.head == bindparam("expected_head"),
        _epochs.c.closed_at.is_(None),
    )
    .values(
        drawn=bindparam("new_drawn"), receipts=bindparam("new_receipts"), head=bindparam("new_head")
    )
    .returning(_epochs.c.day)
)
_CLOSE = (
    update(_epochs)
    .where(_epochs.c.day == bindparam("wanted"), _epochs.c.closed_at.is_(None))
    .values(closed_at=bindparam("moment"))
    .returning(_epochs.c.day)
)


@dataclass(frozen=True, slots=True)
class LooseRoll:
    """A roll to make: a plain one, or an action of a ruleset's that needs no encounter.

    `said`: as it was written; `action`: the body that it means. A plain one is any ruleset's.
    """

    said: str
    action: Mapping[str, Any]
    command: Command
    ruleset: Ruleset[Any]

    def told(self, dice: Dice) -> str:
        """Rolls, and tells it with every die. Raises what the rules refuse it with."""
        if isinstance(self.command, Roll):
            return told_roll(rolled(self.command, dice), {})
        codec = codec_for(self.ruleset.id)
        state = self.ruleset.open(codec.options.validate_python({}, strict=False))
        events = self.ruleset.decide(state, self.ruleset.settle(state, self.command), dice)
        return self.ruleset.narrate(events, {})


@dataclass(frozen=True, slots=True)
class RollRequest:
    """How rolls came: what tells the request from others, its key and nonce."""

    fingerprint: str
    key: str | None
    nonce: str


class Rolls:
    """The rolls of this installation that are in no encounter."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()

    async def before(self, request: RollRequest) -> dict[str, Any] | None:
        """The receipt that a key has made already. Raises KeyReused."""
        if request.key is None:
            return None
        row = await self._database.row(_BY_KEY, wanted=_digest(request.key))
        if row is None:
            return None
        if row["request"] != request.fingerprint:
            raise KeyReused("This Idempotency-Key was used for another request: take a new one.")
        return await self._view(row)

    async def roll(self, request: RollRequest, rolls: Sequence[LooseRoll]) -> dict[str, Any]:
        """Rolls, and stores the receipt. Raises what the rules refuse a roll with."""
        for _ in range(MAX_TRIES):
            async with self._lock:
                epoch = await self._present()
                receipt, job = _made(epoch, request, rolls)
                try:
                    await self._database.write(job)
                except Conflict:  # another process was faster, or the day is over
                    before = await self.before(request)
                    if before is not None:
                        return before
                    continue
                return await self._view(receipt)
        raise TooBusy("Others keep rolling: try again in a moment.")

    async def receipt(self, id: str) -> dict[str, Any]:
        """A receipt. Raises NotFound."""
        row = await self._database.row(_RECEIPT, wanted=id)
        if row is None:
            raise NotFound("There is no such receipt.")
        return await self._view(row)

    async def epoch(self, day: str) -> dict[str, Any]:
        """A day of rolls: today's and tomorrow's, and of those before where any was rolled.

        By its date, `today` or `tomorrow`. Raises NotFound.
        """
        today = _today()
        return _epoch_view(await self._shown({TODAY: today, TOMORROW: _next(today)}.get(day, day)))

    async def _shown(self, day: str) -> Row:
        """A day that may be read, closed if it is over. Raises NotFound."""
        today = _today()
        if day in (today, _next(today)):
            return await self._made_epoch(day)
        row = await self._row(day)
        if row is None:
            raise NotFound(
                "Nothing was rolled on that day. A day's commitment is shown from the day before.",
                day=day,
            )
        if day < today and row["closed_at"] is None:
            with suppress(Conflict):  # somebody else has closed it
                closing = {"wanted": day, "moment": now()}
                await self._database.write(Job(Write(_CLOSE, [closing])))
            row = await self._row(day) or row
        return row

    async def _present(self) -> Row:
        """The epoch that dice fall in now: today's, unless a faster clock has closed it."""
        day = _today()
        epoch = await self._made_epoch(day)
        while epoch["closed_at"] is not None:
            day = _next(day)
            epoch = await self._made_epoch(day)
        return epoch

    async def _made_epoch(self, day: str) -> Row:
        row = await self._row(day)
        if row is None:
            number = _number(day)
            made = {
                "day": day,
                "secret": secrets.token_hex(32),
                "drawn": 0,
                "receipts": 0,
                "head": fair_dice.genesis_head(f"{SCOPE}-{number}"),
                "closed_at": None,
            }
            with suppress(Conflict):  # another process was faster
                await self._database.write(Job(Write(_INSERT_EPOCH, [made])))
            row = await self._row(day)
        if row is None:
            raise RuntimeError("a day of rolls could not be stored")
        return row

    async def _row(self, day: str) -> Row | None:
        return await self._database.row(_EPOCH, wanted=day)

    async def _view(self, receipt: Row) -> dict[str, Any]:
        epoch = await self._shown(receipt["day"])
        return {
            "content": json.loads(receipt["content_json"]),
            "salt": _salt(epoch, receipt["number"]),
            "previous": receipt["previous"],
            "hash": receipt["head"],
            "epoch": _epoch_view(epoch),
        }


def _made(epoch: Row, request: RollRequest, rolls: Sequence[LooseRoll]) -> tuple[Row, Job]:
    """A receipt of rolls that fall now, and what stores it."""
    number, day = epoch["receipts"] + 1, epoch["day"]
    counters: dict[Stream, int] = {"public": epoch["drawn"]}
    dice = DrawnDice({"public": _stream(epoch)}, counters, request.nonce)
    made = [_rolled(roll, dice) for roll in rolls]
    content = {
        "id": secrets.token_urlsafe(16),
        "day": day,
        "number": number,
        "at": now(),
        "rolls": made,
    }
    text = canonical_json(content)
    leaf = fair_dice.leaf_digest(_salt(epoch, number), text)
    receipt = {
        "id": content["id"],
        "day": day,
        "number": number,
        "key": None if request.key is None else _digest(request.key),
        "request": request.fingerprint,
        "content_json": text,
        "previous": epoch["head"],
        "head": fair_dice.next_head(epoch["head"], fair_dice.entry_digest([leaf])),
    }
    advance = {
        "wanted": day,
        "expected_head": epoch["head"],
        "new_drawn": dice.counters["public"],
        "new_receipts": number,
        "new_head": receipt["head"],
    }
    return receipt, Job(Write(_ADVANCE, [advance]), [Write(_INSERT_RECEIPT, [receipt])])


def _rolled(roll: LooseRoll, dice: DrawnDice) -> dict[str, Any]:
    """One roll as the receipt has it."""
    before = len(dice.fallen)
    told = roll.told(dice)
    ruleset, own = roll.ruleset, not isinstance(roll.command, Roll)
    return {
        "command": roll.said,
        "action": dict(roll.action),
        "ruleset": {"id": ruleset.id, "version": ruleset.version} if own else None,
        "text": told,
        "dice": [
            {"n": die.n, "sides": die.sides, "face": die.face, "ctx": die.ctx}
            for die in dice.fallen[before:]
        ],
    }


def _key(epoch: Row, stream: Literal["public", "salt"]) -> bytes:
    secret = bytes.fromhex(epoch["secret"])
    return fair_dice.stream_key(secret, SCOPE, _number(epoch["day"]), stream)


def _stream(epoch: Row) -> FairStream:
    entropy = fair_dice.sealed_entropy(SCOPE, _number(epoch["day"]), {})
    return FairStream(_key(epoch, "public"), entropy)


def _salt(epoch: Row, number: int) -> str:
    """The salt of a receipt: shown with it, to nobody else."""
    return fair_dice.leaf_salts(_key(epoch, "salt"), number, 1)[0]


def _epoch_view(row: Row) -> dict[str, Any]:
    key, number = _key(row, "public"), _number(row["day"])
    return {
        "day": row["day"],
        "scheme": fair_dice.SCHEME,
        "encounter": SCOPE,
        "epoch": number,
        "commitment": fair_dice.commitment(key, SCOPE, number, "public"),
        "key": None if row["closed_at"] is None else key.hex(),
        "drawn": row["drawn"],
        "receipts": row["receipts"],
        "head": row["head"],
    }


def _today() -> str:
    return now()[: len("2026-11-30")]


def _next(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def _number(day: str) -> int:
    """A day as the number of its epoch: 20261130."""
    return int(day.replace("-", ""))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
