"""The order of battle: rolled once, kept to the end (TI-INIT-1 to 4)."""

from collections.abc import Iterable

from app.engine.dice import Dice
from app.engine.encounter import PlacesTaken, Scene
from app.engine.order import Place
from app.rules.tides_of_ichor.events import Initiative, InitiativeRolled, RollOffRolled
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.state import State

MAX_ROLL_OFFS = 3  # ties that outlast them stand in the order of joining

Key = tuple[int, ...]
"""A place in the order: d100 + 2 Ag; then Ag; then roll-offs (0: none yet); then joining."""
FIRST_ROLL_OFF = 2  # its place in a key
JOINED = FIRST_ROLL_OFF + MAX_ROLL_OFFS  # likewise; only who acts just before another has more


def take_places(scene: Scene[State], dice: Dice, newcomers: list[str]) -> None:
    """Rolls for newcomers and places them; who is there already keeps its place among the others.

    Dice are asked for in the order of joining, a group once at its first member; then roll-offs.
    """
    _roll(scene, dice, newcomers)
    settled = {place.id: place.key for place in scene.state.order.places}
    keys = {**settled, **{i: _key(scene.state, i, settled) for i in newcomers}}
    for column in range(FIRST_ROLL_OFF, JOINED):
        for tied in _ties(scene.state, keys, newcomers, column):
            _roll_off(scene, dice, tied, keys, column)
    taken = [Place(i, key) for i, key in keys.items() if settled.get(i) != key]
    taken.sort(key=lambda place: place.key, reverse=True)
    scene.record(PlacesTaken(places=tuple(taken)))


def take_place_before(scene: Scene[State], combatant: str, other: str) -> None:
    """Puts someone just before another, whose initiative it shares: a longer key is higher."""
    key = scene.state.order.key_of(other) or ()
    scene.record(PlacesTaken(places=(Place(combatant, (*key, 1)),)))


def _roll(scene: Scene[State], dice: Dice, newcomers: list[str]) -> None:
    """A die for each unit; late members of a group take part in its roll."""
    rolled = {
        fighter.initiative_unit: fighter.initiative
        for fighter in scene.state.combatants.values()
        if fighter.initiative is not None
    }
    for unit, members in _units(scene.state, newcomers).items():
        face = rolled.get(unit)
        joined = face is not None
        if face is None:
            face = dice.roll(100, "initiative", subject=members[0])
        results = tuple(_result(scene.state.combatants[i], face) for i in members)
        scene.record(InitiativeRolled(face=face, results=results, joined=joined))


def _result(fighter: Fighter, face: int) -> Initiative:
    agility = fighter.stat("ag")
    return Initiative(combatant=fighter.id, agility=agility, result=face + 2 * agility)


def _units(state: State, ids: Iterable[str]) -> dict[str, list[str]]:
    """Who rolls together: groups, and each of the others alone (TI-INIT-2)."""
    units: dict[str, list[str]] = {}
    for combatant in ids:
        units.setdefault(state.combatants[combatant].initiative_unit, []).append(combatant)
    return units


def _key(state: State, combatant: str, settled: dict[str, Key]) -> Key:
    """A newcomer's key; roll-offs that its group has won or lost count for it too."""
    fighter = state.combatants[combatant]
    agility = fighter.stat("ag")
    total = (fighter.initiative or 0) + 2 * agility
    joined = list(state.combatants).index(combatant)
    for other, key in settled.items():
        same_unit = state.combatants[other].initiative_unit == fighter.initiative_unit
        if same_unit and key[:FIRST_ROLL_OFF] == (total, agility):
            return (*key[:JOINED], -joined)
    return (total, agility, *(0,) * MAX_ROLL_OFFS, -joined)


def _ties(state: State, keys: dict[str, Key], newcomers: list[str], column: int) -> list[list[str]]:
    """Those alike before a column, of several units, newcomers among them (TI-INIT-3)."""
    alike: dict[Key, list[str]] = {}
    for combatant, key in keys.items():
        alike.setdefault(key[:column], []).append(combatant)
    return [
        tied
        for tied in alike.values()
        if len(_units(state, tied)) > 1 and not set(tied).isdisjoint(newcomers)
    ]


def _roll_off(
    scene: Scene[State], dice: Dice, tied: list[str], keys: dict[str, Key], column: int
) -> None:
    """Each unit rolls; who has rolled off before keeps that roll."""
    for members in _units(scene.state, tied).values():
        if any(keys[i][column] for i in members):
            continue
        face = dice.roll(100, "roll-off", subject=members[0])
        scene.record(RollOffRolled(combatants=tuple(members), face=face))
        for combatant in members:
            key = keys[combatant]
            keys[combatant] = (*key[:column], face, *key[column + 1 :])
