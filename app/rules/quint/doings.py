"""Rising, speaking, what else there is to do; and the game master's word on a group (QU-ACT-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.quint.commands import Other, Rise, RuleGroup, Say
from app.rules.quint.events import ConditionEnded, DidOther, GroupRuled, Spoke
from app.rules.quint.refusals import NothingChanges, NotProne, UnknownGroup
from app.rules.quint.state import State
from app.rules.quint.turns import finish_turn, leave_off


def rise(scene: Scene[State], command: Rise, dice: Dice) -> None:
    """Gets up; who was running away still is (QU-GRI-2)."""
    fighter = scene.state.combatants[str(command.actor)]
    if not fighter.prone:
        raise NotProne(f"{fighter.id} is on its feet.", actor=fighter.id)
    leave_off(scene, fighter.id, runs=True)
    for affliction in fighter.conditions:
        if affliction.condition.prone:
            scene.record(ConditionEnded(combatant=fighter.id, affliction=affliction, why="risen"))
    finish_turn(scene)


def do_other(scene: Scene[State], command: Other, dice: Dice) -> None:
    """Takes the quint; what comes of it is the game master's to say."""
    actor = str(command.actor)
    leave_off(scene, actor)
    scene.record(DidOther(combatant=actor, what=command.what))
    finish_turn(scene)


def say(scene: Scene[State], command: Say, dice: Dice) -> None:
    """Takes nothing of the quint."""
    scene.record(Spoke(combatant=str(command.actor), words=command.words))


def rule_group(scene: Scene[State], command: RuleGroup, dice: Dice) -> None:
    """All attacks of a group by ruling, or by dice again (QU-ST-1)."""
    groups = dict.fromkeys(c.group for c in scene.state.combatants.values() if c.group)
    if command.group not in groups:
        raise UnknownGroup(
            f"There is no group {command.group!r}.", group=command.group, groups=list(groups)
        )
    if scene.state.ruling_of(command.group) == command.ruling:
        raise NothingChanges(f"The attacks of {command.group} are decided so already.")
    scene.record(GroupRuled(group=command.group, ruling=command.ruling))
