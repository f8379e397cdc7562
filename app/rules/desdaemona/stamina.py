"""Stamina: what actions cost, who yields, and the last gasp (SD-STA)."""

from typing import Literal

from app.engine.encounter import Scene
from app.engine.tally import Line, Lines, Tally, held, total
from app.rules.desdaemona.events import SpentOn, StaminaRegained, StaminaSpent, Yielded
from app.rules.desdaemona.fields import Action
from app.rules.desdaemona.sheet import Spell
from app.rules.desdaemona.state import Fighter, Options, State
from app.rules.desdaemona.targets import foes

REGAINED = 2  # STA, by whom a passive action contests, and at the last gasp (SD-PAS-1, SD-STA-3)


def cost_of(
    options: Options, fighter: Fighter, kind: str, action: Action, spell: Spell | None = None
) -> Lines:
    """STA for an attack or a defence of a kind, line by line; never below 0 (SD-STA-1)."""
    flight = fighter.sheet.flight
    shields = fighter.conditions if action == "defence" else ()
    changes = ((c.name, c.change(f"{action}_cost", kind)) for c in fighter.conditions)
    costs = (
        (spell.name, spell.sta) if spell else ("", 0),
        ("in the air", flight.sta if flight and fighter.airborne else 0),  # SD-FLY-1
        *((condition.name, condition.shield_cost(kind)) for condition in shields),
        *changes,
    )
    base = Line(kind, getattr(options.costs(kind), action))
    lines = (base, *(Line(name, sta) for name, sta in costs if sta))
    return held(lines, "never below 0", least=0)


def spend(scene: Scene[State], combatant: str, on: SpentOn, cost: Lines) -> None:
    """Takes STA; with 1 left one may act, and a higher cost takes it to 0 (SD-STA-2)."""
    sta = total(cost)
    if sta:
        remaining = max(0, scene.state.combatants[combatant].sta - sta)
        scene.record(
            StaminaSpent(combatant=combatant, on=on, cost=Tally(cost, sta), remaining=remaining)
        )


def regain(
    scene: Scene[State],
    combatant: str,
    sta: int,
    why: Literal["contested", "potion", "last_gasp"],
) -> None:
    """Gives STA back, up to the maximum."""
    fighter = scene.state.combatants[combatant]
    remaining = min(fighter.sheet.sta, fighter.sta + sta)
    if remaining > fighter.sta:
        gained = remaining - fighter.sta
        scene.record(StaminaRegained(combatant=combatant, sta=gained, remaining=remaining, why=why))


def yield_if_spent(scene: Scene[State], combatant: str, on: SpentOn) -> None:
    """Whoever has no STA left yields at once, if still there to (SD-STA-2)."""
    fighter = scene.state.combatants[combatant]
    if fighter.able and fighter.sta == 0:
        standing = scene.state.standing
        scene.record(Yielded(combatant=combatant, on=on))
        scene.note_fallen_sides(standing)


def gasp_or_yield(scene: Scene[State], attacker: str, *, killed: bool) -> None:
    """Yields, unless the attack that took the last STA `killed` the last opponent (SD-STA-3)."""
    spent = scene.state.combatants[attacker].sta == 0
    if spent and killed and not foes(scene.state, attacker):
        regain(scene, attacker, REGAINED, "last_gasp")
    yield_if_spent(scene, attacker, "attack")
