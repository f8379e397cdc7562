"""Rolls that change nothing: anybody may make them, at any time (SD-CMD-1, SD-CMD-2)."""

from collections.abc import Iterable

from app.engine.dice import Dice
from app.engine.encounter import Scene
from app.engine.notation import parse
from app.engine.refusals import BadNotation, Invalid
from app.rules.desdaemona.commands import CombatDice, RollDefence, RollInit
from app.rules.desdaemona.events import FreeRollMade
from app.rules.desdaemona.kinds import named_kind, unknown_kind
from app.rules.desdaemona.order import init_formula
from app.rules.desdaemona.refusals import NotDice
from app.rules.desdaemona.rolls import Part, formula_of, free_formula, stat_parts, typed
from app.rules.desdaemona.state import Fighter, State


def combat_dice(scene: Scene[State], command: CombatDice, dice: Dice) -> None:
    """Dice, or stats of the actor's for their dice."""
    fighter = scene.state.combatants[command.actor] if command.actor else None
    parts = _parts(fighter, command.rolls)
    modifiers = typed(command.modifiers)
    formula = free_formula(scene.state.options, parts, command.percent, modifiers)
    fell = dice.total(formula.notation, "combat-dice", subject=command.actor)
    scene.record(
        FreeRollMade(combatant=command.actor, about="dice", kind=None, roll=formula.rolled(fell))
    )


def roll_defence(scene: Scene[State], command: RollDefence, dice: Dice) -> None:
    """A defence against a kind, as it would be rolled now."""
    fighter, options = _roller(scene.state, command.actor), scene.state.options
    kind = named_kind(options, command.kind)
    if kind is None:
        raise unknown_kind(options, command.kind)
    modifiers = typed(command.modifiers)
    formula = formula_of(options, fighter, kind, "defence", modifiers, command.percent)
    fell = dice.total(formula.notation, "free-defence", subject=fighter.id)
    scene.record(
        FreeRollMade(combatant=fighter.id, about="defence", kind=kind, roll=formula.rolled(fell))
    )


def roll_init(scene: Scene[State], command: RollInit, dice: Dice) -> None:
    """An initiative, as it would be rolled now."""
    fighter = _roller(scene.state, command.actor)
    formula = init_formula(scene.state.options, fighter, typed(command.modifiers))
    fell = dice.total(formula.notation, "initiative", subject=fighter.id)
    scene.record(
        FreeRollMade(combatant=fighter.id, about="init", kind=None, roll=formula.rolled(fell))
    )


def _roller(state: State, actor: str | None) -> Fighter:
    if actor is None:
        raise Invalid("Say who rolls: the actor is missing.")
    return state.combatants[actor]


def _parts(fighter: Fighter | None, rolls: Iterable[str]) -> tuple[Part, ...]:
    """Stats of the fighter's as their dice, anything else as dice. Raises NotDice."""
    stats = [] if fighter is None else sorted({"STA", *fighter.sheet.stats})
    try:
        parts = tuple(
            stat_parts(fighter, [text.upper()])[0]
            if fighter is not None and text.upper() in stats
            else Part(text, parse(text).text)
            for text in rolls
        )
        parse("+".join(part.dice for part in parts))  # one by one they may be few enough
    except BadNotation as bad:
        of_stats = f"or a stat: {', '.join(stats)}" if stats else "or name an actor with stats"
        raise NotDice(f"{bad.detail} Give dice, {of_stats}.", stats=stats, **bad.facts) from None
    return parts
