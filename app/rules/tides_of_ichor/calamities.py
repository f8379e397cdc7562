"""What rows of the miscast table do to everybody around: the same closed set, writ large."""

from dataclasses import dataclass
from typing import Literal

from app.engine.dice import Dice, Over
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.chance import happens, pick
from app.rules.tides_of_ichor.effects import Plight
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.harm import (
    Harm,
    gain,
    harm,
    heal,
    is_untouched,
    lose,
)
from app.rules.tides_of_ichor.landing import overcomes
from app.rules.tides_of_ichor.lingering import Fading
from app.rules.tides_of_ichor.spell_events import CometRolled, CometStruck, FootRolled
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.target_numbers import comet_lines, held, strength_part, summed

MOST_CHANGE = 100  # of a number, by one condition


@dataclass(frozen=True, slots=True)
class DrawMetal:
    """Row 18."""

    def describe(self) -> str:
        return "1 damage for each armor point of all others within 1 zone"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        amount = sum(fighter.guard.armor for fighter in _armored(scene.state, plight.caster))
        if amount:
            damage = Harm(target=plight.caster, by=plight.caster, cause=plight.title, amount=amount)
            harm(scene, dice, damage)


@dataclass(frozen=True, slots=True)
class WearMetal:
    """Row 18, by lore."""

    def describe(self) -> str:
        return "afterwards +1 armor for each of them who had armor, until the encounter's end"

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        pieces = min(MOST_CHANGE, len(_armored(scene.state, plight.caster)))
        if pieces and scene.state.able(plight.caster):
            gain(scene, plight.caster, plight.condition(armor=pieces))


def _armored(state: State, caster: str) -> list[Fighter]:
    near = state.near(state.combatants[caster].zone)
    return [fighter for fighter in near if fighter.id != caster and fighter.guard.armor]


# --- row 21 ---------------------------------------------------------------------------------------

COMET_DAMAGE = 5  # TI-MIS-R21
COMET_STRENGTH, COMET_STRENGTH_A_LEVEL = 30, 10  # TI-MIS-R21


@dataclass(frozen=True, slots=True)
class CallComet:
    """Row 21, at once."""

    def describe(self) -> str:
        return (
            f"a comet strikes the caster (wounded without a roll) and all within 1 zone (a wound "
            f"roll each): S {COMET_STRENGTH} + {COMET_STRENGTH_A_LEVEL} a spell level, "
            f"{COMET_DAMAGE} + (S - T)/5 damage"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        strike_with_comet(scene, dice, plight.caster, plight.level, plight.title)


def strike_with_comet(scene: Scene[State], dice: Dice, caster: str, level: int, cause: str) -> None:
    """The caster first, then everybody within 1 zone of where it stands now (TI-MIS-R21)."""
    strength = COMET_STRENGTH + COMET_STRENGTH_A_LEVEL * level
    near = [f.id for f in scene.state.near(scene.state.combatants[caster].zone) if f.id != caster]
    for target in (caster, *near):
        if not scene.state.able(target) or is_untouched(scene, target, caster):
            continue
        if target != caster and not _comet_wounds(scene, dice, caster, target, strength):
            continue
        toughness = scene.state.combatants[target].stat("t")
        part = strength_part(strength, toughness)
        damage = COMET_DAMAGE + part
        scene.record(
            CometStruck(
                caster=caster,
                combatant=target,
                flat=COMET_DAMAGE,
                strength=strength,
                toughness=toughness,
                strength_part=part,
                damage=damage,
            )
        )
        harm(scene, dice, Harm(target=target, by=caster, cause=cause, amount=damage))


def _comet_wounds(scene: Scene[State], dice: Dice, caster: str, target: str, strength: int) -> bool:
    """A wound roll by the comet's own strength (TI-WOUND-1)."""
    lines = comet_lines(scene.state, scene.state.combatants[target], strength)
    number = held(summed(lines))
    rolled = dice.test(100, Over(number), "comet", subject=caster, object=target)
    scene.record(
        CometRolled(
            caster=caster,
            defender=target,
            lines=lines,
            total=summed(lines),
            number=number,
            face=rolled.face or 0,
            wounded=rolled.passed,
        )
    )
    return rolled.passed


# --- row 22 ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RaiseSummons:
    """Row 22: the summons of a lore grow strong."""

    lore: str
    bonus: int

    def describe(self) -> str:
        return (
            f"all {self.lore} summons on the field: {self.bonus:+} Ws, S and T until the "
            "encounter's end, and W back to full health"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        for summon in scene.state.present:
            if _called_by(summon, self.lore):
                bonus = self.bonus
                gain(scene, summon.id, plight.condition(ws=bonus, s=bonus, t=bonus))
                heal(scene, summon.id, summon.missing_w, plight.caster, plight.title)


@dataclass(frozen=True, slots=True)
class DrainSummons:
    """Row 22: all other summons wither, and by lore feed the caster."""

    spared: str
    overcome: int
    resisted: int
    lores: tuple[str, ...]
    wp: int

    def describe(self) -> str:
        lores = " or ".join(lore.title() for lore in self.lores)
        return (
            f"every other summon: a spell power roll against its Wp; it loses {self.overcome}% of "
            f"its W, or {self.resisted}% if it withstands (lore {lores}: {self.wp:+} Wp for each "
            f"that doesn't, fading by {self.wp} a turn)"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        overcome = 0
        for summon in scene.state.present:
            if not summon.is_summon or _called_by(summon, self.spared):
                continue
            passed = overcomes(scene, dice, plight.caster, summon.id, "wp")
            percent = self.overcome if passed else self.resisted
            lose(scene, summon.id, summon.wounds * percent // 100, by=plight.caster)
            overcome += passed
        if overcome and scene.state.combatants[plight.caster].knows(*self.lores):
            wp = min(MOST_CHANGE, self.wp * overcome)
            gain(scene, plight.caster, plight.condition(Fading(by=self.wp), wp=wp))


def _called_by(fighter: Fighter, lore: str) -> bool:
    called = fighter.sheet.summoned_by_lore
    return called is not None and called.casefold() == lore


# --- row 23 ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tread:
    """Row 23: `enemy_up_to`, `ally_up_to`: the faces of a d100 that lead it on."""

    a_level: int
    enemy_up_to: int
    ally_up_to: int

    def describe(self) -> str:
        ally, nobody = self.ally_up_to - self.enemy_up_to, 100 - self.ally_up_to
        return (
            f"{self.a_level} damage a spell level to the caster, armor or not; then the same to a "
            f"random enemy ({self.enemy_up_to}%), to a random ally or the caster ({ally}%), or to "
            f"nobody ({nobody}%)"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        self._tread_on(scene, dice, plight, plight.caster)
        rolled = dice.classify(100, self._whom, "foot", subject=plight.caster)
        scene.record(
            FootRolled(
                caster=plight.caster,
                enemy_up_to=self.enemy_up_to,
                ally_up_to=self.ally_up_to,
                face=rolled.face,
                whom=rolled.value,
            )
        )
        if rolled.value != "nobody":
            side = scene.state.combatants[plight.caster].side
            among = [
                f.id for f in scene.state.present if (f.side != side) == (rolled.value == "enemy")
            ]
            next_one = pick(scene, dice, "trodden", plight.caster, among)
            if next_one is not None:
                self._tread_on(scene, dice, plight, next_one)

    def _whom(self, face: int) -> Literal["enemy", "ally", "nobody"]:
        if face <= self.enemy_up_to:
            return "enemy"
        return "ally" if face <= self.ally_up_to else "nobody"

    def _tread_on(self, scene: Scene[State], dice: Dice, plight: Plight, target: str) -> None:
        damage = Harm(
            target=target,
            by=plight.caster,
            cause=plight.title,
            amount=self.a_level * plight.level,
            armor=False,
        )
        harm(scene, dice, damage)


# --- row 30 ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Detonate:
    """Row 30."""

    a_level: int
    dies: int

    def describe(self) -> str:
        return (
            f"{self.a_level} damage a spell level to everybody on the field, which only a ward "
            f"keeps off; a caster who lives goes to 1 W and has {self.dies}% to die"
        )

    def happen(self, scene: Scene[State], dice: Dice, plight: Plight) -> None:
        caster = plight.caster
        for fighter in scene.state.present:
            damage = Harm(
                target=fighter.id,
                by=caster,
                cause=plight.title,
                amount=self.a_level * plight.level,
                armor=False,
                dr=False,
                through=True,
            )
            harm(scene, dice, damage)
        if scene.state.able(caster):
            lose(scene, caster, scene.state.combatants[caster].wounds - 1, by=caster)
            if happens(scene, dice, self.dies, "burn-out", caster, plight.title):
                lose(scene, caster, 1, by=caster)
