"""A row of a table as it befalls somebody (WF-WND-1, WF-MIS-1, WF-PRAY-1)."""

from dataclasses import dataclass

from app.rules.wfrp4.conditions import MOST_ENDS, MOST_LEVELS, Condition
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.state import Due


@dataclass(frozen=True, slots=True, kw_only=True)
class Plight:
    """A row as it befalls somebody: where, and the test it hangs on, if any."""

    due: Due
    title: str
    location: Location | None
    test: Rolled | None = None

    @property
    def of(self) -> str:
        """Whom it befalls."""
        return self.due.of

    def condition(
        self, name: str, level: int = 1, strength: int | None = None, rounds: int | None = None
    ) -> Condition:
        """A condition, as this row brings it."""
        return Condition(
            name=name,
            level=min(MOST_LEVELS, level),
            cause=self.title,
            by=self.due.by,
            strength=strength,
            rounds=None if rounds is None else min(MOST_ENDS, rounds),
        )
