"""Fights as the rules tests begin them."""

from typing import Any

from app.engine.encounter import Join, Open, Recruit, Start
from app.rules.tides_of_ichor import RULESET
from app.rules.tides_of_ichor.state import Options
from tests.stories import Story, given

PLAIN: dict[str, Any] = {"ws": 30, "bs": 30, "s": 30, "t": 30, "ag": 30, "wp": 30, "w": 10}


def recruit(
    name: str, side: str, group: str | None = None, count: int = 1, **sheet: Any
) -> Recruit:
    return Recruit(name=name, side=side, group=group, count=count, sheet={**PLAIN, **sheet})


def field(*recruits: Recruit, **options: Any) -> Story:
    """An encounter in setup."""
    opened = given(RULESET, RULESET.open(Options()))
    story = opened.when(Open(name="A field", options=options)).rolling()
    return story.when(Join(combatants=recruits)).rolling() if recruits else story


def fight(*recruits: Recruit, rolls: tuple[int, ...] = (), **options: Any) -> Story:
    """A running fight; by default everyone acts in the order of joining."""
    units = len({r.group or (i, n) for i, r in enumerate(recruits) for n in range(r.count)})
    faces = rolls or tuple(range(100, 100 - units, -1))
    return field(*recruits, **options).when(Start()).rolling(*faces)


def duel(
    foe: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **sheet: Any
) -> Story:
    """Sotek against an orc in the same zone; Sotek acts."""
    sheet = {"weapons": [{"name": "sword"}], **sheet}
    return fight(
        recruit("Sotek", "heroes", **sheet),
        recruit("Orc", "foes", **(foe or {})),
        **(options or {}),
    )


def events_of(story: Story, kind: str) -> list[Any]:
    return [event for event in story.events if event.type == kind]


def only(story: Story, kind: str) -> Any:
    (event,) = events_of(story, kind)
    return event
