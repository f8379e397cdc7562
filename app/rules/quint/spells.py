"""Casting spells (QU-SPL-1 to QU-SPL-3)."""

from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.quint.attacks import check_rulings, ruling_at
from app.rules.quint.commands import Cast
from app.rules.quint.events import ConditionEnded, SpellCast
from app.rules.quint.harm import Cause, gain
from app.rules.quint.injuries import judge_wound, roll_injury
from app.rules.quint.refusals import CannotTarget, SpellNotReady
from app.rules.quint.sheet import Spell
from app.rules.quint.state import Fighter, State
from app.rules.quint.strikes import Strike, land, perform
from app.rules.quint.targets import there
from app.rules.quint.tasks import check_voice, known_spell
from app.rules.quint.turns import finish_turn, leave_off


def cast(scene: Scene[State], command: Cast, dice: Dice) -> None:
    """A prepared spell; an invocative practitioner prepares and casts in one quint."""
    state = scene.state
    actor = state.combatants[str(command.actor)]
    spell = known_spell(actor, command.spell)
    check_voice(actor)
    if not is_ready(state, actor, spell):
        raise SpellNotReady(_why_not_ready(actor, spell), spell=spell.name)
    if command.target not in there(state):
        raise CannotTarget(
            f"{command.target} is {state.combatants[command.target].status}: no spell reaches it.",
            target=command.target,
            side=state.combatants[command.target].side,
            target_status=state.combatants[command.target].status,
        )
    check_rulings(command, 1)
    leave_off(scene, actor.id)
    automatic = spell.to_hit == "automatic"
    scene.record(
        SpellCast(caster=actor.id, target=command.target, spell=spell.name, automatic=automatic)
    )
    if _reaches(scene, dice, command, actor, spell):
        _take_effect(scene, dice, actor.id, command.target, spell)
    finish_turn(scene)


def is_ready(state: State, fighter: Fighter, spell: Spell) -> bool:
    """Prepared; or its caster is invocative, and wasn't struck in this quint (QU-SPL-2)."""
    if fighter.prepared == spell.name:
        return True
    return fighter.sheet.invocative and fighter.struck_in != state.quint


def _why_not_ready(fighter: Fighter, spell: Spell) -> str:
    if fighter.sheet.invocative:
        return f"{fighter.id} was struck in this quint: {spell.name} can't be cast unprepared."
    return f"{spell.name} takes {spell.quints} quints of preparation first."


def _reaches(scene: Scene[State], dice: Dice, command: Cast, actor: Fighter, spell: Spell) -> bool:
    """Whether it takes effect: by itself, or like any attack."""
    strike = _as_strike(scene.state, command, actor, spell)
    if spell.to_hit != "automatic" or strike.ruling is not None:
        return perform(scene, dice, strike)
    if strike.damage is not None:
        land(scene, dice, strike)
        judge_wound(scene, dice)
        roll_injury(scene, dice)
    return True


def _as_strike(state: State, command: Cast, actor: Fighter, spell: Spell) -> Strike:
    """A spell as an attack; without a type it has a chart by *option* `untyped_spells`."""
    chart = spell.type
    if chart is None and state.options.untyped_spells == "crushing":
        chart = "crushing"
    return Strike(
        attacker=actor.id,
        defender=command.target,
        using=spell.name,
        kind=None,
        percent=spell.to_hit if isinstance(spell.to_hit, int) else actor.sheet.to_hit,
        damage=spell.damage,
        base=0,
        protection=spell.protection,
        chart=chart if command.grievous else None,
        aware=command.aware,
        ruling=ruling_at(command, 0),
    )


def _take_effect(scene: Scene[State], dice: Dice, caster: str, target: str, spell: Spell) -> None:
    """What a spell does beside damage; the dead get nothing of it."""
    if spell.stops_bleeding:
        for affliction in scene.state.combatants[target].conditions:
            if affliction.condition.bleeding is not None:
                scene.record(
                    ConditionEnded(combatant=target, affliction=affliction, why="magic", by=caster)
                )
    for condition in spell.conditions:
        if scene.state.combatants[target].status != "dead":
            laid = replace(condition, cause=condition.cause or spell.name)
            gain(scene, dice, target, laid, Cause("spell", spell.name, caster))
