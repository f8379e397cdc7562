"""Fate, Fortune, Resilience and Resolve (WF-FATE-1).

What turns an outcome decides the last deed again, on the state before it (`again.py`): every die
but the one that is turned is kept, so that targets and the other side's roll stand.
"""

from collections.abc import Iterator, Sequence

from app.engine.dice import Dice
from app.engine.encounter import CombatantLeft, Command, Event, Scene
from app.engine.refusals import CannotAct, Invalid, NothingToReplace
from app.rules.wfrp4 import turns
from app.rules.wfrp4.commands import Fate, Fortune, Resilience, Resolve
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.events import (
    AttackTested,
    ConditionGained,
    DamageDealt,
    DeathEscaped,
    OpposedTested,
    Points,
    PointSpent,
    SkillTested,
    WoundsRegained,
)
from app.rules.wfrp4.harm import ease
from app.rules.wfrp4.magic_events import (
    CastingTested,
    ChannellingTested,
    CorruptionGained,
    DispelTested,
    PrayerTested,
)
from app.rules.wfrp4.refusals import NoPointLeft, NothingToRecover
from app.rules.wfrp4.state import Favour, Fighter, State, Turnable
from app.rules.wfrp4.tables.conditions import HEEDLESS, HELD_AWAKE, STEELED

Spending = Fortune | Resilience | Fate | Resolve
SPENDING = (Fortune, Resilience, Fate, Resolve)
DAMAGE = "damage"
STEELED_FOR, HEEDLESS_FOR, AWAKE_FOR = 2, 1, 1  # ends of rounds


def may_act(state: State, command: Command) -> None:
    """Points are spent in anybody's turn; all else is done in one's own."""
    if not isinstance(command, SPENDING):
        turns.may_act(state, command)
        return
    turns.require_running(state, command)
    _check_can_spend(state, command)


def replaces(state: State, command: Command) -> bool:
    """Whether it decides the last deed again."""
    match command:
        case Fortune():
            return command.use != "act"
        case Fate():
            return command.use == "unscathed"
        case _:
            return isinstance(command, Resilience)


def spend(scene: Scene[State], command: Spending, dice: Dice) -> None:
    """What is spent without deciding a deed again."""
    actor = str(command.actor)
    match command:
        case Fortune():
            turns.check_can_come_in(scene.state, actor)
            pay(scene, command)
            turns.come_in(scene, actor)
        case Fate():
            pay(scene, command)
            scene.record(DeathEscaped(combatant=actor))
            scene.record(CombatantLeft(combatant=actor, reason="saved by Fate"))
        case Resolve():
            _resolve(scene, command)
        case _:
            raise NothingToReplace("Resilience turns a test of the last deed.")


def pay(scene: Scene[State], command: Spending) -> None:
    """The point is gone; a dark deal costs Corruption instead."""
    points = _points_of(command)
    has: int = getattr(scene.state.combatants[str(command.actor)], points)
    left = has + 1 if points == "corruption" else has - 1
    use = getattr(command, "use", "turn")
    scene.record(PointSpent(combatant=str(command.actor), points=points, use=use, left=left))
    fighter = scene.state.combatants[str(command.actor)]
    if points == "fortune" and fighter.hindered("tainted"):
        total = fighter.corruption + 1
        scene.record(CorruptionGained(combatant=fighter.id, points=1, total=total))


def turned_test(state: State, command: Command) -> str | None:
    """The test it turns: the one that is named, or the first of one's own that fits."""
    return next((one.test for one in state.turnable if _fits(one, command)), None)


def favour_of(command: Spending) -> Favour:
    """What is different as the deed is decided again. Raises NothingToReplace."""
    test = DAMAGE if isinstance(command, Fate) else getattr(command, "test", None)
    if test is None:
        raise NothingToReplace("There is no test to turn.")
    return Favour(
        of=str(command.actor),
        test=test,
        sl=int(isinstance(command, Fortune) and command.use == "sl"),
        face=command.face if isinstance(command, Resilience) else None,
    )


def still_turnable(state: State, events: Sequence[Event]) -> tuple[Turnable, ...]:
    """What of a deed may be turned by those who have points at all: the first test of a kind."""
    found: dict[tuple[str, str], Turnable] = {}
    for event in events:
        for one in _rolls(event):
            if _has_points(state.combatants[one.of]):
                found.setdefault((one.of, one.test), one)
    return tuple(found.values())


def _rolls(event: Event) -> Iterator[Turnable]:
    match event:
        case AttackTested():
            if event.attack.face is not None:
                yield Turnable(of=event.attacker, test="attack", failed=not event.attack.passed)
            if event.defence is not None:
                yield Turnable(of=event.defender, test="defence", failed=not event.defence.passed)
            if event.winner == "attacker":
                yield Turnable(of=event.defender, test=DAMAGE, failed=False)
        case DamageDealt():
            yield Turnable(of=event.defender, test=DAMAGE, failed=False)
        case CastingTested():
            yield Turnable(of=event.caster, test="casting", failed=not event.cast)
        case ChannellingTested():
            failed = not event.test.passed
            yield Turnable(of=event.combatant, test="channelling", failed=failed)
        case DispelTested():
            yield Turnable(of=event.combatant, test="dispel", failed=not event.dispelled)
        case PrayerTested():
            yield Turnable(of=event.combatant, test="pray", failed=not event.granted)
        case OpposedTested():
            why = event.why
            yield Turnable(of=event.combatant, test=why, failed=not event.ours.passed)
            yield Turnable(of=event.against, test=why, failed=not event.theirs.passed)
        case SkillTested():
            yield Turnable(of=event.combatant, test=event.why, failed=not event.test.passed)
        case _:
            pass


def _has_points(fighter: Fighter) -> bool:
    return any((fighter.sheet.fate, fighter.fate, fighter.fortune, fighter.resilience))


def _points_of(command: Spending) -> Points:
    match command:
        case Fortune():
            return "corruption" if command.use == "dark_deal" else "fortune"
        case Resilience():
            return "resilience"
        case Fate():
            return "fate"
        case Resolve():
            return "resolve"


def _check_can_spend(state: State, command: Spending) -> None:
    """Refuses without a point, or where there is nothing to spend it on."""
    fighter, points = state.combatants[str(command.actor)], _points_of(command)
    if points != "corruption" and not getattr(fighter, points):
        raise NoPointLeft(f"{fighter.id} has no {points.capitalize()} left.", points=points)
    survives = isinstance(command, Fate) and command.use == "survive"
    if fighter.status == "left" or (survives and fighter.dead is None):
        raise CannotAct(f"{fighter.id} is {fighter.status}.", actor=fighter.id)
    if replaces(state, command):
        if turned_test(state, command) is None:
            raise NothingToReplace(
                f"The last deed has nothing that {fighter.id} may turn by this.",
                turnable=[one.test for one in state.turnable if one.of == fighter.id],
            )
    elif fighter.status == "dead" and not survives:
        raise CannotAct(f"{fighter.id} is dead.", actor=fighter.id)


def _fits(one: Turnable, command: Command) -> bool:
    if isinstance(command, Fate):
        return one.of == command.actor and one.test == DAMAGE
    if not isinstance(command, Fortune | Resilience) or one.test == DAMAGE:
        return False
    anew = isinstance(command, Fortune) and command.use in ("reroll", "dark_deal")
    named = command.test is None or command.test == one.test
    return one.of == command.actor and named and (one.failed or not anew)


def _resolve(scene: Scene[State], command: Resolve) -> None:
    fighter = scene.state.combatants[str(command.actor)]
    if command.use == "shake_off":
        _shake_off(scene, command, fighter)
        return
    if command.condition is not None:
        raise Invalid("Only shake_off is about a condition.")
    pay(scene, command)
    if command.use == "steel":
        _mark(scene, fighter.id, STEELED, STEELED_FOR)
    else:
        _mark(scene, fighter.id, HEEDLESS, HEEDLESS_FOR)


def _shake_off(scene: Scene[State], command: Resolve, fighter: Fighter) -> None:
    """All of a condition; from Prone one rises with 1 Wound more (at 0 as well)."""
    if command.condition is None:
        raise Invalid("Name the condition to shake off.")
    name = command.condition.strip().casefold()
    level = fighter.level(name)
    if not level or fighter.keeps(name):
        raise NothingToRecover(f"{fighter.id} has no {name!r} to shake off.", condition=name)
    pay(scene, command)
    ease(scene, fighter.id, name, level, "resolve")
    wounds = fighter.wounds + 1
    if name == "prone" and wounds <= fighter.most_wounds:
        scene.record(
            WoundsRegained(combatant=fighter.id, wounds=1, remaining=wounds, cause="resolve")
        )
    if name == "unconscious":
        _mark(scene, fighter.id, HELD_AWAKE, AWAKE_FOR)


def _mark(scene: Scene[State], combatant: str, name: str, rounds: int) -> None:
    """A mark of one's own will, which costs no Advantage."""
    mark = Condition(name=name, cause="resolve", by=combatant, rounds=rounds)
    scene.record(ConditionGained(combatant=combatant, condition=mark, level=1))
