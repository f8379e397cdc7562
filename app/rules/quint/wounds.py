"""Staunching, treating, and pulling missiles out (QU-BLEED-1, QU-GRI-2)."""

from app.engine.dice import AtMost, Dice
from app.engine.encounter import Scene
from app.rules.quint.commands import PullOut, Staunch, Treat
from app.rules.quint.conditions import Affliction
from app.rules.quint.events import BleedingEased, ConditionEnded, StaunchRolled
from app.rules.quint.harm import Cause, lose_points
from app.rules.quint.refusals import NotAHealer, NothingThere
from app.rules.quint.state import Fighter, State
from app.rules.quint.targets import check_companion
from app.rules.quint.turns import finish_turn, leave_off

CERTAIN = 100  # percent: no roll


def staunch(scene: Scene[State], command: Staunch, dice: Dice) -> None:
    """All of a companion's bleeding stops, but for internal; one's own is lowered by 1."""
    actor, patient = _helped(scene.state, command)
    if not patient.bleeding:
        raise NothingThere(f"{patient.id} has no wound to staunch.", target=patient.id)
    leave_off(scene, actor.id)
    if patient is actor:
        worst = max(patient.bleeding, key=lambda a: a.condition.damage)
        left = worst.condition.damage - 1
        scene.record(BleedingEased(combatant=actor.id, affliction=worst, left=left))
    elif _staunches(scene, dice, actor, patient):
        for wound in patient.bleeding:
            scene.record(
                ConditionEnded(combatant=patient.id, affliction=wound, why="staunched", by=actor.id)
            )
    finish_turn(scene)


def treat(scene: Scene[State], command: Treat, dice: Dice) -> None:
    """A healer ends one condition of a companion, or of its own."""
    actor, patient = _helped(scene.state, command)
    if not actor.sheet.healer:
        raise NotAHealer(f"{actor.id} is no healer.", actor=actor.id)
    found = treatable(patient, command.condition)
    if not found:
        raise NothingThere(
            f"{patient.id} has nothing of the kind to be treated.",
            target=patient.id,
            treatable=[a.name for a in treatable(patient, None)],
        )
    leave_off(scene, actor.id)
    scene.record(
        ConditionEnded(combatant=patient.id, affliction=found[0], why="treated", by=actor.id)
    )
    finish_turn(scene)


def pull_out(scene: Scene[State], command: PullOut, dice: Dice) -> None:
    """The missile hurts once more on its way out."""
    actor, patient = _helped(scene.state, command)
    missile = lodged(patient)
    if missile is None or missile.condition.lodged is None:
        raise NothingThere(f"No missile sticks in {patient.id}.", target=patient.id)
    leave_off(scene, actor.id)
    scene.record(
        ConditionEnded(combatant=patient.id, affliction=missile, why="pulled_out", by=actor.id)
    )
    points = dice.total(missile.condition.lodged, "missile", subject=actor.id, object=patient.id)
    what = missile.condition.cause or missile.name
    lose_points(scene, dice, patient.id, points.value, Cause("missile", what, missile.by))
    finish_turn(scene)


def treatable(fighter: Fighter, name: str | None) -> list[Affliction]:
    """What a healer can end; of a name, if one is given."""
    return [
        affliction
        for affliction in fighter.conditions
        if affliction.condition.treatable
        and (name is None or affliction.name.casefold() == name.casefold())
    ]


def lodged(fighter: Fighter) -> Affliction | None:
    """The first missile that sticks in somebody."""
    return next((a for a in fighter.conditions if a.condition.lodged is not None), None)


def _helped(state: State, command: Staunch | Treat | PullOut) -> tuple[Fighter, Fighter]:
    """Who helps, and whom: oneself, if nobody is named."""
    actor = state.combatants[str(command.actor)]
    patient = state.combatants[command.target or actor.id]
    check_companion(state, actor.id, patient.id)
    return actor, patient


def _staunches(scene: Scene[State], dice: Dice, actor: Fighter, patient: Fighter) -> bool:
    """*Option* `staunch_percent`; certain, it needs no die."""
    percent = scene.state.options.staunch_percent
    if percent == CERTAIN:
        return True
    rolled = dice.test(CERTAIN, AtMost(percent), "staunch", subject=actor.id, object=patient.id)
    scene.record(
        StaunchRolled(
            combatant=actor.id,
            patient=patient.id,
            percent=percent,
            face=rolled.face,
            staunched=rolled.passed,
        )
    )
    return rolled.passed
