"""Opening the encounter, and who comes and goes."""

import json

from app.engine.dice import Dice
from app.engine.encounter import Join, Leave, Open, Recruit, Scene, entrants, require_open
from app.rules.wfrp4.events import CombatantJoined, EncounterOpened
from app.rules.wfrp4.hands import at_first
from app.rules.wfrp4.initiative import take_places
from app.rules.wfrp4.options import OPTIONS, by_preset
from app.rules.wfrp4.sheet import read_sheet
from app.rules.wfrp4.state import Fighter, Magic, State
from app.rules.wfrp4.turns import finish_turn


def open_encounter(scene: Scene[State], command: Open, dice: Dice) -> None:
    """Opens the encounter, with whoever is there from the start."""
    options = by_preset(OPTIONS.validate_json(json.dumps(dict(command.options))))
    scene.record(EncounterOpened(options=options))
    _let_in(scene, command.combatants)


def join(scene: Scene[State], command: Join, dice: Dice) -> None:
    """Lets combatants join; once the order stands they take their places in it."""
    require_open(scene.state)
    newcomers = _let_in(scene, command.combatants)
    if scene.state.status != "setup":
        take_places(scene, dice, newcomers)


def leave(scene: Scene[State], command: Leave, dice: Dice) -> None:
    """Takes a combatant out of the fight; the turn passes on if it was theirs."""
    require_open(scene.state)
    scene.leave(command, lambda s: finish_turn(s, dice))


def _let_in(scene: Scene[State], recruits: tuple[Recruit, ...]) -> list[str]:
    joined: list[str] = []
    for entrant in entrants(scene.state, recruits):
        sheet = read_sheet(entrant.sheet)
        main, off = at_first(sheet)
        fighter = Fighter(
            **entrant.identity,
            sheet=sheet,
            wounds=sheet.max_wounds,
            fate=sheet.fate,
            fortune=sheet.fate,
            resilience=sheet.resilience,
            resolve=sheet.resilience,
            corruption=sheet.corruption,
            main=main,
            off=off,
            position=sheet.position,
            magic=Magic(sin=sheet.sin),
        )
        scene.record(CombatantJoined(combatant=fighter))
        joined.append(entrant.id)
    return joined
