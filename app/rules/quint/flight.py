"""Retreat, the free strike, pursuit and escape (QU-RET-1, QU-RET-2)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.rules.quint.attacks import check_rulings, strike_once
from app.rules.quint.commands import Escape, Pursue, Retreat
from app.rules.quint.events import Escaped, Pursued, PursuitEnded, Ran, RetreatBegun
from app.rules.quint.hands import melee_weapon, melee_weapons
from app.rules.quint.numbers import can_run, speed
from app.rules.quint.options import Options
from app.rules.quint.refusals import IsProne, NotFleeing
from app.rules.quint.state import Fighter, Flight, State
from app.rules.quint.strikes import perform, weapon_strike
from app.rules.quint.targets import check_foe
from app.rules.quint.turns import finish_turn, leave_off

ESCAPE_FACTOR = 3  # times the pursuer's Speed Rating; ours


def retreat(scene: Scene[State], command: Retreat, dice: Dice) -> None:
    """Begins to run, past a free strike of the opponent engaged; or runs on."""
    fighter = scene.state.combatants[str(command.actor)]
    check_on_feet(fighter)
    leave_off(scene, fighter.id, runs=True)
    if fighter.flight is None:
        _turn_away(scene, command, dice, fighter)
    _run(scene, fighter.id)
    finish_turn(scene)


def pursue(scene: Scene[State], command: Pursue, dice: Dice) -> None:
    """Runs after a fleer: the gap changes by the difference of the Speed Ratings."""
    state = scene.state
    actor = state.combatants[str(command.actor)]
    check_foe(state, actor.id, command.target)
    fleer = state.combatants[command.target]
    if fleer.flight is None:
        raise NotFleeing(f"{fleer.id} isn't running away.", target=fleer.id)
    check_on_feet(actor)
    check_rulings(command, 1)
    armed = command.weapon is not None or melee_weapons(actor)
    weapon = melee_weapon(actor, command.weapon) if armed else None
    leave_off(scene, actor.id, after=fleer.id)
    if _close_in(scene, actor, fleer, fleer.flight) == 0 and weapon is not None:
        strike_once(scene, dice, command, actor, fleer.id, weapon.name)
    finish_turn(scene)


def escape(scene: Scene[State], command: Escape, dice: Dice) -> None:
    """Nobody has run after the fleer since its last turn: it is gone."""
    _get_away(scene, str(command.actor), None)
    finish_turn(scene)


def check_on_feet(fighter: Fighter) -> None:
    """Refuses to run of who lies on the ground."""
    if fighter.prone:
        raise IsProne(f"{fighter.id} is prone: rise first.", actor=fighter.id)


def gap_to(flight: Flight, pursuer: str) -> int:
    """How far behind a pursuer is; one who joins late, as far as the fleer has run."""
    gaps = (chase.gap for chase in flight.chases if chase.pursuer == pursuer)
    return next(gaps, flight.distance)


def escape_gap(options: Options, pursuer: Fighter) -> int:
    """The gap at which a fleer is away: *option* `escape_gap`."""
    return options.escape_gap or ESCAPE_FACTOR * speed(pursuer)


def opponent_of(state: State, fighter: Fighter) -> Fighter | None:
    """The foe it last exchanged blows with, if that one can strike at it now (QU-RET-1)."""
    if fighter.engaged is None:
        return None
    opponent = state.combatants[fighter.engaged]
    busy = opponent.flight is not None or opponent.loses_turns_to is not None
    return opponent if opponent.able and not busy and melee_weapons(opponent) else None


def _turn_away(scene: Scene[State], command: Retreat, dice: Dice, fighter: Fighter) -> None:
    """The opponent's free strike, which the game master may waive; the fleer may defend."""
    opponent = opponent_of(scene.state, fighter)
    waived = opponent is not None and not command.free_strike
    scene.record(
        RetreatBegun(
            combatant=fighter.id,
            opponent=opponent.id if opponent is not None else None,
            waived=waived,
        )
    )
    if opponent is not None and not waived:
        weapon = melee_weapon(opponent, None)
        perform(scene, dice, weapon_strike(opponent, fighter.id, weapon, ruling=command.ruling))


def _run(scene: Scene[State], fleer: str) -> None:
    """A quint of running, of who can."""
    fighter = scene.state.combatants[fleer]
    if can_run(fighter):
        distance = fighter.flight.distance if fighter.flight is not None else 0
        rating = speed(fighter)
        scene.record(Ran(combatant=fleer, speed=rating, distance=distance + rating))


def _close_in(scene: Scene[State], pursuer: Fighter, fleer: Fighter, flight: Flight) -> int:
    """The new gap; far enough, this pursuer is outrun, and the last one lets the fleer escape."""
    before = gap_to(flight, pursuer.id)
    gap = max(0, before + speed(fleer) - speed(pursuer))
    limit = escape_gap(scene.state.options, pursuer)
    scene.record(
        Pursued(
            pursuer=pursuer.id,
            fleer=fleer.id,
            before=before,
            fleer_speed=speed(fleer),
            pursuer_speed=speed(pursuer),
            gap=gap,
            escape_gap=limit,
        )
    )
    if gap and gap >= limit:
        scene.record(PursuitEnded(pursuer=pursuer.id, fleer=fleer.id, outrun=True))
        now = scene.state.combatants[fleer.id].flight
        if now is not None and not now.chases:
            _get_away(scene, fleer.id, gap)
    return gap


def _get_away(scene: Scene[State], fleer: str, gap: int | None) -> None:
    standing = scene.state.standing
    scene.record(Escaped(combatant=fleer, gap=gap))
    scene.note_fallen_sides(standing)
