"""Fighters and fights for the tests of WFRP 4: average people, changed where it matters."""

from collections.abc import Mapping
from typing import Any, TypeVar

from app.engine.dice import GivenDice
from app.engine.encounter import Adjust, Command, EndTurn, Event, Join, Open, Recruit, Start
from app.engine.ruleset import follows_by_itself, resolve
from app.engine.tally import Line
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.options import Options
from app.rules.wfrp4.state import Fighter, State
from app.services.codec import Codec
from tests.stories import Story, given

CODEC = Codec(RULESET)

# All characteristics 30, Melee (Basic) 40, Dodge 30, 12 Wounds, a sword: SB 3 + 4 damage, TB 3.
PLAIN: dict[str, Any] = {
    "skills": [{"name": "Melee (Basic)", "advances": 10}],
    "weapons": [{"name": "sword"}],
}

E = TypeVar("E", bound=Event)


def recruit(name: str, side: str = "foes", **sheet: Any) -> Recruit:
    """An average fighter with a sword, but for what is given."""
    own = {field: sheet.pop(field) for field in ("group", "count", "id") if field in sheet}
    return Recruit(name=name, side=side, sheet={**PLAIN, **sheet}, **own)


def armed(*weapons: str, **more: Any) -> dict[str, Any]:
    """A sheet with these weapons of the table, and every skill they take."""
    groups = ("basic", "brawling", "fencing", "parry", "two-handed", "polearm", "flail")
    ranged = ("bow", "crossbow", "blackpowder", "engineering", "throwing", "entangling",
              "explosives", "sling")  # fmt: skip
    skills = [
        *({"name": f"Melee ({group})", "advances": 10} for group in groups),
        *({"name": f"Ranged ({group})", "advances": 10} for group in ranged),
    ]
    return {"skills": skills, "weapons": [{"name": name} for name in weapons], **more}


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
    return done(
        RULESET.open(Options()), Open(name="A fight", options=complete, combatants=recruits)
    )


def fight(*recruits: Recruit, **options: Any) -> State:
    """A fight under way, in the order they are named: by Initiative 99, 98, …"""
    quick = tuple(
        Recruit(name=r.name, side=r.side, group=r.group, count=r.count, id=r.id,
                sheet={"i": 99 - number, **r.sheet})
        for number, r in enumerate(recruits)
    )  # fmt: skip
    return done(opened(options, *quick), Start())


def duel(foe: Mapping[str, Any] | None = None, /, *, options: Any = None, **hero: Any) -> Story:
    """Hero, who acts, against Foe."""
    recruits = (recruit("Hero", "heroes", **hero), recruit("Foe", **(foe or {})))
    return given(RULESET, fight(*recruits, **(options or {})))


def late(state: State, *recruits: Recruit, dice: tuple[int, ...] = ()) -> State:
    """The state once somebody has joined."""
    return done(state, Join(combatants=recruits), *dice)


def adjusted(state: State, combatant: str, *conditions: Any, **changes: Any) -> State:
    """The state after a game master's word: conditions laid on, values of the state changed."""
    command = Adjust(combatant=combatant, reason="x", state=changes, add_conditions=conditions)
    return done(state, command)


def with_state(story: Story, combatant: str, *conditions: Any, **changes: Any) -> Story:
    """The story after a game master's word."""
    return given(RULESET, adjusted(story.state, combatant, *conditions, **changes))


def next_turn(story: Story, *faces: int) -> Story:
    """The story in the next one's turn, and what happens by itself on the way."""
    state = done(story.state, EndTurn(actor=story.state.acting))
    return given(RULESET, settled(state, *faces))


def round_over(story: Story, *faces: int) -> Story:
    """The story at the top of the next round; these dice fall at the end of this one."""
    state, number = story.state, story.state.round
    dice = GivenDice(faces)
    while state.round == number:
        command = follows_by_itself(RULESET, state) or EndTurn(actor=state.acting)
        _, state = resolve(RULESET, state, command, dice)
    dice.check_spent()
    return given(RULESET, state)


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


def levels(story: Story, id: str) -> dict[str, int]:
    """Somebody's conditions, with their levels."""
    return {condition.name: condition.level for condition in fighter(story, id).conditions}


def value(lines: tuple[Line, ...], name: str) -> int | None:
    """What a line counts; None if it isn't there."""
    return next((line.value for line in lines if line.name == name), None)
