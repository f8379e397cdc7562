"""Wizards for the tests: who casts what at whom, and which row comes of it."""

from typing import Any

from app.engine.encounter import Pass, Recruit
from app.engine.ruleset import follows_by_itself
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.commands import Cast
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.tables.miscast import MISCASTS
from tests.rules.tides_of_ichor.fights import fight, recruit
from tests.stories import Story, given

BOLT: dict[str, Any] = {
    "name": "Bolt", "level": 2, "targeting": "projectile", "range": "long", "damage": "1d10",
}  # fmt: skip
MEND: dict[str, Any] = {
    "name": "Mend", "level": 1, "affects": "all", "range": "long", "healing": "1d10",
}  # fmt: skip
SHELL: dict[str, Any] = {
    "name": "Shell", "level": 1, "targeting": "personal",
    "changes": [{"stat": "t", "change": 10, "turns": 2}],
}  # fmt: skip
STORM: dict[str, Any] = {
    "name": "Storm", "level": 2, "targeting": "zone", "range": "long", "damage": "1d10",
}  # fmt: skip
SPELLS = [BOLT, MEND, SHELL, STORM]

FAIL, MISCAST = 1, 1  # faces: over no casting number, and under every chance to miscast


def wizard(name: str = "Wizard", side: str = "heroes", **sheet: Any) -> Recruit:
    """A plain wizard with a bolt, a mending, a shell and a storm."""
    return recruit(name, side, **{"spells": SPELLS, **sheet})


def wizards(*recruits: Recruit, **options: Any) -> Story:
    """A fight in which Wizard acts first; by default against Foe, two zones away."""
    chosen = {"miscast_roll": "d30", "enforce_spell_requirements": False, **options}
    return given(RULESET, fight(*(recruits or (wizard(), recruit("Foe", zone=2))), **chosen))


def bolt(story: Story, *faces: int, actor: str = "wizard", target: str = "foe") -> Story:
    """A bolt cast with these faces."""
    return story.when(Cast(actor=actor, spell="Bolt", target=target)).rolling(*faces)


def miscast(story: Story, row: int, *faces: int, actor: str = "wizard", **cast: Any) -> Story:
    """A spell (a bolt at Foe, unless said) fails, the row comes up, and happens."""
    command = Cast(actor=actor, **({"spell": "Bolt", "target": "foe"} | cast))
    return story.when(command).rolling(FAIL, MISCAST, row).automatic(*faces)


def passes(story: Story, *actors: str) -> Story:
    """Each lets its turn go; what follows by itself asks for no dice."""
    for actor in actors:
        story = settled(story.when(Pass(actor=actor)).rolling())
    return story


def settled(story: Story) -> Story:
    """All that happens by itself has happened, without dice."""
    while follows_by_itself(RULESET, story.state) is not None:
        story = story.automatic()
    return story


def of(story: Story, who: str = "wizard") -> Fighter:
    """Somebody, as the story has left them."""
    state: State = story.state
    return state.combatants[who]


def conditions(story: Story, who: str = "wizard") -> list[str]:
    """The names of somebody's conditions."""
    return [condition.name for condition in of(story, who).conditions]


def the_condition(story: Story, who: str = "wizard") -> Condition:
    """Somebody's only condition."""
    (condition,) = of(story, who).conditions
    return condition


def title(row: int) -> str:
    """The title of a row, which is the name of what it leaves."""
    return MISCASTS.row_for(row).title


def purposes(story: Story) -> list[str]:
    """What the dice of the last entry were for."""
    return [die.purpose for die in story.dice]
