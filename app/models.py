"""The tables.

Text columns named `…_json` hold JSON as it was hashed, so both databases keep it exactly.
Times are RFC 3339 texts in UTC: they sort as texts, and go into digests as they are.
"""

from sqlalchemy import BigInteger, Column, Index, Text
from sqlmodel import Field, SQLModel


class Server(SQLModel, table=True):
    """Values this installation keeps for itself, such as what tokens are derived from."""

    name: str = Field(primary_key=True, sa_type=Text)
    value: str = Field(sa_type=Text)


class Encounter(SQLModel, table=True):
    """An encounter: what never changes, and where its log stands now."""

    __tablename__ = "encounters"
    __table_args__ = (Index("ix_encounters_external_id", "external_id"),)

    id: str = Field(primary_key=True, sa_type=Text)
    name: str = Field(sa_type=Text)
    external_id: str | None = Field(default=None, sa_type=Text)
    ruleset: str = Field(sa_type=Text)
    settings_json: str = Field(sa_type=Text)  # the options every encounter has, such as given_dice
    created_at: str = Field(sa_type=Text)
    mode: str = Field(sa_type=Text)  # of the dice: fair or seeded
    secret: str = Field(sa_type=Text)  # of the dice, hex; in no answer, log or export

    version: int = Field(sa_type=BigInteger)
    head: str = Field(sa_type=Text)
    epoch: int = Field(sa_type=BigInteger)
    drawn_public: int = Field(sa_type=BigInteger)  # the next free number of each stream
    drawn_gm: int = Field(sa_type=BigInteger)
    jumps: int = Field(sa_type=BigInteger)  # entries whose parent isn't the one before
    ruleset_version: str = Field(sa_type=Text)


class LogEntry(SQLModel, table=True):
    """One entry of a log: stored once, never changed."""

    __tablename__ = "log_entries"

    encounter_id: str = Field(primary_key=True, sa_type=Text)
    version: int = Field(primary_key=True, sa_type=BigInteger)
    parent: int = Field(sa_type=BigInteger)
    kind: str = Field(sa_type=Text)
    cause: int | None = Field(default=None, sa_type=BigInteger)
    followers: int = Field(sa_type=BigInteger)
    replaces: int | None = Field(default=None, sa_type=BigInteger)
    by: str = Field(sa_type=Text)
    at: str = Field(sa_type=Text)
    epoch: int = Field(sa_type=BigInteger)
    ruleset_version: str = Field(sa_type=Text)
    event_schema: int = Field(sa_type=BigInteger)
    intent: str = Field(sa_type=Text)
    after_json: str = Field(sa_type=Text)  # status, round and acting of the state it left
    command_json: str = Field(sa_type=Text)
    dice_json: str = Field(sa_type=Text)
    events_json: str = Field(sa_type=Text)
    head: str = Field(sa_type=Text)


class UndoneIntent(SQLModel, table=True):
    """Where an intent met dice that it may meet again: entries undone once, and who took of them.

    Beside the log, since few entries are: an index over all would have to be written each time.
    """

    __tablename__ = "undone_intents"

    encounter_id: str = Field(primary_key=True, sa_type=Text)
    intent: str = Field(primary_key=True, sa_type=Text)
    version: int = Field(primary_key=True, sa_type=BigInteger)


class Checkpoint(SQLModel, table=True):
    """The state at every 32nd entry and at every undo: any version is a short fold away."""

    __tablename__ = "checkpoints"

    encounter_id: str = Field(primary_key=True, sa_type=Text)
    version: int = Field(primary_key=True, sa_type=BigInteger)
    state_format: int = Field(primary_key=True, sa_type=BigInteger)
    state_json: str = Field(sa_type=Text)


class Token(SQLModel, table=True):
    """Who may do what in one encounter. The token itself is stored nowhere, only its digest."""

    __tablename__ = "tokens"
    __table_args__ = (Index("ix_tokens_encounter", "encounter_id"),)

    id: str = Field(primary_key=True, sa_type=Text)
    encounter_id: str = Field(sa_type=Text)
    role: str = Field(sa_type=Text)
    label: str | None = Field(default=None, sa_type=Text)
    combatants_json: str = Field(sa_type=Text)  # whom a player acts for: ids and external ids
    side: str | None = Field(default=None, sa_type=Text)  # and all of this side
    digest: str = Field(sa_type=Text)
    created_at: str = Field(sa_type=Text)
    expires_at: str | None = Field(default=None, sa_type=Text)
    revoked_at: str | None = Field(default=None, sa_type=Text)


class IdempotencyKey(SQLModel, table=True):
    """A request that was accepted once: the same key again gives the same answer, nothing twice."""

    __tablename__ = "idempotency_keys"

    encounter_id: str = Field(primary_key=True, sa_type=Text)
    token_id: str = Field(primary_key=True, sa_type=Text)
    key: str = Field(primary_key=True, sa_type=Text)
    request: str = Field(sa_type=Text)  # digest of the method, path and body
    version: int = Field(sa_type=BigInteger)  # the lead entry it made; 0: something beside the log


class CreationKey(SQLModel, table=True):
    """The same for opening encounters; `key` is a digest, since the key gives the token back."""

    __tablename__ = "creation_keys"

    key: str = Field(primary_key=True, sa_type=Text)
    request: str = Field(sa_type=Text)
    encounter_id: str = Field(sa_column=Column(Text, nullable=False))


class RollEpoch(SQLModel, table=True):
    """A day of rolls outside encounters: the secret of its dice, and where it stands."""

    __tablename__ = "roll_epochs"

    day: str = Field(primary_key=True, sa_type=Text)  # UTC, such as 2026-11-30
    secret: str = Field(sa_type=Text)  # of the dice, hex; in no answer
    drawn: int = Field(sa_type=BigInteger)  # the next free number of the stream
    receipts: int = Field(sa_type=BigInteger)
    head: str = Field(sa_type=Text)
    closed_at: str | None = Field(default=None, sa_type=Text)  # before its key is shown


class Receipt(SQLModel, table=True):
    """Dice that fell outside encounters: written once, never changed."""

    __tablename__ = "roll_receipts"
    __table_args__ = (Index("ix_roll_receipts_key", "key", unique=True),)

    id: str = Field(primary_key=True, sa_type=Text)
    day: str = Field(sa_type=Text)
    number: int = Field(sa_type=BigInteger)
    key: str | None = Field(default=None, sa_type=Text)  # digest of the idempotency key
    request: str = Field(sa_type=Text)  # digest of the method, path and body
    content_json: str = Field(sa_type=Text)
    previous: str = Field(sa_type=Text)
    head: str = Field(sa_type=Text)
