"""A toy ruleset that shows everything the protocol can do, offered to the app by an entry point.

A turn of two steps, a summon that acts by itself, questions, a die only the game master sees, a
reroll that replaces an entry, an area action, a repeated action, effects that tick by themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.engine.encounter import GAME_MASTER, Event, Question
from app.engine.ruleset import Choice, Names, Ruleset
from tests.toy.commands import ACTIONS, BY_THEMSELVES
from tests.toy.decide import WILD, automatic, decide, redecide, replaces, steps
from tests.toy.events import EVENTS
from tests.toy.evolve import evolve
from tests.toy.state import Fighter, Options, Sheet, State


def choices(state: State, combatant: str) -> Sequence[Choice]:
    blocking = next((q for q in state.questions if q.blocks), None)
    answers = [
        Choice(
            {"type": "answer", "actor": q.to, "question": q.id, "choice": choice},
            f"{q.about}: {choice}",
        )
        for q in state.questions
        if q.to == combatant
        for choice in q.choices
    ]
    if blocking is not None or state.status != "running" or state.acting != combatant:
        return answers
    offers = (Choice({"actor": combatant, **body}, body["type"]) for body in _bodies(state))
    return (*answers, *offers)


def _bodies(state: State) -> Iterator[dict[str, Any]]:
    actor = str(state.acting)
    others = [f.id for f in state.combatants.values() if f.able and f.id != actor]
    if state.steps:
        for kind in ("step", "sneak", "omen", "wild"):
            yield {"type": kind}
    if state.strikes:
        yield from ({"type": "strike", "target": target} for target in others)
        yield from ({"type": kind} for kind in ("blast", "summon"))
        if state.steps:
            yield from ({"type": "flurry", "target": target} for target in others)
    if state.missed and state.combatants[actor].luck:
        yield {"type": "reroll"}
    yield {"type": "pass"}
    yield {"type": "end_turn"}


def narrate(events: Sequence[Event], names: Names) -> str:
    return ", ".join(event.type.replace("_", " ") for event in events) + "."


def prompt(question: Question, names: Names) -> str:
    who = "The game master" if question.to == GAME_MASTER else names[question.to]
    return f"{who}: {question.about}?"


def left(state: State) -> Mapping[str, int]:
    return {"step": state.steps, "strike": state.strikes}


def current(fighter: Fighter) -> Mapping[str, Any]:
    return {"hp": fighter.hp, "luck": fighter.luck}


def conditions(fighter: Fighter) -> Sequence[Mapping[str, Any]]:
    return [{"name": "burning", "cause": "blast"}] if fighter.burning else []


def opened(options: Options) -> State:
    return State(options=options)


RULESET = Ruleset(
    id="toy",
    version="1",
    title="Toy",
    summary="Proves the protocol.",
    source="The tests",
    options=Options,
    sheet=Sheet,
    fighter=Fighter,
    state=State,
    actions=ACTIONS,
    automatic_commands=BY_THEMSELVES,
    events=EVENTS,
    open=opened,
    decide=decide,
    evolve=evolve,
    steps=steps,
    automatic=automatic,
    replaces=replaces,
    redecide=redecide,
    choices=choices,
    left=left,
    current=current,
    conditions=conditions,
    purposes={
        "to-hit": "{subject} to hit {object}",
        "parry": "{subject} to parry {object}",
        "damage": "damage of {subject} to {object}",
        "blast": "blast of {subject} on {object}",
        "beast-target": "whom {subject} goes for",
        "sneak": "{subject} to sneak",
        "wild": "what happens to {subject}",
    },
    narrate=narrate,
    prompt=prompt,
    condition_names={"burning": "Loses 1 hp at the end of each round."},
    tables={"wild": WILD},
)
