"""Casting spells (MG-SPL)."""

from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.magickal.commands import Cast
from app.rules.magickal.contests import attack_of_spell, defence_against_spell, spell_penalties
from app.rules.magickal.deeds import Deed, perform
from app.rules.magickal.events import ConditionGained
from app.rules.magickal.fields import StatName
from app.rules.magickal.harm import deal, times
from app.rules.magickal.refusals import NotMindAffecting, UnknownSpell, WrongTargets
from app.rules.magickal.sheet import Spell
from app.rules.magickal.state import Fighter, State
from app.rules.magickal.tables.damage import SPELL_DAMAGE
from app.rules.magickal.targets import check_foe, foes

# what the action's `defence` lets targets of a mind-affecting spell defend with
DEFENCES: dict[str, tuple[StatName, ...]] = {
    "best": ("sorcery", "willpower"),
    "sorcery": ("sorcery",),
    "willpower": ("willpower",),
}


def cast(scene: Scene[State], command: Cast, dice: Dice) -> None:
    """A spell on a foe, or an areal one on several."""
    actor = scene.state.combatants[str(command.actor)]
    spell = known_spell(actor, command.spell)
    if spell is None:
        raise UnknownSpell(
            f"{actor.id} knows no spell {command.spell!r}.",
            spell=command.spell,
            spells=[s.name for s in actor.sheet.spells],
        )
    if command.defence == "willpower" and not spell.mind_affecting:
        raise NotMindAffecting(f"{spell.name} isn't mind-affecting: sorcery defends against it.")
    targets = _targets(scene.state, actor.id, spell, command)
    skills = DEFENCES[command.defence if spell.mind_affecting else "sorcery"]
    casting = Deed(
        kind="spell",
        actor=actor,
        using=spell.name,
        attack=attack_of_spell(actor),
        penalties=spell_penalties(actor, spell),
        defence=lambda target: defence_against_spell(target, skills),
        outcome=lambda attack, defend: "took_effect" if attack > defend else "countered",
        undone="not_cast",
        stopped="countered",
        at_best="took_effect",
        land=lambda target, _: _land(scene, actor, spell, target),
    )
    perform(scene, dice, casting, targets)


def known_spell(fighter: Fighter, name: str) -> Spell | None:
    """The spell of a name, however it is spelled."""
    return next((s for s in fighter.sheet.spells if s.name.casefold() == name.casefold()), None)


def _targets(state: State, actor: str, spell: Spell, command: Cast) -> tuple[str, ...]:
    """The one target of a spell, or those of an areal one: every foe if none is named."""
    if spell.areal and command.target is not None:
        raise WrongTargets(f"{spell.name} is areal: name its targets as `targets`.")
    if not spell.areal and (command.target is None or command.targets):
        raise WrongTargets(f"{spell.name} has one target: name it as `target`.")
    named = command.targets if command.target is None else (command.target,)
    targets = named or tuple(foes(state, actor))
    if not targets or len(set(targets)) < len(targets):
        raise WrongTargets(f"{spell.name} needs targets, each named once.", targets=list(targets))
    for target in targets:
        check_foe(state, actor, target)
    return targets


def _land(scene: Scene[State], actor: Fighter, spell: Spell, target: str) -> None:
    """POW times the factor of the spell, whatever the armour; then its conditions (MG-SPL-3)."""
    factor = SPELL_DAMAGE[spell.damage]
    if factor:
        damage = times(factor, "pow", actor, scene.state.options.rounding)
        deal(scene, actor.id, target, (damage,))
    for condition in spell.conditions:
        if scene.state.able(target):
            gained = replace(condition, cause=condition.cause or spell.name)
            scene.record(ConditionGained(combatant=target, condition=gained, by=actor.id))
