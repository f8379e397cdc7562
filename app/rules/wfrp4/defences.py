"""What the one attacked may defend with, and what is best (WF-ATT-1, WF-ATT-2)."""

from dataclasses import dataclass

from app.engine.tally import Line, Lines, total
from app.rules.wfrp4.fields import DefenceWanted, Means
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.numbers import advantage_line, number, skill_value, talent_lines
from app.rules.wfrp4.refusals import CannotDefend
from app.rules.wfrp4.rolled import those_that_count
from app.rules.wfrp4.rolls import Side
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import POINT_BLANK
from app.rules.wfrp4.tables.situations import DEFENCE, SIZE_SL

DODGE = "dodge"
AGAINST_MISSILES = 2  # the rating of a shield that may oppose them
SL_IN_PERCENT = 10  # what a Success Level is worth where defences are compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence:
    """A way to defend: by `weapon`, or by Dodge. `shield`: AP of a shield that opposes."""

    means: Means
    weapon: Weapon | None
    side: Side
    shield: int = 0

    @property
    def worth(self) -> int:
        """The number, with its SL in percent."""
        return self.side.number.total + SL_IN_PERCENT * total(self.side.always)


def defences(
    state: State, attacker: str, weapon: Weapon, defender: str, band: str | None
) -> list[Defence]:
    """Every way to defend against an attack with a weapon, the best first."""
    fighter = state.combatants[defender]
    if not fighter.can_oppose:
        return []
    against_missile = weapon.kind == "ranged" and state.options.oppose_ranged != "always"
    least = AGAINST_MISSILES if against_missile else 0
    found = [
        _parry(state, attacker, weapon, fighter, held)
        for held in fighter.in_hand
        if held.kind == "melee" and held.rating("shield") >= least
    ]
    if (not against_missile or band == POINT_BLANK) and not fighter.hindered("no_dodge"):
        found.append(_dodge(state, weapon, fighter))
    return sorted(found, key=lambda defence: defence.worth, reverse=True)


def chosen(found: list[Defence], wanted: DefenceWanted | None, fighter: Fighter) -> Defence | None:
    """The defence that is wanted: as the attack says, else as the one attacked prefers.

    Raises CannotDefend for a means that isn't open; a preference that isn't gives way to the best.
    """
    if wanted == "none" or not found:
        if wanted in ("parry", "dodge"):
            raise _not_open(fighter, wanted, found)
        return None
    if wanted in ("parry", "dodge"):
        fitting = [defence for defence in found if defence.means == wanted]
        if not fitting:
            raise _not_open(fighter, wanted, found)
        return fitting[0]
    preferred = fighter.sheet.defence
    if wanted is None and preferred == "none":
        return None
    return next((d for d in found if wanted is None and d.means == preferred), found[0])


def _not_open(fighter: Fighter, wanted: str, found: list[Defence]) -> CannotDefend:
    return CannotDefend(
        f"{fighter.id} can't {wanted} here.",
        defence=wanted,
        open=list(dict.fromkeys(defence.means for defence in found)),
    )


def _parry(state: State, attacker: str, against: Weapon, fighter: Fighter, held: Weapon) -> Defence:
    """Melee with what is in hand: its Defensive, and what the attacker's weapon and size make."""
    skill = held.skill
    larger = state.combatants[attacker].sheet.size_step - fighter.sheet.size_step
    in_melee = against.kind == "melee"
    fast = in_melee and against.rating("fast") and not held.rating("fast")
    sl = those_that_count(
        Line("defensive", held.rating("defensive")),
        Line("wrap", -against.rating("wrap") if in_melee else 0),
        *_slow(against),
        Line("larger foe", SIZE_SL * max(0, larger) if in_melee else 0),
    )
    fast_line = Line("fast weapon", DEFENCE["fast weapon"] if fast else 0)
    return _defence(state, fighter, skill, sl, fast_line, held)


def _dodge(state: State, against: Weapon, fighter: Fighter) -> Defence:
    return _defence(state, fighter, DODGE, _slow(against), Line("fast weapon", 0), None)


def _slow(against: Weapon) -> Lines:
    return those_that_count(Line("slow weapon", against.rating("slow")))


def _defence(
    state: State, fighter: Fighter, skill: str, sl: Lines, fast: Line, held: Weapon | None
) -> Defence:
    lines = (
        advantage_line(state.advantage_of(fighter.id)),
        Line("on guard", DEFENCE["on guard"] * fighter.on_guard),
        Line("after two weapons", DEFENCE["after two weapons"] * fighter.two_weapons),
        fast,
    )
    craft = 0 if held is None else held.rating("practical") - held.rating("unreliable")
    side = Side(
        number=number(
            state.options,
            fighter,
            skill,
            *lines,
            arms=() if held is None else fighter.arms_of(held),
        ),
        skill=skill_value(fighter, skill),
        always=sl,
        on_success=talent_lines(state.options, fighter, skill),
        on_failure=those_that_count(Line("craft", craft)),
        impale=held is not None and held.rating("impale") > 0,
        dangerous=held is not None and held.rating("dangerous") > 0,
    )
    means: Means = "dodge" if held is None else "parry"
    shield = 0 if held is None else max(0, held.rating("shield") - fighter.loss(held.name))
    return Defence(means=means, weapon=held, side=side, shield=shield)
