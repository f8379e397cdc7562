"""The course of quints: how the fight begins, and what the end of a quint brings (QU-TIME-1)."""

from app.engine.dice import Dice
from app.engine.encounter import (
    EncounterPaused,
    EncounterResumed,
    RoundStarted,
    Scene,
    Start,
    TurnStarted,
    require_open,
)
from app.engine.refusals import CannotAct, EncounterRunning
from app.rules.quint.commands import EndQuint
from app.rules.quint.conditions import Affliction
from app.rules.quint.events import (
    CombatantWoke,
    ConditionEnded,
    Harm,
    QuintEnded,
    SpellReady,
    SurpriseEnded,
)
from app.rules.quint.harm import Cause, lose_points
from app.rules.quint.order import take_places
from app.rules.quint.state import Fighter, State
from app.rules.quint.surprise import settle_defense
from app.rules.quint.targets import there


def start(scene: Scene[State], command: Start, dice: Dice) -> None:
    """Begins the fight; after a pause goes on with a new quint, once the old one is over."""
    state = scene.state
    require_open(state)
    if state.status == "running":
        raise EncounterRunning("The encounter is running already.")
    if not state.standing and not _changes_by_itself(state):
        raise CannotAct("Nobody can act: let somebody join or recover, then start.")
    if state.status == "paused":
        scene.record(EncounterResumed())
        if state.ended_quint == state.quint:
            _begin_quint(scene)
        return
    take_places(scene, dice, [c.id for c in state.combatants.values() if c.status != "left"])
    settle_defense(scene, dice)
    scene.begin_fight()


def end_quint(scene: Scene[State], command: EndQuint, dice: Dice) -> None:
    """Bleeding first, then what is over, then the next quint (QU-BLEED-1)."""
    quint = scene.state.quint
    for combatant in there(scene.state):
        _suffer(scene, dice, combatant)
    for combatant in there(scene.state):
        _recover(scene, combatant, quint)
        _finish_incantation(scene, combatant)
    surprised = tuple(c.id for c in scene.state.combatants.values() if c.surprised)
    if surprised:
        scene.record(SurpriseEnded(combatants=surprised))
    scene.record(QuintEnded(quint=quint))
    if not scene.state.standing and not _changes_by_itself(scene.state):
        scene.record(EncounterPaused(reason="nobody-can-act"))
        return
    if scene.state.options.reroll_initiative:
        take_places(scene, dice, there(scene.state))
    _begin_quint(scene)


def _begin_quint(scene: Scene[State]) -> None:
    """With nobody awake it passes without turns."""
    scene.record(RoundStarted(round=scene.state.quint + 1))
    following = scene.state.order.after(None, scene.state.able)
    if following is not None:
        scene.record(TurnStarted(combatant=following.id))


def _suffer(scene: Scene[State], dice: Dice, victim: str) -> None:
    """Each wound bleeds by itself, so that a death knows the one that brought it."""
    for affliction in scene.state.combatants[victim].conditions:
        if scene.state.combatants[victim].status == "dead":
            return
        bleeds = affliction.condition.bleeding is not None
        harm: Harm = "bleeding" if bleeds else "condition"
        what = (affliction.condition.cause if bleeds else "") or affliction.name
        cause = Cause(harm, what, affliction.by)
        lose_points(scene, dice, victim, affliction.condition.damage, cause)


def _recover(scene: Scene[State], combatant: str, quint: int) -> None:
    """What lasts to the end of this quint is over; whom it kept unconscious wakes."""
    before = scene.state.combatants[combatant]
    for affliction in before.conditions:
        if _is_over(affliction, quint):
            scene.record(ConditionEnded(combatant=combatant, affliction=affliction, why="over"))
    if before.status == "down" and scene.state.combatants[combatant].able:
        scene.record(CombatantWoke(combatant=combatant))


def _is_over(affliction: Affliction, quint: int) -> bool:
    return affliction.until is not None and affliction.until <= quint


def _finish_incantation(scene: Scene[State], combatant: str) -> None:
    """All its quints were spent, and nobody struck (QU-SPL-1)."""
    task = scene.state.combatants[combatant].task
    if task is not None and task.kind == "prepare" and task.finished:
        scene.record(SpellReady(combatant=combatant, spell=task.what))


def _changes_by_itself(state: State) -> bool:
    """Whether time alone will change something though nobody can act: a death, a waking."""
    return any(_bleeds_or_wakes(state.combatants[combatant]) for combatant in there(state))


def _bleeds_or_wakes(fighter: Fighter) -> bool:
    return any(
        affliction.condition.damage or affliction.until is not None
        for affliction in fighter.conditions
    )
