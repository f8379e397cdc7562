"""Opening, finding and removing encounters, and the commands that game masters give about them."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from app.canonical import canonical_text
from app.config import Settings
from app.database import Conflict, Database, Row
from app.engine import fair_dice
from app.engine.encounter import Adjust, Join, Open, Recruit, slug
from app.engine.refusals import Invalid, Refused
from app.errors import KeyReused, NotFound
from app.rules.registry import rulesets
from app.schemas import AdjustmentIn, CombatantIn, EncounterIn, EncounterSettings
from app.services import access, event_log
from app.services.access import Grant, Viewer
from app.services.clock import now
from app.services.codec import Codec, codec_for
from app.services.event_log import Loaded
from app.services.referee import Referee, Request
from app.services.seen import perspective

SETTINGS: TypeAdapter[EncounterSettings] = TypeAdapter(EncounterSettings)
OPENER = Grant(role="gm")
SHORTEST_KEY = 22  # characters of 128 bits


class UnknownRuleset(Invalid):
    code = "unknown-ruleset"


class WeakKey(Invalid):
    code = "weak-idempotency-key"


class TooManyCombatants(Refused):
    code = "too-many-combatants"


class FogNeedsFairDice(Invalid):
    code = "fog-needs-fair-dice"


@dataclass(frozen=True, slots=True)
class Opened:
    """A new encounter, its game master, and the token, shown once."""

    loaded: Loaded
    viewer: Viewer
    token: str


class Encounters:
    """The encounters of this installation."""

    def __init__(
        self, database: Database, referee: Referee, settings: Settings, server_secret: bytes
    ) -> None:
        self._database = database
        self._referee = referee
        self._settings = settings
        self._server_secret = server_secret

    async def open(self, body: EncounterIn, key: str | None, fingerprint: str) -> Opened:
        """Opens an encounter; under a creation key, the same one again on a retry."""
        if key is not None:
            before = await self._opened_before(key, fingerprint)
            if before is not None:
                return before
        codec = wanted_codec(body.ruleset)
        settings, options = _split_options(body.options)
        if body.seed is not None and settings["disclosure"] == "fog":
            raise FogNeedsFairDice(
                "Whoever knows the seed knows every die, so there is no fog: leave one of them out."
            )
        complete = codec.complete_options(options)
        loaded = _nothing_yet(body, settings, codec.ruleset, complete)
        command = Open(
            name=body.name,
            options=complete,
            settings=settings,
            combatants=recruits(body.combatants),
        )
        self._check_room(0, command.combatants)
        token = access.new_token(
            loaded.id,
            OPENER,
            str(loaded.row["created_at"]),
            derived_from=self._derive("token", key) if key is not None else None,
        )
        viewer = Viewer(token.row["id"], loaded.id, OPENER)
        request = Request(viewer=viewer, fingerprint=fingerprint)
        row, first = await self._referee.open(loaded, command, request)
        kept = None
        if key is not None:
            kept = {
                "key": self._derive("key", key).hex(),
                "request": fingerprint,
                "encounter_id": loaded.id,
            }
        try:
            await self._database.write(event_log.opening(row, first, token.row, kept))
        except Conflict:
            # Only a creation key can be there already: the same request came twice at once.
            again = await self._opened_before(key, fingerprint) if key is not None else None
            if again is None:
                raise
            return again
        return Opened(Loaded(row, first[-1].state), viewer, token.text)

    async def _opened_before(self, key: str, fingerprint: str) -> Opened | None:
        require_strong(key)
        row = await event_log.opened_before(self._database, self._derive("key", key).hex())
        if row is None:
            return None
        if row["request"] != fingerprint:
            raise KeyReused("This Idempotency-Key was used for another request: take a new one.")
        loaded = await self._referee.load(row["encounter_id"])
        token = access.new_token(loaded.id, OPENER, "", derived_from=self._derive("token", key))
        return Opened(loaded, Viewer(token.row["id"], loaded.id, OPENER), token.text)

    def _derive(self, what: str, key: str) -> bytes:
        return hmac.digest(self._server_secret, f"{what}|{key}".encode(), "sha256")

    def _check_room(self, there: int, joining: Sequence[Recruit]) -> None:
        most = self._settings.max_combatants
        wanted = there + sum(recruit.count for recruit in joining)
        if wanted > most:
            raise TooManyCombatants(
                f"An encounter holds {most} combatants; this would make {wanted}.", most=most
            )

    def joining(self, loaded: Loaded, bodies: Sequence[CombatantIn]) -> Join:
        """The command that lets combatants join. Refused over the cap."""
        command = Join(combatants=recruits(bodies))
        self._check_room(len(loaded.state.combatants), command.combatants)
        return command

    async def find(self, viewer: Viewer, external_id: str) -> list[dict[str, Any]]:
        """The encounters with an external id that a token is for."""
        found = await event_log.find_own(self._database, viewer.token_id, external_id)
        return [perspective(viewer, loaded).encounter() for loaded in found]

    async def remove(self, encounter_id: str) -> None:
        """Deletes an encounter and everything of it."""
        try:
            await self._database.write(event_log.removal(encounter_id))
        except Conflict:
            raise NotFound("There is no such encounter.") from None
        self._referee.forget(encounter_id)

    async def as_of(self, viewer: Viewer, loaded: Loaded, version: int) -> dict[str, Any]:
        """An encounter as of a version, as it could be seen then.

        Raises NotFound for a version it never had.
        """
        entry = await event_log.entry(self._database, loaded.id, version)
        state = await event_log.state_at(self._database, loaded, version)
        row: Row = {**loaded.row, "ruleset_version": entry.ruleset_version, "epoch": entry.epoch}
        return perspective(viewer, Loaded(row, state)).encounter(version, entry.head)


def require_strong(key: str | None) -> None:
    """Raises WeakKey for a key that somebody else could come by who has no token yet."""
    if key is not None and len(key) < SHORTEST_KEY:
        raise WeakKey(
            "An Idempotency-Key that comes without an encounter's token gives back what was made "
            "under it, so it must be random and at least 128 bits: 22 characters or more.",
            length=len(key),
        )


def wanted_codec(ruleset_id: str) -> Codec:
    """The codec of the ruleset that a client names. Raises UnknownRuleset."""
    if ruleset_id not in rulesets():
        raise UnknownRuleset(
            f"There is no ruleset {ruleset_id!r}.",
            ruleset=ruleset_id,
            rulesets=sorted(rulesets()),
        )
    return codec_for(ruleset_id)


def recruits(bodies: Sequence[CombatantIn]) -> tuple[Recruit, ...]:
    """What clients sent, as the rules take it.

    Who is hidden gets an id that isn't in the way of others': an `orc-2` would give away an `orc`.
    """
    return tuple(
        Recruit(**{**body.model_dump(), "id": body.id or _hidden_id(body)}) for body in bodies
    )


def _hidden_id(body: CombatantIn) -> str | None:
    return f"{slug(body.name)}-{secrets.token_hex(3)}" if body.hidden else None


def adjustment(combatant: str, body: AdjustmentIn) -> Adjust:
    """A game master's change, as the rules take it."""
    return Adjust(
        combatant=combatant,
        reason=body.reason,
        name=body.name,
        hidden=body.hidden,
        sheet=body.sheet,
        state=body.state,
        add_conditions=tuple(body.conditions.add),
        remove_conditions=tuple(body.conditions.remove),
    )


def _split_options(sent: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options of every encounter (complete), and those of the ruleset (as sent)."""
    common = {name: sent[name] for name in sent if name in EncounterSettings.model_fields}
    settings = SETTINGS.validate_python(common).model_dump(mode="json")
    return settings, {name: value for name, value in sent.items() if name not in common}


def _nothing_yet(
    body: EncounterIn, settings: Mapping[str, Any], ruleset: Any, options: Mapping[str, Any]
) -> Loaded:
    """An encounter before its first entry, with the secret of its dice."""
    encounter_id = secrets.token_urlsafe(16)
    seeded = body.seed is not None
    name = fair_dice.SEEDED if seeded else encounter_id
    secret = (
        fair_dice.secret_from_seed(body.seed) if body.seed is not None else secrets.token_bytes(32)
    )
    codec = codec_for(ruleset.id)
    state = ruleset.open(codec.options.validate_python(options, strict=False))
    row = {
        "id": encounter_id,
        "name": body.name,
        "external_id": body.external_id,
        "ruleset": ruleset.id,
        "settings_json": canonical_text(settings),
        "created_at": now(),
        "mode": "seeded" if seeded else "fair",
        "secret": secret.hex(),
        "version": 0,
        "head": fair_dice.genesis_head(name),
        "epoch": 0,
        "drawn_public": 0,
        "drawn_gm": 0,
        "jumps": 0,
        "ruleset_version": ruleset.version,
    }
    return Loaded(row, state)


def fingerprint(method: str, path: str, body: Any) -> str:
    """What tells two requests under one key apart: the digest of method, path and body."""
    return hashlib.sha256(canonical_text([method, path, body]).encode()).hexdigest()
