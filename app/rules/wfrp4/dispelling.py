"""Unmaking a spell as it is cast: Language (Magick) against Language (Magick) (WF-CAST-2)."""

from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.wfrp4.casting_numbers import MAGICK, Attempt, magick_side
from app.rules.wfrp4.magic_events import DispelTested
from app.rules.wfrp4.numbers import own_skill
from app.rules.wfrp4.ranges import distance_between
from app.rules.wfrp4.refusals import CannotDispel
from app.rules.wfrp4.rolled import Rolled, those_that_count
from app.rules.wfrp4.rolls import Side, fall, higher
from app.rules.wfrp4.silence import is_silent
from app.rules.wfrp4.state import Fighter, State

DISPEL = "dispel"


def dispellers(state: State, caster: str) -> list[str]:
    """Foes of the caster who may try now, the best first: one spell a round, within WP yards."""
    able = [c for c in state.there if _may_dispel(state, caster, c)]
    return [c.id for c in sorted(able, key=lambda c: _side(state, c.id).number.total, reverse=True)]


def dispeller_of(state: State, attempt: Attempt) -> str | None:
    """Who tries to dispel it: who is named, else by *option* `dispelling` the best who would.

    Raises CannotDispel for somebody who is named and can't.
    """
    caster, named = attempt.caster.id, attempt.command.dispeller
    found = dispellers(state, caster)
    if named is not None:
        if named not in found:
            raise CannotDispel(
                f"{named} can't dispel a spell of {caster}: that takes Language (Magick), a dispel "
                "left this round, and to be near enough.",
                dispeller=named,
                able=found,
            )
        return named
    if state.options.dispelling == "named":
        return None
    return next((one for one in found if _would(state, one, attempt)), None)


def dispel(scene: Scene[State], dice: Dice, one: str, attempt: Attempt, cast: Rolled) -> bool:
    """The higher SL wins, ties go by skill; whether the spell is undone."""
    state = scene.state
    side = _side(state, one)

    def undoes(test: Rolled) -> bool:
        return higher(test.sl.total, cast.sl.total, side, attempt.side, state.options) is True

    test = fall(dice, side, state, undoes, DISPEL, one, attempt.caster.id)
    scene.record(
        DispelTested(
            combatant=one,
            caster=attempt.caster.id,
            spell=attempt.spell.name,
            test=test,
            dispelled=undoes(test),
        )
    )
    return undoes(test)


def _side(state: State, one: str) -> Side:
    granted = (Line(name, g.dispel) for name, g in state.combatants[one].granted)
    plain = magick_side(state, one, None)
    return replace(plain, always=(*plain.always, *those_that_count(*granted)))


def _may_dispel(state: State, caster: str, other: Fighter) -> bool:
    """Not the stunned, who have no Language (Magick) (WF-COND-stunned)."""
    if other.side == state.combatants[caster].side or not other.able or not other.can_oppose:
        return False
    if own_skill(other, MAGICK) is None or other.level("stunned") or is_silent(other):
        return False
    distance = distance_between(state, caster, other.id)
    near = distance is None or distance <= other.sheet.wp
    return near and other.magic.dispelled_in < state.round


def _would(state: State, one: str, attempt: Attempt) -> bool:
    """By its standing preference: spells at its own side, any, or none."""
    fighter = state.combatants[one]
    if fighter.sheet.dispels == "hostile":
        return any(target.side == fighter.side for target in attempt.targets)
    return fighter.sheet.dispels == "any"
