"""The spells a wizard brings, and which of them it can know (TI-CAST-7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

from app.rules.tides_of_ichor.fields import (
    NAME_IS_ENOUGH,
    STRICT,
    Affects,
    Bonus,
    DiceNotation,
    Name,
    Range,
    StatName,
    Turns,
)
from app.rules.tides_of_ichor.refusals import SpellRequirements

Rank = Annotated[int, Field(strict=True, ge=1, le=20)]

# level of a spell: how many of lower levels its wizard must have at their highest rank
MASTERED_SPELLS_NEEDED = {
    1: 0,
    2: 1,
    3: 1,
    4: 2,
    5: 2,
    6: 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class StatChange:
    """What a spell does to a stat of whom it lands on."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    stat: Annotated[StatName, Field(title="Stat")]
    change: Annotated[Bonus, Field(title="Change", description="A bonus, or a penalty below 0.")]
    turns: Annotated[
        Turns | None,
        Field(title="Turns", description="Of the bearer's own; none: to the encounter's end."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell as its wizard knows it. A name from the spells table is enough."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = NAME_IS_ENOUGH
    name: Annotated[Name, Field(title="Name", examples=["Fire bolt"])]
    level: Annotated[int, Field(strict=True, title="Level", ge=1, le=6)]
    rank: Annotated[Rank, Field(title="Rank", description="At most its highest.")] = 1
    max_rank: Annotated[
        Rank, Field(title="Highest rank", description="At it, the spell is mastered.")
    ] = 1
    lore: Annotated[Name | None, Field(title="Lore", examples=["fire"])] = None
    targeting: Annotated[
        Literal["personal", "ranged", "projectile", "zone"],
        Field(title="Targeting", description="Oneself; one within range; hurled; all in a zone."),
    ] = "ranged"
    range: Annotated[Range, Field(title="Range", description="The farthest it reaches.")] = "medium"
    affects: Annotated[
        Affects, Field(title="Affects", description="Whom it may be aimed at, or hits in a zone.")
    ] = "enemies"
    resist: Annotated[
        StatName, Field(title="Resisted by", description="The stat of an enemy it must overcome.")
    ] = "wp"
    damage: Annotated[
        DiceNotation | None, Field(title="Damage", description="Dice notation; none: no damage.")
    ] = None
    healing: Annotated[
        DiceNotation | None, Field(title="Healing", description="Dice notation; none: no healing.")
    ] = None
    changes: Annotated[
        tuple[StatChange, ...],
        Field(title="Stat changes", max_length=12, description="Bonuses and penalties it gives."),
    ] = ()
    effect: Annotated[
        str,
        StringConstraints(max_length=200),
        Field(
            title="Effect",
            description="What else it does, in words: the game master is asked to settle it.",
        ),
    ] = ""
    ignores_armor: Annotated[
        bool, Field(title="Ignores armor", description="Neither armor nor DR lessens its damage.")
    ] = False
    powerful: Annotated[
        bool, Field(title="Powerful", description="Once an encounter (TI-KEY-5).")
    ] = False

    @property
    def mastered(self) -> bool:
        """Whether it is known at its highest rank."""
        return self.rank == self.max_rank


def check_spells(spells: Sequence[Spell]) -> None:
    """Refuses spells that their wizard could not know yet (TI-CAST-7)."""
    for spell in spells:
        needed = MASTERED_SPELLS_NEEDED[spell.level]
        mastered = [s.name for s in spells if s.level < spell.level and s.mastered]
        if len(mastered) < needed:
            raise SpellRequirements(
                f"{spell.name} is level {spell.level}: whoever knows it has {needed} of lower "
                f"levels at their highest rank, and here are {len(mastered)}.",
                spell=spell.name,
                level=spell.level,
                needed=needed,
                mastered=mastered,
            )
