"""What a combatant can do in a quint, what a game master says, and what happens by itself."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from app.engine.encounter import GAME_MASTERS, CombatantRef, Command
from app.rules.quint.fields import Name, Ruling, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow(Command):
    """How attacks and spells are decided. `ruling`: one for all, or one each (QU-ST-1)."""

    aware: Annotated[
        bool,
        GAME_MASTERS,
        Field(
            title="Aware",
            description="Of the attack: else no Defense (QU-SUR-2). The game master's.",
        ),
    ] = True
    ruling: Annotated[
        Ruling | tuple[Ruling | None, ...] | None,
        GAME_MASTERS,
        Field(
            title="Ruling",
            description="Without dice: miss; hit (Defense is rolled); defended; strike. A list has "
            "one for each attack, null where dice decide (QU-ST-1). The game master's.",
        ),
    ] = None
    grievous: Annotated[
        bool,
        Field(title="Grievous", description="false: pulled blows, no grievous injuries."),
    ] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Blow):
    """Strike with the full number of attacks (QU-ACT-1).

    All at `target`, or one at each of `targets`, who may be named more than once.
    """

    target: CombatantRef | None = None
    targets: Annotated[
        tuple[CombatantRef, ...],
        Field(title="Targets", max_length=10, description="One for each attack; fewer: fewer."),
    ] = ()
    weapon: Annotated[
        Name | None, Field(title="Weapon", description="Left out: the one in hand, else fists.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoot(Blow):
    """One shot with the bow or the loaded crossbow in hand (QU-ACT-1)."""

    target: CombatantRef
    weapon: Annotated[Name | None, Field(title="Weapon", description="The one in hand.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Blow):
    """Draw a weapon and, with a `target`, make a single strike (QU-ACT-1)."""

    weapon: Annotated[Name, Field(title="Weapon", description="Of the sheet.")]
    target: CombatantRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUp(Command):
    """Take a dropped weapon in hand (QU-ACT-1)."""

    weapon: Annotated[Name | None, Field(title="Weapon", description="Left out: the last.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rise(Command):
    """Get up (QU-ACT-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetItem(Command):
    """Get something out of the pack: as many quints as it says (QU-ACT-1)."""

    item: Annotated[Name, Field(title="Item")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Load(Command):
    """Load the crossbow in hand (QU-ACT-1)."""

    weapon: Annotated[Name | None, Field(title="Weapon", description="The one in hand.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepare(Command):
    """Spend a quint on a spell (QU-SPL-1)."""

    spell: Annotated[Name, Field(title="Spell")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Blow):
    """Cast a prepared spell; if invocative, any (QU-SPL-1, QU-SPL-2)."""

    spell: Annotated[Name, Field(title="Spell")]
    target: CombatantRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(Command):
    """Begin a retreat, or run on (QU-RET-1, QU-RET-2)."""

    free_strike: Annotated[
        bool,
        GAME_MASTERS,
        Field(title="Free strike", description="false: waived. The game master's."),
    ] = True
    ruling: Annotated[
        Ruling | None,
        GAME_MASTERS,
        Field(
            title="Ruling",
            description="Of the free strike, without dice (QU-ST-1). The game master's.",
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursue(Blow):
    """Run after somebody who flees; at gap 0 it includes one attack (QU-RET-2)."""

    target: CombatantRef
    weapon: Annotated[
        Name | None, Field(title="Weapon", description="Left out: the one in hand, else fists.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Staunch(Command):
    """Stop a companion's bleeding, or lower one's own by 1 (QU-BLEED-1)."""

    target: Annotated[
        CombatantRef | None, Field(title="Target", description="Left out: oneself.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Treat(Command):
    """A healer ends a condition that can be treated, internal bleeding too (QU-BLEED-1)."""

    target: Annotated[
        CombatantRef | None, Field(title="Target", description="Left out: oneself.")
    ] = None
    condition: Annotated[
        Name | None, Field(title="Condition", description="Left out: the first.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PullOut(Command):
    """Pull a missile out of a companion, or oneself; it hurts once more (QU-GRI-2)."""

    target: Annotated[
        CombatantRef | None, Field(title="Target", description="Left out: oneself.")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Other(Command):
    """Something else that the game master allows (QU-ACT-1)."""

    what: Annotated[Words, Field(title="What", examples=["bars the door"])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Command):
    """Speak; it takes nothing of the quint (QU-ACT-1)."""

    words: Annotated[Words, Field(title="Words")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprise(Command):
    """The game master names who is surprised, all of them, before the fight (QU-SUR-1)."""

    combatants: Annotated[
        tuple[CombatantRef, ...], GAME_MASTERS, Field(title="Combatants", max_length=200)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup(Command):
    """The game master decides all attacks of a group without dice, until further notice."""

    group: Annotated[Name, GAME_MASTERS, Field(title="Group")]
    ruling: Annotated[
        Ruling | None, Field(title="Ruling", description="None: dice again (QU-ST-1).")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OneAttack(Blow):
    """One of the attacks of an `attack`: a step of it. The turn ends with the `last` step."""

    target: CombatantRef
    weapon: str
    last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RollInjury(Command):
    """What injury a grievous wound of that attack is: a step of its own, so that odds stay small.

    The turn ends with the `last` one.
    """

    last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseTurn(Command):
    """The turn of somebody stunned, or too surprised to use it, by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Escape(Command):
    """Whom nobody runs after gets away, by itself (QU-RET-2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndQuint(Command):
    """The quint is over: bleeding, and what ends with it; the next one begins, by itself."""


ACTIONS: tuple[type[Command], ...] = (
    Attack, Shoot, Draw, PickUp, Rise, GetItem, Load, Prepare, Cast, Retreat, Pursue, Staunch,
    Treat, PullOut, Other, Say, Surprise, RuleGroup,
)  # fmt: skip
BY_THEMSELVES: tuple[type[Command], ...] = (LoseTurn, Escape, EndQuint)
