"""The tokens of an encounter: made, listed, revoked by its game masters."""

import hmac
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from app.database import Conflict, Database, Job, Row, Write
from app.engine.encounter import EncounterState, find
from app.engine.refusals import UnknownCombatant
from app.errors import KeyReused, NotFound, OwnToken, TooManyTokens, Unprocessable
from app.models import Token
from app.services import event_log
from app.services.access import Grant, NewToken, Viewer, grant_of, is_live, new_token
from app.services.clock import now
from app.services.event_log import Kept, Loaded

MAX_TOKENS = 1_000  # of one encounter, the revoked ones included

_tokens = Token.__table__  # type: ignore[attr-defined]
_OF_ENCOUNTER = (
    select(_tokens)
    .where(_tokens.c.encounter_id == bindparam("encounter"))
    .order_by(_tokens.c.created_at, _tokens.c.id)
)
_ONE = select(_tokens).where(
    _tokens.c.encounter_id == bindparam("encounter"), _tokens.c.id == bindparam("wanted")
)
_INSERT = insert(_tokens).returning(_tokens.c.id)
_REVOKE = (
    update(_tokens)
    .where(
        _tokens.c.encounter_id == bindparam("encounter"),
        _tokens.c.id == bindparam("wanted"),
        _tokens.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("moment"))
    .returning(_tokens.c.id)
)


class Tokens:
    """The tokens of this installation's encounters."""

    def __init__(self, database: Database, server_secret: bytes) -> None:
        self._database = database
        self._server_secret = server_secret

    async def make(self, loaded: Loaded, grant: Grant, kept: Kept | None) -> dict[str, Any]:
        """A new token; its text is shown this once, or again to a retry under the same key."""
        at = now()
        grant = replace(grant, combatants=_settled(loaded.state, grant.combatants))
        derived = self._derive(loaded.id, kept) if kept is not None else None
        token = new_token(loaded.id, grant, at, derived_from=derived)
        row = await self._made_before(token, kept)
        if row is None:
            if not is_live(token.row, at):
                raise Unprocessable("expires_at is over already.", expires_at=grant.expires_at)
            await self._check_room(loaded.id)
            row = await self._store(token, kept)
        return {**token_view(row, loaded.state), "token": token.text}

    async def listed(self, loaded: Loaded) -> list[dict[str, Any]]:
        """Every token there ever was, in the order of making."""
        rows = await self._database.rows(_OF_ENCOUNTER, encounter=loaded.id)
        return [token_view(row, loaded.state) for row in rows]

    async def revoke(self, revoker: Viewer, token_id: str) -> None:
        """Ends a token now, on every worker. Again is no error. Raises NotFound, OwnToken."""
        if token_id == revoker.token_id:
            raise OwnToken(
                "This is the token you use: have another game master's token revoke it, so that "
                "the encounter keeps one."
            )
        encounter = revoker.encounter_id
        revoked = {"encounter": encounter, "wanted": token_id, "moment": now()}
        try:
            await self._database.write(Job(Write(_REVOKE, [revoked])))
        except Conflict:
            if await self._database.row(_ONE, encounter=encounter, wanted=token_id) is None:
                raise NotFound("This encounter has no such token.") from None

    async def _made_before(self, token: NewToken, kept: Kept | None) -> Row | None:
        """The token as its key has made it already, if it has. Raises KeyReused."""
        if kept is None:
            return None
        encounter = token.row["encounter_id"]
        found = await event_log.accepted_before(self._database, encounter, kept.token_id, kept.key)
        if found is None:
            return None
        if found["request"] != kept.request:
            raise KeyReused("This Idempotency-Key was used for another request: take a new one.")
        return await self._database.row(_ONE, encounter=encounter, wanted=token.row["id"])

    async def _store(self, token: NewToken, kept: Kept | None) -> Row:
        writes = []
        if kept is not None:
            writes.append(event_log.keeping(token.row["encounter_id"], kept))
        try:
            await self._database.write(Job(Write(_INSERT, [token.row]), writes))
        except Conflict:
            made = await self._made_before(token, kept)  # the same request came twice at once
            if made is None:
                raise
            return made
        return token.row

    async def _check_room(self, encounter_id: str) -> None:
        rows = await self._database.rows(_OF_ENCOUNTER, encounter=encounter_id)
        if len(rows) >= MAX_TOKENS:
            raise TooManyTokens(
                f"An encounter has at most {MAX_TOKENS} tokens, the revoked ones included.",
                most=MAX_TOKENS,
            )

    def _derive(self, encounter_id: str, kept: Kept) -> bytes:
        message = f"made|{encounter_id}|{kept.token_id}|{kept.key}"
        return hmac.digest(self._server_secret, message.encode(), "sha256")


def _settled(state: EncounterState, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Ids, where somebody is called so; the rest are ids or external ids of who joins later.

    Raises AmbiguousName for a name that several have.
    """
    settled: list[str] = []
    for one in wanted:
        try:
            settled.append(find(state, one))
        except UnknownCombatant:
            settled.append(one)
    return tuple(dict.fromkeys(settled))


def token_view(row: Mapping[str, Any], state: EncounterState) -> dict[str, Any]:
    """A token as its game masters see it: all but what makes it a token."""
    grant = grant_of(row)
    viewer = Viewer(row["id"], row["encounter_id"], grant)
    return {
        "id": row["id"],
        "role": grant.role,
        "label": grant.label,
        "combatants": list(grant.combatants),
        "side": grant.side,
        "acts_for": viewer.acts_for(state),
        "created_at": row["created_at"],
        "expires_at": grant.expires_at,
        "revoked_at": row["revoked_at"],
    }
