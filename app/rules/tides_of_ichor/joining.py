"""Opening the encounter, and who comes and goes."""

import json

from app.engine.dice import Dice
from app.engine.encounter import Join, Leave, Open, Recruit, Scene, entrants, require_open
from app.rules.tides_of_ichor.events import CombatantJoined, EncounterOpened
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.harm import send_back
from app.rules.tides_of_ichor.initiative import take_places
from app.rules.tides_of_ichor.line import check_on_field
from app.rules.tides_of_ichor.options import OPTIONS
from app.rules.tides_of_ichor.sheet import read_sheet
from app.rules.tides_of_ichor.spells import check_spells
from app.rules.tides_of_ichor.state import State
from app.rules.tides_of_ichor.turns import finish_turn


def open_encounter(scene: Scene[State], command: Open, dice: Dice) -> None:
    """Opens the encounter, with whoever is there from the start."""
    options = OPTIONS.validate_json(json.dumps(dict(command.options)))
    scene.record(EncounterOpened(options=options))
    _let_in(scene, command.combatants)


def join(scene: Scene[State], command: Join, dice: Dice) -> None:
    """Lets combatants join; once the order stands they roll and take their places (TI-INIT-4)."""
    require_open(scene.state)
    newcomers = _let_in(scene, command.combatants)
    if scene.state.status != "setup":
        take_places(scene, dice, newcomers)


def leave(scene: Scene[State], command: Leave, dice: Dice) -> None:
    """Takes a combatant out of the fight; the turn passes on if it was theirs."""
    require_open(scene.state)
    standing = scene.state.standing
    send_back(scene, command.combatant)
    scene.note_fallen_sides(standing)
    scene.leave(command, finish_turn)


def _let_in(scene: Scene[State], recruits: tuple[Recruit, ...]) -> list[str]:
    joined: list[str] = []
    for entrant in entrants(scene.state, recruits):
        sheet = read_sheet(entrant.sheet)
        check_on_field(scene.state, sheet.zone)
        if scene.state.options.enforce_spell_requirements:
            check_spells(sheet.spells)
        fighter = Fighter(
            **entrant.identity,
            sheet=sheet,
            wounds=sheet.w,
            zone=sheet.zone,
        )
        scene.record(CombatantJoined(combatant=fighter))
        joined.append(entrant.id)
    return joined
