"""Moving: walking, running, sprinting, charging (WF-MOVE)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.commands import Attack, Move, Sprint, StandUp
from app.rules.wfrp4.events import Moved, MovedHow, StoodUp
from app.rules.wfrp4.harm import ease
from app.rules.wfrp4.ranges import distance_to
from app.rules.wfrp4.refusals import CannotMove, IsEngaged, TooFar
from app.rules.wfrp4.rolls import make_test, said
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.turns import (
    require_action,
    require_move,
    spend_action,
    spend_move,
)

WALK, RUN = 2, 4  # yards a point of Move
AVERAGE = Line("average", 20)  # WF-MOVE-2


def run_yards(fighter: Fighter) -> int:
    """How far it runs; half if stunned, or with an injury that halves it."""
    yards = RUN * fighter.sheet.move
    halved = fighter.level("stunned") or fighter.hindered("half_move")
    return yards // 2 if halved else yards


def crawl_yards(fighter: Fighter) -> int:
    """How far it crawls."""
    return fighter.sheet.move // 2


def move(scene: Scene[State], command: Move, dice: Dice) -> None:
    """Up to Run yards; prone, a crawl."""
    fighter = scene.state.combatants[str(command.actor)]
    require_move(fighter)
    prone = fighter.level("prone") > 0
    if fighter.engaged and not prone:
        raise IsEngaged(
            f"{fighter.id} is engaged: disengage, or flee.", engaged=list(fighter.engaged)
        )
    most = crawl_yards(fighter) if prone else run_yards(fighter)
    most = most // 2 if command.difficult else most
    yards = yards_to(fighter, command.to, command.distance, most)
    walk = WALK * fighter.sheet.move
    how: MovedHow = "crawl" if prone else "walk" if yards is not None and yards <= walk else "run"
    spend_move(scene, fighter.id)
    scene.record(
        Moved(combatant=fighter.id, how=how, yards=yards, position=there(fighter, command.to))
    )


def sprint(scene: Scene[State], command: Sprint, dice: Dice) -> None:
    """Move and Action: Run + SL yards, at least Run (WF-MOVE-2)."""
    fighter = scene.state.combatants[str(command.actor)]
    require_action(fighter)
    require_way_out(fighter)
    spend_move(scene, fighter.id)
    spend_action(scene, fighter.id)
    rolled = make_test(scene, dice, fighter.id, "athletics", "sprint", AVERAGE, *said(command))
    most = run_yards(fighter) + max(0, rolled.sl.total)
    position, yards = _towards(fighter, command.to, most)
    scene.record(Moved(combatant=fighter.id, how="sprint", yards=yards, position=position))


def stand_up(scene: Scene[State], command: StandUp, dice: Dice) -> None:
    """Not at 0 Wounds (WF-WND-2)."""
    fighter = scene.state.combatants[str(command.actor)]
    require_move(fighter)
    if not fighter.level("prone"):
        raise CannotMove(f"{fighter.id} stands already.")
    if not fighter.wounds:
        raise CannotMove(f"{fighter.id} is at 0 Wounds and can only crawl.", wounds=0)
    spend_move(scene, fighter.id)
    scene.record(StoodUp(combatant=fighter.id))
    ease(scene, fighter.id, "prone", 1, "stood-up")


def check_charge(state: State, command: Attack) -> int | None:
    """The yards of a charge, as far as they are known. Refuses what is too far, or in a melee."""
    fighter = state.combatants[str(command.actor)]
    require_way_out(fighter)
    far = distance_to(state, fighter.id, command.target, command.distance)
    if far is not None and far > run_yards(fighter):
        raise TooFar(
            f"{command.target} is {far} yards away, and {fighter.id} runs {run_yards(fighter)}.",
            distance=far,
            most=run_yards(fighter),
        )
    return far


def run_up(scene: Scene[State], command: Attack) -> None:
    """The run of a charge; 1 Advantage for Move yards or more, or where nobody measures (ours)."""
    far = check_charge(scene.state, command)
    fighter = scene.state.combatants[str(command.actor)]
    here, there = fighter.position, scene.state.combatants[command.target].position
    position = here
    if here is not None and there is not None and here != there:
        position = there + (1 if here > there else -1)
    spend_move(scene, fighter.id)
    scene.record(Moved(combatant=fighter.id, how="charge", yards=far, position=position))
    pooled = scene.state.options.advantage == "group"
    if (far is None or far >= fighter.sheet.move) and not pooled:
        advantage.gain(scene, fighter.id, "charge")


def require_way_out(fighter: Fighter) -> None:
    """On its feet, out of any melee, and with its Move."""
    require_move(fighter)
    if fighter.level("prone"):
        raise CannotMove(f"{fighter.id} is prone: stand up first.", condition="prone")
    if fighter.engaged:
        raise IsEngaged(
            f"{fighter.id} is engaged: disengage, or flee.", engaged=list(fighter.engaged)
        )


def yards_to(fighter: Fighter, to: int | None, distance: int | None, most: int) -> int | None:
    """How far it is to go. Raises TooFar."""
    yards = distance
    if to is not None and fighter.position is not None:
        yards = abs(to - fighter.position)
    if yards is not None and yards > most:
        raise TooFar(
            f"That is {yards} yards, and {fighter.id} gets {most} far.", distance=yards, most=most
        )
    return yards


def there(fighter: Fighter, to: int | None) -> int | None:
    """Where one is then: a position that is named also places who had none."""
    return fighter.position if to is None else to


def _towards(fighter: Fighter, to: int | None, most: int) -> tuple[int | None, int]:
    here = fighter.position
    if to is None or here is None:
        return (here if to is None else to), most
    yards = min(most, abs(to - here))
    return here + (yards if to > here else -yards), yards
