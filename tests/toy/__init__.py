"""A toy ruleset that shows everything the protocol can do, offered to the app by an entry point.

A turn of two steps, a summon that acts by itself, questions, a die only the game master sees, a
reroll that replaces an entry, an area action, a repeated action, effects that tick by themselves;
and the odds of all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.engine.encounter import GAME_MASTER
from app.engine.ruleset import Choice, Example, Ruleset
from tests.toy import commands as c
from tests.toy.commands import ACTIONS, BY_THEMSELVES
from tests.toy.decide import decide, redecide, replaces
from tests.toy.events import EVENTS
from tests.toy.evolve import evolve
from tests.toy.narrate import PURPOSES, narrate, prompt
from tests.toy.odds import OUTCOMES, area, outcomes
from tests.toy.rules import COSTS, WILD, automatic, has_left, may_act, may_reroll, steps
from tests.toy.state import Fighter, Options, Sheet, State

REFERENCE = """
A step and a strike a turn. `step`, `sneak`, `foresee`, `omen` and `wild` take the step; `strike`,
`blast` and `summon` the strike; `flurry` both. A miss may be rolled again by luck, once a turn.

To hit: d20 over 10. Who is hit takes d6 + power damage, or parries: d20 over 12. At 0 hp: down.
"""


def choices(state: State, combatant: str) -> Sequence[Choice]:
    """Answers first, then what one can do in one's own turn: exactly what `decide` accepts."""
    actor = {} if combatant == GAME_MASTER else {"actor": combatant}  # no combatant answers as gm
    answers = [
        Choice(
            {"type": "answer", **actor, "question": q.id, "choice": choice},
            f"{q.about}: {choice}",
        )
        for q in state.questions
        if q.to == combatant
        for choice in q.choices
    ]
    in_turn = state.status == "running" and state.acting == combatant and not state.blocked
    if not in_turn or not state.able(combatant):
        return answers
    offers = (Choice({"actor": combatant, **body}, label) for label, body in _offers(state))
    return (*answers, *offers)


def _offers(state: State) -> Iterator[tuple[str, dict[str, Any]]]:
    targets = [(id, state.combatants[id].name) for id in state.others(str(state.acting))]
    for kind in (kind for kind in COSTS if has_left(state, kind)):
        label = kind.__name__
        if kind in (c.Strike, c.Flurry):
            for id, name in targets:
                yield f"{label} {name}", {"type": kind.type, "target": id}
        else:
            yield label, {"type": kind.type}
    if may_reroll(state):
        yield "Reroll the strike", {"type": "reroll"}
    yield "Do nothing", {"type": "pass"}
    yield "End the turn", {"type": "end_turn"}


def left(state: State) -> Mapping[str, int]:
    """A step and a strike a turn."""
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
    reference=REFERENCE,
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
    may_act=may_act,
    automatic=automatic,
    replaces=replaces,
    redecide=redecide,
    outcomes=outcomes,
    outcome_names=OUTCOMES,
    area=area,
    choices=choices,
    left=left,
    current=current,
    conditions=conditions,
    purposes=PURPOSES,
    narrate=narrate,
    prompt=prompt,
    condition_names={"burning": "Loses 1 hp at the end of each round."},
    tables={"wild": WILD},
    sheet_examples=(Example("Squire", "Strong and lucky.", {"hp": 12, "power": 2, "luck": 1}),),
    action_examples=(Example("Step", "A step.", {"type": "step", "actor": "squire"}),),
)
