"""What a row of a grievous chart does: a closed set of effects, each able to say itself (QU-GRI-2).

How they befall somebody is in `injuries.py`. Most lay conditions on the struck.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from app.rules.quint.conditions import BY_NAME, Condition, Modifier
from app.rules.quint.fields import STRICT, Change, DiceNotation, Limb, Quints, SomePoints
from app.rules.quint.tables import conditions as names

Lasting = Quints | Literal["fight", "treated"]


@dataclass(frozen=True, slots=True)
class Extra:
    """More Damage Points lost, whatever the Protection; no second gate roll."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    points: SomePoints
    effect: Literal["extra"] = "extra"

    def describe(self) -> str:
        """In words."""
        return f"{self.points} extra damage"


@dataclass(frozen=True, slots=True)
class Bleed:
    """Points lost at the end of each quint; bleeding adds up."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    points: SomePoints
    internal: bool = False
    effect: Literal["bleed"] = "bleed"

    def describe(self) -> str:
        """In words."""
        stopped = "until a healer or magic stops it" if self.internal else "until staunched"
        return f"bleeds {self.points} at the end of each quint, {stopped}"

    def condition(self) -> Condition:
        """The bleeding."""
        name = names.INTERNAL_BLEEDING if self.internal else names.BLEEDING
        return replace(BY_NAME[name], damage=self.points)


@dataclass(frozen=True, slots=True)
class Stun:
    """No action for some quints, and Defense halved."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    quints: Quints
    effect: Literal["stun"] = "stun"

    def describe(self) -> str:
        """In words."""
        return f"stunned {in_quints(self.quints)}"

    def condition(self) -> Condition:
        """The stun."""
        return replace(BY_NAME[names.STUNNED], quints=self.quints)


@dataclass(frozen=True, slots=True)
class Drop:
    """What the hands hold falls."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    effect: Literal["drop"] = "drop"

    def describe(self) -> str:
        """In words."""
        return "drops its weapon"


@dataclass(frozen=True, slots=True)
class Down:
    """Knocked down."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    effect: Literal["down"] = "down"

    def describe(self) -> str:
        """In words."""
        return "knocked down"

    def condition(self) -> Condition:
        """Lying there."""
        return BY_NAME[names.PRONE]


@dataclass(frozen=True, slots=True)
class Hinder:
    """Changes of % to hit and Defense, for some quints, the fight, or until treated.

    Raises ValueError when neither changes.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    to_hit: Change = 0
    defense: Change = 0
    lasts: Lasting = "fight"
    effect: Literal["hinder"] = "hinder"

    def __post_init__(self) -> None:
        if not (self.to_hit or self.defense):
            raise ValueError("it hinders nothing: give to_hit or defense")

    def describe(self) -> str:
        """In words."""
        changes = (("to hit", self.to_hit), ("Defense", self.defense))
        said = " and ".join(f"{by:+} {to}" for to, by in changes if by)
        return f"{said} {how_long(self.lasts)}"

    def condition(self) -> Condition:
        """The hindrance."""
        changes = (Modifier(to="to_hit", by=self.to_hit), Modifier(to="defense", by=self.defense))
        hindered = Condition(name=names.HINDERED, modifiers=tuple(m for m in changes if m.by))
        return lasting(hindered, self.lasts)


@dataclass(frozen=True, slots=True)
class Useless:
    """A useless limb. `arm`: odd rolls on the chart mean the weapon arm, even ones the off arm."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    limb: Limb | Literal["arm"]
    lasts: Lasting = "treated"
    effect: Literal["useless"] = "useless"

    def describe(self) -> str:
        """In words."""
        how = {
            "arm": " (odd: the weapon arm, even: the off arm)",
            "leg": " (Speed Rating a quarter, and knocked down)",
        }.get(self.limb, "")
        return f"{self.limb} useless {how_long(self.lasts)}{how}"


@dataclass(frozen=True, slots=True)
class Slow:
    """Speed Rating halved until treated."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    effect: Literal["slow"] = "slow"

    def describe(self) -> str:
        """In words."""
        return "Speed Rating halved until treated"

    def condition(self) -> Condition:
        """The limp."""
        return BY_NAME[names.SLOW]


@dataclass(frozen=True, slots=True)
class KnockOut:
    """Unconscious for as many quints as the dice say."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    quints: DiceNotation
    effect: Literal["knock_out"] = "knock_out"

    def describe(self) -> str:
        """In words."""
        return f"unconscious for {self.quints} quints"


@dataclass(frozen=True, slots=True)
class Silence:
    """Mute until treated: no spells."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    effect: Literal["silence"] = "silence"

    def describe(self) -> str:
        """In words."""
        return "mute until treated: no spells"

    def condition(self) -> Condition:
        """The silence."""
        return BY_NAME[names.MUTE]


@dataclass(frozen=True, slots=True)
class LoseEye:
    """An eye is lost for good, by a chance in percent."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    percent: Annotated[int, Field(strict=True, ge=1, le=100)] = 100
    effect: Literal["lose_eye"] = "lose_eye"

    def describe(self) -> str:
        """In words."""
        chance = "" if self.percent == 100 else f"{self.percent}%: "
        return f"{chance}an eye lost ({names.EYE_LOST_TO_HIT} to hit from a distance)"

    def condition(self) -> Condition:
        """One eye less."""
        return BY_NAME[names.EYE_LOST]


@dataclass(frozen=True, slots=True)
class Sever:
    """A limb is gone for good: 1-2 on a d4 an arm and what it holds, 3-4 a leg."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    effect: Literal["sever"] = "sever"

    def describe(self) -> str:
        """In words."""
        return "a limb severed (d4: 1 weapon arm, 2 off arm, 3-4 leg and knocked down)"


@dataclass(frozen=True, slots=True)
class Lodge:
    """The missile stays in, until it is pulled out for some damage more."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    damage: DiceNotation = "1d4"
    to_hit: Change = names.LODGED_TO_HIT
    effect: Literal["lodge"] = "lodge"

    def describe(self) -> str:
        """In words."""
        return f"{self.to_hit:+} to hit until the point is pulled out, which does {self.damage}"

    def condition(self) -> Condition:
        """The missile."""
        modifiers = (Modifier(to="to_hit", by=self.to_hit),)
        return replace(BY_NAME[names.LODGED], lodged=self.damage, modifiers=modifiers)


@dataclass(frozen=True, slots=True)
class Die:
    """Dead at once."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    effect: Literal["die"] = "die"

    def describe(self) -> str:
        """In words."""
        return "dead"


Laying = Bleed | Stun | Down | Hinder | Slow | Silence | Lodge
"""Effects that are a condition and nothing else."""
Effect = Annotated[
    Extra | Drop | Useless | KnockOut | LoseEye | Sever | Die | Laying,
    Field(discriminator="effect"),
]


def lasting(condition: Condition, lasts: Lasting) -> Condition:
    """The condition with its end."""
    if isinstance(lasts, int):
        return replace(condition, quints=lasts, treatable=False)
    return replace(condition, treatable=lasts == "treated")


def how_long(lasts: Lasting) -> str:
    """An end in words."""
    if isinstance(lasts, int):
        return in_quints(lasts)
    return {"fight": "to the end of the fight", "treated": "until treated"}[lasts]


def in_quints(quints: int) -> str:
    """A duration in words."""
    return f"for {quints} quint{'s' * (quints != 1)}"
