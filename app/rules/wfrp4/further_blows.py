"""Whom else an attack hits: by a stray shot, a blast, or the off hand (WF-ATT-7, WF-GEAR-2)."""

from dataclasses import replace

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line, tally
from app.rules.wfrp4.after_hits import inflict
from app.rules.wfrp4.arms import in_use
from app.rules.wfrp4.blows import strike, suffer
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.contest import STRAY, Blow, Verdict
from app.rules.wfrp4.events import StanceTaken
from app.rules.wfrp4.preparing import prepared
from app.rules.wfrp4.ranges import caught_in_blast
from app.rules.wfrp4.rolls import judged
from app.rules.wfrp4.state import State
from app.rules.wfrp4.tables.locations import swapped


def stray(scene: Scene[State], dice: Dice, blow: Blow, verdict: Verdict) -> None:
    """A shot that only the melee made miss hits another who is in it (WF-ATT-7)."""
    attack = verdict.attack
    if not blow.strays(attack) or attack.face is None:
        return
    other = scene.state.combatants[blow.others[0]]
    number = blow.side.number.total + STRAY
    _, sl = judged(attack.face, number, blow.options.success_levels)
    hit = replace(attack, passed=True, sl=tally((Line("roll", sl),)), critical=False, fumble=False)
    suffer(
        scene, dice, blow.at(other), Verdict(attack=hit, defence=None, winner="attacker", margin=sl)
    )


def blast(scene: Scene[State], dice: Dice, command: Attack, blow: Blow, verdict: Verdict) -> None:
    """Blast: everyone within its yards of the target suffers the hit too (WF-GEAR-2)."""
    if verdict.winner != "attacker":
        return
    for caught in caught_in_blast(scene.state, blow.weapon, blow.defender.id, command.caught):
        other = scene.state.combatants[caught]
        if other.status == "dead":
            continue  # the blast has hit it already
        sl = verdict.attack.sl.total
        suffer(scene, dice, blow.at(other), replace(verdict, defence=None, margin=sl))
        inflict(scene, blow.at(other), sl)


def second_blow(scene: Scene[State], dice: Dice, command: Attack, first: Verdict) -> None:
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
