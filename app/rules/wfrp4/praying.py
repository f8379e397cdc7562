"""Praying: the test, what is granted, and the wrath that Sin brings (WF-PRAY-1)."""

from collections.abc import Hashable

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.wfrp4.aiming import Spread, befallen, check_aim, known, range_steps, spread
from app.rules.wfrp4.casting_numbers import TENS, place_of
from app.rules.wfrp4.events import InjuryEnded
from app.rules.wfrp4.harm import ease
from app.rules.wfrp4.landing import Flight, land
from app.rules.wfrp4.magic_commands import Pray, Repent
from app.rules.wfrp4.magic_events import FellShort, PrayerTested
from app.rules.wfrp4.misfortunes import anger
from app.rules.wfrp4.numbers import own_skill
from app.rules.wfrp4.refusals import NothingToRecover, OutOfRange, Untrained
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import PERCENT, fall, passes, plain_side, said
from app.rules.wfrp4.silence import is_forsaken, require_voice
from app.rules.wfrp4.spells import Prayer
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.overcasts import EVEN
from app.rules.wfrp4.turns import require_courage, require_prayer, spend_action

PRAY = "pray"
BY_PRAYER = "prayer"
AVERAGE = Line("average", 20)


def pray(scene: Scene[State], command: Pray, dice: Dice) -> None:
    """Pray at +0; a success is enough. Sin brings wrath on either."""
    priest = scene.state.combatants[str(command.actor)]
    prayer = check_pray(scene.state, command)
    spend_action(scene, priest.id)
    side = plain_side(scene.state, priest.id, PRAY, *said(command))

    def comes_to(test: Rolled) -> Hashable:
        return test.passed, test.sl.total, test.critical, angers(priest, test)

    test = fall(dice, side, scene.state, comes_to, PRAY, priest.id)
    wrath = angers(priest, test)
    scene.record(
        PrayerTested(
            combatant=priest.id,
            prayer=prayer.name,
            target=command.target,
            test=test,
            granted=test.passed,
            sin=priest.magic.sin,
            wrath=wrath,
        )
    )
    aimed = befallen(scene.state, priest.id, prayer, command, Spread())
    if test.passed:
        _granted(scene, dice, command, prayer, test)
    if wrath:
        anger(scene, priest.id, aimed)


def check_pray(state: State, command: Pray) -> Prayer:
    """The prayer; refuses what can't be prayed for now, or so far."""
    priest = state.combatants[str(command.actor)]
    prayer = known(priest.sheet.prayers, command.prayer, priest.id)
    require_prayer(priest)
    require_courage(priest)
    require_voice(priest, PRAY)
    check_aim(state, priest.id, prayer, command)
    side = plain_side(state, priest.id, PRAY, *said(command))
    needed = range_steps(state, priest.id, prayer, command)
    faces = (side.rolled(face, state.options) for face in range(1, PERCENT + 1))
    best = max(_to_spare(state, test) for test in faces)
    if not spread(prayer, command, needed, best, table=False).arrives:
        raise OutOfRange(
            f"{prayer.name} doesn't reach so far, whatever is rolled: come nearer.", needed=needed
        )
    return prayer


def angers(priest: Fighter, test: Rolled) -> bool:
    """By a fumble, or where the units die is at or under Sin; 0 is 10."""
    return test.fumble or ((test.face or 0) % TENS or TENS) <= priest.magic.sin


def _to_spare(state: State, test: Rolled) -> int:
    """Each 2 SL extend it a step; so does a critical, by *option* `critical_prayers`."""
    if not test.passed:
        return 0
    critical = EVEN if test.critical and state.options.critical_prayers else 0
    return max(0, test.sl.total) + critical


def _granted(scene: Scene[State], dice: Dice, command: Pray, prayer: Prayer, test: Rolled) -> None:
    state, priest = scene.state, str(command.actor)
    needed = range_steps(state, priest, prayer, command)
    extended = spread(prayer, command, needed, _to_spare(state, test), table=False)
    if not extended.arrives:
        scene.record(
            FellShort(combatant=priest, power=prayer.name, needed=needed, steps=extended.steps)
        )
        return
    if prayer.grants and state.options.one_prayer_of_a_kind:
        _end_earlier(scene, priest, prayer)
    reached = befallen(state, priest, prayer, command, extended)
    blessed = tuple(c for c in reached if not is_forsaken(state.combatants[c]))
    flight = Flight(user=priest, power=prayer, test=test, place=place_of(test), extended=extended)
    land(scene, dice, flight, blessed)


def _end_earlier(scene: Scene[State], priest: str, prayer: Prayer) -> None:
    """One of a kind at a time: what the priest was granted before ends."""
    for fighter in scene.state.there:
        for condition in fighter.conditions:
            granted = condition.grants
            if granted is not None and granted.kind == prayer.kind and condition.by == priest:
                ease(scene, fighter.id, condition.name, condition.level, "renewed")


def repent(scene: Scene[State], command: Repent, dice: Dice) -> None:
    """Average (+20) Pray: a success ends what lasts until one has prayed."""
    priest = scene.state.combatants[str(command.actor)]
    require_prayer(priest)
    if own_skill(priest, PRAY) is None:
        raise Untrained(f"{priest.id} hasn't the skill {PRAY}: put it on the sheet.", skill=PRAY)
    bound = [injury for injury in priest.injuries if injury.until == BY_PRAYER]
    if not bound:
        raise NothingToRecover(f"Nothing on {priest.id} lasts until it has prayed.")
    spend_action(scene, priest.id)
    if passes(scene, dice, priest.id, PRAY, "repent", AVERAGE, *said(command)):
        for injury in bound:
            scene.record(
                InjuryEnded(
                    combatant=priest.id,
                    name=injury.name,
                    location=injury.location,
                    why=BY_PRAYER,
                )
            )
