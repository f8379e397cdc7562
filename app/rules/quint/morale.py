"""What a group makes of it that one of it falls: *option* `morale` (QU-MOR-1)."""

from app.engine.dice import Dice
from app.engine.encounter import GAME_MASTER, Answer, Question, Scene
from app.rules.quint.events import MoraleSettled
from app.rules.quint.fields import Mood
from app.rules.quint.moods import MOODS, mood_at
from app.rules.quint.state import State

MORALE = "morale"
DIE = 100


def shake(scene: Scene[State], dice: Dice, fallen: str) -> None:
    """Asks the game master, or rolls against the highest nerve of those of the group who stand."""
    members = _standing_with(scene.state, fallen)
    if not members or scene.state.options.morale == "off":
        return
    if scene.state.options.morale == "ask":
        if not _asked(scene.state, fallen):
            scene.ask(GAME_MASTER, MORALE, MOODS, default="steady", blocks=False, of=fallen)
        return
    nerve = max(scene.state.combatants[member].sheet.nerve for member in members)
    rolled = dice.classify(DIE, lambda face: mood_at(nerve, face), MORALE, subject=fallen)
    _settle(scene, fallen, rolled.value, nerve, rolled.face)


def answer_morale(scene: Scene[State], question: Question, answer: Answer) -> None:
    """The game master has said how the group takes it."""
    mood = next(mood for mood in MOODS if mood == answer.choice)
    _settle(scene, str(question.of), mood)


def _settle(
    scene: Scene[State], fallen: str, mood: Mood, nerve: int | None = None, face: int | None = None
) -> None:
    members = _standing_with(scene.state, fallen)
    group = scene.state.combatants[fallen].group
    if group is not None:
        scene.record(
            MoraleSettled(
                group=group, fallen=fallen, members=members, mood=mood, nerve=nerve, face=face
            )
        )


def _standing_with(state: State, fallen: str) -> tuple[str, ...]:
    """The others of its group who can act."""
    group = state.combatants[fallen].group
    if group is None:
        return ()
    everybody = state.combatants.values()
    return tuple(c.id for c in everybody if c.group == group and c.able and c.id != fallen)


def _asked(state: State, fallen: str) -> bool:
    """Whether a question about its group is open already."""
    group = state.combatants[fallen].group
    asked = (q.of for q in state.questions if q.about == MORALE)
    return any(of is not None and state.combatants[of].group == group for of in asked)
