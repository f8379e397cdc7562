"""The order of battle: by *option* `order`, taken once and kept to the end (MG-TURN-1)."""

from app.engine.dice import Dice
from app.engine.encounter import PlacesTaken, Scene
from app.engine.order import Key, in_order, tied
from app.rules.magickal.contests import DIE, coordination, with_die
from app.rules.magickal.events import InitiativeRolled, RollOffRolled
from app.rules.magickal.state import State

MAX_ROLL_OFFS = 10  # ties that outlast them stand in the order of joining


def take_places(scene: Scene[State], dice: Dice, ids: list[str]) -> None:
    """Places combatants, highest key first; late arrivals come after those they tie with.

    Dice are asked for in the order of joining, a group once, at its first member; then roll-offs.
    """
    keys = {id: _key(scene, dice, id) for id in ids}
    for _ in range(MAX_ROLL_OFFS if scene.state.status == "setup" else 0):
        for alike in tied(keys, scene.state.unit):
            face = dice.roll(DIE, "roll-off", subject=alike[0])
            scene.record(RollOffRolled(combatants=alike, face=face))
            keys.update({id: (*keys[id], face) for id in alike})
    scene.record(PlacesTaken(places=in_order(keys)))


def _key(scene: Scene[State], dice: Dice, id: str) -> Key:
    sheet = scene.state.combatants[id].sheet
    match scene.state.options.order:
        case "listed":
            return (-list(scene.state.combatants).index(id),)
        case "highest_crd":
            return (sheet.crd, sheet.evasion)
        case "roll":
            return (_initiative(scene, dice, id), sheet.crd)


def _initiative(scene: Scene[State], dice: Dice, id: str) -> int:
    """Penalised CRD and a die, which late members of a group share with those before them."""
    fighter = scene.state.combatants[id]
    mates = (c for c in scene.state.combatants.values() if c.group and c.group == fighter.group)
    face = next((mate.initiative for mate in mates if mate.initiative is not None), None)
    if face is None:
        face = dice.roll(DIE, "initiative", subject=id)
    initiative = with_die(coordination(fighter), face)
    scene.record(InitiativeRolled(combatant=id, face=face, initiative=initiative))
    return initiative.total
