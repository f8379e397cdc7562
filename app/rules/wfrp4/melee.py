"""Getting out of a melee (WF-MOVE-1): by more Advantage, by Dodge, or by taking to one's heels."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.wfrp4 import advantage
from app.rules.wfrp4.commands import Disengage
from app.rules.wfrp4.events import MeleeLeft, Moved
from app.rules.wfrp4.movement import run_yards, there, yards_to
from app.rules.wfrp4.refusals import CannotMove, NotEngaged
from app.rules.wfrp4.rolls import opposed, plain_side
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.turns import require_action, require_move, spend_action, spend_move


def disengage(scene: Scene[State], command: Disengage, dice: Dice) -> None:
    """By more Advantage than any foe there, which is spent; or by Dodge against the best Melee."""
    state, fighter = scene.state, scene.state.combatants[str(command.actor)]
    require_engaged(fighter)
    if command.by == "advantage":
        require_move(fighter)
        most = max(state.advantage_of(foe) for foe in fighter.engaged)
        if state.advantage_of(fighter.id) <= most:
            raise CannotMove(
                f"{fighter.id} has no more Advantage than the foes it is engaged with: dodge.",
                advantage=state.advantage_of(fighter.id),
            )
        yards = yards_to(fighter, command.to, None, run_yards(fighter))
        spend_move(scene, fighter.id)
        advantage.lose_all(scene, fighter.id, "disengaged")
        _leave(scene, fighter, command.to, yards)
        return
    require_action(fighter)
    yards = yards_to(fighter, command.to, None, run_yards(fighter))
    spend_action(scene, fighter.id)
    foe, skill = _best_melee(state, fighter)
    won, _ = opposed(
        scene,
        dice,
        "disengage",
        (fighter.id, "dodge", plain_side(state, fighter.id, "dodge", fights=True)),
        (foe, skill, plain_side(state, foe, skill, fights=True)),
    )
    if won:
        advantage.gain(scene, fighter.id, "won")
        _leave(scene, fighter, command.to, yards)
    elif won is False:
        advantage.gain(scene, foe, "won")


def require_engaged(fighter: Fighter) -> None:
    """Refuses who is in no melee."""
    if not fighter.engaged:
        raise NotEngaged(f"{fighter.id} is engaged with nobody: just move.")


def get_away(scene: Scene[State], fighter: Fighter, to: int | None) -> None:
    """Out of the melee at a run."""
    yards = yards_to(fighter, to, None, run_yards(fighter))
    scene.record(MeleeLeft(combatant=fighter.id))
    position = there(fighter, to)
    scene.record(Moved(combatant=fighter.id, how="flee", yards=yards, position=position))


def check_way(fighter: Fighter, to: int | None) -> None:
    """Refuses to go further than a run."""
    yards_to(fighter, to, None, run_yards(fighter))


def _leave(scene: Scene[State], fighter: Fighter, to: int | None, yards: int | None) -> None:
    scene.record(MeleeLeft(combatant=fighter.id))
    if to is not None:
        scene.record(
            Moved(combatant=fighter.id, how="disengage", yards=yards, position=there(fighter, to))
        )


def _best_melee(state: State, fighter: Fighter) -> tuple[str, str]:
    """The foe it is engaged with whose Melee is best, and with what."""
    found = [
        (plain_side(state, foe, weapon.skill, fights=True).number.total, foe, weapon.skill)
        for foe in fighter.engaged
        for weapon in state.combatants[foe].in_hand
        if weapon.kind == "melee"
    ] or [
        (plain_side(state, foe, "melee (brawling)").number.total, foe, "melee (brawling)")
        for foe in fighter.engaged
    ]
    _, foe, skill = max(found, key=lambda one: one[0])
    return foe, skill
