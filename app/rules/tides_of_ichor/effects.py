"""What the rows of the miscast table do: a closed set of effects, each of which says itself.

A row is built of these. `describe` is what game masters read, `happen` what the fight feels.
"""

from dataclasses import dataclass, replace
from typing import Any, Protocol

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.refusals import Refused
from app.rules.tides_of_ichor.aiming import aimed, caught
from app.rules.tides_of_ichor.chance import pick
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.daemons import (
    HUNTER_STAT_A_LEVEL,
    HUNTER_W,
    let_in_horde,
    let_in_hunter,
)
from app.rules.tides_of_ichor.harm import gain, heal, lose
from app.rules.tides_of_ichor.landing import Flight, land, note_cast
from app.rules.tides_of_ichor.lingering import (
    Comet,
    DarkBargain,
    Forgotten,
    Lingering,
    Struggle,
)
from app.rules.tides_of_ichor.spell_events import RiftOpened, SpellAstray, SpellReleased
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.state import MiscastDue, State


@dataclass(frozen=True, slots=True)
class Plight:
    """A row that happens to a wizard: the miscast it came of, and the row's title."""

    due: MiscastDue
    title: str

    @property
    def caster(self) -> str:
        """Whose miscast it is."""
        return self.due.caster

    @property
    def spell(self) -> Spell:
        """The spell that was miscast."""
        return self.due.spell

    @property
    def level(self) -> int:
        """Of the spell."""
        return self.due.spell.level

    def condition(self, *effects: Lingering, **numbers: int) -> Condition:
        """A condition of the row's name."""
        fields: dict[str, Any] = dict(numbers)
        return self.marked(Condition(name=self.title, effects=effects, **fields))

    def marked(self, condition: Condition) -> Condition:
        """A condition, as this row brings it."""
        cause = f"miscast of {self.spell.name}"
        return replace(condition, name=self.title, cause=cause, by=self.caster, row=self.due.row)


class RowEffect(Protocol):
    """One thing a row does."""

    def describe(self) -> str:
        """What it does, in English."""
        ...

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        """Does it."""
        ...


@dataclass(frozen=True, slots=True)
class WithLore:
    """For a caster who knows one of the lores; for all others what stands in `otherwise`."""

    lores: tuple[str, ...]
    effects: tuple[RowEffect, ...]
    otherwise: tuple[RowEffect, ...] = ()

    def describe(self) -> str:
        lore = " or ".join(lore.title() for lore in self.lores)
        with_it = "; ".join(effect.describe() for effect in self.effects)
        if not self.otherwise:
            return f"lore {lore}: {with_it}"
        without = "; ".join(effect.describe() for effect in self.otherwise)
        return f"{without}. Lore {lore} instead: {with_it}"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        knows = scene.state.combatants[plight.caster].knows(*self.lores)
        for effect in self.effects if knows else self.otherwise:
            effect.happen(scene, dice, plight)


# --- what becomes of the spell --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SpellFails:
    """All rows but 1 and 5 (TI-MIS-3); the failed casting roll has said so."""

    def describe(self) -> str:
        return "the spell fails"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        pass


@dataclass(frozen=True, slots=True)
class ReleaseSpell:
    """Row 1."""

    def describe(self) -> str:
        return "the spell goes off as it was aimed, and counts as cast"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        if not plight.due.in_hand:
            return
        caster, spell, due = plight.caster, plight.spell, plight.due
        try:
            targets = aimed(scene.state, caster, spell, due.target, due.zone)
        except Refused:
            return  # nobody is left whom it could reach
        scene.record(SpellReleased(caster=caster, spell=spell.name))
        note_cast(scene, caster)
        land(scene, dice, Flight(caster, spell), targets)


@dataclass(frozen=True, slots=True)
class TurnSpellAstray:
    """Row 5."""

    def describe(self) -> str:
        return (
            "the spell goes off at a random living combatant, the caster included, however far (a "
            "spell on a zone: in that one's zone); it fails where it makes no sense"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        if not plight.due.in_hand:
            return
        caster, spell = plight.caster, plight.spell
        everybody = [fighter.id for fighter in scene.state.present]
        target = pick(scene, dice, "astray", caster, everybody)
        if target is None:
            return
        targets = _sensible(scene.state, caster, spell, target)
        scene.record(
            SpellAstray(caster=caster, spell=spell.name, target=target, lands=bool(targets))
        )
        if targets:
            land(scene, dice, Flight(caster, spell), targets)


def _sensible(state: State, caster: str, spell: Spell, target: str) -> tuple[str, ...]:
    """Whom a spell gone astray affects: nobody, if it is another's personal spell, or no kind."""
    if spell.targeting == "personal":
        return (target,) if target == caster else ()
    if spell.targeting == "zone":
        return caught(state, caster, spell, state.combatants[target].zone)
    return (target,)


# --- what lasts -----------------------------------------------------------------------------------

THE_SPELL = Spell(name="the miscast spell", level=1)
"""Stands in a row for the spell that will have been miscast."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """A condition of the row's name, to the encounter's end unless it says otherwise.

    `adds_up`: whether it comes once more when the row comes up again.
    """

    condition: Condition
    adds_up: bool = True

    def describe(self) -> str:
        numbers = [
            f"{value:+} {name}"
            for field, name in NUMBERS.items()
            if (value := getattr(self.condition, field))
        ]
        does = [effect.describe() for effect in self.condition.effects]
        until = f"until {self.condition.until}"
        once = "" if self.adds_up else " (once)"
        return f"{'; '.join((*numbers, *does))}, {until}{once}"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        fighter = scene.state.combatants[plight.caster]
        has_it = any(condition.row == plight.due.row for condition in fighter.conditions)
        if not fighter.able or (has_it and not self.adds_up):
            return
        effects = tuple(_of(effect, plight, scene.state) for effect in self.condition.effects)
        gain(scene, fighter.id, plight.marked(replace(self.condition, effects=effects)))


NUMBERS = {
    "casting": "casting", "spell_power": "spell power", "ws": "Ws", "bs": "Bs", "s": "S", "t": "T",
    "ag": "Ag", "wp": "Wp", "armor": "armor", "dr": "DR", "max_w": "W at full health",
}  # fmt: skip


def lasting(*effects: Lingering, adds_up: bool = True, **numbers: int) -> Lasting:
    """A lasting effect, as a row says it: numbers, and effects of the closed set."""
    fields: dict[str, Any] = dict(numbers)
    return Lasting(Condition(name="a miscast", by="the caster", effects=effects, **fields), adds_up)


def _of(effect: Lingering, plight: Plight, state: State) -> Lingering:
    """An effect of the table, made that of this miscast."""
    match effect:
        case Comet() | Struggle():
            return replace(effect, spell=plight.spell)
        case Forgotten():
            return replace(effect, spell=plight.spell.name)
        case DarkBargain():
            return replace(effect, bolt=state.options.dark_bolt)
        case _:
            return effect


# --- wounds ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LoseWounds:
    """Rows 9, 22 and 27: W lost, which nothing lessens (TI-MIS-4)."""

    flat: int = 0
    a_level: int = 0
    half: bool = False

    def describe(self) -> str:
        if self.half:
            return "lose half of the W left, decimals dropped"
        return f"lose {self.a_level} W a spell level" if self.a_level else f"lose {self.flat} W"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        left = scene.state.combatants[plight.caster].wounds
        wounds = left // 2 if self.half else self.flat + self.a_level * plight.level
        lose(scene, plight.caster, wounds, by=plight.caster)


@dataclass(frozen=True, slots=True)
class Heal:
    """Rows 16 and 27: W given back; without a number, all of them."""

    w: int | None = None

    def describe(self) -> str:
        return "W back to full health" if self.w is None else f"heal {self.w} W"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        fighter = scene.state.combatants[plight.caster]
        if fighter.able:
            amount = fighter.missing_w if self.w is None else self.w
            heal(scene, fighter.id, amount, fighter.id, plight.title)


# --- daemons --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LetInHunter:
    """Row 13."""

    def describe(self) -> str:
        return (
            f"a daemon (W {HUNTER_W}, other stats {HUNTER_STAT_A_LEVEL} a spell level, 1d10, armor "
            "0) in the caster's zone attacks only the caster, acts just before it from the next "
            "round on, and goes when the caster dies or the encounter ends"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        let_in_hunter(scene, plight.caster, plight.level)


@dataclass(frozen=True, slots=True)
class OpenRift:
    """Row 15."""

    daemons: str

    def describe(self) -> str:
        return (
            f"{self.daemons} + spell level daemons (option rift_daemon) in the caster's zone, as "
            "late arrivals; each attacks a random living foe, anew each turn"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        rolled = dice.total(self.daemons, "rift", subject=plight.caster)
        count = rolled.value + plight.level
        scene.record(
            RiftOpened(
                caster=plight.caster,
                faces=rolled.faces,
                rolled=rolled.value,
                level=plight.level,
                daemons=count,
            )
        )
        let_in_horde(scene, dice, plight.caster, count)
