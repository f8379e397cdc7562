"""The order of battle: by *option* `order`, taken once and kept to the end (SD-TURN-1)."""

from app.engine.dice import Dice
from app.engine.encounter import PlacesTaken, Scene
from app.engine.order import Key, in_order, tied
from app.engine.tally import Line, Lines
from app.rules.desdaemona.events import InitiativeRolled
from app.rules.desdaemona.rolls import Formula, free_formula, stat_parts
from app.rules.desdaemona.state import Fighter, Options, State

INITIATIVE = ("DEX",)
MAX_ROLL_OFFS = 10  # ties that outlast them stand in the order of joining


def init_formula(options: Options, fighter: Fighter, modifiers: Lines = ()) -> Formula:
    """1dDEX and the sheet's init."""
    own = (Line("init", fighter.sheet.init),) if fighter.sheet.init else ()
    return free_formula(options, stat_parts(fighter, INITIATIVE), None, (*own, *modifiers))


def take_places(scene: Scene[State], dice: Dice, ids: list[str]) -> None:
    """Places combatants, highest key first; late arrivals come after those they tie with.

    Dice are asked for in the order of joining, a group once, at its first member; then ties again.
    """
    keys = {id: _key(scene, dice, id) for id in ids}
    for _ in range(MAX_ROLL_OFFS if scene.state.status == "setup" else 0):
        for alike in tied(keys, scene.state.unit):
            again = _roll(scene, dice, alike[0], again=True)
            keys.update({id: (*keys[id], again) for id in alike})
    scene.record(PlacesTaken(places=in_order(keys)))


def _key(scene: Scene[State], dice: Dice, id: str) -> Key:
    if scene.state.options.order == "listed":
        return (-list(scene.state.combatants).index(id),)
    fighter = scene.state.combatants[id]
    mates = (c for c in scene.state.combatants.values() if c.group and c.group == fighter.group)
    result = next((mate.initiative for mate in mates if mate.initiative is not None), None)
    if result is None:
        return (_roll(scene, dice, id),)
    scene.record(InitiativeRolled(combatant=id, roll=None, result=result))
    return (result,)


def _roll(scene: Scene[State], dice: Dice, id: str, *, again: bool = False) -> int:
    formula = init_formula(scene.state.options, scene.state.combatants[id])
    purpose = "initiative-again" if again else "initiative"
    roll = formula.rolled(dice.total(formula.notation, purpose, subject=id))
    scene.record(InitiativeRolled(combatant=id, roll=roll, result=roll.total, again=again))
    return roll.total
