"""Blows with the weapon in hand (MG-ATT, MG-DMG)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.magickal.commands import Attack
from app.rules.magickal.contests import attack_of_blow, blow_penalties, defence_against_blow
from app.rules.magickal.deeds import Deed, perform
from app.rules.magickal.events import Outcome
from app.rules.magickal.harm import deal, times
from app.rules.magickal.refusals import NotInHand
from app.rules.magickal.sheet import Weapon
from app.rules.magickal.state import Fighter, State
from app.rules.magickal.tables.armour import ARMOUR
from app.rules.magickal.tables.damage import BASE, CRITERION, CRITICAL
from app.rules.magickal.targets import check_foe

LEAST_DEFEND = 1  # ours: conditions can't make a blow critical by a Defend of 0 or less


def attack(scene: Scene[State], command: Attack, dice: Dice) -> None:
    """A blow at a foe."""
    actor = scene.state.combatants[str(command.actor)]
    check_foe(scene.state, actor.id, command.target)
    if command.weapon is not None and command.weapon.casefold() != actor.weapon.casefold():
        raise NotInHand(
            f"{actor.id} has {actor.weapon} in hand, not {command.weapon}: change equipment first.",
            weapon=command.weapon,
            in_hand=actor.weapon,
        )
    weapon = actor.weapon_in_hand
    blow = Deed(
        kind="blow",
        actor=actor,
        using=weapon.name,
        attack=attack_of_blow(actor),
        penalties=blow_penalties(actor),
        defence=defence_against_blow,
        outcome=lambda attack, defend: outcome_of_blow(weapon, attack, defend),
        undone="undelivered",
        stopped="blocked",
        at_best="critical",
        land=lambda target, outcome: _land(scene, actor, target, outcome),
    )
    perform(scene, dice, blow, [command.target])


def outcome_of_blow(weapon: Weapon, attack: int, defend: int) -> Outcome:
    """Equal is a block (MG-ATT-1); critical from so many times Defend (MG-DMG-2)."""
    if attack <= defend:
        return "blocked"
    critical_from = CRITERION[weapon.category] * max(LEAST_DEFEND, defend)
    return "critical" if attack >= critical_from else "hit"


def _land(scene: Scene[State], actor: Fighter, target: str, outcome: Outcome) -> None:
    """STR times the factor of the weapon, less armour, which stops no more than there is."""
    weapon, worn = actor.weapon_in_hand, scene.state.combatants[target].armour
    factors = CRITICAL[weapon.category] if outcome == "critical" else BASE
    damage = times(factors[weapon.weight], "str", actor, scene.state.options.rounding)
    stopped = min(damage.value, ARMOUR[worn].damage)
    armour = (Line(worn, -stopped),) if stopped else ()
    deal(scene, actor.id, target, (damage, *armour))
