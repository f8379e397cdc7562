"""Who may do what: tokens, stored as digests, shown once."""

import hashlib
import hmac
import re
import secrets
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select

from app.database import Conflict, Database, Job, Row, Write
from app.errors import NotFound, Unauthorized
from app.models import Server, Token

PREFIX = "tilt"
_TOKEN = re.compile(rf"{PREFIX}_([0-9a-f]{{16}})_([0-9a-f]{{64}})")
KNOWN_TOKENS = 4_096
SERVER_SECRET = "server-secret"  # noqa: S105 - the name of the row, not a secret

_tokens = Token.__table__  # type: ignore[attr-defined]
_server = Server.__table__  # type: ignore[attr-defined]
_BY_ID = select(_tokens).where(_tokens.c.id == bindparam("wanted"))
_SECRET = select(_server).where(_server.c.name == bindparam("wanted"))
_INSERT_SERVER = insert(_server).returning(_server.c.name)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: a token's role in one encounter."""

    token_id: str
    encounter_id: str
    role: str

    @property
    def by(self) -> str:
        """How the log names who did something."""
        return self.role


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just made: `text` is shown once, `row` is stored."""

    text: str
    row: Row


def new_token(
    encounter_id: str, role: str, at: str, *, derived_from: bytes | None = None
) -> NewToken:
    """A token for a role in an encounter: random, or derived so that a retry makes it again."""
    material = derived_from or secrets.token_bytes(32)
    token_id = hashlib.sha256(b"token-id|" + material).hexdigest()[:16]
    secret = hashlib.sha256(b"token-secret|" + material).hexdigest()
    return NewToken(
        f"{PREFIX}_{token_id}_{secret}",
        {
            "id": token_id,
            "encounter_id": encounter_id,
            "role": role,
            "digest": _digest(secret),
            "created_at": at,
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
    if not hmac.compare_digest(_digest(match[2]), known) or row is None:
        raise Unauthorized("This token is not known, or was revoked.")
    return Viewer(row["id"], row["encounter_id"], row["role"])


async def require_token(database: Database, token_id: str) -> None:
    """Raises Unauthorized when a token that was good a moment ago no longer is."""
    if await database.row(_BY_ID, wanted=token_id) is None:
        raise Unauthorized("This token is not known, or was revoked.")


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
