"""What code can't finish becomes a question to the game master, and stays in the log."""

from dataclasses import dataclass

from app.engine.dice import Dice
from app.engine.encounter import GAME_MASTER, Answer, Question, QuestionAnswered, Scene
from app.engine.ruleset import Choice, Names, open_question
from app.rules.tides_of_ichor.state import State


@dataclass(frozen=True, slots=True)
class AskGameMaster:
    """Opens a question that holds the fight until the game master has settled it by hand."""

    about: str
    choices: tuple[str, ...] = ("done", "nothing")

    def happen(self, scene: Scene[State], of: str) -> None:
        """Asks; `of`: whose doing it is."""
        scene.ask(GAME_MASTER, self.about, self.choices, of=of)


def answer(scene: Scene[State], command: Answer, dice: Dice) -> None:
    """Notes the answer: what it changes the game master has changed."""
    question = open_question(scene.state, command)
    scene.record(QuestionAnswered(question=question.id, choice=command.choice))


def prompt(question: Question, names: Names) -> str:
    """The sentence of a question."""
    of = names[question.of] if question.of is not None else "Somebody"
    return f"{of}: {question.about}. Settle it by hand, then answer."


def answers(state: State, asked: str) -> tuple[Choice, ...]:
    """What someone may answer now."""
    actor = {} if asked == GAME_MASTER else {"actor": asked}
    return tuple(
        Choice({"type": "answer", **actor, "question": q.id, "choice": choice}, choice.capitalize())
        for q in state.questions
        if q.to == asked
        for choice in q.choices
    )
