"""Opening the encounter, and who comes and goes."""

import json

from app.engine.dice import Dice
from app.engine.encounter import Join, Leave, Open, Recruit, Scene, entrants, require_open
from app.rules.quint.events import CombatantJoined, EncounterOpened
from app.rules.quint.options import OPTIONS
from app.rules.quint.order import take_late_places
from app.rules.quint.sheet import read_sheet
from app.rules.quint.state import Fighter, State
from app.rules.quint.turns import finish_turn


def open_encounter(scene: Scene[State], command: Open, dice: Dice) -> None:
    """Opens the encounter, with whoever is there from the start."""
    options = OPTIONS.validate_json(json.dumps(dict(command.options)))
    scene.record(EncounterOpened(options=options))
    _let_in(scene, command.combatants)


def join(scene: Scene[State], command: Join, dice: Dice) -> None:
    """Lets combatants join; once the order stands they take their places in it."""
    require_open(scene.state)
    newcomers = _let_in(scene, command.combatants)
    if scene.state.status != "setup":
        take_late_places(scene, dice, newcomers)


def leave(scene: Scene[State], command: Leave, dice: Dice) -> None:
    """Takes a combatant out of the fight; the turn passes on if it was theirs."""
    require_open(scene.state)
    scene.leave(command, finish_turn)


def _let_in(scene: Scene[State], recruits: tuple[Recruit, ...]) -> list[str]:
    joined: list[str] = []
    for entrant in entrants(scene.state, recruits):
        sheet = read_sheet(entrant.sheet)
        fighter = Fighter(
            **entrant.identity,
            sheet=sheet,
            points=sheet.damage_points,
            drawn=sheet.drawn,
        )
        scene.record(CombatantJoined(combatant=fighter))
        joined.append(entrant.id)
    return joined
