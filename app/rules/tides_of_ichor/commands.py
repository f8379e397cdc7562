"""What a combatant can do on its turn (TI-TURN-1), beside passing."""

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


ACTIONS: tuple[type[Command], ...] = (Move, Dash, Attack, Charge, UseAbility)
