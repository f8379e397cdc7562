"""Getting rid of conditions, one's own and others' (WF-COND-1, WF-WND-2)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.refusals import CannotAct
from app.engine.tally import Line, tally
from app.rules.wfrp4.commands import Recover, Tend, Treat
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.events import Tended
from app.rules.wfrp4.harm import ease
from app.rules.wfrp4.laying import get_better
from app.rules.wfrp4.refusals import NeedsTalent, NothingToRecover
from app.rules.wfrp4.rolls import Side, make_test, opposed, plain_side, removed
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.ladders import DIFFICULTIES
from app.rules.wfrp4.tables.talents import SURGERY
from app.rules.wfrp4.turns import require_action, require_courage, spend_action


def recover(scene: Scene[State], command: Recover, dice: Dice) -> None:
    """Ablaze: Athletics; Entangled: Strength against that of its source. 1 + SL levels go."""
    fighter = scene.state.combatants[str(command.actor)]
    require_action(fighter)
    condition = next((c for c in fighter.conditions if c.name == command.condition), None)
    if condition is None:
        raise NothingToRecover(f"{fighter.id} isn't {command.condition}.", actor=fighter.id)
    difficulty = Line(command.difficulty, DIFFICULTIES[command.difficulty])
    spend_action(scene, fighter.id)
    if command.condition == "ablaze":
        rolled = make_test(scene, dice, fighter.id, "athletics", "recover", difficulty)
        ease(scene, fighter.id, "ablaze", removed(rolled), "test")
    else:
        _break_free(scene, dice, fighter, condition, difficulty)


def tend(scene: Scene[State], command: Tend, dice: Dice) -> None:
    """A Heal test: 1 + SL levels of Bleeding or Poisoned; or care for who is at 0 Wounds."""
    fighter = scene.state.combatants[str(command.actor)]
    patient = scene.state.combatants[command.target or fighter.id]
    require_action(fighter)
    require_courage(fighter)
    if patient.status in ("dead", "left"):
        raise CannotAct(f"{patient.id} is {patient.status}.", target=patient.id)
    if not tendable(patient, command.condition):
        raise NothingToRecover(
            f"{patient.id} has nothing of the kind to be tended.", target=patient.id
        )
    difficulty = Line(command.difficulty, DIFFICULTIES[command.difficulty])
    spend_action(scene, fighter.id)
    rolled = make_test(scene, dice, fighter.id, "heal", "tend", difficulty, against=patient.id)
    if command.condition != "wounds":
        ease(scene, patient.id, command.condition, removed(rolled), "tended")
    elif rolled.passed:
        scene.record(Tended(combatant=patient.id, by=fighter.id))


def treat(scene: Scene[State], command: Treat, dice: Dice) -> None:
    """A Heal test for an injury that care ends (WF-WND-1)."""
    fighter = scene.state.combatants[str(command.actor)]
    patient = scene.state.combatants[command.target or fighter.id]
    require_action(fighter)
    require_courage(fighter)
    if patient.status in ("dead", "left"):
        raise CannotAct(f"{patient.id} is {patient.status}.", target=patient.id)
    wanted = command.injury.casefold()
    injury = next((i for i in patient.injuries if i.name.casefold() == wanted and i.until), None)
    if injury is None:
        raise NothingToRecover(
            f"{patient.id} has no {command.injury!r} that care would end.",
            target=patient.id,
            injuries=[i.name for i in patient.injuries if i.until],
        )
    if injury.until == SURGERY and not fighter.sheet.talent(SURGERY):
        raise NeedsTalent(f"{injury.name} takes the talent Surgery.", talent=SURGERY)
    difficulty = Line(command.difficulty, DIFFICULTIES[command.difficulty])
    spend_action(scene, fighter.id)
    rolled = make_test(scene, dice, fighter.id, "heal", "treat", difficulty, against=patient.id)
    get_better(scene, dice, patient.id, injury, rolled)


def tendable(patient: Fighter, condition: str) -> bool:
    """Whether there is something to be done about it."""
    if condition == "wounds":
        return patient.wounds == 0 and not patient.tended
    return patient.level(condition) > 0


def _break_free(
    scene: Scene[State], dice: Dice, fighter: Fighter, condition: Condition, difficulty: Line
) -> None:
    """Against the Strength of whoever holds it; where nobody does, by a test alone (ours)."""
    holder = scene.state.combatants.get(condition.by or "")
    if holder is None and condition.strength is None:
        rolled = make_test(scene, dice, fighter.id, "strength", "break-free", difficulty)
        ease(scene, fighter.id, "entangled", removed(rolled), "test")
        return
    strength = holder.sheet.s if condition.strength is None and holder else condition.strength or 0
    won, margin = opposed(
        scene,
        dice,
        "break-free",
        (fighter.id, "strength", plain_side(scene.state, fighter.id, "strength", difficulty)),
        (
            fighter.id if holder is None else holder.id,
            "strength",
            Side(number=tally((Line("s", strength),)), skill=strength),
        ),
        matters=condition.level,
    )
    if won:
        ease(scene, fighter.id, "entangled", 1 + margin, "test")
