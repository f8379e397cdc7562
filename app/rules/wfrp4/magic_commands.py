"""What wizards and priests can do on their turns (WF-CAST, WF-PRAY)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.engine.encounter import GAME_MASTERS, CombatantRef, Command
from app.rules.wfrp4.commands import Combatants, Modifiers
from app.rules.wfrp4.fields import Name, Yards

Extends = Literal["area", "duration", "damage"]
CriticalUse = Literal["wound", "power", "force"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Command):
    """Whom a spell or a prayer goes for; each beyond its targets takes an overcast."""

    target: Annotated[CombatantRef | None, Field(title="Target", description="None: oneself.")] = (
        None
    )
    also: Annotated[
        Combatants, Field(title="Further targets", description="The first are reached first.")
    ] = ()
    caught: Annotated[
        Combatants,
        Field(title="Caught in its area", description="Beside the target; none: by positions."),
    ] = ()
    distance: Annotated[
        Yards | None,
        Field(
            title="Distance",
            description="To the target, in yd, where there are no positions; none: near.",
        ),
    ] = None
    extends: Annotated[
        Extends,
        Field(title="Extends", description="By what overcasts are left of range and targets."),
    ] = "duration"
    modifiers: Modifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Aimed):
    """Cast a spell: Language (Magick) to its CN (WF-CAST-1). Takes the Action."""

    spell: Annotated[Name, Field(title="Spell", description="On the sheet.")]
    critical: Annotated[
        CriticalUse | None,
        Field(
            title="Of a critical",
            description="wound: a critical wound. power: it succeeds whatever its CN. force: it "
            "can't be dispelled. None: power where SL are short, wound where it hurts, else force.",
        ),
    ] = None
    ingredient: Annotated[
        bool, Field(title="Ingredient", description="It is used up: a miscast is a step milder.")
    ] = False
    dispeller: Annotated[
        CombatantRef | None,
        Field(title="Dispeller", description="Who tries to dispel it; none: by option."),
        GAME_MASTERS,
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel(Command):
    """Gather the wind of a spell: an extended Channelling test to its CN (WF-CAST-2)."""

    spell: Annotated[Name, Field(title="Spell", description="On the sheet, and not petty.")]
    modifiers: Modifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pray(Aimed):
    """Pray for a blessing or a miracle (WF-PRAY-1). Takes the Action."""

    prayer: Annotated[Name, Field(title="Prayer", description="On the sheet.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repent(Command):
    """Average (+20) Pray, to be rid of what lasts until one has prayed (WF-PRAY-1)."""

    modifiers: Modifiers = ()


MAGIC: tuple[type[Command], ...] = (Cast, Channel, Pray, Repent)
