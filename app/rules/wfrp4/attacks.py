"""Attacks and charges (WF-ATT)."""

from app.engine.dice import Dice
from app.engine.encounter import Answer, Question, Scene
from app.engine.refusals import Refused
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.arms import in_use
from app.rules.wfrp4.asking import asks, defended
from app.rules.wfrp4.blows import strike
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.defences import chosen
from app.rules.wfrp4.events import DefenceChosen, MeleeJoined
from app.rules.wfrp4.further_blows import blast, second_blow, stray
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.hands import spend_shot, weapon_in_hand
from app.rules.wfrp4.harm import die
from app.rules.wfrp4.laying import keeps_hold
from app.rules.wfrp4.movement import check_charge, run_up
from app.rules.wfrp4.preparing import band_of, open_defences, prepared
from app.rules.wfrp4.refusals import NeedsTalent, NotHelpless, WrongWeapon
from app.rules.wfrp4.state import State
from app.rules.wfrp4.tables.ladders import POINT_BLANK
from app.rules.wfrp4.tables.talents import DUAL_WIELDER
from app.rules.wfrp4.targets import check_can_shoot, check_foe, check_reach
from app.rules.wfrp4.turns import require_action, require_courage, spend_action


def attack(scene: Scene[State], command: Attack, dice: Dice) -> None:
    """An attack with the Action; the one attacked may be asked for its defence first."""
    weapon = dice.known(checked, scene.state, command)
    if not asks(scene, command, weapon):
        _carry_out(scene, dice, command, weapon)


def answer_defence(scene: Scene[State], question: Question, answer: Answer, dice: Dice) -> None:
    """The one attacked has chosen: now both roll, unless a game master has made it impossible."""
    pending = scene.state.pending
    scene.answered(question, answer.choice)
    if pending is None:
        return
    scene.record(DefenceChosen(combatant=pending.target))
    actor = str(pending.actor)
    if scene.state.acting != actor or not scene.state.able(actor):
        return
    command = defended(pending, answer.choice)
    try:
        weapon = checked(scene.state, command)
    except Refused:
        return
    _carry_out(scene, dice, command, weapon)


def checked(state: State, command: Attack) -> Weapon:
    """The weapon of an attack as it is used. Refuses what can't be struck from here."""
    actor = state.combatants[str(command.actor)]
    require_action(actor)
    require_courage(actor)
    check_foe(state, actor.id, command.target)
    weapon = in_use(actor, weapon_in_hand(actor, command.weapon), command.ammunition)
    if weapon.kind == "melee":
        if command.type != "charge":
            check_reach(state, actor.id, command.target, weapon, command.distance)
    elif command.type == "charge":
        raise WrongWeapon(f"{weapon.name} is ranged: charge with a melee weapon.")
    else:
        check_can_shoot(actor, weapon)
    if command.type == "charge":
        check_charge(state, command)
    _check_wishes(state, command, weapon)
    return weapon


def _check_wishes(state: State, command: Attack, weapon: Weapon) -> None:
    """Refuses what is asked of the attack and can't be: to push, to kill, a defence, two blows."""
    actor, target = state.combatants[str(command.actor)], state.combatants[command.target]
    band = band_of(state, command, weapon)
    if command.push and not weapon.rating("distract"):
        raise WrongWeapon(f"{weapon.name} hasn't Distract, and can't push.", weapon=weapon.name)
    if command.kill and not (target.helpless and band in (None, POINT_BLANK)):
        raise NotHelpless(f"{target.id} isn't unconscious and near: it takes a fight.")
    if command.defence in ("parry", "dodge"):
        chosen(open_defences(state, command, weapon), command.defence, target)
    if command.second_target is not None:
        check_foe(state, actor.id, command.second_target)
        if actor.off is None or not actor.sheet.talent(DUAL_WIELDER):
            raise NeedsTalent(
                f"{actor.id} needs Dual Wielder and a weapon in the off hand for a second attack.",
                talent=DUAL_WIELDER,
            )


def _carry_out(scene: Scene[State], dice: Dice, command: Attack, weapon: Weapon) -> None:
    """The attack itself, once the defence is known."""
    actor, target = str(command.actor), command.target
    if command.type == "charge":
        run_up(scene, command)
    spend_action(scene, actor)
    if not keeps_hold(scene, dice, scene.state.combatants[actor], weapon.name):
        return
    if command.kill:
        die(scene, target, "killed", actor)
        return
    _close_with(scene, command, weapon)
    spend_shot(scene, actor, weapon)
    blow = dice.known(prepared, scene.state, command, weapon)
    verdict = strike(scene, dice, blow)
    stray(scene, dice, blow, verdict)
    blast(scene, dice, command, blow, verdict)
    if command.second_target is not None and verdict.winner == "attacker":
        second_blow(scene, dice, command, verdict)


def _close_with(scene: Scene[State], command: Attack, weapon: Weapon) -> None:
    """Melee engages; a surprised or a stunned foe gives 1 Advantage first (WF-ADV-1)."""
    actor, target = str(command.actor), command.target
    foe = scene.state.combatants[target]
    apart = target not in scene.state.combatants[actor].engaged
    if weapon.kind == "melee" and apart and foe.able:
        scene.record(MeleeJoined(combatants=(actor, target)))
    if foe.level("surprised"):
        advantage.gain(scene, actor, "surprised")
    if foe.level("stunned") and weapon.kind == "melee":
        advantage.gain(scene, actor, "stunned")
