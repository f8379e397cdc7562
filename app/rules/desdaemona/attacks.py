"""Attacks: one total, met by the defence of each target (SD-ROLL, SD-DMG, SD-AREA-1)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from app.engine.dice import Clash, Dice, Throw
from app.engine.encounter import Scene
from app.rules.desdaemona.commands import Attack
from app.rules.desdaemona.events import (
    AttackMade,
    ConditionGained,
    DamageChange,
    DamageRolled,
    DamageWithheld,
    DefenceMade,
)
from app.rules.desdaemona.harm import damage_die, damage_of, lose_hp
from app.rules.desdaemona.means import Means, means_of, settled_means
from app.rules.desdaemona.refusals import WrongTargets
from app.rules.desdaemona.rolls import NO_DIE, Formula, formula_of, typed
from app.rules.desdaemona.stamina import cost_of, gasp_or_yield, spend, yield_if_spent
from app.rules.desdaemona.state import State
from app.rules.desdaemona.targets import check_target, foes, in_reach, yielded_foes
from app.rules.desdaemona.turns import finish_turn

UNDEFENDED = 0  # the defence of who has yielded (SD-STA-2)


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack on its way: its maker's side of every clash."""

    actor: str
    means: Means
    formula: Formula
    damage: tuple[DamageChange, ...]
    withheld: bool

    @property
    def harmless(self) -> bool:
        """Whether it does no damage when it lands."""
        return self.means.spell is not None and self.means.spell.harmless


def attack(scene: Scene[State], command: Attack, dice: Dice) -> None:
    """One attack total and one cost, however many it befalls; then the turn is over."""
    state = scene.state
    command = settled_attack(state, command)
    blow = _blow(state, command)
    targets = _targets(state, blow, command)
    actor = state.combatants[blow.actor]
    kind, spell = blow.means.kind, blow.means.spell
    spend(scene, actor.id, "attack", cost_of(state.options, actor, kind, "attack", spell))
    thrown = dice.throw(blow.formula.notation, "attack", subject=actor.id)
    scene.record(
        AttackMade(
            attacker=actor.id,
            targets=targets,
            kind=kind,
            using=blow.means.name,
            roll=blow.formula.rolled(thrown.total),
        )
    )
    for target in targets:
        _meet(scene, dice, blow, thrown, target)
    attacked = (scene.state.combatants[target] for target in targets)
    killed = any(one.status == "dead" and one.side != actor.side for one in attacked)
    gasp_or_yield(scene, actor.id, killed=killed)
    finish_turn(scene)


def settled_attack(state: State, command: Attack) -> Attack:
    """The command with kind, weapon, spell and the targets of an area filled in; never refuses."""
    actor = state.combatants[str(command.actor)]
    command = settled_means(state.options, actor, command)
    spell = next((s for s in actor.sheet.spells if s.name == command.spell), None)
    if spell is None or not spell.area or command.targets or command.target is not None:
        return command
    caught = foes(state, actor.id)
    if command.press:
        caught += yielded_foes(state, actor.id)
    within = tuple(target for target in caught if in_reach(state, actor.id, target, spell.kind))
    return replace(command, targets=within)


def _blow(state: State, command: Attack) -> Blow:
    actor = state.combatants[str(command.actor)]
    means = means_of(state.options, actor, command)
    modifiers = (*means.modifiers, *typed(command.modifiers))
    formula = formula_of(state.options, actor, means.kind, "attack", modifiers, command.percent)
    return Blow(actor.id, means, formula, means.damage(actor), command.withhold)


def _targets(state: State, blow: Blow, command: Attack) -> tuple[str, ...]:
    """The one target of an attack, or those of an area spell, who may be of any side."""
    spell = blow.means.spell
    area = spell is not None and spell.area
    if area and command.target is not None:
        raise WrongTargets(f"{blow.means.name} goes for an area: name its targets as `targets`.")
    if not area and (command.target is None or command.targets):
        raise WrongTargets("This attack has one target: name it as `target`.")
    targets = command.targets if command.target is None else (command.target,)
    if not targets or len(set(targets)) < len(targets):
        raise WrongTargets("Name targets, each of them once.", targets=list(targets))
    for target in targets:
        kind, press = blow.means.kind, command.press
        check_target(state, blow.actor, target, kind, press=press, allies=area)
    return targets


def _meet(scene: Scene[State], dice: Dice, blow: Blow, thrown: Throw, target: str) -> None:
    """A target's defence, its cost, and what comes of it; who has yielded has neither."""
    state, defender, kind = scene.state, scene.state.combatants[target], blow.means.kind
    defence = None
    if not defender.yielded:
        defence = formula_of(state.options, defender, kind, "defence")
        spend(scene, target, "defence", cost_of(state.options, defender, kind, "defence"))
    clash = dice.clash(
        thrown,
        NO_DIE if defence is None else defence.notation,
        _sides(blow.formula, defence),
        ("defence", None if blow.withheld or blow.harmless else "damage"),
        subject=target,
        object=blow.actor,
    )
    attack = blow.formula.total(clash.thrown.value)
    scene.record(
        DefenceMade(
            attacker=blow.actor,
            defender=target,
            attack=attack,
            defence=UNDEFENDED if defence is None else defence.total(clash.right.value),
            roll=None if defence is None else defence.rolled(clash.right),
            landed=clash.won,
        )
    )
    if clash.won:
        _land(scene, blow, clash, target, attack)
    yield_if_spent(scene, target, "defence")


def _sides(attack: Formula, defence: Formula | None) -> Callable[[int, int], int]:
    """The damage die that two rolls of dice make; 0 where the guard holds, as at a tie (SD-ROLL-2).

    Odds ask for many pairs of few totals.
    """
    attack_of = cache(attack.total)
    defence_of = cache(defence.total) if defence else lambda _: UNDEFENDED
    return lambda ours, theirs: damage_die(attack_of(ours) - defence_of(theirs))


def _land(scene: Scene[State], blow: Blow, clash: Clash, target: str, attack: int) -> None:
    """Damage, unless held back; then the effects of a spell."""
    if clash.face is not None:
        damage = damage_of(clash.face, blow.damage)
        scene.record(
            DamageRolled(
                attacker=blow.actor,
                defender=target,
                sides=clash.sides,
                face=clash.face,
                modifiers=blow.damage,
                damage=damage,
            )
        )
        if damage:
            lose_hp(scene, target, damage)
    elif blow.withheld and not blow.harmless:
        scene.record(DamageWithheld(attacker=blow.actor, defender=target))
    spell = blow.means.spell
    if spell is None or scene.state.combatants[target].status == "dead":
        return
    for condition in spell.conditions:
        cause = condition.cause or spell.name
        gained = replace(condition, spell=True, against=attack, cause=cause)
        scene.record(ConditionGained(combatant=target, condition=gained))
