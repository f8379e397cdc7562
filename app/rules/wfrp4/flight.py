"""Fleeing from a melee: free attacks, and what they do to one's nerve (figures 4)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.arms import in_use
from app.rules.wfrp4.blows import strike
from app.rules.wfrp4.commands import Attack, Flee
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.harm import gain
from app.rules.wfrp4.melee import check_way, get_away, require_engaged
from app.rules.wfrp4.preparing import prepared
from app.rules.wfrp4.refusals import CannotMove
from app.rules.wfrp4.rolls import make_test
from app.rules.wfrp4.state import State
from app.rules.wfrp4.tables.situations import ATTACK
from app.rules.wfrp4.turns import require_move, spend_move

FLEEING = "fleeing target"


def flee(scene: Scene[State], command: Flee, dice: Dice) -> None:
    """Each foe engaged gains 1 Advantage and strikes, unopposed (ours), at +20."""
    fighter = scene.state.combatants[str(command.actor)]
    require_engaged(fighter)
    require_move(fighter)
    if fighter.level("prone"):
        raise CannotMove(f"{fighter.id} is prone: stand up first.", condition="prone")
    check_way(fighter, command.to)
    spend_move(scene, fighter.id)
    for foe in fighter.engaged:
        _free_attack(scene, dice, foe, fighter.id)
    fled = scene.state.combatants[fighter.id]
    if fled.able and not fled.level("prone"):
        get_away(scene, fled, command.to)


def _free_attack(scene: Scene[State], dice: Dice, foe: str, fleer: str) -> None:
    enemy = scene.state.combatants[foe]
    weapons = [w for w in enemy.in_hand if w.kind == "melee"]
    if not weapons or not enemy.can_oppose:
        return
    advantage.gain(scene, foe, "fled")
    weapon = in_use(enemy, weapons[0], None)
    chase = Attack(actor=foe, target=fleer, weapon=weapon.name)
    behind = Line(FLEEING, ATTACK[FLEEING])
    verdict = strike(scene, dice, prepared(scene.state, chase, weapon, behind, opposed=False))
    if verdict.winner == "attacker":
        cool = make_test(scene, dice, fleer, "cool", "fleeing")
        if not cool.passed:
            level = 1 + max(0, -cool.sl.total)
            gain(scene, fleer, Condition(name="broken", level=level, cause="fleeing", by=foe))
