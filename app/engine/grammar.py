"""The one grammar of text commands, for every ruleset: `!attack orc-1 with bow, rolled 8`.

A word stands for an action, and what follows it fills the action's fields. What comes right after
the word is its first field; `with`, `at` and `to` lead to others, and the name of any field leads
to that one (`zone 2`, `zone=2`). `+2` and `@75%` speak for themselves. Rulesets have words, not
parsers: the fields of their actions say what can be said.

    command = "!" word { field | link value | name value | ±number | @number% | mark }

A value goes on to the next link or name; in quotation marks it may be anything.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from app.engine.encounter import CombatantRef, Command
from app.engine.posts import MAX_QUOTED, Piece, Place, Said
from app.engine.refusals import Invalid
from app.engine.ruleset import Ruleset
from app.engine.words import Word

Kind = Literal["mark", "number", "text", "combatant"]

LINKS: Mapping[str, str] = {
    **dict.fromkeys(("with", "using", "by"), "with"),
    **dict.fromkeys(("at", "on", "against", "from"), "at"),
    **dict.fromkeys(("to", "in", "into"), "to"),
    "as": "as",
    "rolled": "rolled",
}
"""Small words that lead to a field, each with the one it is short for."""

_NAMED = re.compile(r"([A-Za-z][\w-]*)[=:](.*)", re.DOTALL)
_SIGNED = re.compile(r"[+-]\d{1,9}")
_PERCENT = re.compile(r"@(\d{1,9})%?")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_NOT = ("no", "not", "false", "off")
_PLAIN = re.compile(r"\w(?:[\w'.+-]*\w)?")
_CLAUSES = re.compile(r" \([A-Z]{2,}-[^)]*\)")
_STOPS_A_QUOTE = re.compile(r"[\"\n]")


class UnknownWord(Invalid):
    """There is no such text command."""

    code = "unknown-command"


class Unreadable(Invalid):
    """A text command that doesn't say what it must, or says what there is no place for."""

    code = "unreadable-command"

    def __init__(self, detail: str, place: Place | None = None, **facts: Any) -> None:
        super().__init__(detail, **facts)
        self.place = place


# --- what can be said with a word -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slot:
    """A field that can be said. `choices`: all that it can be, where there are but a few.

    `named`: numbers with a name each, as objects of just these: `{"name": …, "value": 20}`.
    """

    name: str
    kind: Kind
    several: bool = False
    required: bool = False
    choices: tuple[str, ...] = ()
    named: bool = False


PERCENT = "percent"
AS_TYPED = "as typed"
ACTOR = Slot("actor", "combatant")
ROLLED = Slot("dice", "number", several=True)
OF_EVERY_ACTION: Mapping[str, Slot] = {"as": ACTOR, "rolled": ROLLED}


@cache
def slots_of(command: type) -> Mapping[str, Slot]:
    """The fields of an action (or question) that can be said in text, by name."""
    hints = get_type_hints(command, include_extras=True)
    found = {}
    for one in fields(command):
        slot = _slot(one.name, hints[one.name])
        if slot is not None and one.name != ACTOR.name:
            found[one.name] = replace(slot, required=_is_needed(one))
    return found


def sayable(command: type) -> bool:
    """Whether all that an action needs can be said."""
    return all(one.name in slots_of(command) for one in fields(command) if _is_needed(one))


def _is_needed(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def _slot(name: str, hint: Any) -> Slot | None:
    """A field by its type; None for what can't be said in text."""
    if hint == CombatantRef:
        return Slot(name, "combatant")
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _slot(name, inner[0])
    if origin in (Union, UnionType):
        ways = {_slot(name, part) for part in inner if part is not NoneType}
        single = {way for way in ways if way is None or not way.several} or ways
        return single.pop() if len(single) == 1 else None
    if origin is tuple:
        one = _slot(name, inner[0])
        return None if one is None or one.several else replace(one, several=True)
    if origin is Literal:
        return Slot(name, "text", choices=inner) if {*map(type, inner)} == {str} else None
    if isinstance(hint, type) and is_dataclass(hint):
        parts = slots_of(hint)
        named = {part: parts[part].kind for part in parts} == {"name": "text", "value": "number"}
        return Slot(name, "number", named=True) if named else None
    plain: Mapping[Any, Kind] = {bool: "mark", int: "number", str: "text"}
    return Slot(name, plain[hint]) if hint in plain else None


@dataclass(frozen=True)
class Layout:
    """How the fields of a word are said: which comes first, and where links and signs lead."""

    word: Word
    slots: Mapping[str, Slot]
    first: Slot | None
    links: Mapping[str, Slot]
    changes: Slot | None
    """What `+2` and `-1` are for: the first field of several numbers."""
    percent: Slot | None

    def link_to(self, slot: Slot) -> str:
        """How a value of the field is led to: by a link, or by the field's name."""
        return next((link for link, to in self.links.items() if to == slot), slot.name)


def layout(word: Word) -> Layout:
    """How the fields of a word are said, from its action where the word says nothing of it."""
    slots = {name: s for name, s in slots_of(word.command).items() if name not in word.says}
    fillable = [s for s in slots.values() if s.kind != "mark" and not _has_a_sign(s)]
    by_need = sorted(fillable, key=lambda s: (not s.required, s.kind != "combatant"))
    first = next(iter(by_need), None)
    if word.first is not None:
        slots[word.first] = first = replace(slots[word.first], required=True)
    links: dict[str, Slot] = {}
    for link, slot in _links(slots.values(), first):
        links.setdefault(link, slot)
    links.update({link: slots[name] for link, name in word.links.items()})
    if issubclass(word.command, Command):
        links |= OF_EVERY_ACTION
    changes = next((s for s in slots.values() if _is_changes(s)), None)
    percent = slots.get(PERCENT)
    return Layout(word, slots, first, links, changes, percent)


def _is_changes(slot: Slot) -> bool:
    return slot.kind == "number" and slot.several


def _has_a_sign(slot: Slot) -> bool:
    """Whether it is said by `+2` or `@75%`."""
    return _is_changes(slot) or slot.name == PERCENT


def _links(slots: Iterable[Slot], first: Slot | None) -> Iterator[tuple[str, Slot]]:
    """`at` somebody, `with` a weapon or what else there is, `to` a zone or another number."""
    left = [s for s in slots if s != first and not _has_a_sign(s)]
    all_in_order = [s for s in (first, *left) if s is not None]
    things = [s for s in left if s.kind == "text" and not s.choices]
    things.sort(key=lambda s: s.name != "weapon")
    yield from (("at", s) for s in all_in_order if s.kind == "combatant")
    yield from (("with", s) for s in things)
    yield from (("to", s) for s in all_in_order if s.kind == "number")


# --- the words there are --------------------------------------------------------------------------


def folded(text: str) -> str:
    """A word or a name of a field, however it is written: `End-Turn`, `end_turn`, `endturn`."""
    return text.casefold().replace("-", "").replace("_", "")


class Vocabulary:
    """The words that text commands can begin with."""

    def __init__(self, words: Iterable[Word]) -> None:
        self._words = {folded(word.name): word for word in words}

    def __iter__(self) -> Iterator[Word]:
        return iter(self._words.values())

    def word(self, name: str) -> Word:
        """The word of a name. Raises UnknownWord, with those that are nearly the same."""
        found = self._words.get(folded(name))
        if found is None:
            near = difflib.get_close_matches(folded(name), self._words, n=3)
            like = [self._words[one].name for one in near]
            meant = f"did you mean {' or '.join(f'!{one}' for one in like)}?" if like else ""
            said = meant or "!help lists those that there are."
            raise UnknownWord(f"There is no command !{name}: {said}", word=name, like=like)
        return found


def words_of(ruleset: Ruleset[Any], options: Any) -> Iterator[Word]:
    """The words of an encounter's actions, then those that its ruleset has beside them."""
    for kind in ruleset.action_types.values():
        if sayable(kind):
            yield Word(name=kind.type, command=kind, summary=_summary(kind))
    yield from ruleset.words(options)


def _summary(command: type) -> str:
    """What an action does: the first sentence of its class, without the clauses of its source."""
    said = _CLAUSES.sub("", " ".join((command.__doc__ or "").split()))
    return said.partition(". ")[0].removesuffix(".") + "."


def form(word: Word) -> str:
    """How a word is used: `!attack <target> [with <weapon>]`."""
    laid = layout(word)
    said = [f"!{word.name}"]
    if laid.first is not None:
        said.append(_optional(_value(laid.first), laid.first.required))
    for slot in laid.slots.values():
        if slot == laid.first or _is_several_of_another(slot, laid.slots):
            continue
        if slot == laid.changes:
            said.append("[±n]")
        elif slot == laid.percent:
            said.append("[@n%]")
        elif slot.kind == "mark":
            said.append(f"[{slot.name}]")
        else:
            said.append(_optional(f"{laid.link_to(slot)} {_value(slot)}", slot.required))
    return " ".join(said)


def _is_several_of_another(slot: Slot, slots: Mapping[str, Slot]) -> bool:
    """Whether it is for several where another is for one: `targets` beside `target`."""
    return slot.several and slot.name.removesuffix("s") in {*slots} - {slot.name}


def _value(slot: Slot) -> str:
    what = "|".join(slot.choices) if slot.choices else slot.name.replace("_", " ")
    return f"<{what}>{' …' if slot.several else ''}"


def _optional(said: str, required: bool) -> str:
    return said if required else f"[{said}]"


# --- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reading:
    """What a command says: the fields of its action, and where in the text each is said."""

    fields: Mapping[str, Any]
    places: Mapping[str, Place]


def read(word: Word, said: Said) -> Reading:
    """Reads what follows a word. Raises Unreadable, with the place that can't be read."""
    reader = _Reader(layout(word), said)
    for at, piece in enumerate(reader.pieces):
        following = reader.pieces[at + 1] if at + 1 < len(reader.pieces) else None
        reader.take(piece, following)
    return reader.reading()


@dataclass
class _Reader:
    laid: Layout
    said: Said
    current: Slot | None = None
    items: dict[Slot, list[list[Piece]]] = field(default_factory=dict)
    marks: dict[Slot, tuple[bool, Place]] = field(default_factory=dict)
    openers: dict[Slot, Piece] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.current = self.laid.first
        self._keys = {folded(name): slot for name, slot in self.laid.slots.items()}
        if issubclass(self.laid.word.command, Command):
            self._keys.setdefault(folded(ROLLED.name), ROLLED)
            self._keys.setdefault(folded(ACTOR.name), ACTOR)

    @property
    def pieces(self) -> Sequence[Piece]:
        """What was said, with signs joined to their numbers: `+ 2` is `+2`."""
        joined: list[Piece] = []
        for piece in self.said.pieces:
            sign = joined[-1] if joined and joined[-1].text in ("+", "-") else None
            if self.laid.changes and sign and not sign.quoted and piece.text.isdecimal():
                place = Place(sign.place.start, piece.place.end)
                joined[-1] = Piece(sign.text + piece.text, place)
            else:
                joined.append(piece)
        return joined

    def take(self, piece: Piece, following: Piece | None) -> None:
        """The next piece: it leads somewhere, speaks for itself, or goes on with a value."""
        if piece.quoted:
            self._add(piece)
        elif piece.text == "," or (piece.text == "and" and self._may_be_several()):
            if self.current in self.items:
                self.items[self.current].append([])
        elif not (self._takes_sign(piece) or self._leads(piece, following)):
            self._add(piece)

    def _may_be_several(self) -> bool:
        return self.current is not None and (
            self.current.several or self._several_of(self.current) is not None
        )

    def _takes_sign(self, piece: Piece) -> bool:
        changes, percent = self.laid.changes, self.laid.percent
        if changes is not None and not self._waits_for_a_number() and _SIGNED.fullmatch(piece.text):
            self.items.setdefault(changes, []).append([piece])
            return True
        match = _PERCENT.fullmatch(piece.text)
        if percent is not None and match is not None:
            self._open(percent, piece)
            self.items[percent] = [[Piece(match[1], piece.place)]]
            self.current = None
            return True
        return False

    def _waits_for_a_number(self) -> bool:
        """Whether the field at hand takes a number: one, or as many as come."""
        slot = self.current
        return (
            slot is not None and slot.kind == "number" and (slot.several or slot not in self.items)
        )

    def _leads(self, piece: Piece, following: Piece | None) -> bool:
        """Opens the field that a name or a link leads to."""
        slot, rest = self._named(piece)
        if slot is None:
            return self._links(piece, following)
        if slot.kind == "mark":
            self.marks[slot] = (rest.casefold() not in _NOT, piece.place)
            return True
        self._open(slot, piece)
        if rest:
            self._add(Piece(rest, Place(piece.place.end - len(rest), piece.place.end)))
        return True

    def _links(self, piece: Piece, following: Piece | None) -> bool:
        slot = self.laid.links.get(LINKS.get(piece.text.casefold(), ""))
        if slot is not None and (following is None or self._named(following)[0] is None):
            self._open(slot, piece)  # unless a name follows: `in zone 2` leads to zone
        return slot is not None

    def _named(self, piece: Piece) -> tuple[Slot | None, str]:
        """The field that a piece names, as in `zone` or `zone=2`, and the value that it brings."""
        if piece.quoted:
            return None, ""
        slot = self._keys.get(folded(piece.text))
        match = _NAMED.fullmatch(piece.text)
        if slot is None and match is not None:
            return self._keys.get(folded(match[1])), match[2]
        return slot, ""

    def _open(self, slot: Slot, opener: Piece) -> None:
        if slot in self.items:
            raise Unreadable(
                f"{_called(slot)} is said twice: put names of several words in quotation marks.",
                opener.place,
            )
        self.current = slot
        self.openers[slot] = opener

    def _add(self, piece: Piece) -> None:
        if self.current is None:
            raise Unreadable(
                f"There is nothing for {piece.text!r} to be: put remarks behind a # of their own.",
                piece.place,
            )
        self.items.setdefault(self.current, [[]])[-1].append(piece)

    def reading(self) -> Reading:
        """All of it, once every piece is taken."""
        for slot, opener in self.openers.items():
            if slot not in self.items:
                raise Unreadable(f"{_called(slot)} is missing after {opener.text!r}.", opener.place)
        values = dict(self.laid.word.says)
        places: dict[str, Place] = {}
        for slot, items in self.items.items():
            filled = self._several_of(slot) if len(_said(items)) > 1 else None
            value = _converted(filled or slot, items)
            values[(filled or slot).name] = value
            places[(filled or slot).name] = _span(items)
        for slot, (value, place) in self.marks.items():
            values[slot.name], places[slot.name] = value, place
        for slot in self.laid.slots.values():
            if slot.required and slot.name not in values:
                raise Unreadable(f"{_called(slot)} is missing.", self.said.place)
        return Reading(values, places)

    def _several_of(self, slot: Slot) -> Slot | None:
        """The field for several in whose place one can be said: `targets` of `target`."""
        found = self.laid.slots.get(f"{slot.name}s")
        if slot.required or found is None or not found.several or found.kind != slot.kind:
            return None
        return found


def _called(slot: Slot) -> str:
    return slot.name.replace("_", " ").capitalize()


def _said(items: Iterable[list[Piece]]) -> list[str]:
    """Items as texts; commas after which nothing comes make none."""
    return [" ".join(piece.text for piece in item) for item in items if item]


def _span(items: Iterable[list[Piece]]) -> Place:
    pieces = [piece for item in items for piece in item]
    return Place(pieces[0].place.start, pieces[-1].place.end)


def _converted(slot: Slot, items: list[list[Piece]]) -> Any:
    """The value of a field. Raises Unreadable."""
    texts, place = _said(items), _span(items)
    if slot.several:
        words = slot.kind == "number" or (slot.kind == "text" and len(texts) == 1)
        if words:  # 1d25 1d32, without a comma in between
            texts = [piece.text for item in items for piece in item]
        return [_one(slot, text, place) for text in texts]
    if len(texts) > 1 and slot.kind != "text":
        raise Unreadable(f"{_called(slot)} is one, not {len(texts)}.", place)
    return _one(slot, ", ".join(texts), place)


def _one(slot: Slot, text: str, place: Place) -> Any:
    if slot.kind == "number":
        if not _NUMBER.fullmatch(text):
            raise Unreadable(f"{_called(slot)} is a number, not {text!r}.", place)
        return {"name": AS_TYPED, "value": int(text)} if slot.named else int(text)
    if not slot.choices:
        return text
    by_fold = {folded(choice).replace(" ", ""): choice for choice in slot.choices}
    chosen = by_fold.get(folded(text).replace(" ", ""))
    if chosen is None:
        raise Unreadable(f"{_called(slot)} is {' or '.join(slot.choices)}, not {text!r}.", place)
    return chosen


# --- saying ---------------------------------------------------------------------------------------


def said_as(word: Word, body: Mapping[str, Any]) -> str | None:
    """An action's body (without its actor and type) as the text that is read as just that.

    None for what can't be said in text.
    """
    laid = layout(word)
    said = [f"!{word.name}"]
    for slot in sorted(laid.slots.values(), key=lambda s: s != laid.first):
        if slot.name not in body:
            continue
        value = _in_words(slot, body[slot.name], laid)
        if value is None:
            return None
        leads = slot != laid.first and slot.kind != "mark" and not _has_a_sign(slot)
        said.append(f"{laid.link_to(slot)} {value}" if leads else value)
    return " ".join(said) if set(body) <= {*laid.slots, *word.says} else None


def _in_words(slot: Slot, value: Any, laid: Layout) -> str | None:
    if slot.kind == "mark":
        return slot.name if value else f"{slot.name}=no"
    if slot == laid.percent:
        return f"@{value}%"
    if slot.named:
        return None
    if slot == laid.changes:
        return " ".join(f"{one:+}" for one in value) or None
    values = value if slot.several else [value]
    if not values:
        return None
    quoted = [_quoted(one, laid) for one in values]
    return None if None in quoted else ", ".join(map(str, quoted))


def _quoted(value: str | int, laid: Layout) -> str | None:
    """A value, in quotation marks unless it is a word that leads nowhere."""
    if isinstance(value, int):
        return str(value)
    leads = folded(value) in {*map(folded, laid.slots), "actor", "dice", "and"}
    if _PLAIN.fullmatch(value) and not leads and value.casefold() not in LINKS:
        return value
    return None if _STOPS_A_QUOTE.search(value) or len(value) > MAX_QUOTED else f'"{value}"'
