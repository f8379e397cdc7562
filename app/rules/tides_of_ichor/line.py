"""The line of zones, and moving along it (TI-LINE-1 to 3, TI-MOVE-1 and 2)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.tides_of_ichor.commands import Dash, Move
from app.rules.tides_of_ichor.events import Moved
from app.rules.tides_of_ichor.fields import Range
from app.rules.tides_of_ichor.refusals import OffTheField, OutOfRange, WrongDistance
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.tables.ranges import REACH, WORDS, range_name
from app.rules.tides_of_ichor.turns import finish_turn

MOVE_ZONES = 1  # TI-MOVE-1
DASH_ZONES = 2  # TI-MOVE-2
CHARGE_ZONES = 1  # TI-MOVE-3


def move(scene: Scene[State], command: Move | Dash, dice: Dice) -> None:
    """Goes one zone, or two in a dash; not less, and not off the field."""
    actor = str(command.actor)
    fighter = scene.state.combatants[actor]
    zones = DASH_ZONES if isinstance(command, Dash) else MOVE_ZONES
    check_on_field(scene.state, command.zone)
    distance = abs(fighter.zone - command.zone)
    if distance != zones:
        raise WrongDistance(
            f"A {command.type} goes {zones} zone{'s' * (zones > 1)}; zone {command.zone} is "
            f"{distance} away.",
            zones=zones,
            distance=distance,
            from_zone=fighter.zone,
        )
    scene.record(
        Moved(
            combatant=actor,
            how="dash" if isinstance(command, Dash) else "move",
            from_zone=fighter.zone,
            to_zone=command.zone,
        )
    )
    finish_turn(scene)


def check_on_field(state: State, zone: int) -> None:
    """Refuses a zone that isn't on the line."""
    last = state.options.zones - 1
    if zone > last:
        raise OffTheField(f"The field ends at zone {last}.", zone=zone, last_zone=last)


def check_reach(what: str, reach: Range, distance: int) -> None:
    """Refuses what is too far; being nearer than the range is fine (TI-HIT-5)."""
    if distance > REACH[reach]:
        raise OutOfRange(
            f"The target is {distance} zones away ({range_name(distance)}); {what} reaches "
            f"{WORDS[reach]}.",
            distance=distance,
            distance_name=range_name(distance),
            range=WORDS[reach],
        )


def reaches(reach: Range, distance: int) -> bool:
    """Whether a range covers a distance."""
    return distance <= REACH[reach]
