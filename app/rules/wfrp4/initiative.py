"""The order of battle, by *option* `initiative`, taken once and kept (WF-INIT-1)."""

from app.engine.dice import Dice
from app.engine.encounter import PlacesTaken, Scene
from app.engine.order import in_order, tied
from app.engine.tally import Line, Tally, tally
from app.rules.wfrp4.events import InitiativeSettled, TieTested
from app.rules.wfrp4.numbers import number
from app.rules.wfrp4.rolled import those_that_count
from app.rules.wfrp4.rolls import PERCENT, judged, plain_side
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.tables.talents import COMBAT_REFLEXES, REFLEXES

DIE = 10
BY_INITIATIVE, BY_TEST, BY_DIE, BY_BONUSES = range(4)  # option initiative
MAX_TIES = 10  # ties that outlast them stand in the order of joining

Key = tuple[int, ...]
"""A place: 0 with a Slow weapon in hand, else 1; the initiative; I; Ag; SL of Agility tests."""


def take_places(scene: Scene[State], dice: Dice, ids: list[str]) -> None:
    """Places combatants, highest first; dice in the order of joining, a group once."""
    keys = {id: _key(scene, dice, id) for id in ids}
    for _ in range(MAX_TIES if scene.state.status == "setup" else 0):
        for alike in tied(keys, scene.state.unit):
            sl = _agility(scene, dice, alike)
            keys.update({id: (*keys[id], sl) for id in alike})
    scene.record(PlacesTaken(places=in_order(keys)))


def _key(scene: Scene[State], dice: Dice, id: str) -> Key:
    fighter, option = scene.state.combatants[id], scene.state.options.initiative
    initiative, face = _initiative(scene, dice, fighter, option)
    scene.record(InitiativeSettled(combatant=id, option=option, initiative=initiative, face=face))
    slow = any(weapon.rating("slow") for weapon in fighter.in_hand)
    sheet = fighter.sheet
    return (0 if slow else 1, initiative.total, sheet.i, sheet.ag)


def _initiative(
    scene: Scene[State], dice: Dice, fighter: Fighter, option: int
) -> tuple[Tally, int | None]:
    """What is highest first, and the face rolled for it (its group's)."""
    sheet, options = fighter.sheet, scene.state.options
    reflexes = Line(COMBAT_REFLEXES, REFLEXES * sheet.talent(COMBAT_REFLEXES))
    quick = (Line("i", sheet.i), *those_that_count(reflexes))
    if option == BY_INITIATIVE:
        return tally(quick), None
    sides = PERCENT if option == BY_TEST else DIE
    face = _face(scene, dice, fighter, sides)
    if option == BY_TEST:
        target = number(options, fighter, "initiative", reflexes)
        _, sl = judged(face, target.total, options.success_levels)
        return tally((Line("sl", sl),)), face
    if option == BY_DIE:
        return tally((*quick, Line("d10", face))), face
    bonuses = (Line("initiative bonus", sheet.bonus("i")), Line("agility bonus", sheet.bonus("ag")))
    return tally((*bonuses, *those_that_count(reflexes), Line("d10", face))), face


def _face(scene: Scene[State], dice: Dice, fighter: Fighter, sides: int) -> int:
    """A face of one's own, or the one its group has rolled."""
    mates = (c for c in scene.state.combatants.values() if c.group and c.group == fighter.group)
    shared = next((mate.initiative for mate in mates if mate.initiative is not None), None)
    if shared is not None:
        return shared
    return dice.roll(sides, "initiative", subject=fighter.id)


def _agility(scene: Scene[State], dice: Dice, tied: tuple[str, ...]) -> int:
    """An Agility test breaks a double tie."""
    side = plain_side(scene.state, tied[0], "agility")
    face = dice.roll(PERCENT, "tie", subject=tied[0])
    test = side.rolled(face, scene.state.options)
    scene.record(TieTested(combatants=tied, test=test))
    return test.sl.total
