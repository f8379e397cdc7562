"""What a combatant can do on its turn, the rolls anybody may make, and what happens by itself."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StringConstraints

from app.engine.encounter import CombatantRef, Command
from app.engine.notation import MAX_LENGTH
from app.rules.desdaemona.fields import Change, Name, Percent

Modifiers = Annotated[
    tuple[Change, ...],
    Field(title="Modifiers", max_length=10, description="Beside what the sheet has."),
]
Typed = Annotated[
    Percent | None,
    Field(title="Percent", description="Of the dice, in place of the sheet's disabilities."),
]
Opponent = Annotated[
    CombatantRef | None,
    Field(title="Opponent", description="Whom it contests; may be left out when there is one foe."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Command):
    """Attack a foe, by any kind; with an area spell several (SD-ROLL-1, SD-AREA-1)."""

    target: CombatantRef | None = None
    targets: Annotated[
        tuple[CombatantRef, ...],
        Field(
            title="Targets", max_length=200, description="Of an area spell; none: every foe it can."
        ),
    ] = ()
    kind: Annotated[
        Name | None,
        Field(title="Kind", description="By name or code; left out: that of weapon or spell."),
    ] = None
    weapon: Annotated[
        Name | None, Field(title="Weapon", description="Left out: the first of the kind.")
    ] = None
    spell: Annotated[Name | None, Field(title="Spell", description="By name.")] = None
    modifiers: Modifiers = ()
    percent: Typed = None
    withhold: Annotated[
        bool, Field(title="Withhold", description="Hold back the damage roll (SD-DMG-4).")
    ] = False
    press: Annotated[bool, Field(title="Press", description="Also who has yielded (SD-STA-2).")] = (
        False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evade(Command):
    """Back off to recover stamina (SD-PAS-2)."""

    opponent: Opponent = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakeOff(Command):
    """Try to be rid of a hostile spell's effect (SD-PAS-3)."""

    effect: Annotated[Name, Field(title="Effect", description="A condition, by name.")]
    opponent: Opponent = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drink(Command):
    """Drink a potion of the sheet's (SD-PAS-4)."""

    potion: Annotated[Name, Field(title="Potion", description="By name.")]
    opponent: Opponent = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPower(Command):
    """Call up a defensive power of the sheet's (SD-PAS-1)."""

    power: Annotated[Name, Field(title="Power", description="By name.")]
    opponent: Opponent = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOff(Command):
    """Take to the air. A natural flier's first time costs no turn, so it contests nobody."""

    opponent: Opponent = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Land(Command):
    """Come down, which costs no turn (SD-FLY-3)."""


# Free rolls: they are logged and change nothing, and anybody may make them at any time (SD-CMD-2).


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatDice(Command):
    """Roll dice, take a percentage of their total, add modifiers (SD-CMD-1)."""

    rolls: Annotated[
        tuple[Annotated[str, StringConstraints(min_length=1, max_length=MAX_LENGTH)], ...],
        Field(
            title="Rolls",
            description="Dice, or a stat of the actor's for its die.",
            min_length=1,
            max_length=10,
            examples=[["1d25", "1d32"], ["STR", "DEX"]],
        ),
    ]
    modifiers: Modifiers = ()
    percent: Typed = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDefence(Command):
    """Roll a defence that nobody has asked for."""

    kind: Annotated[Name, Field(title="Kind", description="By name or code.")]
    modifiers: Modifiers = ()
    percent: Typed = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollInit(Command):
    """Roll an initiative that changes no order."""

    modifiers: Modifiers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseTurn(Command):
    """The turn of somebody stunned, by itself."""


FreeRoll = CombatDice | RollDefence | RollInit
Passive = Evade | ShakeOff | Drink | CallPower | TakeOff

ACTIONS: tuple[type[Command], ...] = (
    Attack, Evade, ShakeOff, Drink, CallPower, TakeOff, Land, CombatDice, RollDefence, RollInit,
)  # fmt: skip
BY_THEMSELVES: tuple[type[Command], ...] = (LoseTurn,)
