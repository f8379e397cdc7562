"""Which spell, and on whom: what TI-CAST-6 allows; all else is refused and costs nothing."""

from dataclasses import replace

from app.engine.refusals import Invalid
from app.rules.tides_of_ichor.commands import Cast
from app.rules.tides_of_ichor.fighter import Fighter
from app.rules.tides_of_ichor.line import check_on_field, check_reach, reaches
from app.rules.tides_of_ichor.lingering import Forgotten
from app.rules.tides_of_ichor.refusals import (
    AlreadyUsed,
    CannotTarget,
    NobodyThere,
    SpellForgotten,
    TargetDown,
    TooNear,
    UnknownSpell,
)
from app.rules.tides_of_ichor.spells import Spell
from app.rules.tides_of_ichor.state import State


def known_spell(fighter: Fighter, name: str) -> Spell:
    """The spell of this name. Raises UnknownSpell."""
    spell = next((s for s in fighter.spells if s.name.casefold() == name.casefold()), None)
    if spell is None:
        raise UnknownSpell(
            f"{fighter.id} knows no spell {name!r}.",
            spell=name,
            spells=[s.name for s in fighter.spells],
        )
    return spell


def castable(state: State, actor: str, name: str) -> Spell:
    """The spell, if it is known and left: a powerful one only once (TI-KEY-5, TI-MIS-R01)."""
    fighter = state.combatants[actor]
    spell = known_spell(fighter, name)
    if is_forgotten(fighter, spell):
        raise SpellForgotten(
            f"{actor} has lost the words of {spell.name} for this encounter.", spell=spell.name
        )
    if is_used(fighter, spell):
        raise AlreadyUsed(
            f"{spell.name} is powerful: once an encounter, and it was used.", spell=spell.name
        )
    return spell


def is_forgotten(fighter: Fighter, spell: Spell) -> bool:
    """Whether a miscast took the spell's words (TI-MIS-R01)."""
    return any(forgotten.spell == spell.name for _, forgotten in fighter.borne(Forgotten))


def is_used(fighter: Fighter, spell: Spell) -> bool:
    """Whether a powerful spell was used (TI-KEY-5)."""
    return spell.powerful and spell.name in fighter.used_spells


def aimed(
    state: State, actor: str, spell: Spell, target: str | None, zone: int | None
) -> tuple[str, ...]:
    """Whom the spell would affect, aimed so. Refused when it can't be aimed so."""
    if spell.targeting == "zone":
        if zone is None or target is not None:
            raise Invalid(f"{spell.name} is cast on a zone: name one, and no target.")
        return _in_zone(state, actor, spell, zone)
    if zone is not None:
        raise Invalid(f"{spell.name} is cast on somebody: name no zone.")
    if spell.targeting == "personal":
        if target not in (None, actor):
            raise CannotTarget(
                f"{spell.name} is a personal spell: {actor} can cast it only on itself.",
                target=target,
            )
        return (actor,)
    if target is None:
        raise Invalid(f"{spell.name} is cast on somebody: name the target.")
    _check_target(state, actor, spell, target)
    return (target,)


def caught(state: State, actor: str, spell: Spell, zone: int) -> tuple[str, ...]:
    """Whom a spell on a zone affects there; its caster is an ally of itself (TI-LINE-4)."""
    return tuple(
        f.id for f in state.present if f.zone == zone and of_its_kind(state, actor, spell, f)
    )


def of_its_kind(state: State, actor: str, spell: Spell, target: Fighter) -> bool:
    """Whether a spell is meant for someone of that side."""
    enemy = target.side != state.combatants[actor].side
    return spell.affects == "all" or enemy == (spell.affects == "enemies")


def targets(state: State, actor: str, spell: Spell) -> tuple[str, ...]:
    """Everybody a spell on one target can be aimed at now."""
    if spell.targeting == "personal":
        return (actor,)
    return tuple(
        f.id
        for f in state.present
        if of_its_kind(state, actor, spell, f)
        and state.distance(actor, f.id) > 0
        and reaches(spell.range, state.distance(actor, f.id))
    )


def _in_zone(state: State, actor: str, spell: Spell, zone: int) -> tuple[str, ...]:
    check_on_field(state, zone)
    check_reach(spell.name, spell.range, abs(state.combatants[actor].zone - zone))
    found = caught(state, actor, spell, zone)
    if not found:
        raise NobodyThere(
            f"{spell.name} affects {spell.affects}, and zone {zone} has none.", zone=zone
        )
    return found


def _check_target(state: State, actor: str, spell: Spell, target: str) -> None:
    """A ranged spell reaches those it is meant for within its range, never in one's own zone."""
    fighter = state.combatants[target]
    if not fighter.able:
        raise TargetDown(
            f"{target} is {fighter.status}: cast on somebody who stands.",
            target=target,
            target_status=fighter.status,
        )
    if not of_its_kind(state, actor, spell, fighter):
        raise CannotTarget(
            f"{spell.name} is for {spell.affects}, and {target} is not one of them.",
            target=target,
            side=fighter.side,
        )
    distance = state.distance(actor, target)
    if distance == 0:
        raise TooNear(
            f"{target} is in the zone of {actor}: ranged spells reach nobody so near.",
            target=target,
            distance=distance,
        )
    check_reach(spell.name, spell.range, distance)


def settle_cast(state: State, actor: str, command: Cast) -> Cast:
    """The command with the spell's own name, and oneself as the target of a personal spell."""
    spell = known_spell(state.combatants[actor], command.spell)
    target = command.target
    if spell.targeting == "personal" and target is None and command.zone is None:
        target = actor
    return replace(command, spell=spell.name, target=target)
