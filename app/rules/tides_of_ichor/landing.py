"""What a spell does where it lands: power, dodge, damage, healing, changes (TI-CAST-3 to 5)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from app.engine.dice import Dice, Over, Under
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.conditions import Condition
from app.rules.tides_of_ichor.events import DodgeRolled
from app.rules.tides_of_ichor.fields import StatName
from app.rules.tides_of_ichor.harm import (
    Harm,
    change,
    end_condition,
    gain,
    harm,
    heal,
    is_untouched,
)
from app.rules.tides_of_ichor.lingering import DarkBargain, OpenGuard, Vortex
from app.rules.tides_of_ichor.questions import AskGameMaster
from app.rules.tides_of_ichor.spell_events import SpellDamageRolled, SpellDrawn, SpellPowerRolled
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.target_numbers import held, spell_power_lines, summed


@dataclass(frozen=True, slots=True)
class Flight:
    """A spell on its way: whose it is, and whether irresistible force carries it (TI-IF-1)."""

    caster: str
    spell: Spell
    forced: bool = False


def land(scene: Scene[State], dice: Dice, flight: Flight, targets: Iterable[str]) -> None:
    """The spell takes effect on each target; or on a vortex in their stead (TI-MIS-R11)."""
    spell = flight.spell
    reached = [t for t in _drawn(scene, flight, tuple(targets)) if _reach(scene, dice, flight, t)]
    if spell.effect and reached:
        AskGameMaster(f"{spell.name}: {spell.effect}").happen(scene, flight.caster)


def _drawn(scene: Scene[State], flight: Flight, targets: tuple[str, ...]) -> tuple[str, ...]:
    """The bearer of a vortex takes the spell once; of several, who joined first."""
    bearer, condition, _ = next(iter(scene.state.bearers(Vortex)), (None, None, None))
    if bearer is None or condition is None or targets == (bearer.id,):
        return targets
    scene.record(
        SpellDrawn(
            caster=flight.caster,
            spell=flight.spell.name,
            bearer=bearer.id,
            condition=condition.name,
        )
    )
    return (bearer.id,)


def _reach(scene: Scene[State], dice: Dice, flight: Flight, target: str) -> bool:
    """All that a spell does to one, unless an enemy withstands it or a projectile is dodged."""
    state = scene.state
    caster, spell = flight.caster, flight.spell
    if not state.able(target) or is_untouched(scene, target, caster):
        return False
    enemy = state.combatants[target].side != state.combatants[caster].side
    if enemy and not flight.forced and not overcomes(scene, dice, caster, target, spell.resist):
        return False
    if spell.targeting == "projectile" and _dodges(scene, dice, flight, target):
        return False
    if spell.damage is not None:
        lost = _damage(scene, dice, flight, target, spell.damage)
        if lost and enemy:
            _note_harm(scene, caster)
    if spell.healing is not None and scene.state.able(target):
        healed = dice.total(spell.healing, "healing", subject=caster, object=target)
        heal(scene, target, healed.value, caster, spell.name, healed.faces)
    if scene.state.able(target):
        _change(scene, flight, target)
    return True


def overcomes(scene: Scene[State], dice: Dice, caster: str, defender: str, stat: StatName) -> bool:
    """A spell power roll: strictly over the defender's stat - Wp + base + penalties (TI-CAST-3)."""
    fighters = scene.state.combatants
    lines = spell_power_lines(scene.state, fighters[caster], fighters[defender], stat)
    number = held(summed(lines))
    rolled = dice.test(100, Over(number), "spell-power", subject=caster, object=defender)
    scene.record(
        SpellPowerRolled(
            caster=caster,
            defender=defender,
            stat=stat,
            lines=lines,
            total=summed(lines),
            number=number,
            face=rolled.face or 0,
            passed=rolled.passed,
        )
    )
    return rolled.passed


def _dodges(scene: Scene[State], dice: Dice, flight: Flight, target: str) -> bool:
    """Projectiles can be dodged, by all but their caster, if they are meant ill (TI-KEY-2)."""
    defender, caster = scene.state.combatants[target], scene.state.combatants[flight.caster]
    enemy = defender.side != caster.side
    harmful = enemy or flight.spell.damage is not None
    open_guard = enemy and defender.bears(OpenGuard) is not None
    can = harmful and target != caster.id and not open_guard
    percent = defender.sheet.dodge if can else 0
    rolled = dice.test(100, Under(percent), "dodge", subject=target, object=caster.id)
    if rolled.face is not None:
        scene.record(
            DodgeRolled(
                attacker=caster.id,
                defender=target,
                percent=percent,
                face=rolled.face,
                avoided=rolled.passed,
            )
        )
    return rolled.passed


def _damage(scene: Scene[State], dice: Dice, flight: Flight, target: str, notation: str) -> int:
    """What the spell says, less armor and DR unless it ignores them, then ward (TI-CAST-5)."""
    caster, spell = flight.caster, flight.spell
    rolled = dice.total(notation, "spell-damage", subject=caster, object=target)
    scene.record(
        SpellDamageRolled(
            caster=caster,
            defender=target,
            spell=spell.name,
            faces=rolled.faces,
            rolled=rolled.value,
        )
    )
    reduced = not spell.ignores_armor
    damage = Harm(
        target=target,
        by=caster,
        cause=spell.name,
        amount=rolled.value,
        armor=reduced,
        dr=reduced,
    )
    return harm(scene, dice, damage)


def _change(scene: Scene[State], flight: Flight, target: str) -> None:
    """Bonuses and penalties, one condition a duration; a spell renewed replaces its own."""
    spell = flight.spell
    if not spell.changes:
        return
    by = flight.caster
    for condition in scene.state.combatants[target].conditions:
        if condition.name == spell.name and condition.by is not None and condition.row is None:
            end_condition(scene, target, condition, "renewed")
    for turns in dict.fromkeys(one.turns for one in spell.changes):
        changes: dict[str, Any] = {}
        for one in spell.changes:
            if one.turns == turns:
                changes[one.stat] = max(-100, min(100, changes.get(one.stat, 0) + one.change))
        gain(
            scene,
            target,
            Condition(name=spell.name, cause="a spell", by=by, turns=turns, **changes),
        )


# --- what a dark bargain asks for (TI-MIS-R25) ----------------------------------------------------


def note_cast(scene: Scene[State], caster: str) -> None:
    """Who has struck a dark bargain has cast a spell this turn."""
    for condition, bargain in scene.state.combatants[caster].borne(DarkBargain):
        now = condition.with_effect(bargain, replace(bargain, cast=True))
        change(scene, caster, condition, now)


def _note_harm(scene: Scene[State], caster: str) -> None:
    """Who has struck a dark bargain has harmed an opponent by a spell this turn."""
    for condition, bargain in scene.state.combatants[caster].borne(DarkBargain):
        now = condition.with_effect(bargain, replace(bargain, harmed=True))
        change(scene, caster, condition, now)
