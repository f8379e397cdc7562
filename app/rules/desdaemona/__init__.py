"""Standardized dice rolls: two stats' dice against two, damage by the difference, and stamina.

Help for players: on your turn `attack` a foe by a kind, or do something passive: `evade`, `drink`,
`call_power`, `shake_off`, `take_off`. Your total must be higher than the foe's, and your damage is
a die of the difference. Every attack and every defence costs STA; without any you yield.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.ruleset import Ruleset
from app.rules.desdaemona.adjustments import StateChange, current
from app.rules.desdaemona.choices import choices, settle
from app.rules.desdaemona.commands import ACTIONS, BY_THEMSELVES, CombatDice
from app.rules.desdaemona.conditions import CONDITION, Condition
from app.rules.desdaemona.decide import decide
from app.rules.desdaemona.events import EVENTS
from app.rules.desdaemona.evolve import evolve
from app.rules.desdaemona.examples import ACTIONS as ACTION_EXAMPLES
from app.rules.desdaemona.examples import SHEETS
from app.rules.desdaemona.fog import FOG
from app.rules.desdaemona.narrate import PURPOSES, narrate
from app.rules.desdaemona.odds import OUTCOMES, area, outcomes
from app.rules.desdaemona.sheet import Sheet
from app.rules.desdaemona.state import Fighter, Options, State
from app.rules.desdaemona.tables import disabilities, effects, gear, kinds, stamina
from app.rules.desdaemona.turns import automatic, may_act
from app.rules.desdaemona.words import words

REFERENCE = """
A turn is one action: an `attack`, or a passive one. Switching weapon, spell or kind costs nothing.

**Attack**: 1d(first stat) + 1d(second stat) of the kind, times what disabilities leave of 100%,
plus modifiers; the defence likewise. The attack lands if it is strictly higher. Kinds: close
physical STR+DEX against CON+DEX, ranged physical STR+INT against DEX+INT, close magical INT+STR
against CON+STR, ranged magical INT+CON against CON+DEX; the option `kinds` changes and adds some.

**Damage**: 1d(difference), the die held to 50; then (roll x product) + sum of what adds to damage.
At 0 HP one is dead. `withhold` holds the damage roll back.

**Stamina**: every attack and every defence costs STA, hit or miss. With 1 left one may act; at 0
one yields, for good, and is attacked only with `press`, at a defence of 0. Who kills the last
opponent with the last STA regains 2, and has won.

**Passive**: `evade` regains 1d(STA); `drink` a potion; `call_power`; `shake_off` what a spell has
laid on; `take_off`. Each names an `opponent` it contests, who regains 2 STA.

**Flight**: a natural flier takes off and lands without a turn, once; after landing, and by a spell,
taking off is a turn's work. In the air attacks and defences cost 1 STA more, and nobody evades.
Between air and ground only ranged attacks go.

`combat_dice`, `roll_defence` and `roll_init` change nothing: anybody may roll them, at any time.
"""


def left(state: State) -> Mapping[str, int]:
    """One action a turn."""
    return {"action": 1}


def conditions_of(fighter: Fighter) -> Sequence[Mapping[str, Any]]:
    """Each condition with its cause, end and effects."""
    dumped: list[Mapping[str, Any]] = [
        CONDITION.dump_python(condition, mode="json") for condition in fighter.conditions
    ]
    return dumped


def opened(options: Options) -> State:
    """A fight nobody has joined."""
    return State(options=options)


NAMED = {**disabilities.DISABILITIES_BY_NAME, **effects.EFFECTS_BY_NAME}
TABLES = (
    kinds.LISTING, stamina.LISTING, disabilities.LISTING, effects.LISTING, *gear.LISTINGS,
)  # fmt: skip

RULESET = Ruleset(
    id="desdaemona",
    version="1",
    title="Standardized dice rolls",
    summary="Two stats' dice against two, damage by the difference, and stamina that runs out.",
    source="Standardized Dice Rolls, for the bot Desdaemona",
    reference=REFERENCE,
    options=Options,
    sheet=Sheet,
    fighter=Fighter,
    state=State,
    actions=ACTIONS,
    automatic_commands=BY_THEMSELVES,
    events=EVENTS,
    adjustable=StateChange,
    condition=Condition,
    open=opened,
    decide=decide,
    evolve=evolve,
    may_act=may_act,
    settle=settle,
    automatic=automatic,
    outcomes=outcomes,
    outcome_names=OUTCOMES,
    area=area,
    words=words,
    loose=(CombatDice,),
    fog=FOG,
    choices=choices,
    left=left,
    current=current,
    conditions=conditions_of,
    purposes=PURPOSES,
    narrate=narrate,
    condition_names={
        **{name: effects.in_words(row) for name, row in NAMED.items()},
        "(any name)": "A mark; as an object also its cause, how many turns of its bearer it lasts, "
        "and what it does.",
    },
    tables={table.name: table for table in TABLES},
    sheet_examples=SHEETS,
    action_examples=ACTION_EXAMPLES,
)
