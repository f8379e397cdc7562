"""A blow is struck: both rolls, Advantage, damage, criticals and fumbles (WF-ATT-3 to WF-ATT-6)."""

from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.after_hits import after_hit, frighten, wear_out
from app.rules.wfrp4.contest import Blow, Verdict
from app.rules.wfrp4.damage import units
from app.rules.wfrp4.events import AttackTested, DamageDealt, HitSpared, WeaponDamaged
from app.rules.wfrp4.fields import Location
from app.rules.wfrp4.harm import ease, lose_wounds
from app.rules.wfrp4.laying import reopen
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import PERCENT, both_faces
from app.rules.wfrp4.state import State
from app.rules.wfrp4.tables.locations import BY_FACE
from app.rules.wfrp4.tables.weapons import MISFIRE
from app.rules.wfrp4.troubles import catch_blade, fumble, goes_past_0, score_critical
from app.rules.wfrp4.wards import stops_missile, warded

MAIN_ARM: Location = "right arm"


def strike(scene: Scene[State], dice: Dice, blow: Blow) -> Verdict:
    """Rolls a blow, and lets it do what it does."""
    verdict = _roll(dice, blow)
    attacker, defender = blow.attacker.id, blow.defender.id
    hit = verdict.winner == "attacker"
    defence = blow.defence
    scene.record(
        AttackTested(
            attacker=attacker,
            defender=defender,
            weapon=blow.weapon.name,
            kind=blow.weapon.kind,
            band=blow.band,
            attack=verdict.attack,
            means=None if defence is None else defence.means,
            with_weapon=defence.weapon.name if defence and defence.weapon else None,
            defence=verdict.defence,
            winner=verdict.winner,
            margin=verdict.margin,
            location=blow.location(verdict.attack.face) if hit else None,
        )
    )
    _exchange_advantage(scene, blow, verdict)
    if hit and scene.state.favour_for(defender, "damage") is not None:
        scene.record(HitSpared(combatant=defender))
        return verdict
    excess = land(scene, dice, blow, verdict) if hit else None
    _criticals(scene, blow, verdict, excess)
    if hit:
        after_hit(scene, dice, blow, verdict)
    _fumbles(scene, dice, blow, verdict)
    frighten(scene, dice, blow)
    _catch_blade(scene, blow, verdict)
    ease(scene, defender, "surprised", 1, "attacked")  # WF-ROUND-1
    return verdict


def land(scene: Scene[State], dice: Dice, blow: Blow, verdict: Verdict) -> int | None:
    """Damage of a hit (WF-ATT-5); the Wounds there were too many, None if it does none."""
    damage, wounds = blow.hurts(verdict.attack, verdict.margin)
    if blow.weapon.damage is None or (blow.push and blow.weapon.rating("distract")):
        return None
    if stops_missile(blow.defender, blow.weapon):
        return None
    defender = blow.defender.id
    scene.record(
        DamageDealt(
            attacker=blow.attacker.id,
            defender=defender,
            location=blow.location(verdict.attack.face),
            damage=damage,
            wounds=wounds,
        )
    )
    if not wounds or warded(scene, dice, defender):
        return None
    excess = lose_wounds(scene, defender, wounds, "attack", blow.attacker.id)
    reopen(scene, defender, blow.location(verdict.attack.face))
    return excess


def suffer(scene: Scene[State], dice: Dice, blow: Blow, verdict: Verdict) -> None:
    """A hit on somebody who was not attacked: damage, and a critical by Wounds past 0."""
    excess, victim = land(scene, dice, blow, verdict), blow.defender.id
    if excess is not None and goes_past_0(scene, excess, victim):
        place = blow.location(verdict.attack.face)
        score_critical(scene, victim, blow.attacker.id, place, "wounds", excess)


def _roll(dice: Dice, blow: Blow) -> Verdict:
    attacker, defender = blow.attacker.id, blow.defender.id
    if blow.helpless:
        best = blow.side.at_best()
        return Verdict(attack=best, defence=None, winner="attacker", margin=best.sl.total)
    if blow.defence is None:
        if blow.face is not None:
            return blow.verdict(blow.face, None)
        fell = dice.classify(
            PERCENT,
            lambda face: blow.comes_to(face, None),
            "attack",
            subject=attacker,
            object=defender,
        )
        return blow.verdict(fell.face, None)
    faces = both_faces(
        dice,
        blow.comes_to,
        ("attack", "defence"),
        (attacker, defender),
        (blow.face, blow.defence_face),
        (blow.of_attack, blow.of_defence),
    )
    return blow.verdict(*faces)


def _exchange_advantage(scene: Scene[State], blow: Blow, verdict: Verdict) -> None:
    """The winner gains 1, the loser loses all; a miss nobody opposed changes nothing (WF-ATT-3)."""
    attacker, defender = blow.attacker.id, blow.defender.id
    if verdict.winner == "nobody":
        return
    won = verdict.winner == "attacker"
    winner, loser = (attacker, defender) if won else (defender, attacker)
    advantage.lose_all(scene, loser, "lost")
    advantage.gain(scene, winner, "won")


def _criticals(scene: Scene[State], blow: Blow, verdict: Verdict, excess: int | None) -> None:
    """By a double, hit or not; by Wounds past 0; by a double of the defence (WF-ATT-6)."""
    attacker, defender = blow.attacker.id, blow.defender.id
    place = blow.location(verdict.attack.face)
    in_melee = blow.weapon.kind == "melee"
    if verdict.attack.critical and (in_melee or verdict.winner == "attacker"):
        if not blow.is_turned(verdict.attack):
            rolled = verdict.attack.face is not None
            score_critical(scene, defender, attacker, place, "double" if rolled else "helpless")
    elif excess is not None and goes_past_0(scene, excess, defender):
        score_critical(scene, defender, attacker, place, "wounds", excess)
    theirs = verdict.defence
    allowed = blow.options.defender_criticals and in_melee
    if theirs is not None and theirs.critical and allowed and theirs.face is not None:
        score_critical(scene, attacker, defender, BY_FACE[theirs.face - 1], "double")


def _fumbles(scene: Scene[State], dice: Dice, blow: Blow, verdict: Verdict) -> None:
    if verdict.attack.fumble:
        face = verdict.attack.face or 0
        if blow.weapon.group in MISFIRE and face % 2 == 0:
            _misfire(scene, dice, blow, verdict.attack)
        else:
            fumble(scene, blow.attacker.id, face)
        wear_out(scene, dice, blow.attacker.id, blow.weapon, face)
    theirs, defence = verdict.defence, blow.defence
    if theirs is not None and theirs.fumble:
        fumble(scene, blow.defender.id, theirs.face)
        if defence is not None and defence.weapon is not None and theirs.face is not None:
            wear_out(scene, dice, blow.defender.id, defence.weapon, theirs.face)


def _catch_blade(scene: Scene[State], blow: Blow, verdict: Verdict) -> None:
    """A critical parry with a Trap Blade holds a blade (WF-GEAR-2)."""
    defence, theirs = blow.defence, verdict.defence
    if defence is None or defence.weapon is None or theirs is None or not theirs.critical:
        return
    if defence.weapon.rating("trap blade") and blow.weapon.blade:
        catch_blade(scene, blow.attacker.id, blow.defender.id, blow.weapon.name, theirs.sl.total)


def _misfire(scene: Scene[State], dice: Dice, blow: Blow, attack: Rolled) -> None:
    """An even fumble with powder: it bursts, and hits its bearer's arm for all of its damage."""
    bearer = blow.attacker
    scene.record(
        WeaponDamaged(
            combatant=bearer.id, weapon=blow.weapon.name, points=0, broken=True, misfire=True
        )
    )
    own = Blow(
        attacker=bearer,
        defender=bearer,
        weapon=blow.weapon,
        side=blow.side,
        defence=None,
        options=replace(blow.options, damage_sl="difference"),
        called=MAIN_ARM,
    )
    burst = Verdict(attack=attack, defence=None, winner="attacker", margin=units(attack.face))
    suffer(scene, dice, own, burst)
