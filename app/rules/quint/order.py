"""Initiative: d10 + Reaction, highest first; the surprised after the others (QU-INIT-1)."""

from functools import partial

from app.engine.dice import Dice
from app.engine.encounter import PlacesTaken, Scene
from app.engine.order import in_order, tied
from app.rules.quint.events import InitiativeRolled, RollOffRolled
from app.rules.quint.state import State

DIE = 10
MAX_ROLL_OFFS = 10  # ties that outlast them stand in the order of joining

Key = tuple[int, ...]
"""A place: 1 unless surprised; d10 + Reaction; Reaction; roll-offs."""


def take_places(scene: Scene[State], dice: Dice, ids: list[str]) -> None:
    """Everybody rolls and takes a place; ties in Reaction too are rolled off.

    Dice are asked for in the order of joining, those of a group once, at its first member, unless
    *option* `group_initiative` is `each`; then roll-offs.
    """
    faces: dict[str, int] = {}
    keys = {id: _key(scene, dice, id, faces) for id in ids}
    for _ in range(MAX_ROLL_OFFS):
        for alike in tied(keys, partial(_unit, scene.state)):
            face = dice.roll(DIE, "roll-off", subject=alike[0])
            scene.record(RollOffRolled(combatants=alike, face=face))
            keys.update({id: (*keys[id], face) for id in alike})
    _place(scene, keys)


def take_late_places(scene: Scene[State], dice: Dice, newcomers: list[str]) -> None:
    """Late arrivals come after those they tie with; a group's share its face."""
    everybody = scene.state.combatants.values()
    faces = {_unit(scene.state, c.id): c.face for c in everybody if c.face is not None}
    _place(scene, {id: _key(scene, dice, id, faces) for id in newcomers})


def _place(scene: Scene[State], keys: dict[str, Key]) -> None:
    scene.record(PlacesTaken(places=in_order(keys)))


def _key(scene: Scene[State], dice: Dice, id: str, faces: dict[str, int]) -> Key:
    """Rolls, unless a face is there for its group, which is noted in `faces`."""
    fighter = scene.state.combatants[id]
    unit = _unit(scene.state, id)
    if unit not in faces:
        faces[unit] = dice.roll(DIE, "initiative", subject=id)
    reaction = fighter.sheet.reaction
    initiative = faces[unit] + reaction
    scene.record(
        InitiativeRolled(
            combatant=id,
            face=faces[unit],
            reaction=reaction,
            initiative=initiative,
            surprised=fighter.surprised,
        )
    )
    return (0 if fighter.surprised else 1, initiative, reaction)


def _unit(state: State, id: str) -> str:
    """Who rolls together: by *option* `group_initiative` a group does."""
    return id if state.options.group_initiative == "each" else state.unit(id)
