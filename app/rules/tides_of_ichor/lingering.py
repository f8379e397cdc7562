"""What clings to a fighter and is more than a number: the closed set of lasting effects.

A condition carries them. Each says itself in English; the chapter it belongs to acts on it. Their
state (how much the next loss is, whether one is a shadow now) changes by events, as all state does.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.rules.tides_of_ichor.spells import Spell


@dataclass(frozen=True, slots=True, kw_only=True)
class HalvedStats:
    """Row 10."""

    kind: Literal["halved_stats"] = "halved_stats"

    def describe(self) -> str:
        return "all stats but W are halved, decimals dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class LowestStat:
    """Row 12."""

    kind: Literal["lowest_stat"] = "lowest_stat"

    def describe(self) -> str:
        return "all stats but W are as low as the lowest of them"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unprotected:
    """Row 16."""

    kind: Literal["unprotected"] = "unprotected"

    def describe(self) -> str:
        return "no armor, DR, block or ward"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCasting:
    """Rows 6, 11 and 29."""

    kind: Literal["no_casting"] = "no_casting"

    def describe(self) -> str:
        return "no casting"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoForce:
    """Row 7."""

    kind: Literal["no_force"] = "no_force"

    def describe(self) -> str:
        return "no irresistible force"


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """Row 1: a spell, by its name, that can't be cast any more."""

    kind: Literal["forgotten"] = "forgotten"
    spell: str

    def describe(self) -> str:
        return f"{self.spell} can't be cast"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextCasting:
    """Row 2: the condition is used up by its bearer's next casting roll."""

    kind: Literal["next_casting"] = "next_casting"

    def describe(self) -> str:
        return "for one casting roll"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vortex:
    """Row 11."""

    kind: Literal["vortex"] = "vortex"

    def describe(self) -> str:
        return "every spell that anyone casts lands here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feral:
    """Row 17. `attacks`: blows of each basic attack; a charge has one."""

    kind: Literal["feral"] = "feral"
    attacks: int = 1

    def describe(self) -> str:
        only = "nothing but basic melee attacks and charges, unarmed"
        return only if self.attacks == 1 else f"{only}; {self.attacks} blows an attack"


@dataclass(frozen=True, slots=True, kw_only=True)
class Burning:
    """Row 19. `spreads`: it also burns all enemies within 1 zone."""

    kind: Literal["burning"] = "burning"
    damage: int
    spreads: bool = False

    def describe(self) -> str:
        whom = " and to all enemies within 1 zone" if self.spreads else ""
        return f"{self.damage} fire damage{whom} at the start of each turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow:
    """Row 20. `turned`: it is a shadow now, until its next turn begins."""

    kind: Literal["shadow"] = "shadow"
    percent: int
    immune: bool = False
    turned: bool = False

    def describe(self) -> str:
        meanwhile = ", immune to damage and effects until the next" if self.immune else ""
        chance = f"{self.percent}% a turn to be a shadow: no action that turn{meanwhile}"
        return f"{chance}; is one now" if self.turned else chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Comet:
    """Row 21, put off: the spell whose casting number holds it up."""

    kind: Literal["comet"] = "comet"
    spell: Spell

    def describe(self) -> str:
        return f"a casting roll ({self.spell.name}) at the start of each turn, or a comet strikes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fading:
    """Row 22: the condition's change of Wp goes down by this at the start of each turn."""

    kind: Literal["fading"] = "fading"
    by: int

    def describe(self) -> str:
        return f"fades by {self.by} at the start of each turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllCasting:
    """Rows 24 and 29: a change to the casting of every wizard on the field."""

    kind: Literal["all_casting"] = "all_casting"
    change: int

    def describe(self) -> str:
        return f"{self.change:+} to every wizard's casting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Row 24. `heals`: spells cast with success heal the bearer."""

    kind: Literal["bound"] = "bound"
    heals: bool = False

    def describe(self) -> str:
        failing = "a failed casting roll of any wizard deals the spell's level in damage"
        return f"{failing}; a spell cast heals its level" if self.heals else failing


@dataclass(frozen=True, slots=True, kw_only=True)
class DarkBargain:
    """Row 25. `damage`: of the next turn without harm; the flags tell of the present turn.

    `blood`: missing W helps casting instead of hindering it twice.
    """

    kind: Literal["dark_bargain"] = "dark_bargain"
    bolt: Spell
    damage: int
    growth: int
    blood: bool = False
    harmed: bool = False
    cast: bool = False

    def describe(self) -> str:
        missing = "missing W helps casting" if self.blood else "missing W hinders casting twice"
        return (
            f"knows {self.bolt.name}; {missing}; {self.damage} damage at the end of a turn in "
            f"which no spell harmed an opponent ({self.growth} more the next time if none was cast)"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGuard:
    """Row 26."""

    kind: Literal["open_guard"] = "open_guard"

    def describe(self) -> str:
        return "enemies hit and wound without a roll; no dodge, no block"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rot:
    """Row 27. `loss`: the W lost at the start of the next turn, and one more each time."""

    kind: Literal["rot"] = "rot"
    loss: int

    def describe(self) -> str:
        return f"loses {self.loss} W at the start of the next turn, and 1 more each time"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAlive:
    """Row 27: who ends the encounter with less W dies."""

    kind: Literal["kept_alive"] = "kept_alive"
    least: int

    def describe(self) -> str:
        return f"dies at the end of the encounter with less than {self.least} W"


@dataclass(frozen=True, slots=True, kw_only=True)
class WildMagic:
    """Row 28."""

    kind: Literal["wild_magic"] = "wild_magic"

    def describe(self) -> str:
        return "every spell cast has irresistible force, every failed one miscasts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Struggle:
    """Row 29: the spell whose casting number must be beaten."""

    kind: Literal["struggle"] = "struggle"
    spell: Spell

    def describe(self) -> str:
        return f"a casting roll ({self.spell.name}) at the start of each turn, or a miscast"


Lingering = Annotated[
    HalvedStats
    | LowestStat
    | Unprotected
    | NoCasting
    | NoForce
    | Forgotten
    | NextCasting
    | Vortex
    | Feral
    | Burning
    | Shadow
    | Comet
    | Fading
    | AllCasting
    | Bound
    | DarkBargain
    | OpenGuard
    | Rot
    | KeptAlive
    | WildMagic
    | Struggle,
    Field(discriminator="kind"),
]

AT_TURN_START = (Shadow, Burning, Comet, Fading, Rot, Struggle)
AT_TURN_END = (DarkBargain,)
