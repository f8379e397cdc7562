"""Fighters and fights for the tests of Magickal: all values 5, changed where it matters."""

from collections.abc import Mapping
from typing import Any, TypeVar

from app.engine.dice import GivenDice
from app.engine.encounter import Command, Event, Join, Open, Recruit, Start
from app.engine.ruleset import resolve
from app.engine.tally import Tally
from app.rules.magickal import RULESET
from app.rules.magickal.events import DamageDealt, DefenceTested, FatigueTested
from app.rules.magickal.state import OPTIONS, Fighter, Options, State
from tests.stories import Story, given

PLAIN = {
    "str": 5, "crd": 5, "pow": 5, "pur": 5, "evasion": 5, "sorcery": 5, "willpower": 5, "focus": 5,
    "skills": [{"name": "sword", "value": 5}],
    "weapons": [{"name": "sword"}],
    "spells": [{"name": "spark"}, {"name": "hail"}, {"name": "daze"}],
}  # fmt: skip

E = TypeVar("E", bound=Event)


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
    complete = OPTIONS.dump_python(Options(**options), mode="json")
    empty = RULESET.open(Options())
    return done(empty, Open(name="A fight", options=complete, combatants=recruits))


def fight(*recruits: Recruit, dice: tuple[int, ...] = (), **options: Any) -> State:
    """A fight under way, in the order they are named unless an option says otherwise."""
    return done(opened(options, *recruits), Start(), *dice)


def duel(foe: Mapping[str, Any] | None = None, /, *, options: Any = None, **hero: Any) -> Story:
    """Hero, who acts, against Foe."""
    return given(
        RULESET,
        fight(recruit("Hero", "heroes", **hero), recruit("Foe", **(foe or {})), **(options or {})),
    )


def late(state: State, *recruits: Recruit, dice: tuple[int, ...] = ()) -> State:
    """The state once somebody has joined."""
    return done(state, Join(combatants=recruits), *dice)


def only(story: Story, kind: type[E]) -> E:
    """The one event of a kind."""
    (event,) = [e for e in story.events if isinstance(e, kind)]
    return event


def lines(tally: Tally) -> dict[str, int]:
    """A tally by its names. Its lines add up to its total, and no name comes twice."""
    assert sum(line.value for line in tally.lines) == tally.total
    named = {line.name: line.value for line in tally.lines}
    assert len(named) == len(tally.lines)
    return named


def attack_lines(story: Story) -> dict[str, int]:
    return lines(only(story, FatigueTested).attack)


def fatigue_lines(story: Story) -> dict[str, int]:
    return lines(only(story, FatigueTested).fatigue)


def defend_lines(story: Story) -> dict[str, int]:
    return lines(only(story, DefenceTested).defend)


def damage_lines(story: Story) -> dict[str, int]:
    return lines(only(story, DamageDealt).damage)


def fighter(story: Story, id: str) -> Fighter:
    found: Fighter = story.state.combatants[id]
    return found
