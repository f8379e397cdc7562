"""The order of battle: by *option* `order`, taken once and kept to the end (MG-TURN-1)."""

from app.engine.dice import Dice
from app.engine.encounter import PlacesTaken, Scene
from app.engine.order import Place
from app.rules.magickal.contests import DIE, coordination, with_die
from app.rules.magickal.events import InitiativeRolled, RollOffRolled
from app.rules.magickal.state import State

MAX_ROLL_OFFS = 10  # ties that outlast them stand in the order of joining

Key = tuple[int, ...]


def take_places(scene: Scene[State], dice: Dice, ids: list[str]) -> None:
    """Places combatants, highest key first; late arrivals come after those they tie with.

    Dice are asked for in the order of joining, a group once, at its first member; then roll-offs.
    """
    keys = {id: _key(scene, dice, id) for id in ids}
    for _ in range(MAX_ROLL_OFFS if scene.state.status == "setup" else 0):
        for tied in _tied(scene.state, keys):
            face = dice.roll(DIE, "roll-off", subject=tied[0])
            scene.record(RollOffRolled(combatants=tied, face=face))
            keys.update({id: (*keys[id], face) for id in tied})
    places = sorted((Place(id, key) for id, key in keys.items()), key=lambda p: p.key, reverse=True)
    scene.record(PlacesTaken(places=tuple(places)))


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


def _tied(state: State, keys: dict[str, Key]) -> list[tuple[str, ...]]:
    """Those alike, of several units: a group is one unit, and so is each of the others."""
    units: dict[tuple[Key, str], list[str]] = {}
    for id, key in keys.items():
        units.setdefault((key, _unit(state, id)), []).append(id)
    alike = [key for key, _ in units]
    return [tuple(members) for (key, _), members in units.items() if alike.count(key) > 1]


def _unit(state: State, id: str) -> str:
    group = state.combatants[id].group
    return id if group is None else f"group {group}"
