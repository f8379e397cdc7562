"""What a ruleset is: the one object through which the rest of Tiltyard knows a game's rules.

    decide(state, command, dice) -> events     chooses; pure; may refuse; alone asks for dice
    evolve(state, event) -> state              records; no judgement, no dice

Everything else here tells a table, a plugin or a bot what the rules offer, or how to say what
happened. A ruleset is plain data and functions: copy the smallest package under `app/rules/` to
write your own, and register it there or by the entry point group `tiltyard.rulesets`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from typing import Any, Generic, Protocol, TypeVar, get_args, get_type_hints

from app.engine.dice import Dice, Die
from app.engine.encounter import (
    COMMON_ACTIONS,
    COMMON_COMMANDS,
    COMMON_EVENTS,
    GAME_MASTER,
    GAME_MASTERS,
    Answer,
    Combatant,
    Command,
    DiceRolled,
    EncounterState,
    Event,
    Happened,
    Question,
    Roll,
    find,
    require_open,
    require_turn,
)
from app.engine.fog import Fog
from app.engine.notation import parse, spelled
from app.engine.refusals import (
    BadNotation,
    NoSuchQuestion,
    NotAChoice,
    NothingToReplace,
    QuestionOpen,
)
from app.engine.tables import Listing, Table
from app.engine.text.words import Word

S = TypeVar("S", bound=EncounterState)


FREE_ROLL = "free-roll"
COMMON_PURPOSES = {FREE_ROLL: "a roll that changes nothing"}
"""What dice are for under any rules."""
MOST_LOOSE_DICE = 100  # of one roll that changes nothing


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a combatant may do now: a body ready to be sent as an action, and its label."""

    body: Mapping[str, Any]
    label: str


@dataclass(frozen=True, slots=True)
class Past:
    """An entry that a reroll replaces: what was wanted, and the dice that fell."""

    version: int
    command: Command
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A ready sheet or action that works as it stands."""

    name: str
    summary: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that happened and that one wants to know the odds of beforehand.

    `name`: a stable code; `of`: the id of whom it befalls. Amounts of one name and one combatant
    add up over an action: blows that hit, damage taken.
    """

    name: str
    of: str | None = None
    amount: int = 1


class Names(Protocol):
    """Names for ids, for narration."""

    def __getitem__(self, id: str, /) -> str: ...


def _no_steps(state: Any, command: Command) -> Sequence[Command]:
    return (command,)


def _as_sent(state: Any, command: Command) -> Command:
    return command


def _nothing_by_itself(state: Any) -> Command | None:
    return None


def _only_in_turn(state: EncounterState, command: Command) -> None:
    require_turn(state, command.actor)


def _never_replaces(state: Any, command: Command) -> bool:
    return False


def _no_redecision(state: Any, command: Command, past: Past, dice: Dice) -> Sequence[Event]:
    raise NothingToReplace("These rules have no rerolls.")


def _nothing_to_foresee(event: Event) -> Iterable[Outcome]:
    return ()


def _nobody(state: Any, command: Command) -> Sequence[str]:
    return ()


def _all_of_it(state: Any, steps: Sequence[Command]) -> object:
    return state


def _no_words(options: Any) -> Sequence[Word]:
    return ()


def _plain_conditions(fighter: Any) -> Sequence[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[S]):
    """A game's rules.

    Identity: `id`, `version` (bump it when a fix changes any outcome), `event_schema` (bump when
    an event's fields change), `state_format` (bump when the same fields of the state come to mean
    something else), `title`, `summary`, `source`, and `reference` (the rules for game masters,
    Markdown).

    Shapes, as frozen dataclasses with titles, units, ranges and defaults on their fields:
    `options`, `sheet`, `fighter` (a Combatant), `state` (an EncounterState), `actions` (commands a
    client may send, beside the common ones), `automatic_commands`, `events` (its own, and the
    common ones it narrows); for the documentation also `adjustable` (what a game master may change
    of how a fighter is now, each field optional) and `condition`.
    """

    id: str
    version: str
    title: str
    summary: str
    source: str
    reference: str = ""
    event_schema: int = 1
    state_format: int = 1

    options: type
    sheet: type
    fighter: type[Combatant]
    state: type[S]
    actions: tuple[type[Command], ...]
    automatic_commands: tuple[type[Command], ...] = ()
    events: tuple[type[Event], ...]
    adjustable: type | None = None
    condition: type | None = None

    open: Callable[[Any], S]
    """The state of an encounter just opened, from its options."""
    decide: Callable[[S, Command, Dice], Sequence[Event]]
    evolve: Callable[[S, Event], S]

    may_act: Callable[[S, Command], None] = _only_in_turn
    """Refuses an action (never an answer) that isn't for its actor to take now."""
    settle: Callable[[S, Command], Command] = _as_sent
    """The command with what was left out filled in and names as the sheet spells them.

    Never refuses. It tells intents apart: one respelled after an undo meets the same dice.
    """
    steps: Callable[[S, Command], Sequence[Command]] = _no_steps
    """The commands one action is made of; each is decided on the state the one before left."""
    automatic: Callable[[S], Command | None] = _nothing_by_itself
    """What now happens by itself, if anything: an entry of its own (unless a question blocks)."""
    replaces: Callable[[S, Command], bool] = _never_replaces
    """Whether a command (that `may_act` allows) is a reroll: it replaces the last lead entry."""
    redecide: Callable[[S, Command, Past, Dice], Sequence[Event]] = _no_redecision
    """Decides a reroll on the state before the entry it replaces, which is never a reroll itself.

    Whether it is allowed now is for `may_act` and `replaces` to say: they see the present state."""

    outcomes: Callable[[Event], Iterable[Outcome]] = _nothing_to_foresee
    """What an event means to somebody who weighs an action: odds are counted of these."""
    outcome_names: Mapping[str, str] = field(default_factory=dict)
    """Every outcome as a phrase, in the order odds tell them: `{"hit": "{of} is hit"}`."""
    area: Callable[[S, Command], Sequence[str]] = _nobody
    """Whom an action befalls each by dice of their own, which name them as subject or object.

    Odds are then told target by target, so no outcome may hang on the dice of two targets. Never
    refuses: nobody, when it isn't such an action or can't be taken.
    """

    foreseen: Callable[[S, Sequence[Command]], object] = _all_of_it
    """What the steps still to come of an action look at in a state: odds go on once for states of
    which it is equal (values, and the order of dicts). All of the state is always right."""

    choices: Callable[[S, str], Sequence[Choice]]
    """Everything a combatant may do now, in the order a player would look for it."""
    left: Callable[[S], Mapping[str, int]]
    """What the acting one still has this turn, such as `{"action": 1}`."""
    current: Callable[[Any], Mapping[str, Any]]
    """A fighter's current values: what its sheet doesn't say (wounds, zone, …)."""
    conditions: Callable[[Any], Sequence[Mapping[str, Any]]] = _plain_conditions
    """A fighter's conditions, by name, with cause and end."""

    purposes: Mapping[str, str]
    """What each die is for, as a phrase: `{"to-hit": "{subject} to hit {object}"}`."""
    narrate: Callable[[Sequence[Event], Names], str]
    """An entry's events as a sentence or two."""
    prompt: Callable[[Question, Names], str] = lambda question, _: question.about
    """The sentence of a question."""

    words: Callable[[Any], Sequence[Word]] = _no_words
    """Words of its text commands under these options, beside those that its actions make."""
    loose: tuple[type[Command], ...] = ()
    """Actions that can be taken outside an encounter: rolls of dice, by nobody."""

    fog: Fog = field(default_factory=Fog)
    """What is seen of others where the encounter's option `disclosure` is `fog`."""
    condition_names: Mapping[str, str] = field(default_factory=dict)
    """Conditions a game master may set, and what each does."""
    tables: Mapping[str, Table[Any] | Listing] = field(default_factory=dict)
    sheet_examples: tuple[Example, ...] = ()
    action_examples: tuple[Example, ...] = ()

    @cached_property
    def command_types(self) -> Mapping[str, type[Command]]:
        """Every command there can be in a log, by type."""
        return {c.type: c for c in (*COMMON_COMMANDS, *self.actions, *self.automatic_commands)}

    @cached_property
    def action_types(self) -> Mapping[str, type[Command]]:
        """Every command a client may send as an action, by type; a ruleset may narrow a common."""
        own = {c.type: c for c in self.actions}
        return own | {c.type: c for c in COMMON_ACTIONS if c.type not in own}

    @cached_property
    def event_types(self) -> Mapping[str, type[Event]]:
        """Every event there can be in a log, by type; the ruleset's own stand before the common."""
        return {e.type: e for e in (*COMMON_EVENTS, *self.events)}

    def tell(self, events: Sequence[Event], names: Names) -> str:
        """An entry's events as a sentence or two: its own way, or as any ruleset would."""
        match events:
            case [DiceRolled() as rolled]:
                return told_roll(rolled, names)
            case _:
                return self.narrate(events, names)

    def reason(self, die: Mapping[str, Any], names: Names) -> str:
        """What a die is for, as a phrase (`die`: its purpose, subject and object)."""
        subject, other = die.get("subject"), die.get("object")
        phrase = self.purposes.get(die["purpose"]) or COMMON_PURPOSES[die["purpose"]]
        return phrase.format(
            subject=names[subject] if subject else "",
            object=names[other] if other else "",
        )

    def foretold(self, name: str, of: str | None, names: Names) -> str:
        """What an outcome is, as a phrase."""
        return self.outcome_names[name].format(of=names[of] if of else "")


def fold(ruleset: Ruleset[S], state: S, events: Sequence[Event]) -> S:
    """The state after `events`; those of a scene have led to it already."""
    if isinstance(events, Happened) and events.before is state:
        after: S = events.after
        return after
    for event in events:
        state = ruleset.evolve(state, event)
    return state


Stage = Callable[[S, Dice], tuple[Sequence[Event], S]]
"""A step of an action as a function: what it leads to, and the state that leaves."""


def stages(ruleset: Ruleset[S], state: S, command: Command) -> list[Stage[S]]:
    """A command's steps, each to be decided on the state the one before left.

    Refuses (Refused) an action out of turn or while a blocking question is open.
    """
    if command.type in ruleset.action_types:
        _check_may_act(ruleset, state, command)
    if isinstance(command, Roll):
        return [partial(_rolled, command)]
    return [partial(_decided, ruleset, step) for step in ruleset.steps(state, command)]


def _decided(ruleset: Ruleset[S], step: Command, state: S, dice: Dice) -> tuple[Sequence[Event], S]:
    events = ruleset.decide(state, step, dice)
    return events, fold(ruleset, state, events)


def _rolled(command: Roll, state: S, dice: Dice) -> tuple[Sequence[Event], S]:
    return [rolled(command, dice)], state


def rolled(command: Roll, dice: Dice) -> DiceRolled:
    """Dice of any kind, under any rules. Raises BadNotation, also for more than 100 dice."""
    count = sum(term.count for term in parse(command.notation).terms)
    if count > MOST_LOOSE_DICE:
        raise BadNotation(
            f"A roll is of {MOST_LOOSE_DICE} dice at most, not {count}.", notation=command.notation
        )
    fell = dice.total(command.notation, FREE_ROLL, subject=command.actor)
    return DiceRolled(
        combatant=command.actor, notation=command.notation, faces=fell.faces, total=fell.value
    )


def told_roll(event: DiceRolled, names: Names | Mapping[str, str]) -> str:
    """Dice with every face, such as `Fred rolls 2d10+4: (d10)7 + (d10)3 + 4 = 14`."""
    who = names[event.combatant] if event.combatant else "Somebody"
    said = spelled(event.notation, event.faces)
    total = f" = {event.total}" if said != str(event.total) else ""
    return f"{who} rolls {event.notation}: {said}{total}."


def resolve(ruleset: Ruleset[S], state: S, command: Command, dice: Dice) -> tuple[list[Event], S]:
    """Decides a command, step by step: its events, and the state they leave.

    Refuses (Refused) without a trace.
    """
    events: list[Event] = []
    for stage in stages(ruleset, state, command):
        happened, state = stage(state, dice)
        events.extend(happened)
    return events, state


def is_reroll(ruleset: Ruleset[S], state: S, command: Command) -> bool:
    """Whether a command replaces the last lead entry. Refused when it isn't for its actor now."""
    if ruleset.replaces is _never_replaces:
        return False
    if command.type in ruleset.action_types:
        _check_may_act(ruleset, state, command)
    return ruleset.replaces(state, command)


def follows_by_itself(ruleset: Ruleset[S], state: S) -> Command | None:
    """What happens next by itself: nothing while a blocking question is open."""
    if any(question.blocks for question in state.questions):
        return None
    return ruleset.automatic(state)


def redecide(
    ruleset: Ruleset[S], now: S, before: S, command: Command, past: Past, dice: Dice
) -> tuple[list[Event], S]:
    """Decides a reroll: allowed by the state `now`, played on the one `before` the entry `past`."""
    _check_may_act(ruleset, now, command)
    events = list(ruleset.redecide(before, command, past, dice))
    return events, fold(ruleset, before, events)


def _check_may_act(ruleset: Ruleset[S], state: S, command: Command) -> None:
    if isinstance(command, Answer):
        open_question(state, command)
        return
    if isinstance(command, Roll):
        require_open(state)
        return
    blocking = next((q for q in state.questions if q.blocks), None)
    if blocking is not None:
        raise QuestionOpen(
            f"Question {blocking.id} to {blocking.to} must be answered first.",
            question=blocking.id,
            to=blocking.to,
            choices=list(blocking.choices),
        )
    ruleset.may_act(state, command)


def open_question(state: EncounterState, answer: Answer) -> Question:
    """The question that `answer` answers. Refused when it isn't open, or has no such choice.

    An answer that names an actor must come from the one who was asked.
    """
    question = next((q for q in state.questions if q.id == answer.question), None)
    if question is None or (answer.actor is not None and answer.actor != question.to):
        raise NoSuchQuestion(
            f"There is no open question {answer.question!r}"
            + (f" to {answer.actor}." if answer.actor else "."),
            question=answer.question,
            open=[q.id for q in state.questions],
        )
    if answer.choice not in question.choices:
        raise NotAChoice(
            f"{answer.choice!r} is not a choice of {question.id}.",
            question=question.id,
            choices=list(question.choices),
        )
    return question


@cache
def reference_fields(command: type[Command]) -> tuple[str, ...]:
    """The fields of a command that name combatants."""
    hints = get_type_hints(command, include_extras=True)
    return tuple(f.name for f in fields(command) if _names_combatants(hints[f.name]))


def _names_combatants(hint: Any) -> bool:
    """Whether a type has CombatantRef in it: optional, described further, or several of them."""
    if "combatant" in getattr(hint, "__metadata__", ()):
        return True
    return any(_names_combatants(part) for part in get_args(hint))


def with_ids(state: EncounterState, command: Command) -> Command:
    """The command with every combatant it names settled to an id.

    Raises UnknownCombatant or AmbiguousName.
    """
    settled: dict[str, Any] = {}
    for name in reference_fields(command.__class__):  # type: ignore[arg-type]
        wanted = getattr(command, name)
        if isinstance(wanted, str) and not _is_game_masters_answer(command, wanted):
            if (id := find(state, wanted)) != wanted:
                settled[name] = id
        elif isinstance(wanted, tuple):
            settled[name] = tuple(find(state, one) for one in wanted)
    return replace(command, **settled) if settled else command


def settled(ruleset: Ruleset[S], state: S, command: Command) -> Command:
    """The command as it enters the log: whom and what it names settled, the rest filled in.

    Raises UnknownCombatant or AmbiguousName.
    """
    return ruleset.settle(state, with_ids(state, command))


@cache
def _reserved_fields(command: type[Command]) -> Mapping[str, Any]:
    """The fields that are marked as the game master's, and their defaults."""
    hints = get_type_hints(command, include_extras=True)
    marked = (
        f for f in fields(command) if GAME_MASTERS in getattr(hints[f.name], "__metadata__", ())
    )
    return {f.name: f.default for f in marked}


def game_masters_fields(command: Command) -> tuple[str, ...]:
    """The fields of a command that only a game master may fill in, and that are filled in."""
    reserved = _reserved_fields(command.__class__)  # type: ignore[arg-type]
    return tuple(name for name in reserved if getattr(command, name) != reserved[name])


def combatants_of(command: Command) -> tuple[str, ...]:
    """The ids of the combatants that a command with settled ids names."""
    named: list[str] = []
    for name in reference_fields(command.__class__):  # type: ignore[arg-type]
        value = getattr(command, name)
        named += (value,) if isinstance(value, str) else value or ()
    return tuple(named)


def _is_game_masters_answer(command: Command, wanted: str) -> bool:
    return isinstance(command, Answer) and wanted == GAME_MASTER


MAX_AUTOMATIC = 100
"""Automatic entries after one lead; at the cap the encounter pauses and says so."""
