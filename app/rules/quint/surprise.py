"""Who is surprised, and whether they may defend in the first quint (QU-SUR-1, QU-SUR-2)."""

from app.engine.dice import AtMost, Dice
from app.engine.encounter import GAME_MASTER, Answer, Question, Scene
from app.rules.quint.commands import Surprise
from app.rules.quint.events import CombatantsSurprised, SurpriseDefenseSettled
from app.rules.quint.refusals import TooLateForSurprise
from app.rules.quint.state import Fighter, State

SURPRISE_DEFENSE = "surprise-defense"
DEFENDS, NO_DEFENSE = "defends", "no_defense"
DIE = 100
FACTOR = 2  # option surprise_defense: roll


def surprise(scene: Scene[State], command: Surprise, dice: Dice) -> None:
    """The game master's word, before the fight; a later one takes its place."""
    if scene.state.status != "setup":
        raise TooLateForSurprise("Surprise is settled before the fight begins.")
    named = tuple(dict.fromkeys(command.combatants))
    scene.record(CombatantsSurprised(combatants=named))


def settle_defense(scene: Scene[State], dice: Dice) -> None:
    """For each of the surprised, by *option* `surprise_defense`."""
    for fighter in tuple(scene.state.combatants.values()):
        if not fighter.surprised or fighter.status == "left":
            continue
        if scene.state.options.surprise_defense == "gm":
            choices = (DEFENDS, NO_DEFENSE)
            scene.ask(GAME_MASTER, SURPRISE_DEFENSE, choices, default=NO_DEFENSE, of=fighter.id)
        elif scene.state.options.surprise_defense == "roll":
            _roll(scene, dice, fighter)


def answer_surprise(scene: Scene[State], question: Question, answer: Answer) -> None:
    """The game master has weighed Perception and Reaction."""
    allowed = answer.choice == DEFENDS
    scene.record(SurpriseDefenseSettled(combatant=str(question.of), allowed=allowed))


def _roll(scene: Scene[State], dice: Dice, fighter: Fighter) -> None:
    number = FACTOR * (fighter.sheet.perception + fighter.sheet.reaction)
    rolled = dice.test(DIE, AtMost(number), "surprise", subject=fighter.id)
    scene.record(
        SurpriseDefenseSettled(
            combatant=fighter.id, allowed=rolled.passed, number=number, face=rolled.face
        )
    )
