"""Lasting injuries on a fighter: what each is, and what it hinders (WF-WND-1, figures 9).

What a lost part hinders, and that a broken arm hinders Climb and Dexterity, is ours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.engine.tally import Line
from app.rules.wfrp4.effects import UNHINDERED, Care, Degree, Hindrance, Part, Unit
from app.rules.wfrp4.fields import STRICT, Level, Location, Name

KINDS: Mapping[str, str] = {"leg": "movement", "body": "physical", "head": "language"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Injury:
    """Something that stays, and where: for `left` more of a unit, until care, or for good.

    `sl`: of the Heal test that ends it, so far. `ends`: ends of rounds it has seen. `begun`: its
    bearer's turn has come since. `count`: of lost fingers, toes or teeth.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    name: Annotated[Name, Field(title="Name")]
    location: Annotated[Location | None, Field(title="Location")] = None
    hinders: Annotated[Hindrance, Field(title="Hinders")] = UNHINDERED
    left: Annotated[int | None, Field(title="Left", description="Of its unit.")] = None
    unit: Annotated[Unit, Field(title="Unit")] = "rounds"
    until: Annotated[Care | None, Field(title="Until")] = None
    heal: Annotated[Level, Field(title="SL to heal")] = 1
    sl: Annotated[int, Field(title="SL so far")] = 0
    note: Annotated[str, Field(title="Note", max_length=200)] = ""
    ends: Annotated[int, Field(title="Ends of rounds", description="Since it came.")] = 0
    begun: Annotated[bool, Field(title="Begun", description="Its bearer's turn has come.")] = False
    count: Annotated[int, Field(title="Count", description="Of lost parts.")] = 1

    @property
    def acts_last(self) -> bool:
        """Whether its bearer acts last in this round, the one after it came."""
        return self.hinders.acts_last and self.ends > 0

    @property
    def is_loss(self) -> bool:
        """Whether it is of parts that are counted."""
        return self.name.startswith(LOSS)


LOSS = "lost "
TORN: Mapping[Degree, int] = {"minor": -10, "major": -20}
BROKEN_DAYS: Mapping[Degree, str] = {"minor": "30+1d10", "major": "40+1d10"}
BROKEN_NOTES: Mapping[Degree, str] = {
    "minor": "at its end Endurance (average), or -5 for good",
    "major": "at its end Endurance (challenging), or -10 for good",
}
BROKEN: Mapping[str, Hindrance] = {
    "head": Hindrance(penalty=-30, to=("language",)),
    "arm":  Hindrance(penalty=-20, to=("climb", "dexterity"), no_two_handed=True),
    "body": Hindrance(penalty=-30, to=("s", "ag"), half_move=True),
    "leg":  Hindrance(penalty=-20, to=("movement",), half_move=True, no_dodge=True),
}  # fmt: skip
LOST: Mapping[Part, Hindrance] = {  # ours
    "finger": Hindrance(penalty=-5, to=("part",)),
    "hand":   Hindrance(useless=True),
    "arm":    Hindrance(useless=True),
    "toe":    Hindrance(penalty=-1, to=("ws", "ag")),
    "foot":   Hindrance(penalty=-20, to=("movement",), half_move=True),
    "leg":    Hindrance(penalty=-20, to=("movement",), half_move=True, no_dodge=True),
    "ear":    Hindrance(penalty=-10, to=("hearing",)),
    "eye":    Hindrance(penalty=-10, to=("sight",)),
    "nose":   Hindrance(),
    "teeth":  Hindrance(),
    "tongue": Hindrance(penalty=-30, to=("language",)),
}  # fmt: skip
FINGERS = 5  # with the last of them the hand is lost
ACHE = Hindrance(penalty=-10, to=("part",))  # once a joint is set


def limb_of(location: Location | None) -> str:
    """`arm`, `leg`, `head` or `body`."""
    return (location or "body").split(" ")[-1]


def at(location: Location | None, hinders: Hindrance) -> Hindrance:
    """A hindrance at its place: tests with the part are a kind of tests, but for those of arms."""
    kind = KINDS.get(limb_of(location))
    if kind is None or "part" not in hinders.to:
        return hinders
    return replace(hinders, to=tuple(kind if to == "part" else to for to in hinders.to))


def penalties(
    injuries: tuple[Injury, ...], *tested: str, arms: tuple[Location, ...] = ()
) -> Iterator[Line]:
    """What injuries take off a test of these kinds, made with these arms."""
    for injury in injuries:
        hinders = injury.hinders
        named = set(hinders.to) & {*tested, "all"}
        with_part = "part" in hinders.to and injury.location in arms
        in_turn = "action" in hinders.to and injury.begun
        if hinders.penalty and (named or with_part or in_turn):
            yield Line(injury.name, hinders.penalty * injury.count)


def joined(now: tuple[Injury, ...], new: Injury) -> tuple[Injury, ...]:
    """The injuries with one more; of lost parts, as many more."""
    old = next(
        (i for i in now if (i.name, i.location) == (new.name, new.location) and new.is_loss), None
    )
    if old is None:
        return (*now, new)
    more = replace(old, count=min(100, old.count + new.count))
    return tuple(more if i is old else i for i in now)
