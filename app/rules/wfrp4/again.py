"""The last deed, decided again (WF-FATE-1)."""

from collections.abc import Sequence

from app.engine.dice import Dice
from app.engine.encounter import Command, Event, Scene
from app.engine.refusals import NothingToReplace
from app.engine.ruleset import Past
from app.rules.wfrp4.decide import decide
from app.rules.wfrp4.events import OutcomeTurned, RollsStood
from app.rules.wfrp4.evolve import evolve
from app.rules.wfrp4.fate import SPENDING, favour_of, pay
from app.rules.wfrp4.state import State
from app.rules.wfrp4.turns import steps


def redecide(before: State, command: Command, past: Past, dice: Dice) -> Sequence[Event]:
    """Pays the point, and decides the deed: the die that is turned falls anew, or needn't fall."""
    if not isinstance(command, SPENDING):
        raise NothingToReplace("Only Fate, Fortune and Resilience turn what has happened.")
    favour = favour_of(command)
    scene = Scene(before, evolve)
    pay(scene, command)
    scene.record(OutcomeTurned(combatant=favour.of, favour=favour))
    kept = list(past.dice)
    if not favour.sl:
        turned = next((d for d in kept if (d.subject, d.purpose) == (favour.of, favour.test)), None)
        kept = [die for die in kept if die is not turned]
    dice.hold(kept, of=past.version)
    for step in steps(scene.state, past.command):
        scene.record(*decide(scene.state, step, dice))
    scene.record(RollsStood(turnable=()))  # what was turned once stands
    return scene.events
