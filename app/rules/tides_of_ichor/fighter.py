"""A fighter: its sheet, how it is now, and what both come to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import Field

from app.engine.encounter import Combatant
from app.rules.tides_of_ichor.conditions import STATS, Condition
from app.rules.tides_of_ichor.fields import STRICT, ArmorClass, Name, StatName
from app.rules.tides_of_ichor.lingering import DarkBargain, Shadow, Unprotected
from app.rules.tides_of_ichor.sheet import Sheet
from app.rules.tides_of_ichor.spells import Spell

E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellCasts:
    """How often a spell was cast with success this encounter."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT
    spell: Name
    times: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summon:
    """What makes a fighter a daemon that nobody controls: it acts by its rule, by itself.

    `by`: whose miscast it came through. `hunts`: that caster alone, or anyone. `unit`: whose
    initiative it shares. `from_round`: the first round in which it acts.
    """

    by: str
    hunts: Literal["caster", "anyone"]
    unit: str | None = None
    from_round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What keeps damage off a fighter now: armor, DR, shield and all (percents: block, ward)."""

    armor: int
    armor_class: ArmorClass
    dr: int
    block: int
    shield: int
    ward: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Combatant):
    """A combatant: its sheet, and how it is now.

    `initiative`: the face of its initiative roll (its group's). `used`, `used_spells`: powerful
    abilities and spells used. `out_of_turn`: the last round in which it cast out of turn.
    """

    sheet: Sheet
    wounds: int
    zone: int
    initiative: int | None = None
    used: tuple[str, ...] = ()
    used_spells: tuple[str, ...] = ()
    casts: tuple[SpellCasts, ...] = ()
    out_of_turn: int = 0
    conditions: tuple[Condition, ...] = ()
    summon: Summon | None = None

    # --- stats

    def printed(self, stat: StatName) -> int:
        """A stat as the sheet has it."""
        value: int = getattr(self.sheet, stat)
        return value

    def changes(self, stat: StatName) -> tuple[tuple[str, int], ...]:
        """What each condition makes of a stat, by its name, in the order they came."""
        if not self.conditions:
            return ()
        found: list[tuple[str, int]] = []
        stats = {name: self.printed(name) for name in STATS}
        for condition in self.conditions:
            after = condition.on(stats)
            if after[stat] != stats[stat]:
                found.append((condition.name, after[stat] - stats[stat]))
            stats = after
        return tuple(found)

    def stat(self, stat: StatName) -> int:
        """A stat as it counts now, conditions included."""
        return self.printed(stat) + sum(change for _, change in self.changes(stat))

    @property
    def max_w(self) -> int:
        """W at full health."""
        return self.sheet.w + sum(condition.max_w for condition in self.conditions)

    @property
    def missing_w(self) -> int:
        """W below full health."""
        return self.max_w - self.wounds

    @property
    def guard(self) -> Guard:
        """What keeps damage off; a condition that strips all of it strips what came before."""
        sheet = self.sheet
        armor, dr, block, ward = sheet.armor, sheet.dr, sheet.block, sheet.ward
        shield = sheet.shield.block if sheet.shield else 0
        armor_class = sheet.armor_class
        for condition in self.conditions:
            if condition.effect(Unprotected):
                armor = dr = block = shield = ward = 0
                armor_class = "none"
            armor += condition.armor
            dr += condition.dr
        return Guard(
            armor=max(0, armor),
            armor_class=armor_class,
            dr=max(0, dr),
            block=block,
            shield=shield,
            ward=ward,
        )

    # --- magic

    def borne(self, kind: type[E]) -> Iterator[tuple[Condition, E]]:
        """Its effects of a kind, each with the condition that carries it."""
        for condition in self.conditions:
            effect = condition.effect(kind)
            if effect is not None:
                yield condition, effect

    def bears(self, kind: type[E]) -> E | None:
        """Its first effect of a kind, if it bears one."""
        for condition in self.conditions:
            effect = condition.effect(kind)
            if effect is not None:
                return effect
        return None

    @property
    def untouchable(self) -> Condition | None:
        """The condition that makes it immune to damage and effects now, if one does."""
        return next(
            (c for c, shadow in self.borne(Shadow) if shadow.turned and shadow.immune), None
        )

    @property
    def spells(self) -> tuple[Spell, ...]:
        """Those of the sheet, and what a dark bargain gave."""
        own = {spell.name.casefold() for spell in self.sheet.spells}
        given = {b.bolt.name.casefold(): b.bolt for _, b in self.borne(DarkBargain)}
        return (*self.sheet.spells, *(bolt for name, bolt in given.items() if name not in own))

    def knows(self, *lores: str) -> bool:
        """Whether it knows one of these lores."""
        known = {lore.casefold() for lore in self.sheet.lores}
        return not known.isdisjoint(lores)

    def times_cast(self, spell: str) -> int:
        """How often it has cast a spell with success."""
        return next((c.times for c in self.casts if c.spell == spell), 0)

    @property
    def is_summon(self) -> bool:
        """Whether it was called, by a lore or a miscast."""
        return self.summon is not None or self.sheet.summoned_by_lore is not None

    @property
    def initiative_unit(self) -> str:
        """Who shares an initiative roll: the group, or the fighter alone (TI-INIT-2)."""
        if self.summon is not None and self.summon.unit is not None:
            return self.summon.unit
        return f"group {self.group}" if self.group is not None else self.id
