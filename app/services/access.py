"""Who may do what: tokens, stored as digests, shown once."""

import hashlib
import hmac
import json
import re
import secrets
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, insert, select

from app.database import Conflict, Database, Job, Row, Write
from app.engine.encounter import GAME_MASTER, EncounterState
from app.errors import GameMasterOnly, NotFound, ReadOnly, Unauthorized
from app.models import Server, Token
from app.services.clock import now

Role = Literal["gm", "player", "spectator"]

PREFIX = "tilt"
_TOKEN = re.compile(rf"{PREFIX}_([0-9a-f]{{16}})_([0-9a-f]{{64}})")
KNOWN_TOKENS = 4_096
_NO_LONGER = "This token is not known, has expired, or was revoked."
SERVER_SECRET = "server-secret"  # noqa: S105 - the name of the row, not a secret

_tokens = Token.__table__  # type: ignore[attr-defined]
_server = Server.__table__  # type: ignore[attr-defined]
_BY_ID = select(_tokens).where(_tokens.c.id == bindparam("wanted"))
_SECRET = select(_server).where(_server.c.name == bindparam("wanted"))
_INSERT_SERVER = insert(_server).returning(_server.c.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a token lets its holder do.

    A player acts for `combatants` (ids or external ids, also of those who join later) and for
    everyone of `side`; a game master for all, a spectator for nobody. `expires_at`: None is never.
    """

    role: Role
    label: str | None = None
    combatants: tuple[str, ...] = ()
    side: str | None = None
    expires_at: str | None = None


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: a token, and what it grants in one encounter."""

    token_id: str
    encounter_id: str
    grant: Grant

    @property
    def is_game_master(self) -> bool:
        """Whether all may be seen and done."""
        return self.grant.role == GAME_MASTER

    @property
    def by(self) -> str:
        """How the log names who did something: `gm`, or `player:Ann` for a token with a label."""
        role, label = self.grant.role, self.grant.label
        return role if label is None else f"{role}:{label}"

    def acts_for(self, state: EncounterState) -> list[str]:
        """The ids of the combatants that this one acts for, in order of joining."""
        grant = self.grant
        return [
            combatant.id
            for combatant in state.combatants.values()
            if self.is_game_master
            or combatant.id in grant.combatants
            or combatant.external_id in grant.combatants
            or (grant.side is not None and combatant.side == grant.side)
        ]

    def require_game_master(self) -> None:
        """Raises GameMasterOnly for anybody else."""
        if not self.is_game_master:
            raise GameMasterOnly("Only a game master may do this.", role=self.grant.role)

    def require_player(self) -> None:
        """Raises ReadOnly for who can only watch."""
        if self.grant.role == "spectator":
            raise ReadOnly("A spectator reads, and does nothing.", role=self.grant.role)


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just made: `text` is shown once, `row` is stored."""

    text: str
    row: Row


def new_token(
    encounter_id: str, grant: Grant, at: str, *, derived_from: bytes | None = None
) -> NewToken:
    """A token for an encounter: random, or derived so that a retry makes it again."""
    material = derived_from or secrets.token_bytes(32)
    token_id = hashlib.sha256(b"token-id|" + material).hexdigest()[:16]
    secret = hashlib.sha256(b"token-secret|" + material).hexdigest()
    return NewToken(
        f"{PREFIX}_{token_id}_{secret}",
        {
            "id": token_id,
            "encounter_id": encounter_id,
            "role": grant.role,
            "label": grant.label,
            "combatants_json": json.dumps(grant.combatants),
            "side": grant.side,
            "digest": _digest(secret),
            "created_at": at,
            "expires_at": grant.expires_at,
            "revoked_at": None,
        },
    )


class KnownTokens:
    """Tokens seen lately and whom they spoke for then, which may no longer be true.

    Good enough only for a write that checks the token again in its own transaction.
    """

    def __init__(self) -> None:
        self._viewers: OrderedDict[str, Viewer] = OrderedDict()

    def keep(self, authorization: str | None, viewer: Viewer) -> None:
        """Notes whom an Authorization header speaks for."""
        if authorization is not None:
            self._viewers[authorization] = viewer
            while len(self._viewers) > KNOWN_TOKENS:
                self._viewers.popitem(last=False)

    def get(self, authorization: str | None, encounter_id: str) -> Viewer | None:
        """Whom a header spoke for in an encounter when it was last seen."""
        viewer = self._viewers.get(authorization or "")
        return viewer if viewer is not None and viewer.encounter_id == encounter_id else None


def grant_of(row: Row) -> Grant:
    """What a stored token grants."""
    return Grant(
        role=row["role"],
        label=row["label"],
        combatants=tuple(json.loads(row["combatants_json"])),
        side=row["side"],
        expires_at=row["expires_at"],
    )


def is_live(row: Row, at: str) -> bool:
    """Whether a stored token is neither revoked nor expired."""
    expires = row["expires_at"]
    return row["revoked_at"] is None and (expires is None or at < expires)


async def viewer_of(database: Database, authorization: str | None, encounter_id: str) -> Viewer:
    """Who a request's Authorization header speaks for.

    Raises Unauthorized when it holds no token we know, NotFound when it is another encounter's.
    """
    viewer = await token_viewer(database, authorization)
    if viewer.encounter_id != encounter_id:
        raise NotFound("There is no such encounter, or this token is not for it.")
    return viewer


async def token_viewer(database: Database, authorization: str | None) -> Viewer:
    """The same, whatever encounter the token is for."""
    if authorization is None:
        raise Unauthorized("Send the encounter's token: Authorization: Bearer tilt_…")
    scheme, _, text = authorization.partition(" ")
    match = _TOKEN.fullmatch(text.strip())
    if scheme.lower() != "bearer" or match is None:
        raise Unauthorized("This is no token of ours: send Authorization: Bearer tilt_…")
    row = await database.row(_BY_ID, wanted=match[1])
    # Compared even when there is no such token, so that both take the same time.
    known = row["digest"] if row is not None else _digest("")
    if not hmac.compare_digest(_digest(match[2]), known) or row is None or not is_live(row, now()):
        raise Unauthorized(_NO_LONGER)
    return Viewer(row["id"], row["encounter_id"], grant_of(row))


async def require_live(database: Database, viewer: Viewer) -> None:
    """Raises Unauthorized when a token that was good a moment ago no longer is."""
    row = await database.row(_BY_ID, wanted=viewer.token_id)
    if row is None or not is_live(row, now()):
        raise Unauthorized(_NO_LONGER)


async def server_secret(database: Database) -> bytes:
    """This installation's own secret, made at its first start."""
    row = await database.row(_SECRET, wanted=SERVER_SECRET)
    if row is None:
        made = {"name": SERVER_SECRET, "value": secrets.token_hex(32)}
        with suppress(Conflict):  # another process was faster
            await database.write(Job(Write(_INSERT_SERVER, [made])))
        row = await database.row(_SECRET, wanted=SERVER_SECRET)
    if row is None:
        raise RuntimeError("the server's secret could not be stored")
    return bytes.fromhex(row["value"])


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
