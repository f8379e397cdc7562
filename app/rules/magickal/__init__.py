"""Magickal: d10 contests of skill against defence, and of every deed against one's own fatigue.

Help for players: on your turn do one thing. `attack` a foe with the weapon in hand, `cast` a spell,
`rest`, `eat`, `change_equipment`, `withdraw`, or `pass`. Your attack must be higher than the foe's
defence, and higher than your own fatigue.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.ruleset import Ruleset
from app.rules.magickal.adjustments import StateChange, current
from app.rules.magickal.choices import choices, settle
from app.rules.magickal.commands import ACTIONS, BY_THEMSELVES
from app.rules.magickal.conditions import CONDITION, Condition
from app.rules.magickal.decide import decide
from app.rules.magickal.events import EVENTS
from app.rules.magickal.evolve import evolve
from app.rules.magickal.examples import ACTIONS as ACTION_EXAMPLES
from app.rules.magickal.examples import SHEETS
from app.rules.magickal.fog import FOG
from app.rules.magickal.narrate import PURPOSES, narrate
from app.rules.magickal.odds import OUTCOMES, area, outcomes
from app.rules.magickal.sheet import Sheet
from app.rules.magickal.state import Fighter, Options, State
from app.rules.magickal.tables import armour, conditions, damage, fatigue, shields, spells, weapons
from app.rules.magickal.turns import automatic, may_act

REFERENCE = """
A turn is one thing: `attack`, `cast`, `rest`, `eat`, `change_equipment`, `withdraw` or `pass`.
Max HP is 3 x (STR + CRD + HP bonus); at 0 HP one is out of the fight.

**Blow**: weapon skill + STR or CRD + d10, against evasion + CRD + shield + d10.
**Spell**: sorcery + POW + d10, against sorcery + PUR + d10; against a mind-affecting one willpower
+ PUR + d10 will do. Equal: blocked, or countered. Shield and armour lower CRD, but not HP.

**Fatigue**: the same attack must also beat focus + PUR + penalties + d10, of the one who acts. If
it doesn't, the blow can't be delivered, or the spell isn't cast, whatever the defence; and each
such failure adds 2 to the next rolls of its kind. Resting *and* eating resets all penalties. A
critical failure is a swoon: unconscious for d10 turns, and an easy target.

**Damage** is STR x 1, 1.5 or 2 by the weapon's weight, more on a critical, less armour; of a spell
POW x 1, 1.5 or 2, whatever the armour.

What reads oddly in the source:

- One's own focus and PUR make one's fatigue *harder* to beat. It is played as written (MG-FAT-5).
- "Fatigue > 0.5 x Attack" is true of every failed fatigue roll, so that everyone would swoon all
  the time. Option `swoon` says what counts (MG-FAT-6). With all values 5 and a penalty of 3,
  fatigue fails 79% of the time: `double` (the default: Fatigue over 2 x Attack) makes 1% of all
  rolls a swoon, `exceeds_by_half` (over 1.5 x Attack) 19%, `as_written` all 79%; `formula_alone`
  goes by the formula whether the roll failed or not, which makes it all 100%.
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


TABLES = (
    weapons.WEAPONS, shields.LISTING, armour.LISTING, damage.BLOWS, damage.SPELLS,
    fatigue.BLOW_PENALTIES, fatigue.SPELL_PENALTIES, spells.SPELLS, conditions.CONDITIONS,
)  # fmt: skip

RULESET = Ruleset(
    id="magickal",
    version="1",
    title="Magickal",
    summary="d10 contests of weapons and sorcery, each also against one's own fatigue.",
    source="Revised combat: physical, magickal, and fatigue",
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
    choices=choices,
    left=left,
    current=current,
    conditions=conditions_of,
    purposes=PURPOSES,
    narrate=narrate,
    outcomes=outcomes,
    outcome_names=OUTCOMES,
    area=area,
    fog=FOG,
    condition_names={
        **conditions.WORDS,
        "(any name)": "A mark; as an object also its cause, how many turns of its bearer it lasts, "
        "and what it does.",
    },
    tables={table.name: table for table in TABLES},
    sheet_examples=SHEETS,
    action_examples=ACTION_EXAMPLES,
)
