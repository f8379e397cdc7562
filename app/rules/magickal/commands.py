"""What a combatant can do on its turn (MG-TURN-2), and what happens by itself."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.engine.encounter import CombatantRef, Command
from app.rules.magickal.fields import ArmourName, Name, ShieldName


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Command):
    """Strike or shoot a foe with the weapon in hand (MG-ATT-1)."""

    target: CombatantRef
    weapon: Annotated[
        Name | None, Field(title="Weapon", description="The one in hand; may be left out.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Command):
    """Cast a spell: on a `target`, or an areal one on several `targets` (MG-SPL-1, MG-SPL-2)."""

    spell: Annotated[Name, Field(title="Spell", description="By name.")]
    target: CombatantRef | None = None
    targets: Annotated[
        tuple[CombatantRef, ...],
        Field(title="Targets", max_length=200, description="Of an areal spell; none: every foe."),
    ] = ()
    defence: Annotated[
        Literal["best", "sorcery", "willpower"],
        Field(title="Defence", description="Against a mind-affecting spell."),
    ] = "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Command):
    """Catch one's breath (MG-FAT-8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eat(Command):
    """Have a bite (MG-FAT-8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw(Command):
    """Leave the fight, unhindered (MG-WD-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEquipment(Command):
    """Take in hand and put on what one carries, or put it away; what is left out stays."""

    weapon: Annotated[Name | None, Field(title="Weapon", description="Of the sheet, or fists.")] = (
        None
    )
    shield: Annotated[ShieldName | None, Field(title="Shield")] = None
    armour: Annotated[ArmourName | None, Field(title="Armour")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LetTimePass(Command):
    """A game master says, between fights, that hours have passed for everyone (MG-FAT-8)."""

    hours: Annotated[int, Field(strict=True, title="Hours", ge=1, le=1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseTurn(Command):
    """The turn of somebody swooned or stunned, by itself."""


ACTIONS: tuple[type[Command], ...] = (
    Attack, Cast, Rest, Eat, Withdraw, ChangeEquipment, LetTimePass,
)  # fmt: skip
BY_THEMSELVES: tuple[type[Command], ...] = (LoseTurn,)
