"""The words of text commands in an encounter: questions, the game master's, and the ruleset's."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.engine.encounter import CombatantRef, Command, End, Start
from app.engine.text.vocabulary import Vocabulary, words_of
from app.engine.text.words import Word
from app.services.event_log import Loaded


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What one may do now."""

    combatant: CombatantRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Whose turn it is, and how everybody is."""

    combatant: CombatantRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Help:
    """How a command is used, or which there are."""

    word: str | None = None


MASTERY: Mapping[type[Command], str] = {Start: "start", End: "end"}
"""What a game master says of the whole fight, and the kind of entry that it makes."""

KINDS: tuple[type, ...] = (Choices, Status, Help, *MASTERY)
WORDS = tuple(
    Word(name=kind.__name__.lower(), command=kind, summary=(kind.__doc__ or "").strip())
    for kind in KINDS
)
"""Of every encounter, beside the words of its ruleset's actions."""


def vocabulary_of(encounter: Loaded) -> Vocabulary:
    """The words of an encounter, by its ruleset and its options."""
    ruleset = encounter.codec.ruleset
    return Vocabulary([*WORDS, *words_of(ruleset, encounter.state.options)])


def type_of(word: Word) -> str:
    """The type of the action that a word stands for."""
    kind: str = word.command.type  # type: ignore[attr-defined]
    return kind
