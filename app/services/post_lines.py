"""What is answered to text commands, on one line each."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.encounter import STATUS_WORDS, Command
from app.engine.text.saying import said_as
from app.engine.text.vocabulary import Vocabulary
from app.services.views import Perspective
from app.services.vocabulary import type_of

MOST_TOLD = 12  # choices on one line
_SPELLED_DIE = re.compile(r"\(d(\d+)\)(\d+)")


def entry_line(entry: Mapping[str, Any]) -> str:
    """An entry in its sentences, with the dice behind them that they don't spell out."""
    spelled = Counter((int(s), int(f)) for s, f in _SPELLED_DIE.findall(entry["summary"]))
    dice = [(die["sides"], die["face"]) for die in entry["dice"] if die["face"] is not None]
    if not Counter(dice) - spelled:
        return str(entry["summary"])
    return f"{entry['summary']} [{', '.join(f'(d{sides}){face}' for sides, face in dice)}]"


def spelled_choices(
    seen: Perspective, vocabulary: Vocabulary, wanted: str | None
) -> list[dict[str, Any]]:
    """What somebody may do now, each with the text command for it."""
    words = {type_of(w): w for w in reversed([*vocabulary]) if issubclass(w.command, Command)}
    found = []
    for choice in seen.choices(wanted):
        word = words.get(choice["body"]["type"])
        body = {name: v for name, v in choice["body"].items() if name not in ("type", "actor")}
        found.append({**choice, "command": None if word is None else said_as(word, body)})
    return found


def choices_line(choices: Sequence[Mapping[str, Any]]) -> str:
    """Choices on one line, the first of them if they are many."""
    if not choices:
        return "There is nothing to choose now."
    told = [choice["command"] or choice["label"] for choice in choices]
    more = f"; and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return "; ".join(told[:MOST_TOLD]) + more


def status_line(seen: Perspective, wanted: str | None) -> str:
    """Whose turn it is, and how everybody in sight is, or one of them."""
    ids = [*seen.state.combatants] if wanted is None else [seen.find(wanted)]
    everybody = "; ".join(_how(seen.combatant(id)) for id in ids)
    state = seen.state
    if state.acting is None:
        turn = f"The encounter {STATUS_WORDS[state.status]}"
    else:
        turn = f"Round {state.order.round}, the turn of {seen.names[state.acting]}"
    return f"{turn}. {everybody}." if everybody else f"{turn}."


def _how(combatant: Mapping[str, Any]) -> str:
    """A combatant in short: `Fred (fred): hp 63, sta 19, blind`."""
    facts = [] if combatant["status"] == "active" else [combatant["status"]]
    for name, value in combatant["state"].items():
        called = name.replace("_", " ")
        if isinstance(value, bool):
            facts += [called] if value else []
        elif isinstance(value, str | int):
            facts.append(f"{called} {value}")
    facts += [str(condition["name"]) for condition in combatant["conditions"]]
    told = f"{combatant['name']} ({combatant['id']})"
    return f"{told}: {', '.join(facts)}" if facts else told
