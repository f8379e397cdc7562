"""Quints: percent to hit, percent to defend, d10 damage, and grievous injuries that bleed.

Help for players: one thing a quint. `attack` with what is drawn, `draw` and strike, `shoot`,
`load`, `prepare` and `cast`, `get_item`, `staunch`, `treat`, `rise`, `pick_up`, `retreat`,
`pursue`, `other` or `pass`; `say` costs nothing.
"""

from collections.abc import Mapping
from typing import Any

from app.engine.ruleset import Ruleset
from app.engine.tables import Listing, Table
from app.rules.quint.adjustments import StateChange, conditions_of, current
from app.rules.quint.attacks import steps
from app.rules.quint.choices import choices
from app.rules.quint.commands import ACTIONS, BY_THEMSELVES
from app.rules.quint.conditions import ShownCondition
from app.rules.quint.decide import decide
from app.rules.quint.events import EVENTS
from app.rules.quint.evolve import evolve
from app.rules.quint.examples import ACTIONS as ACTION_EXAMPLES
from app.rules.quint.examples import SHEETS
from app.rules.quint.fog import FOG
from app.rules.quint.narrate import PURPOSES, narrate, prompt
from app.rules.quint.odds import OUTCOMES, foreseen, outcomes
from app.rules.quint.options import Options
from app.rules.quint.settling import settle
from app.rules.quint.sheet import Sheet
from app.rules.quint.state import Fighter, State
from app.rules.quint.tables import (
    armour,
    conditions,
    crushing,
    fighters,
    gate,
    piercing,
    slashing,
    weapons,
)
from app.rules.quint.turns import automatic, may_act

REFERENCE = """
A round is a quint; in it every able fighter does one thing, in the order of d10 + Reaction.

**Attack**: d100 at or under % to hit; the defender's d100 under Defense stops it; else it is a
strike, also for no damage. `attack` is the full number of attacks with a drawn weapon, each on its
own, at one foe or several.
**Damage** is d10 + Damage Base - Protection. At 0 Damage Points one is unconscious and has no
Defense; at -10 dead.
**Grievous injuries**: the actual damage has a chance; under it a d100 on the chart of the weapon's
type says what else happens. Bleeding goes on at the end of each quint until staunched.
**Spells** take their quints of preparation; a strike in one of them starts them over. Once they
are over, the spell can be cast.
**Retreat**: the opponent has a free strike. The gap to a pursuer changes each quint by the
difference of the Speed Ratings; at 0 it strikes, at 3 times its Speed Rating the fleer is gone.

The charts are ours, since the source doesn't print its own: bring yours as the option
`grievous_charts`.
"""

TABLES: tuple[Table[Any] | Listing, ...] = (
    slashing.SLASHING, piercing.PIERCING, crushing.CRUSHING, gate.GATE_LISTING,
    gate.SHARES_LISTING, weapons.WEAPONS, armour.ARMOUR, conditions.CONDITIONS, fighters.FIGHTERS,
)  # fmt: skip


def left(state: State) -> Mapping[str, int]:
    """One action a quint."""
    return {"action": 1}


def opened(options: Options) -> State:
    """A fight nobody has joined."""
    return State(options=options)


RULESET = Ruleset(
    id="quint",
    version="1",
    title="Quints",
    summary="Percent to hit, percent to defend, d10 damage, and grievous injuries that bleed.",
    source="How to Wage Combat",
    reference=REFERENCE,
    options=Options,
    sheet=Sheet,
    fighter=Fighter,
    state=State,
    actions=ACTIONS,
    automatic_commands=BY_THEMSELVES,
    events=EVENTS,
    adjustable=StateChange,
    condition=ShownCondition,
    open=opened,
    decide=decide,
    evolve=evolve,
    may_act=may_act,
    settle=settle,
    steps=steps,
    automatic=automatic,
    outcomes=outcomes,
    outcome_names=OUTCOMES,
    foreseen=foreseen,
    choices=choices,
    left=left,
    current=current,
    conditions=conditions_of,
    purposes=PURPOSES,
    narrate=narrate,
    prompt=prompt,
    fog=FOG,
    condition_names={
        **conditions.WORDS,
        "(any name)": "A mark; as an object also its cause, how many quints it lasts, and what it "
        "does.",
    },
    tables={table.name: table for table in TABLES},
    sheet_examples=SHEETS,
    action_examples=ACTION_EXAMPLES,
)
