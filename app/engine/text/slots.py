"""What can be said with a word: the fields of its action, and how each is led to."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from app.engine.encounter import CombatantRef, Command
from app.engine.text.words import Word

Kind = Literal["mark", "number", "text", "combatant"]

LINKS: Mapping[str, str] = {
    **dict.fromkeys(("with", "using", "by"), "with"),
    **dict.fromkeys(("at", "on", "against", "from"), "at"),
    **dict.fromkeys(("to", "in", "into"), "to"),
    "as": "as",
    "rolled": "rolled",
}
"""Small words that lead to a field, each with the one it is short for."""


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
    fillable = [s for s in slots.values() if s.kind != "mark" and not has_a_sign(s)]
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


def has_a_sign(slot: Slot) -> bool:
    """Whether it is said by `+2` or `@75%`."""
    return _is_changes(slot) or slot.name == PERCENT


def _links(slots: Iterable[Slot], first: Slot | None) -> Iterator[tuple[str, Slot]]:
    """`at` somebody, `with` a weapon or what else there is, `to` a zone or another number."""
    left = [s for s in slots if s != first and not has_a_sign(s)]
    all_in_order = [s for s in (first, *left) if s is not None]
    things = [s for s in left if s.kind == "text" and not s.choices]
    things.sort(key=lambda s: s.name != "weapon")
    yield from (("at", s) for s in all_in_order if s.kind == "combatant")
    yield from (("with", s) for s in things)
    yield from (("to", s) for s in all_in_order if s.kind == "number")


def folded(text: str) -> str:
    """A word or a name of a field, however it is written: `End-Turn`, `end_turn`, `endturn`."""
    return text.casefold().replace("-", "").replace("_", "")
