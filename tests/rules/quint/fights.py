"""Fighters and fights for the tests of Quints: average fighters, changed where it matters."""

from collections.abc import Mapping
from typing import Any, TypeVar

from app.engine.dice import GivenDice
from app.engine.encounter import Adjust, Command, Event, Join, Open, Recruit, Start
from app.engine.ruleset import follows_by_itself, resolve
from app.rules.quint import RULESET
from app.rules.quint.options import Options
from app.rules.quint.state import Fighter, State
from app.services.codec import Codec
from tests.stories import Story, given

CODEC = Codec(RULESET)

# To hit 55, Defense 25, Protection 2, 20 Damage Points, Reaction 4, Speed Rating 6.
SWORD = {"weapons": [{"name": "long sword"}]}

E = TypeVar("E", bound=Event)


def recruit(name: str, side: str = "foes", **sheet: Any) -> Recruit:
    """An average fighter with a long sword, but for what is given."""
    own = {field: sheet.pop(field) for field in ("group", "count", "id") if field in sheet}
    return Recruit(name=name, side=side, sheet={**SWORD, **sheet}, **own)


def done(state: State, command: Command, *faces: int) -> State:
    """The state after a command with these dice."""
    dice = GivenDice(faces)
    _, after = resolve(RULESET, state, command, dice)
    dice.check_spent()
    return after


def settled(state: State, *faces: int) -> State:
    """The state once nothing more happens by itself; these dice fall on the way."""
    dice = GivenDice(faces)
    while (following := follows_by_itself(RULESET, state)) is not None:
        _, state = resolve(RULESET, state, following, dice)
    dice.check_spent()
    return state


def opened(options: Mapping[str, Any], *recruits: Recruit) -> State:
    """A fight before its start."""
    complete = CODEC.complete_options(options)
    empty = RULESET.open(Options())
    return done(empty, Open(name="A fight", options=complete, combatants=recruits))


def fight(*recruits: Recruit, **options: Any) -> State:
    """A fight under way, in the order they are named: initiative falls 10, 9, 8, …"""
    state = opened(options, *recruits)
    units = dict.fromkeys(c.group or c.id for c in state.combatants.values())
    return done(state, Start(), *range(10, 10 - len(units), -1))


def duel(foe: Mapping[str, Any] | None = None, /, *, options: Any = None, **hero: Any) -> Story:
    """Hero, who acts, against Foe."""
    return given(
        RULESET,
        fight(recruit("Hero", "heroes", **hero), recruit("Foe", **(foe or {})), **(options or {})),
    )


def late(state: State, *recruits: Recruit, dice: tuple[int, ...] = ()) -> State:
    """The state once somebody has joined."""
    return done(state, Join(combatants=recruits), *dice)


def adjusted(state: State, combatant: str, *conditions: Any, **changes: Any) -> State:
    """The state after a game master's word: conditions laid on, values of the state changed."""
    command = Adjust(combatant=combatant, reason="x", state=changes, add_conditions=conditions)
    return done(state, command)


def only(story: Story, kind: type[E]) -> E:
    """The one event of a kind."""
    (event,) = [e for e in story.events if isinstance(e, kind)]
    return event


def every(story: Story, kind: type[E]) -> list[E]:
    """All events of a kind."""
    return [e for e in story.events if isinstance(e, kind)]


def fighter(story: Story, id: str) -> Fighter:
    """How somebody is now."""
    found: Fighter = story.state.combatants[id]
    return found


def names(story: Story, id: str) -> list[str]:
    """The names of somebody's conditions."""
    return [affliction.name for affliction in fighter(story, id).conditions]


def turned(story: Story) -> Story:
    """The story once nothing more happens by itself."""
    return given(RULESET, settled(story.state))
