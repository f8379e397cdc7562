"""Rolling d100s against numbers: Success Levels, and who wins an opposed test (WF-TEST, WF-OPP)."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

from app.engine.dice import Alike, AtMost, Dice
from app.engine.encounter import Scene
from app.engine.tally import Line, Lines, Tally, tally, total
from app.rules.wfrp4.commands import Modifier
from app.rules.wfrp4.events import OpposedTested, SkillTested
from app.rules.wfrp4.numbers import advantage_line, base_of, number, skill_value, talent_lines
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.rolled import Rolled, those_that_count
from app.rules.wfrp4.state import Favour, State

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
    `impale`, `dangerous`: of the weapon. `flat`: a success is of no SL (WF-PRAY-1).
    """

    number: Tally
    skill: int
    always: Lines = ()
    on_success: Lines = ()
    on_failure: Lines = ()
    size: int = 0
    impale: bool = False
    dangerous: bool = False
    flat: bool = False

    @property
    def passing(self) -> int:
        """The highest face that is a success (WF-TEST-1)."""
        return max(ALWAYS, min(self.number.total, NEVER - 1))

    def judged(self, face: int, options: Options) -> tuple[bool, int]:
        """Whether a face passes, and its Success Levels before anything is added to them."""
        passed, sl = judged(face, self.number.total, options.success_levels)
        if passed and self.size > 0 and face > ALWAYS and face > self.number.total - self.size:
            sl = 0  # WF-ATT-7: owed to size alone
        if passed and self.flat:
            sl = min(sl, 0)
        return passed, sl

    def levels(self, face: int, options: Options) -> int:
        """The Success Levels of a face."""
        passed, sl = self.judged(face, options)
        return sl + total(self.always) + total(self.on_success if passed else self.on_failure)

    def rolled(self, face: int, options: Options) -> Rolled:
        """What a face comes to."""
        passed, sl = self.judged(face, options)
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
        flat=any(i.hinders.no_sl and base_of(skill) in i.hinders.to for i in fighter.injuries),
    )


def success_and_sl(rolled: Rolled) -> Hashable:
    """What matters of a test by its SL."""
    return rolled.passed, rolled.sl.total


def make_test(
    scene: Scene[State],
    dice: Dice,
    combatant: str,
    skill: str,
    why: str,
    *more: Line,
    against: str | None = None,
    matters: Callable[[Rolled], Hashable] | None = success_and_sl,
) -> Rolled:
    """A test of a skill by itself: recorded, and what it comes to. `matters`: as for `fall`."""
    side = dice.known(plain_side, scene.state, combatant, skill, *more)
    rolled = fall(dice, side, scene.state, matters, why, combatant, against)
    scene.record(
        SkillTested(combatant=combatant, skill=skill, why=why, test=rolled, against=against)
    )
    return rolled


def passes(
    scene: Scene[State],
    dice: Dice,
    combatant: str,
    skill: str,
    why: str,
    *more: Line,
    against: str | None = None,
) -> bool:
    """Whether a test of a skill is passed, where nothing hangs on its SL: odds have two ways."""
    made = make_test(scene, dice, combatant, skill, why, *more, against=against, matters=None)
    return made.passed


def roll(
    dice: Dice, side: Side, state: State, why: str, subject: str, object: str | None
) -> Rolled:
    """A d100 of which only success and SL matter."""
    return fall(dice, side, state, success_and_sl, why, subject, object)


def fall(
    dice: Dice,
    side: Side,
    state: State,
    comes_to: Callable[[Rolled], Hashable] | None,
    why: str,
    subject: str,
    object: str | None = None,
) -> Rolled:
    """A d100 of which only what it comes to matters (None: whether it passes).

    Fortune and Resilience have a say.
    """
    options, favour = state.options, state.favour_for(subject, why)
    side = favoured(side, favour)
    if favour is not None and favour.face is not None:
        return side.rolled(favour.face, options)
    if comes_to is None:
        tested = dice.test(PERCENT, AtMost(side.passing), why, subject=subject, object=object)
        return side.rolled(tested.face or PERCENT, options)
    fell = dice.classify(
        PERCENT,
        lambda face: comes_to(side.rolled(face, options)),
        why,
        subject=subject,
        object=object,
    )
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
    our_favour, their_favour = (scene.state.favour_for(who, why) for who in (one, other))
    left, right = favoured(left, our_favour), favoured(right, their_favour)
    our_face, their_face = face_of(our_favour), face_of(their_favour)
    sure = None if our_face is None and their_face is None else our_face is not None

    def rolls(our: int, their: int) -> tuple[Rolled, Rolled]:
        ours, theirs = left.rolled(our, options), right.rolled(their, options)
        return won_for_certain(ours, theirs, sure, bonus)

    def settled(our: int, their: int) -> tuple[bool | None, int]:
        mine, others = rolls(our, their)
        levels = mine.sl.total + bonus, others.sl.total
        first = higher(*levels, left, right, options)
        return first, min(abs(levels[0] - levels[1]), matters or 0)

    our, their = both_faces(
        dice,
        settled,
        (why, why),
        (one, other),
        (our_face, their_face),
        (lambda face: left.levels(face, options), lambda face: right.levels(face, options)),
    )
    ours, theirs = rolls(our, their)
    first, margin = settled(our, their)[0], abs(ours.sl.total + bonus - theirs.sl.total)
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


def both_faces(
    dice: Dice,
    compare: Callable[[int, int], Hashable],
    purposes: tuple[str, str],
    who: tuple[str, str],
    known: tuple[int | None, int | None],
    alike: Alike,
) -> tuple[int, int]:
    """Two d100s against each other, of which `known` needn't fall: what they show.

    `compare` goes by what `alike` makes of each of them.
    """
    one, other = who
    ours, theirs = known
    if ours is not None:
        fell = dice.classify(
            PERCENT, lambda face: compare(ours, face), purposes[1], subject=other, object=one
        )
        return ours, fell.face
    if theirs is not None:
        fell = dice.classify(
            PERCENT, lambda face: compare(face, theirs), purposes[0], subject=one, object=other
        )
        return fell.face, theirs
    both = dice.margin("1d100", "1d100", compare, purposes, alike, subject=one, object=other)
    return both.left.value, both.right.value


def face_of(favour: Favour | None) -> int | None:
    """What Resilience says a roll has shown."""
    return None if favour is None else favour.face


def favoured(side: Side, favour: Favour | None) -> Side:
    """A side with the SL that Fortune adds."""
    if favour is None or not favour.sl:
        return side
    return replace(side, always=(*side.always, Line("fortune", favour.sl)))


def won_for_certain(
    ours: Rolled, theirs: Rolled, sure: bool | None, bonus: int = 0
) -> tuple[Rolled, Rolled]:
    """Two rolls of which one wins by 1 SL at least, by Resilience: the first, or the other."""
    if sure is None:
        return ours, theirs
    if sure:
        return _at_least(ours, theirs.sl.total + 1 - bonus), theirs
    return ours, _at_least(theirs, ours.sl.total + bonus + 1)


def _at_least(rolled: Rolled, sl: int) -> Rolled:
    more = Line("resilience", max(0, sl - rolled.sl.total))
    return replace(rolled, sl=tally((*rolled.sl.lines, *those_that_count(more))))


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
