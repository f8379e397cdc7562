"""Tides of Ichor: d100 roll-over on a line of zones. The physical half of the rules.

Help for players: on your turn do one thing. `move` (1 zone), `dash` (2 zones), `attack` a foe in
your weapon's range, `charge` (1 zone and a melee attack), `use_ability`, or `pass`. To hit and to
wound, roll higher than 40 + the defender's stat - yours.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.ruleset import Ruleset
from app.rules.tides_of_ichor.adjustments import StateChange
from app.rules.tides_of_ichor.attacks import settle
from app.rules.tides_of_ichor.choices import choices
from app.rules.tides_of_ichor.commands import ACTIONS
from app.rules.tides_of_ichor.conditions import CONDITION, Condition
from app.rules.tides_of_ichor.decide import decide
from app.rules.tides_of_ichor.events import EVENTS
from app.rules.tides_of_ichor.evolve import evolve
from app.rules.tides_of_ichor.examples import ACTIONS as ACTION_EXAMPLES
from app.rules.tides_of_ichor.examples import SHEETS
from app.rules.tides_of_ichor.narrate import PURPOSES, narrate
from app.rules.tides_of_ichor.odds import OUTCOMES, area, outcomes
from app.rules.tides_of_ichor.sheet import Sheet
from app.rules.tides_of_ichor.state import Fighter, Options, State
from app.rules.tides_of_ichor.tables.armor import ARMOR, SHIELDS
from app.rules.tides_of_ichor.tables.ranges import RANGES
from app.rules.tides_of_ichor.tables.weapons import WEAPONS

REFERENCE = """
The highest d100 + 2 x Ag acts first; the order is rolled once. A turn is one action:

- `move` 1 zone, or `dash` 2.
- `attack` a foe in a weapon's range: 0 Melee, 1 Short, 2 Medium, 3 Long, 4 and more Very Long.
- `charge`: up to 1 zone, to the target's, then a melee attack.
- `use_ability` of the sheet, or `pass`.

**To hit** roll d100 over base (40) + the defender's stat - yours: Ws against Ws, or Bs against Ag
for a shot. Numbers are held to 5..95. Then the defender may dodge, then block: d100 under its
percent. **To wound** roll over base + T - S. Under its percent, a critical doubles the weapon's
damage. **Damage** is weapon + (S - T)/5 - armor - DR, at least 0; a ward under its percent stops it
all. At W 0 the target is slain. Spells stand on sheets, and can't be cast yet.
"""


def left(state: State) -> Mapping[str, int]:
    """One action a turn."""
    return {"action": 1}


def current(fighter: Fighter) -> Mapping[str, Any]:
    """Wounds, zone and powerful abilities used: what an adjustment of `state` may change."""
    return {"w": fighter.wounds, "zone": fighter.zone, "used": list(fighter.used)}


def conditions(fighter: Fighter) -> Sequence[Mapping[str, Any]]:
    """Each condition with its cause, end and stat changes."""
    dumped: list[Mapping[str, Any]] = [
        CONDITION.dump_python(condition, mode="json") for condition in fighter.conditions
    ]
    return dumped


def opened(options: Options) -> State:
    """An empty line."""
    return State(options=options)


RULESET = Ruleset(
    id="tides-of-ichor",
    version="1",
    title="Tides of Ichor",
    summary="d100 roll-over on a line of zones: to hit, to wound, damage.",
    source="Tides of Ichor: Combat Mechanics",
    reference=REFERENCE,
    options=Options,
    sheet=Sheet,
    fighter=Fighter,
    state=State,
    actions=ACTIONS,
    events=EVENTS,
    adjustable=StateChange,
    condition=Condition,
    open=opened,
    decide=decide,
    evolve=evolve,
    settle=settle,
    outcomes=outcomes,
    outcome_names=OUTCOMES,
    area=area,
    choices=choices,
    left=left,
    current=current,
    conditions=conditions,
    purposes=PURPOSES,
    narrate=narrate,
    condition_names={
        "(any name)": "A mark; as an object also its cause, how many turns of its bearer it "
        "lasts, and what it adds to ws, bs, s, t, ag, wp."
    },
    tables={table.name: table for table in (RANGES, WEAPONS, ARMOR, SHIELDS)},
    sheet_examples=SHEETS,
    action_examples=ACTION_EXAMPLES,
)
