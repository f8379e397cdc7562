"""What a combatant can do on its turn (TI-TURN-1), beside passing; and what happens by itself."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from app.engine.encounter import CombatantRef, Command
from app.rules.tides_of_ichor import fields
from app.rules.tides_of_ichor.fields import Name

ZONE = Field(title="Zone", description="Where to; the first zone of the line is 0.")
WEAPON = Field(title="Weapon", description="By name; may be left out when only one fits.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """Go one zone (TI-MOVE-1)."""

    zone: Annotated[fields.Zone, ZONE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dash(Command):
    """Go two zones (TI-MOVE-2)."""

    zone: Annotated[fields.Zone, ZONE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Command):
    """Strike or shoot a foe in the weapon's range."""

    target: CombatantRef
    weapon: Annotated[Name | None, WEAPON] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Command):
    """Go up to one zone, and attack a foe there (TI-MOVE-3)."""

    target: CombatantRef
    zone: Annotated[
        fields.Zone | None, Field(title="Zone", description="Where to; left out: the target's.")
    ] = None
    weapon: Annotated[Name | None, WEAPON] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility(Command):
    """Use an ability of the sheet: on a target, or on a zone."""

    ability: Annotated[Name, Field(title="Ability", description="By name.")]
    target: CombatantRef | None = None
    zone: Annotated[
        fields.Zone | None, Field(title="Zone", description="Of an ability that hits a zone.")
    ] = None
    weapon: Annotated[Name | None, WEAPON] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Command):
    """Cast a spell: on oneself, on somebody, or on a zone (TI-CAST-6)."""

    spell: Annotated[Name, Field(title="Spell", description="By name.")]
    target: Annotated[
        CombatantRef | None,
        Field(title="Target", description="Whom; of a personal spell oneself, and left out."),
    ] = None
    zone: Annotated[
        fields.Zone | None, Field(title="Zone", description="Of a spell on a zone.")
    ] = None


ACTIONS: tuple[type[Command], ...] = (Move, Dash, Attack, Charge, Cast, UseAbility)


# --- by itself: entries of their own, which nobody sends -----------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SufferMiscast(Command):
    """The row of the miscast table that came up does what it does to the actor."""

    row: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeelWinds(Command):
    """A wizard bound to the winds feels another's casting roll (TI-MIS-R24)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginTurn(Command):
    """What lasts takes its toll of the actor at the start of its turn (TI-MIS-4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTurn(Command):
    """What lasts takes its toll at the end of the actor's turn, which then passes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DaemonActs(Command):
    """A daemon that nobody controls takes its turn (TI-MIS-R13, TI-MIS-R15)."""


BY_THEMSELVES: tuple[type[Command], ...] = (
    SufferMiscast, FeelWinds, BeginTurn, CloseTurn, DaemonActs,
)  # fmt: skip
