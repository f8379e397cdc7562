"""An attack made ready for its dice: range, defences, the blow (WF-ATT-1, WF-ATT-2)."""

from dataclasses import replace

from app.engine.tally import Line
from app.rules.wfrp4.attack_numbers import attack_side, others_engaged
from app.rules.wfrp4.commands import Attack
from app.rules.wfrp4.contest import Blow
from app.rules.wfrp4.defences import Defence, chosen, defences
from app.rules.wfrp4.fields import Winner
from app.rules.wfrp4.gear import Weapon
from app.rules.wfrp4.ranges import band_at, caught_in_blast, distance_to
from app.rules.wfrp4.rolls import favoured
from app.rules.wfrp4.state import Favour, State


def band_of(state: State, command: Attack, weapon: Weapon) -> str | None:
    """The range band of a shot; None in melee. Raises OutOfRange."""
    if weapon.kind == "melee":
        return None
    distance = distance_to(state, str(command.actor), command.target, command.distance)
    return band_at(weapon.range or 0, distance)


def prepared(
    state: State, command: Attack, weapon: Weapon, *more: Line, opposed: bool = True
) -> Blow:
    """The blow of an attack as things are now."""
    actor, target = state.combatants[str(command.actor)], state.combatants[command.target]
    band = band_of(state, command, weapon)
    found = open_defences(state, command, weapon) if opposed else []
    others = others_engaged(state, actor, target) if weapon.kind == "ranged" else ()
    defence = chosen(found, command.defence, target) if opposed else None
    ours, theirs = state.favour_for(actor.id, "attack"), state.favour_for(target.id, "defence")
    if defence is not None:
        defence = replace(defence, side=favoured(defence.side, theirs))
    return Blow(
        attacker=actor,
        defender=target,
        weapon=weapon,
        side=favoured(attack_side(state, command, weapon, band, *more), ours),
        defence=defence,
        face=None if ours is None else ours.face,
        defence_face=None if theirs is None else theirs.face,
        sure=_sure(ours, theirs),
        options=state.options,
        band=band,
        called=command.called,
        others=others,
        push=command.push,
        every_face=command.second_target is not None
        or bool(caught_in_blast(state, weapon, target.id, command.caught)),
    )


def _sure(ours: Favour | None, theirs: Favour | None) -> Winner | None:
    """Whom Resilience lets win."""
    if ours is not None and ours.face is not None:
        return "attacker"
    return "defender" if theirs is not None and theirs.face is not None else None


def open_defences(state: State, command: Attack, weapon: Weapon) -> list[Defence]:
    """Every way to defend against an attack, the best first."""
    band = band_of(state, command, weapon)
    return defences(state, str(command.actor), weapon, command.target, band)
