"""Lasting injuries: how they come, hinder, get better and end (WF-WND-1, figures 9)."""

from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.wfrp4.amounts import amount_of
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.effects import Hindrance, Lasting, Part, Unit
from app.rules.wfrp4.events import (
    Disarmed,
    InjuryEased,
    InjuryEnded,
    InjurySuffered,
    WeaponsReadied,
)
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.grips import grips
from app.rules.wfrp4.harm import ease, gain
from app.rules.wfrp4.injuries import ACHE, FINGERS, LOSS, LOST, Injury, at, limb_of
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import passes
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import DIFFICULTIES
from app.rules.wfrp4.tables.weapons import UNARMED


def lay(
    scene: Scene[State], dice: Dice, victim: str, effect: Lasting, location: Location | None
) -> None:
    """Something that lasts, for as long as its dice say; some things twice are worse for good."""
    sheet = scene.state.combatants[victim].sheet
    left = effect.lasts and amount_of(dice, effect.lasts, sheet, "lasting", victim, least=1)
    has = {injury.name for injury in scene.state.combatants[victim].injuries}
    if effect.twice is not None and effect.name in has:
        gain(scene, victim, Condition(name=effect.twice, cause=effect.name))
        worse = Hindrance(keeps=effect.twice)
        _suffer(scene, victim, Injury(name=effect.twice, location=location, hinders=worse))
        return
    injury = Injury(
        name=effect.name,
        location=location,
        hinders=at(location, effect.hinders),
        left=left or None,
        unit=effect.unit,
        until=effect.until,
        heal=effect.heal,
        note=effect.note,
    )
    _suffer(scene, victim, injury)


def lose_part(
    scene: Scene[State], victim: str, part: Part, location: Location | None, count: int = 1
) -> None:
    """A part is gone for good, and a Wound can't heal until surgery; the last finger is a hand."""
    lost = Injury(name=f"{LOSS}{part}", location=location, hinders=at(location, LOST[part]),
                  count=min(count, 100))  # fmt: skip
    _suffer(scene, victim, lost)
    stump = Injury(
        name="open stump", location=location, hinders=Hindrance(holds=1), until="surgery"
    )
    _suffer(scene, victim, stump)
    fingers = _count(scene.state.combatants[victim], f"{LOSS}finger", location)
    if part == "finger" and fingers >= FINGERS:
        lose_part(scene, victim, "hand", location)


def reopen(scene: Scene[State], victim: str, location: Location) -> None:
    """A later hit on an open wound: it bleeds again."""
    for injury in scene.state.combatants[victim].injuries:
        if injury.hinders.reopens and injury.location == location:
            level = injury.hinders.reopens
            gain(scene, victim, Condition(name="bleeding", level=level, cause=injury.name))


def get_better(
    scene: Scene[State], dice: Dice, patient: str, injury: Injury, rolled: Rolled
) -> None:
    """A Heal test on it: one success ends it, or SL that add up; a joint that is set aches on."""
    sl = max(0, injury.sl + rolled.sl.total)
    set_again = injury.heal > 1
    if sl < injury.heal if set_again else not rolled.passed:
        if set_again:
            scene.record(
                InjuryEased(
                    combatant=patient,
                    name=injury.name,
                    location=injury.location,
                    sl=sl,
                    goal=injury.heal,
                )
            )
        return
    end(scene, patient, injury, str(injury.until))
    if injury.hinders.keeps is not None:
        ease(scene, patient, injury.hinders.keeps, 1, "treated")
    if set_again:
        aching = Lasting(name=f"aching {limb_of(injury.location)}", hinders=ACHE,
                         lasts="1d10", unit="days")  # fmt: skip
        lay(scene, dice, patient, aching, injury.location)


def keeps_hold(scene: Scene[State], dice: Dice, fighter: Fighter, weapon: str) -> bool:
    """Whether a bleeding hand keeps hold of the weapon it is to use."""
    held = next((w for w in fighter.in_hand if w.name == weapon), None)
    if held is None or not fighter.level("bleeding") or weapon.casefold() == UNARMED:
        return True
    for injury in fighter.injuries:
        difficulty = injury.hinders.slips
        if difficulty is None or injury.location not in fighter.arms_of(held):
            continue
        line = Line(difficulty, DIFFICULTIES[difficulty])
        if not passes(scene, dice, fighter.id, "dexterity", "slips", line):
            scene.record(Disarmed(combatant=fighter.id, weapon=weapon))
            return False
    return True


def crumble(scene: Scene[State], combatant: str) -> None:
    """A split hand loses another finger at each end of a round (figures 9)."""
    for injury in scene.state.combatants[combatant].injuries:
        if not injury.hinders.crumbles:
            continue
        end(scene, combatant, injury, "time")
        fewer = replace(injury.hinders, crumbles=injury.hinders.crumbles - 1)
        if fewer.crumbles:
            _suffer(scene, combatant, replace(injury, hinders=fewer))
        lose_part(scene, combatant, "finger", injury.location)


def run_out(scene: Scene[State], combatant: str, unit: Unit) -> None:
    """What was to last so many ends of rounds, or for a turn that is over now, has done so."""
    for injury in scene.state.combatants[combatant].injuries:
        if injury.unit != unit or injury.left is None:
            continue
        if injury.begun or (unit == "rounds" and injury.ends >= injury.left):
            end(scene, combatant, injury, "time")


def _suffer(scene: Scene[State], victim: str, injury: Injury) -> None:
    """It comes; what can't be held with it any more falls."""
    scene.record(InjurySuffered(combatant=victim, injury=injury))
    fighter = scene.state.combatants[victim]
    if (fighter.main, fighter.off) in grips(fighter):
        return
    held = fighter.off if fighter.off and fighter.useless("right arm") else fighter.main
    keeps = (held, None) in grips(fighter)
    for weapon in (fighter.main, fighter.off):
        if weapon and weapon.casefold() != UNARMED and not (keeps and weapon == held):
            scene.record(Disarmed(combatant=victim, weapon=weapon))
    if keeps and held != fighter.main:
        scene.record(WeaponsReadied(combatant=victim, main=held, off=None))


def end(scene: Scene[State], combatant: str, injury: Injury, why: str) -> None:
    """It is over. `why`: `time`, or the kind of care."""
    scene.record(
        InjuryEnded(combatant=combatant, name=injury.name, location=injury.location, why=why)
    )


def _count(fighter: Fighter, name: str, location: Location | None) -> int:
    return sum(i.count for i in fighter.injuries if (i.name, i.location) == (name, location))
