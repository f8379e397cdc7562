"""Who is surprised when the fight begins (WF-SUR-1)."""

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.refusals import Invalid
from app.rules.wfrp4.commands import Surprise
from app.rules.wfrp4.conditions import Condition
from app.rules.wfrp4.events import OpposedTested
from app.rules.wfrp4.harm import gain
from app.rules.wfrp4.numbers import number
from app.rules.wfrp4.refusals import TooLateForSurprise
from app.rules.wfrp4.rolls import higher, passes, plain_side, roll
from app.rules.wfrp4.state import State
from app.rules.wfrp4.tables.talents import COMBAT_AWARE

STEALTH, PERCEPTION, WHY = "stealth", "perception", "surprise"


def surprise(scene: Scene[State], command: Surprise, dice: Dice) -> None:
    """By the game master's word, or the worst Stealth against each one's Perception."""
    if scene.state.status != "setup":
        raise TooLateForSurprise("Surprise is settled before the fight begins.")
    by_word, by_test = bool(command.combatants), bool(command.ambushers or command.targets)
    if by_word == by_test or bool(command.ambushers) != bool(command.targets):
        raise Invalid("Name who is surprised; or the ambushers, and the targets of the ambush.")
    if both := set(command.ambushers) & set(command.targets):
        raise Invalid(
            f"{min(both)} can't both lie in ambush and walk into it.", combatant=min(both)
        )
    for combatant in dict.fromkeys(command.combatants):
        _surprised(scene, dice, combatant, None)
    if by_test:
        _ambush(scene, dice, command)


def _ambush(scene: Scene[State], dice: Dice, command: Surprise) -> None:
    """One roll of Stealth; who loses to it is surprised."""
    state, options = scene.state, scene.state.options
    worst = min(
        command.ambushers,
        key=lambda c: number(options, state.combatants[c], STEALTH).total,
    )
    ours = plain_side(state, worst, STEALTH)
    hidden = roll(dice, ours, state, WHY, worst, command.targets[0])
    for one in dict.fromkeys(command.targets):
        theirs = plain_side(scene.state, one, PERCEPTION)
        seen = roll(dice, theirs, scene.state, WHY, one, worst)
        won = higher(hidden.sl.total, seen.sl.total, ours, theirs, options)
        scene.record(
            OpposedTested(
                combatant=worst,
                skill=STEALTH,
                ours=hidden,
                against=one,
                against_skill=PERCEPTION,
                theirs=seen,
                why=WHY,
                winner=None if won is None else worst if won else one,
                margin=abs(hidden.sl.total - seen.sl.total),
            )
        )
        if won:
            _surprised(scene, dice, one, worst)


def _surprised(scene: Scene[State], dice: Dice, combatant: str, by: str | None) -> None:
    """Combat Aware: a Challenging Perception test to ignore it."""
    aware = scene.state.combatants[combatant].sheet.talent(COMBAT_AWARE)
    if aware and passes(scene, dice, combatant, PERCEPTION, "combat-aware"):
        return
    gain(scene, combatant, Condition(name="surprised", cause=WHY, by=by))
