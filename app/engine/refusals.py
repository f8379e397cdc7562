"""Refusals: what the rules say no to, in the rules' words.

A refusal changes nothing and rolls nothing. It carries a stable `code`, a sentence that says what
to do, and the facts behind it; which HTTP status it becomes is not the rules' business.
"""

from typing import Any, ClassVar


class Refused(Exception):
    """The command is well formed, but the state of the encounter forbids it now."""

    code: ClassVar[str] = "refused"

    def __init__(self, detail: str, **facts: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.facts = facts


class Invalid(Refused):
    """The command can't be right in any state: something in it must be changed."""

    code = "invalid-command"


class EncounterNotRunning(Refused):
    code = "encounter-not-running"


class EncounterRunning(Refused):
    code = "encounter-running"


class EncounterEnded(Refused):
    code = "encounter-ended"


class NotYourTurn(Refused):
    code = "not-your-turn"


class CannotAct(Refused):
    """The combatant is dead, down, or gone."""

    code = "cannot-act"


class QuestionOpen(Refused):
    code = "question-open"


class NoSuchQuestion(Refused):
    code = "no-such-question"


class NotAChoice(Invalid):
    code = "not-a-choice"


class UnknownCombatant(Invalid):
    code = "unknown-combatant"


class AmbiguousName(Invalid):
    code = "ambiguous-name"


class NotInTable(Invalid):
    """A name without a row, and not all that it needs."""

    code = "not-in-table"


class SheetContradiction(Invalid):
    """Two things on a sheet can't both be so."""

    code = "sheet-contradiction"


class UnknownCondition(Invalid):
    code = "unknown-condition"


class TooManyConditions(Refused):
    code = "too-many-conditions"


class IdTaken(Refused):
    code = "id-taken"


class NothingToReplace(Refused):
    code = "nothing-to-replace"


class BadNotation(Invalid):
    """Dice that can't be read."""

    code = "bad-dice-notation"


class DieNeeded(Invalid):
    """Too few dice were given."""

    code = "die-needed"


class DiceLeftOver(Invalid):
    """Too many dice were given."""

    code = "dice-left-over"


class DieImpossible(Invalid):
    """A given face isn't on the die."""

    code = "die-impossible"
