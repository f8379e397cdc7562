"""WFRP 4: opposed d100 tests by Success Levels, Advantage, hit locations, gear, conditions, magic.

Help for players: a turn is a Move, an Action and what is free, in any order; then `end_turn`.
Actions: `attack`, `charge`, `sprint`, `disengage`, `load`, `aim`, `guard`, `assess`, `hide`,
`recover`, `tend`, `treat`, `pick_up`, `cast`, `channel`, `pray`, `repent`, `other`. Moves: `move`,
`stand_up`, `flee`. Free: `ready`.
"""

from typing import Any

from app.engine.ruleset import Ruleset
from app.engine.tables import Listing, Table
from app.rules.wfrp4.adjustments import StateChange, conditions_of, current
from app.rules.wfrp4.again import redecide
from app.rules.wfrp4.choices import choices
from app.rules.wfrp4.commands import ACTIONS, BY_THEMSELVES
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.decide import decide
from app.rules.wfrp4.events import EVENTS
from app.rules.wfrp4.evolve import evolve
from app.rules.wfrp4.examples import ACTIONS as ACTION_EXAMPLES
from app.rules.wfrp4.examples import SHEETS
from app.rules.wfrp4.fate import may_act, replaces
from app.rules.wfrp4.fog import FOG
from app.rules.wfrp4.house_tables import PRINTED
from app.rules.wfrp4.magic_commands import MAGIC
from app.rules.wfrp4.magic_events import MAGIC_EVENTS
from app.rules.wfrp4.narrate import PURPOSES, narrate, prompt
from app.rules.wfrp4.odds import OUTCOMES, area, foreseen, outcomes
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.settling import settle
from app.rules.wfrp4.sheet import Sheet
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables import (
    ammunition,
    armour,
    conditions,
    foes,
    ladders,
    locations,
    overcasts,
    prayers,
    qualities,
    situations,
    skills,
    spells,
    talents,
    weapons,
)
from app.rules.wfrp4.turns import automatic, left, steps

REFERENCE = """
A round is a turn for everyone, in the order of Initiative; a turn is a Move, an Action and what is
free. `end_turn` ends it.

**Test**: d100 at or under the number; 01-05 always, 96-00 never. Success Levels (SL): tens of the
number less tens of the roll.
**Attack**: Melee against Melee (parry) or Dodge, +10 for each level of Advantage; the higher SL
wins, ties go by skill. The winner gains 1 Advantage, the loser loses all. Shots are opposed only by
a shield of 2 or more, or by Dodge at point blank.
**Damage**: weapon (+ Strength Bonus) + SL difference - Toughness Bonus - AP where it lands, at
least 1. Where: the attack roll with its digits swapped.
**Critical**: a double on a success, or Wounds past 0. A fumble: a double on a failure. Both roll
their d100 on a table, and what its row says happens next, by itself. Lasting injuries stay on the
state; `treat` ends those that care ends.
**Conditions** add up, and take their effect once a round, at its end; of the penalties of different
ones the worst counts.

**Points**: `fortune` rolls a failed test of the last deed again, or adds 1 SL to one; `resilience`
says what it has shown; `fate` takes the last hit or one's death away; `resolve` shakes off a
condition. All in anybody's turn; what is turned is decided again, and both entries stay in the log.

**Spells**: Language (Magick) to the spell's CN; 2 SL over it are an overcast. A fumble, and a
critical, miscast. `channel` gathers SL to the CN over turns; harm interrupts. A foe may dispel.
**Prayers**: `pray`; a success is enough. Sin, and fumbles, bring wrath.

Every reading is an option; the preset `source` plays the short source text as it is written.
"""

TABLES: tuple[Table[Any] | Listing, ...] = (
    weapons.WEAPONS, ammunition.AMMUNITION, armour.ARMOUR, qualities.LISTING, conditions.LISTING,
    locations.LOCATIONS, situations.LISTING, ladders.DIFFICULTY_LISTING, ladders.RANGE_LISTING,
    ladders.SIZE_LISTING, ladders.REACH_LISTING, skills.LISTING, talents.TALENTS, spells.SPELLS,
    prayers.PRAYERS, overcasts.OVERCASTS, foes.FOES, *PRINTED.values(),
)  # fmt: skip


def opened(options: Options) -> State:
    """A fight nobody has joined."""
    return State(options=options)


RULESET = Ruleset(
    id="wfrp4",
    version="1",
    title="WFRP 4",
    summary="Opposed d100 tests by Success Levels, Advantage, hit locations, gear, magic, prayers.",
    source="Combat: a table's summary of the fourth edition",
    reference=REFERENCE,
    options=Options,
    sheet=Sheet,
    fighter=Fighter,
    state=State,
    actions=(*ACTIONS, *MAGIC),
    automatic_commands=BY_THEMSELVES,
    events=(*EVENTS, *MAGIC_EVENTS),
    adjustable=StateChange,
    condition=Condition,
    open=opened,
    decide=decide,
    evolve=evolve,
    may_act=may_act,
    replaces=replaces,
    redecide=redecide,
    settle=settle,
    steps=steps,
    automatic=automatic,
    outcomes=outcomes,
    area=area,
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
    condition_names={**conditions.WORDS, "(any name)": "A mark; as an object also how long."},
    tables={table.name: table for table in TABLES},
    sheet_examples=SHEETS,
    action_examples=ACTION_EXAMPLES,
)
