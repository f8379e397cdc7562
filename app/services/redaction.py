"""What is left of the leaves of an entry (command, dice, events) for who may not see all of them.

A leaf comes back whole, in part, or as None: nothing of it is to be seen but its digest.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from typing import Any

from app.engine.encounter import Combatant
from app.engine.fog import Fog
from app.engine.refusals import DiceLeftOver, DieImpossible, DieNeeded, Refused
from app.services.concealment import mentions
from app.services.entries import Entry

Leaf = Mapping[str, Any]

LISTS = {
    "open": "combatants", "join": "combatants", "places_taken": "places",
    "encounter_finished": "standing", "side_fell": "standing",
}  # fmt: skip
"""Where a hidden one is only one of several: the others are still told of."""

SHOWN_IN_FOG = {
    "open": ("name", "options", "settings"), "undo": ("to_version",), "pause": ("reason",),
    "answer": ("question",), "question_answered": ("question",),
    "encounter_opened": ("options",), "encounter_paused": ("reason",),
    "encounter_finished": ("standing",), "side_fell": ("side", "standing"),
    "round_started": ("round",),
}  # fmt: skip
"""What is no secret of anybody in the commands and events that every encounter has."""

OWNER = {
    "adjust": "combatant", "leave": "combatant", "combatant_left": "combatant",
    "question_answered": "of", "dice_rolled": "combatant",
}  # fmt: skip
"""Whose the commands and events are that every encounter has, where they are one's alone."""

BASICS = tuple(f.name for f in fields(Combatant))


@dataclass(frozen=True, slots=True)
class Eyes:
    """What somebody may see of any entry.

    `own`: whom they act for; `sides`: everybody in sight now, and their sides; `fog`: what the
    rules open in the fog, None where all is open.
    """

    own: frozenset[str]
    sides: Mapping[str, str]
    fog: Fog | None

    def may_see(self, visibility: str, of: str | None) -> bool:
        """Whether something of that visibility, of that combatant, is theirs to see."""
        if visibility == "public" or of in self.own:
            return visibility != "gm"
        own_sides = {self.sides[id] for id in self.own}
        return visibility == "side" and of is not None and self.sides.get(of) in own_sides

    def command(self, entry: Entry, words: AbstractSet[str]) -> Leaf | None:
        """The command of an entry; `words`: what they may not read in it."""
        command = _without_hidden(entry.command, words)
        if command is None or mentions(command, words) or not self._may_see_answer(entry):
            return None
        if self.fog is None or command.get("actor") in self.own:
            return command
        return self._fogged(command, self.fog)

    def event(self, event: Leaf, words: AbstractSet[str]) -> Leaf | None:
        """An event of an entry."""
        seen = _without_hidden(event, words)
        if seen is None or mentions(seen, words):
            return None
        if not self.may_see(event["visibility"], _of(event)):
            return None
        if event["type"] == "places_taken" and (words or self.fog is not None):
            # The keys count who joined before, and are made of stats.
            return {**seen, "places": [{"id": place["id"]} for place in seen["places"]]}
        return seen if self.fog is None else self._fogged(seen, self.fog)

    def die(self, die: Leaf, words: AbstractSet[str]) -> Leaf | None:
        """A die of an entry."""
        who = {die.get("subject"), die.get("object")} - {None}
        if who & words or not self.may_see(die.get("visibility", "public"), die.get("subject")):
            return None
        if self.fog is None or (die.get("subject") in self.own and who <= self.own):
            return die
        return {name: die.get(name) for name in ("purpose", "subject", "object")}

    def refusal(self, refusal: Refused) -> None:
        """Leaves of a refusal in the fog its code and who is in it, unless it is harmless."""
        if self.fog is None or refusal.code in (*self.fog.refusals, DiceLeftOver.code):
            return
        if isinstance(refusal, DieNeeded | DieImpossible):
            needed = refusal.facts["needed"]
            if self.die(needed, frozenset()) is needed:
                return
        reason = refusal.code.replace("-", " ")
        refusal.detail = f"The rules forbid this now: {reason}."
        refusal.facts = {n: v for n, v in refusal.facts.items() if self._names_somebody(v)}

    def _may_see_answer(self, entry: Entry) -> bool:
        """An answer is as secret as its question."""
        return entry.command["type"] != "answer" or all(
            self.may_see(event["visibility"], _of(event))
            for event in entry.events
            if event["type"] == "question_answered"
        )

    def _fogged(self, leaf: Leaf, fog: Fog) -> Leaf:
        """In the fog: who is in it, and what is open to everybody; all of what is one's own."""
        kind = leaf["type"]
        inner = leaf.get("combatant") if kind.startswith("combatant_") else leaf.get("question")
        if isinstance(inner, Mapping):
            return self._fogged_inner(leaf, inner)
        owner = fog.own.get(kind, OWNER.get(kind))
        if owner is not None and leaf.get(owner) in self.own:
            return leaf
        shown = ("type", "visibility", *SHOWN_IN_FOG.get(kind, ()), *fog.shown.get(kind, ()))
        return {name: v for name, v in leaf.items() if name in shown or self._names_somebody(v)}

    def _fogged_inner(self, leaf: Leaf, inner: Leaf) -> Leaf:
        """A combatant who joins or is changed, or a question, inside an event."""
        name, owner, open_to_all = "combatant", inner.get("id"), BASICS
        if leaf["type"] == "question_asked":
            name, owner, open_to_all = "question", inner.get("to"), ("id", "to", "blocks")
        if owner in self.own:
            return leaf
        left = {field: value for field, value in inner.items() if field in open_to_all}
        return {"type": leaf["type"], "visibility": leaf["visibility"], name: left}

    def _names_somebody(self, value: Any) -> bool:
        if isinstance(value, list | tuple):
            return bool(value) and all(self._names_somebody(one) for one in value)
        return isinstance(value, str) and value in self.sides


def _of(event: Leaf) -> str | None:
    """Whom an event's visibility is about."""
    question = event.get("question")
    if event["type"] == "question_asked" and isinstance(question, Mapping):
        to: str = question["to"]
        return to
    of: str | None = event.get("of")
    return of


def _without_hidden(leaf: Leaf, words: AbstractSet[str]) -> Leaf | None:
    """A leaf whose list of several has only those in sight; None when nobody is left in it."""
    name = LISTS.get(leaf["type"])
    if name is None or name not in leaf:
        return leaf
    several = leaf[name]
    left = [one for one in several if not _is_hidden(one) and not mentions(one, words)]
    if len(left) == len(several):
        return leaf
    if not left and leaf["type"] in ("join", "places_taken"):
        return None
    return {**leaf, name: left}


def _is_hidden(recruit: Any) -> bool:
    return isinstance(recruit, Mapping) and recruit.get("hidden") is True
