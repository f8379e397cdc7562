"""Fighters and fights for the tests of Tides of Ichor: plain numbers, changed where it matters."""

from collections.abc import Mapping
from typing import Any

from app.engine.dice import GivenDice
from app.engine.encounter import Command, Join, Open, Recruit, Start
from app.engine.ruleset import resolve
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.options import OPTIONS, Options
from app.rules.tides_of_ichor.state import State
from tests.stories import Story, given

PLAIN = {
    "ws": 40, "bs": 40, "s": 40, "t": 40, "ag": 40, "wp": 40, "w": 10,
    "weapons": [{"name": "sword"}],
}  # fmt: skip
BOW = {"weapons": [{"name": "bow"}]}


def recruit(name: str, side: str = "foes", **sheet: Any) -> Recruit:
    """Someone plain, but for what is given. `group`, `count` and `id` are the recruit's own."""
    own = {field: sheet.pop(field) for field in ("group", "count", "id") if field in sheet}
    return Recruit(name=name, side=side, sheet={**PLAIN, **sheet}, **own)


def done(state: State, command: Command, *faces: int) -> State:
    """The state after a command with these dice."""
    dice = GivenDice(faces)
    _, after = resolve(RULESET, state, command, dice)
    dice.check_spent()
    return after


def opened(options: Mapping[str, Any], *recruits: Recruit) -> State:
    """A fight before its start."""
    chosen = Options(**options)
    complete = OPTIONS.dump_python(chosen, mode="json")
    empty = RULESET.open(Options())
    return done(empty, Open(name="A fight", options=complete, combatants=recruits))


def fight(*recruits: Recruit, dice: tuple[int, ...] | None = None, **options: Any) -> State:
    """A fight under way; without dice, they act in the order they are named."""
    state = opened(options, *recruits)
    if dice is None:
        units = len({c.initiative_unit for c in state.combatants.values()})
        dice = tuple(range(99, 99 - units, -1))
    return done(state, Start(), *dice)


def duel(foe: Mapping[str, Any] | None = None, /, *, options: Any = None, **hero: Any) -> Story:
    """Hero, who acts, against Foe, in one zone."""
    return given(
        RULESET,
        fight(recruit("Hero", "heroes", **hero), recruit("Foe", **(foe or {})), **(options or {})),
    )


def late(state: State, *recruits: Recruit, dice: tuple[int, ...] = ()) -> State:
    """The state once somebody has joined."""
    return done(state, Join(combatants=recruits), *dice)
