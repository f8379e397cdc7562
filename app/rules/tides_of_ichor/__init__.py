"""Tides of Ichor: d100 roll-over on a line of zones, with blows, spells and miscasts.

Help for players: on your turn do one thing. `move` (1 zone), `dash` (2 zones), `attack` a foe in
your weapon's range, `charge` (1 zone and a melee attack), `cast` a spell, `use_ability`, or `pass`.
To hit and to wound, roll higher than 40 + the defender's stat - yours; to cast, higher than 40 +
10 a level - your Wp.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.ruleset import Ruleset
from app.rules.tides_of_ichor.adjustments import StateChange
from app.rules.tides_of_ichor.attacks import settle
from app.rules.tides_of_ichor.choices import choices
from app.rules.tides_of_ichor.commands import ACTIONS, BY_THEMSELVES
from app.rules.tides_of_ichor.conditions import Condition, shown
from app.rules.tides_of_ichor.decide import decide
from app.rules.tides_of_ichor.events import EVENTS
from app.rules.tides_of_ichor.evolve import evolve
from app.rules.tides_of_ichor.examples import ACTIONS as ACTION_EXAMPLES
from app.rules.tides_of_ichor.examples import SHEETS
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.fog import FOG
from app.rules.tides_of_ichor.narrate import PURPOSES, narrate
from app.rules.tides_of_ichor.odds import OUTCOMES, area, outcomes
from app.rules.tides_of_ichor.options import Options
from app.rules.tides_of_ichor.questions import prompt
from app.rules.tides_of_ichor.sheet import Sheet
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.tables.armor import ARMOR, SHIELDS
from app.rules.tides_of_ichor.tables.miscast import MISCASTS
from app.rules.tides_of_ichor.tables.ranges import RANGES
from app.rules.tides_of_ichor.tables.spells import SPELLS
from app.rules.tides_of_ichor.tables.weapons import WEAPONS
from app.rules.tides_of_ichor.turns import may_act
from app.rules.tides_of_ichor.upkeep import automatic

REFERENCE = """
The highest d100 + 2 x Ag acts first; the order is rolled once. A turn is one action:

- `move` 1 zone, or `dash` 2.
- `attack` a foe in a weapon's range: 0 Melee, 1 Short, 2 Medium, 3 Long, 4 and more Very Long.
- `charge`: up to 1 zone, to the target's, then a melee attack.
- `cast` a spell, `use_ability` of the sheet, or `pass`.

**To hit** roll d100 over base (40) + the defender's stat - yours: Ws against Ws, or Bs against Ag
for a shot. Numbers are held to 5..95. Then the defender may dodge, then block: d100 under its
percent. **To wound** roll over base + T - S. Under its percent, a critical doubles the weapon's
damage. **Damage** is weapon + (S - T)/5 - armor - DR, at least 0; a ward under its percent stops it
all. At W 0 the target is slain.

**To cast** roll over 40 + 10 a level + 10 for each earlier success with the spell + 5 for each
other spell cast + armor (light 5, heavy 10) + missing W - Wp. By how much decides the chance of
irresistible force, or of a miscast: 10%, from 20 on 20%, from 40 on 40%. An enemy withstands
unless you also roll over base (40) + its Wp - yours (spell power); force spares you that. Then
projectiles may be dodged, and damage is what the spell says - armor - DR. A miscast rolls d6 +
level on the table `miscast`; what its row does follows by itself.
"""


def left(state: State) -> Mapping[str, int]:
    """One action a turn."""
    return {"action": 0 if state.spent else 1}


def current(fighter: Fighter) -> Mapping[str, Any]:
    """Wounds, zone, what is used up, spells cast: what an adjustment of `state` may change."""
    return {
        "w": fighter.wounds,
        "zone": fighter.zone,
        "used": list(fighter.used),
        "used_spells": list(fighter.used_spells),
        "casts": [{"spell": cast.spell, "times": cast.times} for cast in fighter.casts],
    }


def conditions(fighter: Fighter) -> Sequence[Mapping[str, Any]]:
    """Each condition with its cause, end, numbers, and what it does."""
    return [shown(condition) for condition in fighter.conditions]


def opened(options: Options) -> State:
    """An empty line."""
    return State(options=options)


RULESET = Ruleset(
    id="tides-of-ichor",
    version="2",
    event_schema=2,
    state_format=2,
    title="Tides of Ichor",
    summary="d100 roll-over on a line of zones: blows, spells, and thirty ways to miscast.",
    source="Tides of Ichor: Combat Mechanics",
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
    automatic=automatic,
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
    fog=FOG,
    prompt=prompt,
    condition_names={
        "(any name)": "A mark; as an object also its cause, how many turns of its bearer it "
        "lasts, and what it adds to ws, bs, s, t, ag, wp, casting, spell_power, armor, dr, max_w."
    },
    tables={table.name: table for table in (RANGES, WEAPONS, ARMOR, SHIELDS, SPELLS, MISCASTS)},
    sheet_examples=SHEETS,
    action_examples=ACTION_EXAMPLES,
)
