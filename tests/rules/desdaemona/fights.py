"""Fighters and fights for the tests: all stats 20, 50 HP and 20 STA, changed where it matters."""

from collections.abc import Mapping
from typing import Any, TypeVar

from app.engine.dice import GivenDice
from app.engine.encounter import Adjust, Command, Event, Join, Open, Recruit, Start
from app.engine.ruleset import resolve
from app.engine.tally import Line
from app.rules.desdaemona import RULESET
from app.rules.desdaemona.commands import Attack
from app.rules.desdaemona.events import AttackMade, DamageRolled, DefenceMade, StaminaSpent
from app.rules.desdaemona.rolls import Roll
from app.rules.desdaemona.state import OPTIONS, Fighter, State
from tests.stories import Story, given

STATS = {"STR": 20, "DEX": 20, "CON": 20, "INT": 20}
PLAIN = {"stats": STATS, "hp": 50, "sta": 20}

E = TypeVar("E", bound=Event)


def recruit(name: str, side: str = "foes", **sheet: Any) -> Recruit:
    """Someone plain, but for what is given. `group`, `count` and `id` are the recruit's own.

    `stats` change those that they name.
    """
    own = {field: sheet.pop(field) for field in ("group", "count", "id") if field in sheet}
    stats = {**STATS, **sheet.pop("stats", {})}
    return Recruit(name=name, side=side, sheet={**PLAIN, "stats": stats, **sheet}, **own)


def done(state: State, command: Command, *faces: int) -> State:
    """The state after a command with these dice."""
    dice = GivenDice(faces)
    _, after = resolve(RULESET, state, command, dice)
    dice.check_spent()
    return after


def opened(options: Mapping[str, Any], *recruits: Recruit) -> State:
    """A fight before its start."""
    read = OPTIONS.validate_python(options, strict=False)
    complete = OPTIONS.dump_python(read, mode="json")
    return done(RULESET.open(read), Open(name="A fight", options=complete, combatants=recruits))


def fight(*recruits: Recruit, dice: tuple[int, ...] = (), **options: Any) -> State:
    """A fight under way, in the order they are named unless an option says otherwise."""
    return done(opened(options, *recruits), Start(), *dice)


def duel(foe: Mapping[str, Any] | None = None, /, *, options: Any = None, **hero: Any) -> Story:
    """Hero, who acts, against Foe."""
    return given(
        RULESET,
        fight(recruit("Hero", "heroes", **hero), recruit("Foe", **(foe or {})), **(options or {})),
    )


def adjusted(story: Story, combatant: str, *conditions: Any, **state: Any) -> Story:
    """The story goes on after a game master's change."""
    change = Adjust(combatant=combatant, reason="x", state=state, add_conditions=conditions)
    return given(RULESET, done(story.state, change))


def late(state: State, *recruits: Recruit, dice: tuple[int, ...] = ()) -> State:
    """The state once somebody has joined."""
    return done(state, Join(combatants=recruits), *dice)


def strike(**fields: Any) -> Attack:
    """Hero attacks Foe, close physical unless said otherwise."""
    return Attack(**{"actor": "hero", "target": "foe", "kind": "close_physical", **fields})


def only(story: Story, kind: type[E]) -> E:
    """The one event of a kind."""
    (event,) = [e for e in story.events if isinstance(e, kind)]
    return event


def attack_roll(story: Story) -> Roll:
    return consistent(only(story, AttackMade).roll)


def defence_roll(story: Story) -> Roll:
    roll = only(story, DefenceMade).roll
    assert roll is not None
    return consistent(roll)


def consistent(roll: Roll) -> Roll:
    """The roll, whose numbers follow from one another."""
    assert roll.sum == sum(roll.faces)
    assert roll.percent == 100 + sum(line.value for line in roll.penalties) >= 0
    assert roll.total == roll.reduced + sum(line.value for line in roll.modifiers)
    return roll


def named(lines: tuple[Line, ...]) -> list[tuple[str, int]]:
    """Lines as pairs."""
    return [(line.name, line.value) for line in lines]


def damage(story: Story) -> int:
    return only(story, DamageRolled).damage


def costs(story: Story) -> dict[tuple[str, str], int]:
    """What was spent, by whom and on what; the lines of each add up."""
    found: dict[tuple[str, str], int] = {}
    for event in story.events:
        if isinstance(event, StaminaSpent):
            assert event.cost.total == sum(line.value for line in event.cost.lines)
            found[event.combatant, event.on] = event.cost.total
    return found


def fighter(story: Story, id: str) -> Fighter:
    found: Fighter = story.state.combatants[id]
    return found
