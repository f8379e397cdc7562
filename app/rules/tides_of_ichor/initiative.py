"""The order of battle: rolled once, kept to the end (TI-INIT-1 to 4)."""

from app.engine.dice import Dice
from app.engine.encounter import PlacesTaken, Scene
from app.engine.order import Place
from app.rules.tides_of_ichor.events import InitiativeRolled, RollOffRolled
from app.rules.tides_of_ichor.state import Fighter, State

MAX_ROLL_OFFS = 3  # ties that outlast them stand in the order of joining


def take_places(scene: Scene[State], dice: Dice, newcomers: list[str]) -> None:
    """Rolls for newcomers and places them; whoever ties with them is placed anew.

    Dice are asked for in the order of joining, a group once at its first member; then roll-offs.
    """
    _roll(scene, dice, newcomers)
    keys = {i: _key(scene.state, i) for i in newcomers}
    settled = {place.id: place.key for place in scene.state.order.places}
    for column in range(2, 2 + MAX_ROLL_OFFS):
        for tied in _ties(scene.state, {**settled, **keys}, newcomers):
            _roll_off(scene, dice, tied, keys, settled, column)
    scene.record(PlacesTaken(places=tuple(Place(i, tuple(key)) for i, key in keys.items())))


def _roll(scene: Scene[State], dice: Dice, newcomers: list[str]) -> None:
    rolled = {
        fighter.initiative_unit: fighter.initiative
        for fighter in scene.state.combatants.values()
        if fighter.initiative is not None
    }
    for unit, members in _units(scene.state, newcomers).items():
        face = rolled.get(unit)
        if face is None:
            face = dice.roll(100, "initiative", subject=members[0])
        scene.record(InitiativeRolled(combatants=tuple(members), face=face))


def _units(state: State, ids: list[str]) -> dict[str, list[str]]:
    units: dict[str, list[str]] = {}
    for combatant in ids:
        units.setdefault(state.combatants[combatant].initiative_unit, []).append(combatant)
    return units


def _key(state: State, combatant: str) -> tuple[int, ...]:
    """d100 + 2 Ag; then Ag; then up to three roll-offs; then who joined first."""
    fighter = state.combatants[combatant]
    agility = fighter.stat("ag")
    joined = list(state.combatants).index(combatant)
    return (initiative_of(fighter) + 2 * agility, agility, *(0,) * MAX_ROLL_OFFS, -joined)


def initiative_of(fighter: Fighter) -> int:
    """The face of the roll a fighter acts by."""
    return fighter.initiative or 0


def _ties(state: State, keys: dict[str, tuple[int, ...]], newcomers: list[str]) -> list[list[str]]:
    """Those with one key but for the order of joining, of several units, newcomers among them."""
    alike: dict[tuple[int, ...], list[str]] = {}
    for combatant, key in keys.items():
        alike.setdefault(key[:-1], []).append(combatant)
    return [
        tied
        for tied in alike.values()
        if len(_units(state, tied)) > 1 and any(i in newcomers for i in tied)
    ]


def _roll_off(
    scene: Scene[State],
    dice: Dice,
    tied: list[str],
    keys: dict[str, tuple[int, ...]],
    settled: dict[str, tuple[int, ...]],
    column: int,
) -> None:
    for members in _units(scene.state, tied).values():
        face = dice.roll(100, "roll-off", subject=members[0])
        scene.record(RollOffRolled(combatants=tuple(members), face=face))
        for combatant in members:
            key = keys.get(combatant) or settled[combatant]
            keys[combatant] = (*key[:column], face, *key[column + 1 :])
