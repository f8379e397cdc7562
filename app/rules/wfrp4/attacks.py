"""Attacks, charges, and what else strikes with them (WF-ATT)."""

from dataclasses import fields, replace

from app.engine.dice import Dice
from app.engine.encounter import Answer, Question, Scene
from app.engine.refusals import Refused
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.arms import in_use
from app.rules.wfrp4.attack_numbers import attack_side, others_engaged
from app.rules.wfrp4.blows import land, strike
from app.rules.wfrp4.commands import Attack, Charge
from app.rules.wfrp4.contest import STRAY, Blow, Verdict
from app.rules.wfrp4.defences import Defence, chosen, defences
from app.rules.wfrp4.events import DefenceAsked, DefenceChosen, MeleeJoined, StanceTaken
from app.rules.wfrp4.fields import Winner
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.hands import spend_shot, weapon_in_hand
from app.rules.wfrp4.harm import die
from app.rules.wfrp4.laying import keeps_hold
from app.rules.wfrp4.movement import check_charge, run_up
from app.rules.wfrp4.ranges import band_at, distance_between
from app.rules.wfrp4.refusals import NeedsTalent, WrongWeapon
from app.rules.wfrp4.rolls import favoured, judged
from app.rules.wfrp4.state import Favour, PendingAttack, State
from app.rules.wfrp4.tables.locations import swapped
from app.rules.wfrp4.tables.talents import DUAL_WIELDER
from app.rules.wfrp4.tally import Line, tally
from app.rules.wfrp4.targets import check_can_shoot, check_foe, check_reach
from app.rules.wfrp4.turns import require_action, require_courage, spend_action

DEFEND = "defence"  # the question of option defence: ask


def attack(scene: Scene[State], command: Attack, dice: Dice) -> None:
    """An attack with the Action; the one attacked may be asked for its defence first."""
    state, actor = scene.state, scene.state.combatants[str(command.actor)]
    require_action(actor)
    require_courage(actor)
    check_foe(state, actor.id, command.target)
    weapon = in_use(actor, weapon_in_hand(actor, command.weapon), command.ammunition)
    check_attack(state, command, weapon)
    if command.type == "charge":
        check_charge(state, command)
    if _asks(scene, command, weapon):
        return
    carry_out(scene, dice, command)


def carry_out(scene: Scene[State], dice: Dice, command: Attack) -> None:
    """The attack itself, once the defence is known."""
    actor, target = str(command.actor), command.target
    fighter = scene.state.combatants[actor]
    weapon = in_use(fighter, weapon_in_hand(fighter, command.weapon), command.ammunition)
    if command.type == "charge":
        run_up(scene, command)
    spend_action(scene, actor)
    if not keeps_hold(scene, dice, fighter, weapon.name):
        return
    if command.kill and scene.state.combatants[target].helpless:
        die(scene, target, "killed", actor)
        return
    _close_with(scene, command, weapon)
    spend_shot(scene, actor, weapon)
    blow = prepared(scene.state, command, weapon)
    verdict = strike(scene, dice, blow)
    _stray(scene, dice, blow, verdict)
    _blast(scene, dice, command, blow, verdict)
    if command.second_target is not None and verdict.winner == "attacker":
        _second(scene, dice, command, verdict)


def check_attack(state: State, command: Attack, weapon: Weapon) -> None:
    """Refuses what can't be struck with it from here."""
    actor = state.combatants[str(command.actor)]
    if command.second_target is not None:
        check_foe(state, actor.id, command.second_target)
        if actor.off is None or not actor.sheet.talent(DUAL_WIELDER):
            raise NeedsTalent(
                f"{actor.id} needs Dual Wielder and a weapon in the off hand for a second attack.",
                talent=DUAL_WIELDER,
            )
    if weapon.kind == "melee":
        if command.type != "charge":
            check_reach(state, actor.id, command.target, weapon)
    elif command.type == "charge":
        raise WrongWeapon(f"{weapon.name} is ranged: charge with a melee weapon.")
    else:
        check_can_shoot(actor, weapon)
        band_of(state, command, weapon)
    if command.defence in ("parry", "dodge"):
        found = _defences(state, command, weapon)
        chosen(found, command.defence, state.combatants[command.target])


def band_of(state: State, command: Attack, weapon: Weapon) -> str | None:
    """The range band of a shot; None in melee. Raises OutOfRange."""
    if weapon.kind == "melee":
        return None
    distance = command.distance
    if distance is None:
        distance = distance_between(state, str(command.actor), command.target)
    return band_at(weapon.range or 0, distance)


def prepared(
    state: State, command: Attack, weapon: Weapon, *more: Line, opposed: bool = True
) -> Blow:
    """The blow of an attack as things are now."""
    actor, target = state.combatants[str(command.actor)], state.combatants[command.target]
    band = band_of(state, command, weapon)
    found = _defences(state, command, weapon) if opposed else []
    others = others_engaged(actor, target) if weapon.kind == "ranged" else ()
    defence = chosen(found, command.defence, target) if opposed else None
    ours, theirs = state.favour_for(actor.id, "attack"), state.favour_for(target.id, "defence")
    if defence is not None:
        defence = replace(defence, side=favoured(defence.side, theirs))
    return Blow(
        attacker=actor,
        defender=target,
        weapon=weapon,
        side=favoured(attack_side(state, command, weapon, band, *more), ours),
        defence=defence,
        face=None if ours is None else ours.face,
        defence_face=None if theirs is None else theirs.face,
        sure=_sure(ours, theirs),
        options=state.options,
        band=band,
        called=command.called,
        others=others,
        push=command.push,
        every_face=command.second_target is not None,
    )


def _sure(ours: Favour | None, theirs: Favour | None) -> Winner | None:
    """Whom Resilience lets win."""
    if ours is not None and ours.face is not None:
        return "attacker"
    return "defender" if theirs is not None and theirs.face is not None else None


def answer_defence(scene: Scene[State], question: Question, answer: Answer, dice: Dice) -> None:
    """The one attacked has chosen: now both roll."""
    pending = scene.state.pending
    scene.answered(question, answer.choice)
    if pending is None:
        return
    scene.record(DefenceChosen(combatant=pending.target))
    defended = _defended(pending, answer.choice)
    if _still_possible(scene.state, defended):
        carry_out(scene, dice, defended)


def _defended(pending: PendingAttack, defence: str) -> Attack:
    """The attack that waited, with the defence that was chosen."""
    kind = Charge if pending.charge else Attack
    told = {f.name: getattr(pending, f.name) for f in fields(Attack)}
    return kind(**{**told, "defence": defence})


def _still_possible(state: State, command: Attack) -> bool:
    """A game master may have changed much since it was asked."""
    actor = state.combatants[str(command.actor)]
    if state.acting != actor.id or not actor.able:
        return False
    try:
        require_action(actor)
        check_foe(state, actor.id, command.target)
        weapon = in_use(actor, weapon_in_hand(actor, command.weapon), command.ammunition)
        check_attack(state, command, weapon)
        if command.type == "charge":
            check_charge(state, command)
    except Refused:
        return False
    return True


def _defences(state: State, command: Attack, weapon: Weapon) -> list[Defence]:
    band = band_of(state, command, weapon)
    return defences(state, str(command.actor), weapon, command.target, band)


def _asks(scene: Scene[State], command: Attack, weapon: Weapon) -> bool:
    """*Option* `defence` ask: a question, with the best as its default (WF-ATT-1)."""
    state, target = scene.state, command.target
    if state.options.defence != "ask" or command.defence is not None:
        return False
    found = _defences(state, command, weapon)
    if not found:
        return False
    best = chosen(found, None, state.combatants[target])
    choices = (*dict.fromkeys(defence.means for defence in found), "none")
    default = "none" if best is None else best.means
    told = {f.name: getattr(command, f.name) for f in fields(Attack)}
    waits = PendingAttack(**told, charge=command.type == "charge")
    scene.record(DefenceAsked(combatant=target, pending=waits))
    scene.ask(target, DEFEND, choices, default=default, of=target)
    return True


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


def _stray(scene: Scene[State], dice: Dice, blow: Blow, verdict: Verdict) -> None:
    """A shot that only the melee made miss hits another who is in it (WF-ATT-7)."""
    attack = verdict.attack
    if not blow.strays(attack) or attack.face is None:
        return
    other = scene.state.combatants[blow.others[0]]
    number = blow.side.number.total + STRAY
    _, sl = judged(attack.face, number, blow.options.success_levels)
    hit = replace(attack, passed=True, sl=tally((Line("roll", sl),)), critical=False, fumble=False)
    astray = replace(blow, defender=other, defence=None, others=(), _hurts={})
    land(scene, dice, astray, Verdict(attack=hit, defence=None, winner="attacker", margin=sl))


def _blast(scene: Scene[State], dice: Dice, command: Attack, blow: Blow, verdict: Verdict) -> None:
    """Blast: everyone within its yards of the target suffers the hit too (WF-GEAR-2)."""
    yards = blow.weapon.rating("blast")
    if not yards or verdict.winner != "attacker":
        return
    for caught in command.caught or _near(scene.state, blow.defender.id, yards):
        other = scene.state.combatants[caught]
        if other.id == blow.defender.id or other.status in ("dead", "left"):
            continue
        both = replace(blow, defender=other, defence=None, others=(), _hurts={})
        land(scene, dice, both, replace(verdict, defence=None))


def _near(state: State, target: str, yards: int) -> list[str]:
    distances = ((c.id, distance_between(state, target, c.id)) for c in state.there)
    return [id for id, distance in distances if distance is not None and distance <= yards]


def _second(scene: Scene[State], dice: Dice, command: Attack, first: Verdict) -> None:
    """Dual Wielder: the off hand strikes with the same roll, its digits swapped (figures 5)."""
    actor = scene.state.combatants[str(command.actor)]
    target = scene.state.combatants[str(command.second_target)]
    scene.record(StanceTaken(combatant=actor.id, stance="two_weapons"))
    if actor.off is None or target.status in ("dead", "left") or first.attack.face is None:
        return
    again = replace(command, target=target.id, weapon=actor.off, second_target=None, defence=None)
    weapon = in_use(actor, actor.weapon(actor.off), None)
    blow = replace(prepared(scene.state, again, weapon), face=max(1, swapped(first.attack.face)))
    strike(scene, dice, blow)
