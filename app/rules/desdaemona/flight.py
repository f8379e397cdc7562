"""Flight: by nature or by a spell (SD-FLY)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.tally import Line
from app.rules.desdaemona.commands import Land, TakeOff
from app.rules.desdaemona.events import Landed, TookOff
from app.rules.desdaemona.passive import contested, give_breath
from app.rules.desdaemona.refusals import Airborne, CannotFly, NoRoomToFly, NotAirborne
from app.rules.desdaemona.stamina import spend, yield_if_spent
from app.rules.desdaemona.state import Fighter, State
from app.rules.desdaemona.turns import finish_turn


def takes_a_turn(fighter: Fighter) -> bool:
    """Whether taking off does: not the first time of a natural flier (SD-FLY-1 to 3)."""
    flight = fighter.sheet.flight
    return fighter.landed or flight is None or flight.by == "spell"


def can_take_off(state: State, actor: str) -> bool:
    """Whether it has wings or a spell, room, and isn't up already."""
    fighter = state.combatants[actor]
    flies = fighter.sheet.flight is not None and not fighter.airborne
    return flies and state.options.open_sky


def take_off(scene: Scene[State], command: TakeOff, dice: Dice) -> None:
    """Into the air: for a turn, or at once."""
    fighter = scene.state.combatants[str(command.actor)]
    if fighter.sheet.flight is None:
        raise CannotFly(f"{fighter.id} can't fly: its sheet has no flight.")
    if fighter.airborne:
        raise Airborne(f"{fighter.id} is in the air already.")
    if not scene.state.options.open_sky:
        raise NoRoomToFly("There is no room to fly here: the option open_sky is off.")
    for_a_turn = takes_a_turn(fighter)
    opponent = contested(scene, command) if for_a_turn else None
    scene.record(TookOff(combatant=fighter.id, opponent=opponent))
    spend(scene, fighter.id, "take_off", (Line("take off", fighter.sheet.flight.take_off),))
    give_breath(scene, opponent)
    yield_if_spent(scene, fighter.id, "take_off")
    if for_a_turn or not scene.state.able(fighter.id):
        finish_turn(scene)


def land(scene: Scene[State], command: Land, dice: Dice) -> None:
    """Down again; the turn goes on (SD-FLY-3)."""
    fighter = scene.state.combatants[str(command.actor)]
    if not fighter.airborne:
        raise NotAirborne(f"{fighter.id} is on the ground already.")
    scene.record(Landed(combatant=fighter.id))
