"""From text to the fields of an action."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from app.engine.encounter import Command
from app.engine.refusals import Invalid
from app.engine.text.posts import Piece, Place, Said
from app.engine.text.slots import ACTOR, AS_TYPED, LINKS, ROLLED, Layout, Slot, folded, layout
from app.engine.text.words import Word

_NAMED = re.compile(r"([A-Za-z][\w-]*)[=:](.*)", re.DOTALL)
_SIGNED = re.compile(r"[+-]\d{1,9}")
_PERCENT = re.compile(r"@(\d{1,9})%?")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_NOT = ("no", "not", "false", "off")
MAX_WORDS = 1_100  # of one command: no action takes more than a thousand dice
MAX_NAME_WORDS = 20

Names = Callable[[], Iterable[str]]
"""Names that values may have, asked for only where a word of a value could be that of a field."""


def _no_names() -> Iterable[str]:
    return ()


class Unreadable(Invalid):
    """A text command that doesn't say what it must, or says what there is no place for."""

    code = "unreadable-command"

    def __init__(self, detail: str, place: Place | None = None, **facts: Any) -> None:
        super().__init__(detail, **facts)
        self.place = place


@dataclass(frozen=True, slots=True)
class Reading:
    """What a command says: the fields of its action, and where in the text each is said."""

    fields: Mapping[str, Any]
    places: Mapping[str, Place]


def read(word: Word, said: Said, names: Names = _no_names) -> Reading:
    """Reads what follows a word. Raises Unreadable, with the place that can't be read."""
    if len(said.pieces) > MAX_WORDS:
        raise Unreadable(f"A command has at most {MAX_WORDS} words.", said.place)
    reader = _Reader(layout(word), said, names)
    pieces = reader.pieces()
    for piece, following in zip_longest(pieces, pieces[1:]):
        reader.take(piece, following)
    return reader.reading()


@dataclass
class _Reader:
    laid: Layout
    said: Said
    names: Names
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
        if piece.quoted or self._is_of_a_name(piece, following):
            self._add(piece)
        elif piece.text == "," or (piece.text == "and" and self._may_be_several()):
            if self.current in self.items:
                self.items[self.current].append([])
        elif not (self._takes_sign(piece) or self._leads(piece, following)):
            self._add(piece)

    def _is_of_a_name(self, piece: Piece, following: Piece | None) -> bool:
        """Whether a word that leads somewhere stands in a name here: `hand weapon`."""
        word = piece.text.casefold()
        if self.current is None or not (word in LINKS or folded(word) in self._keys):
            return False
        begun = [one.text for one in self.items.get(self.current, [[]])[-1]]
        if len(begun) > MAX_NAME_WORDS:
            return False
        said = " ".join((*begun, word)).casefold()
        goes_on = "" if following is None else f"{said} {following.text}".casefold()
        return any(
            (bool(begun) and name == said) or (goes_on and f"{name} ".startswith(f"{goes_on} "))
            for name in map(str.casefold, self.names())
        )

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
