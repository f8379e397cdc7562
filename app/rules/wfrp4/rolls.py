"""Rolling d100s against numbers: Success Levels, and who wins an opposed test (WF-TEST, WF-OPP)."""

from dataclasses import dataclass
from functools import cache
from typing import Protocol

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line, Lines, Tally, tally
from app.rules.wfrp4.commands import Modifier
from app.rules.wfrp4.events import OpposedTested, SkillTested
from app.rules.wfrp4.numbers import advantage_line, number, skill_value, talent_lines
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.state import State

PERCENT = 100
ALWAYS = 5  # WF-TEST-1: at or under it, a success
NEVER = 96  # and from it on a failure
DOUBLE = 11
TENS = 10


class Modified(Protocol):
    """A command with modifiers of its own."""

    @property
    def modifiers(self) -> tuple[Modifier, ...]: ...


@cache
def judged(face: int, target: int, method: str) -> tuple[bool, int]:
    """Whether a roll passes, and its Success Levels (WF-TEST-1); tens are floored (WF-EX-1)."""
    passed = face <= ALWAYS or (face <= target and face < NEVER)
    if method == "fast" and passed:
        sl = face // TENS
    elif method == "degrees":
        sl = abs(target - face) // TENS * (1 if face <= target else -1)
    else:
        sl = target // TENS - face // TENS
    if passed and face <= ALWAYS:
        sl = max(1, sl)
    elif not passed and face >= NEVER:
        sl = min(-1, sl)
    return passed, sl


def is_double(face: int) -> bool:
    """11, 22, … 99; 100 counts as one (WF-ATT-6)."""
    return face % DOUBLE == 0 or face == PERCENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One who rolls: against what, and what is added to the SL, whatever comes or only then.

    `skill` settles ties. `size`: what of the number is owed to the size of who is shot at.
    `impale`, `dangerous`: of the weapon.
    """

    number: Tally
    skill: int
    always: Lines = ()
    on_success: Lines = ()
    on_failure: Lines = ()
    size: int = 0
    impale: bool = False
    dangerous: bool = False

    def rolled(self, face: int, options: Options) -> Rolled:
        """What a face comes to."""
        passed, sl = judged(face, self.number.total, options.success_levels)
        if passed and self.size > 0 and face > ALWAYS and face > self.number.total - self.size:
            sl = 0  # WF-ATT-7: owed to size alone
        more = self.on_success if passed else self.on_failure
        double = is_double(face)
        return Rolled(
            number=self.number,
            face=face,
            passed=passed,
            sl=tally((Line("roll", sl), *self.always, *more)),
            critical=passed and (double or (self.impale and face % TENS == 0)),
            fumble=not passed and (double or (self.dangerous and _shows_nine(face))),
        )

    def at_best(self) -> Rolled:
        """Without a roll: all the SL there can be, and a critical (WF-COND-unconscious)."""
        sl = tally((Line("at best", max(1, self.number.total // TENS)), *self.always))
        return Rolled(number=self.number, face=None, passed=True, sl=sl, critical=True)


def _shows_nine(face: int) -> bool:
    return face % TENS == 9 or face // TENS == 9


def plain_side(state: State, combatant: str, skill: str, *more: Line, fights: bool = False) -> Side:
    """Somebody's side of a test out of an attack; Advantage helps in what is of the fight."""
    fighter, options = state.combatants[combatant], state.options
    advantage = advantage_line(state.advantage_of(combatant) if fights else 0)
    return Side(
        number=number(options, fighter, skill, advantage, *more),
        skill=skill_value(fighter, skill),
        on_success=talent_lines(options, fighter, skill),
    )


def make_test(
    scene: Scene[State],
    dice: Dice,
    combatant: str,
    skill: str,
    why: str,
    *more: Line,
    against: str | None = None,
) -> Rolled:
    """A test of a skill by itself: recorded, and what it comes to."""
    side = plain_side(scene.state, combatant, skill, *more)
    rolled = roll(dice, side, scene.state.options, why, combatant, against)
    scene.record(
        SkillTested(combatant=combatant, skill=skill, why=why, test=rolled, against=against)
    )
    return rolled


def roll(
    dice: Dice, side: Side, options: Options, why: str, subject: str, object: str | None
) -> Rolled:
    """A d100 of which only success and SL matter."""

    def comes_to(face: int) -> tuple[bool, int]:
        rolled = side.rolled(face, options)
        return rolled.passed, rolled.sl.total

    fell = dice.classify(PERCENT, comes_to, why, subject=subject, object=object)
    return side.rolled(fell.face, options)


def opposed(
    scene: Scene[State],
    dice: Dice,
    why: str,
    *sides: tuple[str, str, Side],
    bonus: int = 0,
    matters: int | None = None,
) -> tuple[bool | None, int]:
    """Two tests against each other: whether the first has won, and by how much SL (WF-OPP-1).

    None: neither has. Each side: who, by which skill, and what it rolls against. `bonus`: SL of
    the first. `matters`: up to how much SL anything hangs on them; None: nothing does.
    """
    (one, skill, left), (other, other_skill, right) = sides
    options = scene.state.options
    us = cache(lambda face: left.rolled(face, options).sl.total + bonus)
    them = cache(lambda face: right.rolled(face, options).sl.total)

    @cache
    def by_levels(ours: int, theirs: int) -> tuple[bool | None, int]:
        first = higher(ours, theirs, left, right, options)
        return first, min(abs(ours - theirs), matters or 0)

    def settled(our_face: int, their_face: int) -> tuple[bool | None, int]:
        return by_levels(us(our_face), them(their_face))

    both = dice.margin("1d100", "1d100", settled, (why, why), subject=one, object=other)
    ours, theirs = left.rolled(both.left.value, options), right.rolled(both.right.value, options)
    first, margin = both.value[0], abs(ours.sl.total + bonus - theirs.sl.total)
    scene.record(
        OpposedTested(
            combatant=one,
            skill=skill,
            ours=ours,
            against=other,
            against_skill=other_skill,
            theirs=theirs,
            why=why,
            winner=None if first is None else one if first else other,
            margin=margin,
        )
    )
    return first, margin


def higher(ours: int, theirs: int, our: Side, their: Side, options: Options) -> bool | None:
    """Whether we win; None: nobody does. Ties go by skill, or by *option* `ties` (WF-OPP-1)."""
    if ours != theirs:
        return ours > theirs
    if options.ties == "defender":
        return False
    by_number = options.ties == "number"
    we, they = (our.number.total, their.number.total) if by_number else (our.skill, their.skill)
    return None if we == they else we > they


def said(command: Modified) -> Lines:
    """The modifiers of a command, as lines."""
    return tuple(Line(modifier.name, modifier.value) for modifier in command.modifiers)


def removed(rolled: Rolled) -> int:
    """Levels of a condition that a test removes: 1 + SL on a success (WF-COND-1)."""
    return max(1, 1 + rolled.sl.total) if rolled.passed else 0
