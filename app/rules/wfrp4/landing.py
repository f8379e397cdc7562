"""What spells and prayers do where they take effect (WF-CAST-3)."""

from dataclasses import dataclass

from app.engine.dice import Dice
from app.engine.encounter import GAME_MASTER, Scene
from app.engine.tally import Line
from app.rules.wfrp4.aiming import Spread, measured
from app.rules.wfrp4.conditions import MOST_ENDS, Condition, Granted
from app.rules.wfrp4.events import MeleeLeft, Pushed
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.harm import bless, gain
from app.rules.wfrp4.healing import heal
from app.rules.wfrp4.magic_events import TookEffect
from app.rules.wfrp4.missiles import Missile, hit
from app.rules.wfrp4.ranges import distance_between
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import make_test, passes
from app.rules.wfrp4.spells import Power, Prayer
from app.rules.wfrp4.state import State
from app.rules.wfrp4.tables.ladders import DIFFICULTIES
from app.rules.wfrp4.targets import foes

SETTLED = ("done", "nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """A spell or a prayer that takes effect: whose, by which test, and how far it is extended.

    `place`: where a missile lands; `wound`: a critical casting wounds critically.
    """

    user: str
    power: Power
    test: Rolled
    place: Location
    extended: Spread
    wound: bool = False


def land(scene: Scene[State], dice: Dice, flight: Flight, targets: tuple[str, ...]) -> None:
    """It befalls each target in turn; what it does in words the game master settles."""
    power, extended = flight.power, flight.extended
    scene.record(
        TookEffect(
            combatant=flight.user,
            power=power.name,
            targets=targets,
            steps=extended.steps,
            range=extended.range,
            further=extended.further,
            area=extended.area,
            duration=extended.duration,
            damage=extended.damage,
        )
    )
    for target in targets:
        _befall(scene, dice, flight, target)
    if power.effect:
        scene.ask(GAME_MASTER, f"{power.name}: {power.effect}", SETTLED, of=flight.user)


def _befall(scene: Scene[State], dice: Dice, flight: Flight, target: str) -> None:
    power = flight.power
    if power.damage is not None:
        _strike(scene, dice, flight, target)
    if power.heals:
        heal(scene, target, power.heals, power.name)
    if power.inflicts is not None:
        _inflict(scene, dice, flight, target)
    if power.terror:
        _terrify(scene, dice, flight, target)
    if power.pushes:
        _push(scene, flight, target)
    if power.grants:
        _grant(scene, flight, target)


def _strike(scene: Scene[State], dice: Dice, flight: Flight, target: str) -> None:
    """A magic missile; it may drain, and leap on from who comes to 0 Wounds."""
    power, user = flight.power, flight.user
    leaps = scene.state.combatants[user].sheet.bonus("wp") if power.leaps else 0
    struck = [target]
    while True:
        stood = scene.state.combatants[struck[-1]].wounds > 0
        missile = Missile(
            caster=user,
            power=power,
            test=flight.test,
            place=flight.place,
            more=flight.extended.damage,
            critical=flight.wound and len(struck) == 1,
        )
        wounds = hit(scene, dice, missile, struck[-1])
        if wounds and power.drains:
            heal(scene, user, power.drains, power.name)
        fell = stood and scene.state.combatants[struck[-1]].wounds == 0
        onward = _next(scene.state, user, struck) if fell and len(struck) <= leaps else None
        if onward is None:
            return
        struck.append(onward)


def _next(state: State, user: str, struck: list[str]) -> str | None:
    """The nearest foe within WPB yards of the one who fell, and not struck yet."""
    reach = state.combatants[user].sheet.bonus("wp")
    near = [
        (distance, other)
        for other in foes(state, user)
        if other not in struck
        and (distance := distance_between(state, struck[-1], other)) is not None
        and distance <= reach
    ]
    return min(near)[1] if near else None


def _inflict(scene: Scene[State], dice: Dice, flight: Flight, target: str) -> None:
    """A condition, unless it is resisted; what entangles has the caster's Willpower."""
    power, user = flight.power, flight.user
    if power.inflicts is None:
        return
    if power.resist is not None:
        hard = Line(power.difficulty, DIFFICULTIES[power.difficulty])
        if passes(scene, dice, target, power.resist, "resist", hard, against=user):
            return
    strength = scene.state.combatants[user].sheet.wp if power.inflicts == "entangled" else None
    condition = Condition(
        name=power.inflicts, level=power.levels, cause=power.name, by=user, strength=strength
    )
    gain(scene, target, condition)


def _terrify(scene: Scene[State], dice: Dice, flight: Flight, target: str) -> None:
    """Cool, or Broken: the terror's rating, and one more for each SL below 0."""
    cool = make_test(scene, dice, target, "cool", "terror", against=flight.user)
    if not cool.passed:
        level = flight.power.terror + max(0, -cool.sl.total)
        broken = Condition(name="broken", level=level, cause=flight.power.name, by=flight.user)
        gain(scene, target, broken)


def _push(scene: Scene[State], flight: Flight, target: str) -> None:
    """WPB yards away from its user and out of the melee, and prone."""
    state = scene.state
    user, pushed = state.combatants[flight.user], state.combatants[target]
    yards, position = user.sheet.bonus("wp"), pushed.position
    if user.position is not None and position is not None:
        position += yards if position >= user.position else -yards
    scene.record(Pushed(combatant=target, by=user.id, yards=yards, position=position))
    if pushed.engaged:
        scene.record(MeleeLeft(combatant=target))
    if not pushed.level("prone"):
        gain(scene, target, Condition(name="prone", cause=flight.power.name, by=user.id))


def _grant(scene: Scene[State], flight: Flight, target: str) -> None:
    """What helps while it lasts: it replaces an earlier one of the same name."""
    power = flight.power
    user = scene.state.combatants[flight.user]
    rounds = measured(user, power.duration) * (1 + flight.extended.duration)
    granted = Granted(
        armour=power.armour,
        ward=power.ward,
        stops_missiles=power.stops_missiles,
        dispel=user.sheet.bonus("wp") if power.helps_dispel else 0,
        changes=power.changes,
        kind=power.kind if isinstance(power, Prayer) else "spell",
    )
    condition = Condition(
        name=power.name,
        cause=power.name,
        by=user.id,
        rounds=min(MOST_ENDS, rounds) if rounds else None,
        grants=granted,
    )
    bless(scene, target, condition)
