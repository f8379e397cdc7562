"""Rest and food, and time without them (MG-FAT-8)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.magickal.commands import Eat, LetTimePass, Rest
from app.rules.magickal.events import Ate, Rested, TimePassed
from app.rules.magickal.state import State
from app.rules.magickal.turns import finish_turn


def rest(scene: Scene[State], command: Rest, dice: Dice) -> None:
    """Resets all penalties if one has eaten since they last were."""
    fighter = scene.state.combatants[str(command.actor)]
    scene.record(Rested(combatant=fighter.id, reset=fighter.fatigue.fed))
    finish_turn(scene)


def eat(scene: Scene[State], command: Eat, dice: Dice) -> None:
    """Resets all penalties if one has rested since they last were."""
    fighter = scene.state.combatants[str(command.actor)]
    scene.record(Ate(combatant=fighter.id, reset=fighter.fatigue.rested))
    finish_turn(scene)


def let_time_pass(scene: Scene[State], command: LetTimePass, dice: Dice) -> None:
    """Hours go by for everyone; it is nobody's turn that passes."""
    scene.record(TimePassed(hours=command.hours))
