"""The words that text commands can begin with, and how each is used."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.engine.refusals import Invalid
from app.engine.ruleset import Ruleset
from app.engine.text.slots import Slot, folded, layout, sayable
from app.engine.text.words import Word

_CLAUSES = re.compile(r" \([A-Z]{2,}-[^)]*\)")


class UnknownWord(Invalid):
    """There is no such text command."""

    code = "unknown-command"


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
