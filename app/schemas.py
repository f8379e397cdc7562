"""The shapes of requests and answers. Unknown fields are refused; numbers are whole."""

import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
    WithJsonSchema,
    model_validator,
)

from app.errors import Malformed
from app.strict_json import check_text

MAX_GIVEN_DICE = 1_000
MAX_COUNT = 200

OF_RULESET = "x-of-ruleset"
"""Marks in a schema what the encounter's ruleset says more of; `app.openapi` fills it in."""


def _of_ruleset(shape: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "object", OF_RULESET: shape})


AnyOptions = Annotated[dict[str, Any], _of_ruleset("Options")]
AnySheet = Annotated[dict[str, Any], _of_ruleset("Sheet")]
AnySheetChange = Annotated[dict[str, Any], _of_ruleset("SheetChange")]
AnyStateChange = Annotated[dict[str, Any], _of_ruleset("StateChange")]
AnyCondition = Annotated[dict[str, Any], _of_ruleset("Condition")]
AnyAction = Annotated[dict[str, Any], _of_ruleset("Action")]
AnyEvent = Annotated[dict[str, Any], _of_ruleset("Event")]
AsAccepted = Annotated[
    dict[str, Any],
    WithJsonSchema(
        {"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}
    ),
    Field(description="As accepted: names are ids, what was at its default is left out."),
]


def _printable(text: str) -> str:
    if any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or c in "\u2028\u2029" for c in text):
        raise ValueError("no line breaks or control characters")
    try:
        return check_text(text)
    except Malformed as error:
        raise ValueError(error.detail) from None


def _visible(name: str) -> str:
    if all(unicodedata.category(c)[0] in "CZ" for c in name):
        raise ValueError("a name has something that can be seen")
    return name


def _moment(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError
        utc = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("a time with its zone, such as 2027-01-31T18:00:00Z") from None
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")


Line = Annotated[str, StringConstraints(max_length=200), AfterValidator(_printable)]
"""A text on one line."""
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100, pattern=r"\S"),
    AfterValidator(_printable),
    AfterValidator(_visible),
]
"""A name as people write it: any script, on one line."""
Slug = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[a-z0-9-]+$")]
"""An id that a person can type."""
ExternalId = Annotated[
    str, StringConstraints(min_length=1, max_length=200), AfterValidator(_printable)
]
"""The id that a VTT or a forum has for the same thing."""


Moment = Annotated[str, StringConstraints(max_length=40), AfterValidator(_moment)]
"""A time, RFC 3339; kept in UTC to the millisecond."""


class Body(BaseModel):
    """A request's body: nothing is guessed, nothing unknown is dropped."""

    model_config = ConfigDict(extra="forbid", strict=True)


class CombatantIn(Body):
    """One combatant to join, or `count` of them."""

    name: Name = Field(examples=["Sotek"])
    side: Name = Field(examples=["heroes"], description="Who fights together.")
    id: Slug | None = Field(None, description="Made from the name when left out.")
    group: Name | None = Field(None, description="All of a group share one initiative roll.")
    external_id: ExternalId | None = None
    count: int = Field(1, ge=1, le=MAX_COUNT, description="8 makes orc-1 … orc-8.")
    hidden: bool = Field(False, description="Not shown to players until it is revealed.")
    sheet: AnySheet = Field(
        default_factory=dict, description="What it is, as the encounter's ruleset has it."
    )


class CombatantsIn(Body):
    """Several combatants that join together, in one log entry."""

    items: list[CombatantIn] = Field(min_length=1, max_length=MAX_COUNT)


ONE, SEVERAL = "one", "several"


def _how_many(body: Any) -> str:
    return SEVERAL if isinstance(body, Mapping) and "items" in body else ONE


OneOrSeveral = Annotated[
    Annotated[CombatantIn, Tag(ONE)] | Annotated[CombatantsIn, Tag(SEVERAL)],
    Discriminator(_how_many),
]


class EncounterIn(Body):
    """An encounter to open."""

    ruleset: str = Field(max_length=64, examples=["tides-of-ichor"])
    name: Name = Field(examples=["Jungle ambush"])
    options: AnyOptions = Field(
        default_factory=dict,
        description="The ruleset's options, and those of every encounter (`given_dice`, "
        "`disclosure`).",
        examples=[{"base_number": 50, "zones": 6}],
    )
    seed: Line | None = Field(
        None,
        description="Makes every die foreseeable, for tests and demonstrations. "
        "Leave it out for fair dice.",
    )
    external_id: ExternalId | None = None
    combatants: list[CombatantIn] = Field(default_factory=list, max_length=MAX_COUNT)


class EncounterSettings(Body):
    """The options that every encounter has, whatever its rules."""

    given_dice: Literal["gm", "all", "none"] = Field(
        "gm", description="Who may send faces rolled at a real table."
    )
    disclosure: Literal["open", "fog"] = Field(
        "open",
        description="open: everybody reads all numbers. fog: players see the sheets of their own "
        "combatants alone, of others' wounds a band, of their rolls the outcome.",
    )


GivenFaces = Annotated[
    list[int] | None,
    Field(
        max_length=MAX_GIVEN_DICE,
        description="Faces rolled at a real table, in the order the rules ask for them.",
    ),
]
Nonce = Annotated[
    str | None,
    Field(pattern=r"^[0-9a-f]{16,64}$", description="Enters the dice of this request (hex)."),
]


class ActionIn(BaseModel):
    """An action: its type, who acts, and the fields that the ruleset's action of that type has."""

    model_config = ConfigDict(extra="allow", strict=True)

    type: str = Field(max_length=64, examples=["charge"])
    actor: str | None = Field(None, max_length=200, examples=["sotek"])
    dice: GivenFaces = None
    nonce: Nonce = None


class OddsIn(BaseModel):
    """An action to weigh, as one would send it; without dice."""

    model_config = ConfigDict(extra="allow", strict=True)

    type: str = Field(max_length=64, examples=["charge"])
    actor: str | None = Field(None, max_length=200, examples=["sotek"])
    estimate: bool = Field(
        False, description="An estimate will do, where the dice can fall in too many ways."
    )


class StartIn(Body):
    """Dice for the initiative rolls, when they were rolled at a real table."""

    dice: GivenFaces = None
    nonce: Nonce = None


class NothingIn(Body):
    """No fields."""


class ConditionsIn(Body):
    """Conditions to add (names, or objects as the ruleset has them) and to remove (names)."""

    add: list[str | AnyCondition] = Field(default_factory=list, max_length=20)
    remove: list[Name] = Field(default_factory=list, max_length=20)


class AdjustmentIn(Body):
    """A game master's change to a combatant: only what is named changes."""

    reason: Line = Field(min_length=1, description="Why, for the log.")
    name: Name | None = None
    hidden: bool | None = None
    sheet: AnySheetChange = Field(default_factory=dict)
    state: AnyStateChange = Field(default_factory=dict)
    conditions: ConditionsIn = Field(default_factory=ConditionsIn)


class UndoIn(Body):
    """How far back: to the state after an entry, or over a number of lead entries."""

    to_version: int | None = Field(None, ge=1)
    count: int | None = Field(None, ge=1, le=10_000)


class TokenIn(Body):
    """A token to make. A player's is bound to combatants, or to all of a side, or both."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"role": "player", "label": "Ann", "combatants": ["sotek"]}]
        }
    )

    role: Literal["gm", "player", "spectator"] = Field(
        description="gm: sees and does all. player: acts for its combatants. spectator: reads.",
    )
    label: Name | None = Field(None, description="Whose it is; the log names it (`player:Ann`).")
    combatants: list[ExternalId] = Field(
        default_factory=list,
        max_length=MAX_COUNT,
        description="Whom a player acts for: ids, external ids, or names that fit one. An id or "
        "external id that nobody has yet is that of who joins later.",
    )
    side: Name | None = Field(
        None, description="A player also acts for everyone of this side, whenever they join."
    )
    expires_at: Moment | None = Field(
        None, description="When it ends by itself (RFC 3339, with a zone); never, if left out."
    )

    @model_validator(mode="after")
    def _bound_as_its_role(self) -> Self:
        bound = bool(self.combatants) or self.side is not None
        if self.role == "player" and not bound:
            raise ValueError("a player acts for somebody: name combatants or a side")
        if self.role != "player" and bound:
            raise ValueError("only a player is bound: leave combatants and side out")
        return self


class TokenOut(BaseModel):
    """A token, without what makes it one. `acts_for`: the ids it acts for now."""

    id: str
    role: Literal["gm", "player", "spectator"]
    label: str | None
    combatants: list[str]
    side: str | None
    acts_for: list[str]
    created_at: str
    expires_at: str | None
    revoked_at: str | None


class TokenMadeOut(TokenOut):
    """A new token, shown this once."""

    token: str


class TokensOut(BaseModel):
    """Every token of the encounter, the expired and revoked ones too."""

    items: list[TokenOut]
    next: None = None


class Problem(BaseModel):
    """What went wrong, and what to do (RFC 9457). Further fields hold the facts."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    code: str = Field(description="Stable: switch on this.")
    detail: str


Redacted = Annotated[
    str | None,
    Field(description="The digest of a leaf that you can't see all of; null when you can."),
]


class DieOut(BaseModel):
    """One die that fell. `n` is its number in its stream, for drawn dice.

    What of it isn't yours to see is null.
    """

    sides: int | None
    face: int | None
    purpose: str | None
    subject: str | None
    object: str | None
    reason: str | None
    source: Literal["drawn", "given", "reused", "kept"] | None
    visibility: str | None
    stream: str | None
    n: int | None
    ctx: str | None
    reused_from: int | None
    redacted: Redacted = None


class Standing(BaseModel):
    """Where an encounter stands after an entry."""

    version: int
    status: str
    round: int
    acting: str | None


class LogEntryOut(BaseModel):
    """One entry of the log. `followed_by`: what happened by itself after it.

    A command or an event that you can't see all of has its digest in a field `redacted`; of one
    that you can see nothing of, the type is `concealed`.
    """

    version: int
    kind: str
    by: str | None = Field(description="Role and label: `gm`, `player:Ann`; null: not for you.")
    command: AsAccepted
    summary: str
    at: str
    hash: str
    parent: int
    cause: int | None
    replaces: int | None
    followed_by: list[int]
    undone: bool
    dice: list[DieOut]
    events: list[AnyEvent]
    encounter: Standing


class LogOut(BaseModel):
    """A page of the log; `next` is the `after` of the next page."""

    items: list[LogEntryOut]
    next: int | None


class LeafOut(BaseModel):
    """A leaf of an entry: its content with its salt or, where it isn't yours to see, its digest."""

    content: Any
    salt: str | None
    digest: str | None


class ProofOut(BaseModel):
    """What an entry's hash is made of: the leaves meta, command, each die, each event."""

    version: int
    hash: str
    leaves: list[LeafOut]


class ProofsOut(BaseModel):
    """A page of proofs; `next` is the `after` of the next page."""

    items: list[ProofOut]
    next: int | None


class CombatantOut(BaseModel):
    """A combatant: what it is (sheet), and how it is now (state, conditions, status).

    In the fog others' sheets are null, and their state is what a bystander sees.
    """

    id: str
    name: str
    side: str
    group: str | None
    external_id: str | None
    hidden: bool
    status: Literal["active", "down", "dead", "left"]
    sheet: AnySheet | None
    state: dict[str, Any] = Field(description="Its current values: wounds, place and the like.")
    conditions: list[AnyCondition]


class CombatantsOut(BaseModel):
    """Combatants, in order of joining."""

    items: list[CombatantOut]
    next: None = None


class TurnOut(BaseModel):
    """Whose turn it is, and what is left of it."""

    combatant: str
    left: dict[str, int]


class QuestionOut(BaseModel):
    """A choice somebody has to make; a blocking one must be made before anything else happens."""

    id: str
    to: str
    prompt: str
    choices: list[str]
    default: str | None
    blocks: bool


class DiceOut(BaseModel):
    """How the dice fall: `fair` with commitments, or `seeded` and foreseeable.

    `keys`: once the encounter has ended, the keys committed to, so that anybody can draw the dice
    again; that of the game master's secret dice for game masters alone.
    """

    scheme: str
    mode: Literal["fair", "seeded"]
    epoch: int
    commitments: dict[str, str] | None
    keys: dict[str, str] | None


class RulesetRef(BaseModel):
    """Which rules, in which version."""

    id: str
    version: str


class YouOut(BaseModel):
    """Who asked, and the ids of the combatants they act for."""

    role: Literal["gm", "player", "spectator"]
    label: str | None
    acts_for: list[str]


class EncounterOut(BaseModel):
    """An encounter. `standing`: the sides with somebody able to act."""

    id: str
    name: str
    external_id: str | None
    created_at: str
    ruleset: RulesetRef
    options: AnyOptions
    status: Literal["setup", "running", "paused", "ended"]
    version: int
    round: int
    acting: str | None
    order: list[str]
    standing: list[str]
    combatants: list[CombatantOut]
    turn: TurnOut | None
    questions: list[QuestionOut]
    head: str
    dice: DiceOut
    you: YouOut


class EncounterOpenedOut(EncounterOut):
    """A new encounter, and the game master's token, shown this once."""

    token: str


class EncountersOut(BaseModel):
    """The encounters that the token is for and the query fits."""

    items: list[EncounterOut]
    next: None = None


class ChoiceOut(BaseModel):
    """Something a combatant may do now: a body for the actions endpoint, and its label."""

    body: AnyAction
    label: str


class ChoicesOut(BaseModel):
    """Everything a combatant may do now."""

    items: list[ChoiceOut]
    next: None = None


class NumberOut(BaseModel):
    """A number: exact as a `fraction` in lowest terms; or estimated, within its `interval`.

    `fraction` is also null where it would have thousands of digits.
    """

    fraction: str | None = Field(examples=["9/25"])
    value: float = Field(examples=[0.36])
    interval: tuple[float, float] | None


class AmountOut(BaseModel):
    """How likely an outcome comes to exactly this amount."""

    amount: int
    chance: NumberOut


class OutcomeOut(BaseModel):
    """Something an action may come to. `of`: the combatant it befalls, where it befalls one.

    `chance`: that it happens at all; `mean`: how much of it on average; `distribution`: the chance
    of each amount that is possible, 0 included. The amount of what happens is how many times it
    does, of damage how much in all.
    """

    name: str = Field(description="Stable; what it means is the `label`.", examples=["wound"])
    of: str | None
    label: str = Field(examples=["Orc 1 is wounded"])
    chance: NumberOut
    mean: NumberOut
    distribution: list[AmountOut]


class OddsOut(BaseModel):
    """The odds of an action at a version. What can't happen is not listed."""

    version: int
    method: Literal["exact", "estimate"]
    runs: int = Field(description="How often the rules were run for it.")
    confidence: float | None = Field(description="Of an estimate's intervals, each by itself.")
    outcomes: list[OutcomeOut]


class DifferenceOut(BaseModel):
    """The first entry that isn't what it must be. `what`: a stable code."""

    version: int
    what: str
    detail: str


class VerificationOut(BaseModel):
    """What verification found."""

    ok: bool
    entries: int
    redecided: int
    folded: int
    head: str
    first_difference: DifferenceOut | None


class RulesetSummary(BaseModel):
    """A ruleset in short."""

    id: str
    version: str
    title: str
    summary: str
    source: str


class RulesetsOut(BaseModel):
    """Every ruleset there is."""

    items: list[RulesetSummary]
    next: None = None


class ExampleOut(BaseModel):
    """A ready sheet or action that works as it stands."""

    name: str
    summary: str
    body: dict[str, Any]


class TableOut(BaseModel):
    """A table: rows over ranges of a die of `sides`, or a list of things with `columns`."""

    model_config = ConfigDict(extra="allow")

    name: str
    title: str
    rows: list[dict[str, Any]] = Field(description="Each row's words and mechanics.")


class RulesetOut(RulesetSummary):
    """All of a ruleset: its shapes as JSON Schema, its tables, conditions, examples and rules.

    `outcomes`: what odds are given of, each as a phrase with a place for a name.
    """

    options: dict[str, Any] = Field(description="JSON Schema (2020-12).")
    sheet: dict[str, Any] = Field(description="JSON Schema (2020-12).")
    actions: dict[str, dict[str, Any]] = Field(description="JSON Schema of each, by type.")
    tables: list[str]
    conditions: dict[str, str]
    outcomes: dict[str, str]
    examples: dict[str, list[ExampleOut]]
    reference: str


class HealthOut(BaseModel):
    """That the process answers."""

    status: Literal["ok"] = "ok"


class ReadyOut(BaseModel):
    """Whether requests can be served; what is wrong, if not."""

    status: Literal["ready", "not-ready"]
    problems: list[str] = Field(default_factory=list)


# --- text commands ------------------------------------------------------------------------------

MAX_POST = 20_000  # characters


def _post(text: str) -> str:
    try:
        return check_text(text)
    except Malformed as error:
        raise ValueError(error.detail) from None


Post = Annotated[str, StringConstraints(max_length=MAX_POST), AfterValidator(_post)]
"""What somebody wrote, on as many lines as they like."""


class CommandsIn(Body):
    """A post: its text commands are found and run, in order; all else in it is left alone."""

    text: Post = Field(examples=["A thrust at its throat! !attack orc-1 with sword"])
    speaker: ExternalId | None = Field(
        None,
        alias="as",
        description="Who speaks: a combatant's id, external id or name. Left out: the acting one, "
        "if it is yours; else the only one that is.",
        examples=["sotek"],
    )
    dry_run: bool = Field(False, description="Say what would happen; nothing does.")
    nonce: Nonce = None


class RollsIn(Body):
    """A post whose dice are rolled outside any encounter."""

    text: Post = Field(examples=["!roll 2d10+4"])
    ruleset: str | None = Field(
        None,
        max_length=64,
        description="Whose words there are beside `!roll`; left out: those of every ruleset.",
    )
    dry_run: bool = Field(False, description="Say what would be rolled; nothing is.")
    nonce: Nonce = None


class PlaceOut(BaseModel):
    """A part of a text (in NFC): characters from `start` up to `end`, counted from 0.

    `line` and `column` are where it starts, counted from 1.
    """

    start: int
    end: int
    line: int
    column: int


class SaidChoiceOut(ChoiceOut):
    """A choice, and the text command that takes it; null where no text can say it."""

    command: str | None = Field(examples=["!attack orc-1 with sword"])


class DieNeededOut(BaseModel):
    """The first die that an action would ask for."""

    sides: int
    reason: str


class ResultOut(BaseModel):
    """What came of one command of a post, told on one line (`text`).

    `action`: what the command means, as one would send it. `problem`: why it was refused.
    """

    command: str = Field(description="As it stands in the text.")
    at: PlaceOut
    status: Literal["done", "told", "would_do", "refused", "not_run"] = Field(
        description="done: it happened. told: it was a question. would_do: of a dry run. "
        "not_run: one before it was refused."
    )
    text: str
    action: AsAccepted | None = None
    problem: Problem | None = None


class CommandResultOut(ResultOut):
    """The same of a command in an encounter.

    `entries`: the log entry of what happened, and those of what followed by itself. `choices`: what
    `!choices` was answered with. `needed`: the first die, in a dry run, if it is yours to know.
    """

    entries: list[LogEntryOut] = Field(default_factory=list)
    choices: list[SaidChoiceOut] | None = None
    needed: DieNeededOut | None = None


class CommandsOut(BaseModel):
    """What came of a post, command by command; `text` has it all, a line each."""

    dry_run: bool
    text: str
    results: list[CommandResultOut]


class LooseDieOut(BaseModel):
    """A die outside an encounter: number `n` of its epoch's public stream."""

    n: int
    sides: int
    face: int
    ctx: str


class LooseRollOut(BaseModel):
    """One roll of a receipt. `ruleset`: whose action it was; null for a plain `!roll`."""

    command: str
    action: dict[str, Any]
    ruleset: RulesetRef | None
    text: str
    dice: list[LooseDieOut]


class RollEpochOut(BaseModel):
    """A day of rolls (UTC): what binds the service to its dice before, and proves them after.

    `encounter` and `epoch` are what stands for those in the messages of `pfd1`. `drawn`: dice so
    far; `receipts`: how many there are, the newest of which is `head`.
    """

    day: str
    scheme: str
    encounter: str
    epoch: int
    commitment: str
    key: str | None = Field(description="The key of the public stream, once no die can fall by it.")
    drawn: int
    receipts: int
    head: str


class ReceiptContentOut(BaseModel):
    """What the hash of a receipt is made of."""

    id: str
    day: str
    number: int = Field(description="Its place among the receipts of the day, from 1.")
    at: str
    rolls: list[LooseRollOut]


class ReceiptOut(BaseModel):
    """Dice that fell outside any encounter, for whoever is shown the receipt to check.

    `hash` chains it onto the receipt before, whose hash is `previous`.
    """

    content: ReceiptContentOut
    salt: str
    previous: str
    hash: str
    epoch: RollEpochOut


class RollsOut(BaseModel):
    """What came of a post outside an encounter; nothing was rolled where `id` is null."""

    id: str | None = Field(description="Of the receipt, to read it again by.")
    dry_run: bool
    text: str
    results: list[ResultOut]
    receipt: ReceiptOut | None
