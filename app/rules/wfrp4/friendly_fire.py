"""A fumble that hits a friend (WF-WND-1, the last row of the table of fumbles)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line, tally
from app.rules.wfrp4.blows import suffer
from app.rules.wfrp4.contest import Blow, Verdict
from app.rules.wfrp4.damage import units
from app.rules.wfrp4.events import AllyStruck
from app.rules.wfrp4.ranges import distance_between
from app.rules.wfrp4.rolled import Rolled
from app.rules.wfrp4.rolls import plain_side
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import REACHES


def strike_ally(scene: Scene[State], dice: Dice, fighter: Fighter, face: int | None) -> bool:
    """Hits one of those in reach, with the units of the roll as SL; whether there was anybody."""
    near = allies_in_reach(scene.state, fighter)
    if not near or face is None:
        return False
    picked = dice.roll(len(near), "ally", subject=fighter.id)
    ally = scene.state.combatants[near[picked - 1]]
    weapon = fighter.in_hand[0]
    side = plain_side(scene.state, fighter.id, weapon.skill, fights=True)
    hit = Rolled(
        number=side.number, face=face, passed=True, sl=tally((Line("units", units(face)),))
    )
    scene.record(AllyStruck(combatant=fighter.id, ally=ally.id, face=picked, weapon=weapon.name))
    blow = Blow(
        attacker=fighter,
        defender=ally,
        weapon=weapon,
        side=side,
        defence=None,
        options=scene.state.options,
    )
    verdict = Verdict(attack=hit, defence=None, winner="attacker", margin=units(face))
    suffer(scene, dice, blow, verdict)
    return True


def allies_in_reach(state: State, fighter: Fighter) -> list[str]:
    """Its side, as far as the weapon reaches; without positions, who fights the same foes."""
    weapon = fighter.in_hand[0]
    reach = weapon.range or 0 if weapon.kind == "ranged" else REACHES[weapon.reach]
    near = []
    for other in state.there:
        if other.id == fighter.id or other.side != fighter.side or other.hidden:
            continue  # the die would tell of who is hidden
        far = distance_between(state, fighter.id, other.id)
        beside = bool(set(other.engaged) & set(fighter.engaged))
        if beside or (far is not None and far <= reach):
            near.append(other.id)
    return near
