"""Casting: which spell, on whom, the casting number, and force or miscast (TI-CAST, TI-IF, TI-MIS).

What a row of the miscast table does is not part of the cast: it follows as an entry of its own.
"""

from dataclasses import dataclass
from typing import NamedTuple

from app.engine.dice import AtMost, Dice
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.aiming import aimed, castable
from app.rules.tides_of_ichor.commands import Cast
from app.rules.tides_of_ichor.harm import end_condition
from app.rules.tides_of_ichor.landing import Flight, land, note_cast
from app.rules.tides_of_ichor.lingering import Bound, NextCasting, NoForce, WildMagic
from app.rules.tides_of_ichor.rolling import roll_row
from app.rules.tides_of_ichor.spell_events import (
    CastingRolled,
    ForceRolled,
    MiscastChecked,
    Trial,
    WindsStirred,
)
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.target_numbers import casting_lines, held, summed
from app.rules.tides_of_ichor.turns import finish_turn, go_on

# TI-IF-1, TI-MIS-1: a margin below this: the chance of force or miscast
BRACKETS = (
    (20,  10),
    (40,  20),
    (None, 40),
)  # fmt: skip


class Outcome(NamedTuple):
    """Of a casting roll, all that the rules can tell apart: whether it passed, and the bracket."""

    passed: bool
    bracket: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trying:
    """A casting roll: whose, with which spell, what for, and what it is aimed at."""

    caster: str
    spell: Spell
    trial: Trial = "cast"
    target: str | None = None
    zone: int | None = None


def bracket(margin: int) -> int:
    """The chance that goes with how far the roll was from the number, either way."""
    return next(percent for below, percent in BRACKETS if below is None or margin < below)


def cast(scene: Scene[State], command: Cast, dice: Dice) -> None:
    """A casting roll; then the spell lands, or fails and may miscast."""
    state = scene.state
    actor = str(command.actor)
    spell = castable(state, actor, command.spell)
    targets = aimed(state, actor, spell, command.target, command.zone)
    target = actor if spell.targeting == "personal" else command.target
    trying = Trying(caster=actor, spell=spell, target=target, zone=command.zone)
    rolled, margin = roll_casting(scene, dice, trying)
    if rolled.passed:
        forced = _is_forced(scene, dice, trying, rolled, margin)
        note_cast(scene, actor)
        land(scene, dice, Flight(actor, spell, forced), targets)
    elif _miscasts(scene, dice, trying, rolled, margin):
        roll_row(scene, dice, actor, spell, target=target, zone=command.zone)
    stir_winds(scene, trying, rolled.passed)
    scene.note_fallen_sides(state.standing)
    if state.acting == actor:
        finish_turn(scene)
    else:
        go_on(scene)


def roll_casting(scene: Scene[State], dice: Dice, trying: Trying) -> tuple[Outcome, int]:
    """d100 strictly over the casting number (TI-CAST-1): the outcome, and the recorded margin."""
    state = scene.state
    caster, spell = state.combatants[trying.caster], trying.spell
    lines = casting_lines(state, caster, spell)
    number = held(summed(lines))

    def sort(face: int) -> Outcome:
        return Outcome(face > number, bracket(abs(face - number)))

    rolled = dice.classify(100, sort, "casting", subject=caster.id)
    margin = abs(rolled.face - number)
    is_cast = trying.trial == "cast"
    scene.record(
        CastingRolled(
            caster=caster.id,
            spell=spell.name,
            level=spell.level,
            trial=trying.trial,
            target=trying.target,
            zone=trying.zone,
            out_of_turn=is_cast and state.acting != caster.id,
            powerful=is_cast and spell.powerful,
            lines=lines,
            total=summed(lines),
            number=number,
            face=rolled.face,
            passed=rolled.value.passed,
            margin=margin,
        )
    )
    for condition, _ in caster.borne(NextCasting):
        end_condition(scene, caster.id, condition, "used")
    return rolled.value, margin


def _is_forced(
    scene: Scene[State], dice: Dice, trying: Trying, rolled: Outcome, margin: int
) -> bool:
    """Whether the spell has irresistible force (TI-IF-1, TI-MIS-R07, TI-MIS-R28)."""
    caster = scene.state.combatants[trying.caster]
    never = next((c.name for c, _ in caster.borne(NoForce)), None)
    always = None if never else _wild_magic(scene.state)
    percent = _percent(rolled.bracket, caster.sheet.force_bonus, never, always)
    face, forced = _chance(dice, percent, always, "force", caster.id)
    scene.record(
        ForceRolled(
            caster=caster.id,
            margin=margin,
            bracket=rolled.bracket,
            bonus=caster.sheet.force_bonus,
            percent=percent,
            because=never or always,
            face=face,
            forced=forced,
        )
    )
    return forced


def _miscasts(
    scene: Scene[State], dice: Dice, trying: Trying, rolled: Outcome, margin: int
) -> bool:
    """Whether a failed roll is a miscast (TI-MIS-1, TI-MIS-R28)."""
    caster = scene.state.combatants[trying.caster]
    always = _wild_magic(scene.state)
    percent = _percent(rolled.bracket, caster.sheet.miscast_bonus, None, always)
    face, miscast = _chance(dice, percent, always, "miscast", caster.id)
    scene.record(
        MiscastChecked(
            caster=caster.id,
            margin=margin,
            bracket=rolled.bracket,
            bonus=caster.sheet.miscast_bonus,
            percent=percent,
            because=always,
            face=face,
            miscast=miscast,
        )
    )
    return miscast


def _percent(of_bracket: int, bonus: int, never: str | None, always: str | None) -> int:
    """Held to 0..100 (TI-KEY-6), unless a condition settles it."""
    if never:
        return 0
    return 100 if always else max(0, min(100, of_bracket + bonus))


def _chance(
    dice: Dice, percent: int, always: str | None, purpose: str, caster: str
) -> tuple[int | None, bool]:
    """At or under the percent (TI-KEY-6); what is settled asks for no die."""
    if always:
        return None, True
    rolled = dice.test(100, AtMost(percent), purpose, subject=caster)
    return rolled.face, rolled.passed


def _wild_magic(state: State) -> str | None:
    """The condition of anyone on the field that lets no spell be an ordinary one."""
    return next((condition.name for _, condition, _ in state.bearers(WildMagic)), None)


def stir_winds(scene: Scene[State], trying: Trying, passed: bool) -> None:
    """Who is bound to the winds will feel this roll (TI-MIS-R24): a failure; by lore, a spell."""
    bound = dict.fromkeys(
        bearer.id
        for bearer, _, binding in scene.state.bearers(Bound)
        if not passed or (binding.heals and trying.trial == "cast")
    )
    for combatant in bound:
        scene.record(
            WindsStirred(
                combatant=combatant, caster=trying.caster, level=trying.spell.level, passed=passed
            )
        )
