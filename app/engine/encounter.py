"""What every encounter has, whatever its rules: combatants, order, questions; commands and events.

A ruleset extends these: its fighter is a `Combatant` with more fields, its state an
`EncounterState` of such fighters. State and events are plain frozen values that survive JSON;
a dict in a state is never changed in place.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from app.engine.copies import altered
from app.engine.dice import Dice, Visibility
from app.engine.order import Order, Place
from app.engine.refusals import (
    AmbiguousName,
    CannotAct,
    EncounterEnded,
    EncounterNotRunning,
    EncounterRunning,
    IdTaken,
    Invalid,
    NotYourTurn,
    UnknownCombatant,
)

GAME_MASTER = "gm"

EncounterStatus = Literal["setup", "running", "paused", "ended"]
STATUS_WORDS: Mapping[EncounterStatus, str] = {
    "setup": "hasn't begun", "running": "is running", "paused": "is paused", "ended": "has ended",
}  # fmt: skip
CombatantStatus = Literal["active", "down", "dead", "left"]

CombatantRef = Annotated[str, "combatant"]
"""A field of a command that names a combatant: an id, an external id, or a name that fits one."""

GAME_MASTERS = "game-master"
"""Marks a field of an action that only a game master may fill in: a ruling, say."""


# --- state -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Combatant:
    """Someone in the fight. Rulesets add the sheet and whatever changes during play."""

    id: str
    name: str
    side: str
    group: str | None = None
    external_id: str | None = None
    status: CombatantStatus = "active"
    hidden: bool = False

    @property
    def able(self) -> bool:
        """Whether this one still takes turns."""
        return self.status == "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A choice somebody has to make. Its sentence is made from `about` by the ruleset's narration.

    `to`: a combatant's id, or `gm`. `about`: a stable code. `of`: the combatant it concerns.
    A blocking question must be answered before anything else happens.
    """

    id: str
    to: str
    about: str
    choices: tuple[str, ...]
    default: str | None = None
    blocks: bool = True
    of: str | None = None
    visibility: Visibility = "public"


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterState:
    """The whole of a fight at one moment. Left, dead and fallen combatants stay in it."""

    status: EncounterStatus = "setup"
    options: Any
    combatants: Mapping[str, Combatant] = field(default_factory=dict)
    order: Order = field(default_factory=Order)
    questions: tuple[Question, ...] = ()
    asked: int = 0

    @property
    def acting(self) -> str | None:
        """The id of the one whose turn it is."""
        return self.order.acting

    def able(self, id: str) -> bool:
        """Whether `id` still takes turns."""
        return self.combatants[id].able

    @property
    def standing(self) -> tuple[str, ...]:
        """The sides that still have somebody able to act, in order of joining."""
        sides: list[str] = []
        for combatant in self.combatants.values():
            if combatant.side not in sides and combatant.able:
                sides.append(combatant.side)
        return tuple(sides)

    def unit(self, id: str) -> str:
        """Who takes a place together: a group, and each of the others alone."""
        group = self.combatants[id].group
        return id if group is None else f"group {group}"

    @property
    def next_question(self) -> str:
        """The id the next question gets."""
        return f"q{self.asked + 1}"


# --- commands: what somebody wants, imperative ---------------------------------------------------


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something somebody wants done. `type` is the class's name in snake case."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}
    type: ClassVar[str] = "command"
    actor: CombatantRef | None = None

    def __init_subclass__(cls) -> None:
        cls.type = _snake(cls.__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruit:
    """One combatant to join, or `count` of them; `sheet` as the client sent it."""

    name: str
    side: str
    sheet: Mapping[str, Any] = field(default_factory=dict)
    id: str | None = None
    group: str | None = None
    external_id: str | None = None
    hidden: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Open(Command):
    """Open the encounter. Its `options` are complete, defaults filled in.

    `settings` are the options that every encounter has, whatever its rules.
    """

    name: str
    options: Mapping[str, Any]
    settings: Mapping[str, Any] = field(default_factory=dict)
    combatants: tuple[Recruit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Command):
    """Let combatants join, before the fight or in it."""

    combatants: tuple[Recruit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Command):
    """Begin the fight; after a pause, go on with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Command):
    """End the fight for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Command):
    """Take a combatant out of the fight."""

    combatant: CombatantRef
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(Command):
    """A game master's change to a combatant: only what is named changes.

    `sheet` and `state` are partial, in the ruleset's own fields. Conditions to add are names or
    objects of the ruleset's own shape; those to remove are names.
    """

    combatant: CombatantRef
    reason: str
    name: str | None = None
    sheet: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)
    add_conditions: tuple[Any, ...] = ()
    remove_conditions: tuple[str, ...] = ()
    hidden: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Command):
    """Answer a question."""

    question: str
    choice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Command):
    """The acting combatant is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Command):
    """The acting combatant does nothing this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Command):
    """Roll dice, such as `2d10+4`: logged, and nothing comes of it. Anybody may, at any time."""

    notation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(Command):
    """Stop taking turns until the game master starts again. `reason`: a stable code."""

    reason: str


COMMON_COMMANDS: tuple[type[Command], ...] = (
    Open, Join, Start, End, Leave, Adjust, Answer, EndTurn, Pass, Roll, Pause,
)  # fmt: skip
COMMON_ACTIONS: tuple[type[Command], ...] = (Answer, EndTurn, Pass, Roll)


# --- events: what happened, past tense, finished facts --------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, with every number that went into it. `type`: snake case of the name.

    `visibility` says who may see it: `owner` and `side` are those of the combatant in its field
    `of`, or of the one who is asked; an event without either is then the game master's alone.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}
    type: ClassVar[str] = "event"
    visibility: Visibility = "public"

    def __init_subclass__(cls) -> None:
        cls.type = _snake(cls.__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterOpened(Event):
    """Rulesets narrow `options` to their own type."""

    options: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantJoined(Event):
    """Rulesets narrow `combatant` to their own fighter."""

    combatant: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdjusted(Event):
    """The combatant as it is after a game master's change, and what was changed (field names)."""

    combatant: Any
    changed: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantLeft(Event):
    combatant: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesTaken(Event):
    """Combatants took their places in the order of battle (highest key first)."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterStarted(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterPaused(Event):
    """Nobody takes turns until the game master starts again. `reason`: a stable code."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterResumed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterFinished(Event):
    """The encounter is over; `standing`: the sides with somebody able to act."""

    standing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFell(Event):
    """Nobody on `side` can act any more; `standing`: the sides that still can."""

    side: str
    standing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    combatant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(Event):
    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered(Event):
    """`of`: who was asked."""

    question: str
    choice: str
    of: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Event):
    """Dice that change nothing, rolled by `combatant` (None: by the game master)."""

    combatant: str | None
    notation: str
    faces: tuple[int, ...]
    total: int


COMMON_EVENTS: tuple[type[Event], ...] = (
    EncounterOpened, CombatantJoined, CombatantAdjusted, CombatantLeft, PlacesTaken,
    EncounterStarted, EncounterPaused, EncounterResumed, EncounterFinished, SideFell,
    RoundStarted, TurnStarted, TurnEnded, QuestionAsked, QuestionAnswered, DiceRolled,
)  # fmt: skip

S = TypeVar("S", bound=EncounterState)
C = TypeVar("C", bound=Combatant)


class UnknownEvent(Exception):
    """No ruleset code records this event: a fault, never passed over."""


def evolve_common(state: S, event: Event) -> S:
    """Records an event that every encounter knows. UnknownEvent for any other."""
    match event:
        case CombatantJoined() | CombatantAdjusted():
            return with_combatant(state, event.combatant)
        case CombatantLeft():
            return with_combatant(state, altered(state.combatants[event.combatant], status="left"))
        case PlacesTaken():
            return altered(state, order=state.order.insert(event.places))
        case EncounterStarted() | EncounterResumed():
            return altered(state, status="running")
        case EncounterPaused():
            return altered(state, status="paused", order=state.order.end_turn())
        case EncounterFinished():
            return altered(state, status="ended", order=state.order.end_turn(), questions=())
        case RoundStarted():
            return altered(state, order=state.order.begin_round(event.round))
        case TurnStarted():
            return altered(state, order=state.order.begin_turn(event.combatant))
        case TurnEnded() | SideFell() | DiceRolled():
            return state
        case QuestionAsked():
            return altered(
                state, questions=(*state.questions, event.question), asked=state.asked + 1
            )
        case QuestionAnswered():
            left = tuple(q for q in state.questions if q.id != event.question)
            return altered(state, questions=left)
        case _:
            raise UnknownEvent(event.type)


def with_combatant(state: S, combatant: Combatant) -> S:
    """The state with `combatant` in place of the one of the same id (or joined to the others)."""
    return altered(state, combatants={**state.combatants, combatant.id: combatant})


# --- helpers for deciding -------------------------------------------------------------------------


class Happened(list[Event], Generic[S]):
    """Events of a scene, with the state before them and the one that they have led to."""

    def __init__(self, before: S) -> None:
        super().__init__()
        self.before = self.after = before


class Scene(Generic[S]):
    """An entry in the making: what is recorded changes `state` at once, for the next step."""

    def __init__(self, state: S, evolve: Callable[[S, Event], S], dice: Dice | None = None) -> None:
        """With `dice` its states are `known` to them: odds don't make the same one twice."""
        self.state = state
        self.events: Happened[S] = Happened(state)
        self._evolve = evolve if dice is None else partial(dice.known, evolve)

    def record(self, *events: Event) -> None:
        """Something has happened."""
        for event in events:
            self.events.append(event)
            self.state = self.events.after = self._evolve(self.state, event)

    def ask(
        self,
        to: str,
        about: str,
        choices: tuple[str, ...],
        *,
        default: str | None = None,
        blocks: bool = True,
        of: str | None = None,
        visibility: Visibility = "public",
    ) -> None:
        """Somebody has to choose. `visibility`: who may know of it."""
        question = Question(
            id=self.state.next_question,
            to=to,
            about=about,
            choices=choices,
            default=default,
            blocks=blocks,
            of=of,
            visibility=visibility,
        )
        self.record(QuestionAsked(question=question, visibility=visibility))

    def answered(self, question: Question, choice: str) -> None:
        """The one who was asked has chosen: who may know of the question hears of the answer."""
        self.record(
            QuestionAnswered(
                question=question.id, choice=choice, of=question.to, visibility=question.visibility
            )
        )

    def start(self, take_places: "Callable[[list[str]], None]") -> None:
        """Begins the fight with everybody who is there, or goes on with it after a pause.

        Refused while it runs, when it has ended, and when nobody can act.
        """
        state = self.state
        require_open(state)
        if state.status == "running":
            raise EncounterRunning("The encounter is running already.")
        if state.status == "paused":
            self.resume()
            return
        if not state.standing:
            raise CannotAct("Nobody is there to fight: let combatants join first.")
        take_places([c.id for c in state.combatants.values() if c.status != "left"])
        self.begin_fight()

    def end(self) -> None:
        """Ends the fight for good."""
        require_open(self.state)
        self.record(EncounterFinished(standing=self.state.standing))

    def pause(self, command: Pause) -> None:
        """Stops taking turns. Refused unless the fight is running."""
        require_open(self.state)
        if self.state.status != "running":
            raise EncounterNotRunning(
                f"The encounter {STATUS_WORDS[self.state.status]}: there is nothing to pause.",
                encounter_status=self.state.status,
            )
        self.record(EncounterPaused(reason=command.reason))

    def begin_fight(self) -> None:
        """The first round, and the turn of whoever is first in the order taken before."""
        self.record(EncounterStarted())
        self._begin_next(None)

    def pass_turn(self) -> None:
        """The acting one is done: the next able one's turn, or a pause when there is nobody."""
        acting = self.state.acting
        if acting is not None:
            self.record(TurnEnded(combatant=acting))
        self._begin_next(acting)

    def resume(self) -> None:
        """After a pause the fight goes on with a new round. Refused if nobody can act."""
        if not self.state.standing:
            raise CannotAct("Nobody can act: let somebody join or recover, then start again.")
        self.record(EncounterResumed())
        self._begin_next(None)

    def leave(self, command: Leave, pass_turn: "Callable[[Scene[S]], None] | None" = None) -> None:
        """A combatant leaves; if it was acting, the turn passes on, in the ruleset's own way."""
        if self.state.combatants[command.combatant].status == "left":
            raise CannotAct(f"{command.combatant} has left already.", combatant=command.combatant)
        standing = self.state.standing
        was_acting = self.state.acting == command.combatant
        self.record(CombatantLeft(combatant=command.combatant, reason=command.reason))
        self.note_fallen_sides(standing)
        if was_acting:
            (pass_turn or Scene.pass_turn)(self)

    def note_fallen_sides(self, before: tuple[str, ...]) -> None:
        """Says which of the sides that stood `before` no longer do (only in a running fight)."""
        if self.state.status != "running":
            return
        now = self.state.standing
        for side in before:
            if side not in now:
                self.record(SideFell(side=side, standing=now))

    def _begin_next(self, after: str | None) -> None:
        order = self.state.order
        following = order.after(after, self.state.able)
        if following is None:
            self.record(EncounterPaused(reason="nobody-can-act"))
            return
        if following.new_round:
            self.record(RoundStarted(round=order.round + 1))
        self.record(TurnStarted(combatant=following.id))


def require_open(state: EncounterState) -> None:
    """Refuses when the encounter has ended."""
    if state.status == "ended":
        raise EncounterEnded("The encounter has ended, and that is for good.")


def require_turn(state: EncounterState, actor: str | None) -> None:
    """Refuses unless the fight is running, `actor` can act, and it is `actor`'s turn."""
    require_open(state)
    if state.status != "running":
        raise EncounterNotRunning(
            f"The encounter {STATUS_WORDS[state.status]}; the game master starts it.",
            encounter_status=state.status,
        )
    if actor is None:
        raise Invalid("Say who acts: the actor is missing.")
    combatant = state.combatants[actor]
    if not combatant.able:
        raise CannotAct(
            f"{actor} is {combatant.status} and can't act.",
            actor=actor,
            combatant_status=combatant.status,
        )
    if state.acting != actor:
        raise NotYourTurn(
            f"It is the turn of {state.acting}, not of {actor}."
            if state.acting is not None
            else f"It is not the turn of {actor}.",
            actor=actor,
            acting=state.acting,
        )


def find(state: EncounterState, wanted: str) -> str:
    """The id of the combatant called `wanted`: an id, an external id, or a name that fits just one.

    Names and ids may be written in any case.
    Raises UnknownCombatant or AmbiguousName (with the ids it could be).
    """
    if wanted in state.combatants:
        return wanted
    for combatant in state.combatants.values():
        if combatant.external_id == wanted:
            return combatant.id
    folded = unicodedata.normalize("NFC", wanted).casefold()
    named = [c for c in state.combatants.values() if c.name.casefold() == folded]
    # Who has left is meant only when nobody else is called the same.
    fitting = [c.id for c in named if c.status != "left"] or [c.id for c in named]
    if not fitting and folded in state.combatants:
        return folded
    if not fitting:
        raise UnknownCombatant(
            f"There is no combatant {wanted!r} in this encounter.", combatant=wanted
        )
    if len(fitting) > 1:
        raise AmbiguousName(
            f"{wanted!r} fits several combatants: name one by id: {', '.join(fitting)}.",
            name=wanted,
            ids=fitting,
        )
    return fitting[0]


MAX_ID = 64
ROOM_FOR_NUMBERS = 12  # at the end of an id: -8 of a count, and -2 of one that is taken
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LETTERS_THAT_DO_NOT_DECOMPOSE = str.maketrans(
    {
        "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ß": "ss", "æ": "ae",
        "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D",
    }
)  # fmt: skip


def slug(name: str) -> str:
    """A short id that a person can type: `Gnoll Łowca!` -> `gnoll-lowca`; `combatant` if empty."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS_THAT_DO_NOT_DECOMPOSE))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    return "-".join(words)[: MAX_ID - ROOM_FOR_NUMBERS].strip("-") or "combatant"


@dataclass(frozen=True, slots=True)
class Entrant:
    """One combatant about to join, with its id settled; `sheet` as the client sent it."""

    id: str
    name: str
    side: str
    group: str | None
    external_id: str | None
    hidden: bool
    sheet: Mapping[str, Any]

    @property
    def identity(self) -> dict[str, Any]:
        """Who it is: the fields that every ruleset's fighter has, to make one with."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "sheet"}


def entrants(state: EncounterState, recruits: tuple[Recruit, ...]) -> list[Entrant]:
    """Settles the ids of everyone who wants to join.

    `count: 8` makes Orc 1 … Orc 8, and three more later Orc 9 … Orc 11. Raises IdTaken for an id or
    external id that someone has.
    """
    taken = set(state.combatants)
    externals = {c.external_id for c in state.combatants.values() if c.external_id}
    joining: list[Entrant] = []
    for recruit in recruits:
        if recruit.count > 1 and recruit.external_id is not None:
            raise Invalid("An external_id names one combatant; leave it out with a count.")
        number = 0
        for _ in range(recruit.count):
            several = recruit.count > 1
            number = _next_number(recruit, number, taken)
            name = f"{recruit.name} {number}" if several else recruit.name
            id = _settled_id(recruit, number if several else None, taken | externals)
            if recruit.external_id in taken | externals:
                raise IdTaken(
                    f"The external_id {recruit.external_id!r} is taken.", id=recruit.external_id
                )
            taken.add(id)
            if recruit.external_id:
                externals.add(recruit.external_id)
            joining.append(
                Entrant(
                    id,
                    name,
                    recruit.side,
                    recruit.group,
                    recruit.external_id,
                    recruit.hidden,
                    recruit.sheet,
                )
            )
    return joining


def _next_number(recruit: Recruit, last: int, taken: set[str]) -> int:
    """The number of the next of several: one that nobody of that name has yet."""
    number = last + 1
    while recruit.id is None and f"{slug(recruit.name)}-{number}" in taken:
        number += 1
    return number


def _settled_id(recruit: Recruit, number: int | None, taken: set[str]) -> str:
    if recruit.id is not None:
        if recruit.id == GAME_MASTER or len(recruit.id) > MAX_ID or not _ID.fullmatch(recruit.id):
            raise Invalid(
                "An id is 1 to 64 small letters, digits and single hyphens, and not 'gm'.",
                id=recruit.id,
            )
        wanted = recruit.id if number is None else f"{recruit.id}-{number}"
        if len(wanted) > MAX_ID:
            raise Invalid(f"With its number the id {wanted!r} is over {MAX_ID} long.", id=wanted)
        if wanted in taken:
            raise IdTaken(f"The id {wanted!r} is taken.", id=wanted)
        return wanted
    base = slug(recruit.name)
    if number is not None:
        base = f"{base}-{number}"
    if base not in taken and base != GAME_MASTER:
        return base
    n = 2
    while f"{base}-{n}" in taken:
        n += 1
    return f"{base}-{n}"
