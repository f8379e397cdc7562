"""What a combatant can do on its turn (TI-TURN-1), beside passing."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from app.engine.encounter import CombatantRef, Command
from app.rules.tides_of_ichor.sheet import Name

Zone = Annotated[int, Field(ge=0, le=19, description="A zone of the line; the first is 0.")]
WeaponName = Annotated[
    Name | None, Field(description="On the sheet; may be left out when only one fits.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """Go one zone (TI-MOVE-1)."""

    zone: Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Dash(Command):
    """Go two zones (TI-MOVE-2)."""

    zone: Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Command):
    """Strike or shoot a foe in the weapon's range."""

    target: CombatantRef
    weapon: WeaponName = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Command):
    """Go up to one zone to the target's, and attack it (TI-MOVE-3)."""

    target: CombatantRef
    zone: Annotated[Zone | None, Field(description="Where to; left out: to the target.")] = None
    weapon: WeaponName = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility(Command):
    """Use an ability of the sheet: on a target, or on a zone."""

    ability: Name
    target: CombatantRef | None = None
    zone: Zone | None = None
    weapon: WeaponName = None


ACTIONS: tuple[type[Command], ...] = (Move, Dash, Attack, Charge, UseAbility)
