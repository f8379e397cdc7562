"""What of magic and prayer one could want now."""

from collections.abc import Iterator, Sequence

from app.engine.encounter import Command
from app.rules.wfrp4 import magic_commands as m
from app.rules.wfrp4.spells import Power
from app.rules.wfrp4.state import Fighter, State


def magic_offers(state: State, fighter: Fighter) -> Iterator[tuple[str, Command]]:
    """Each spell and prayer on each target, channelling, and repentance."""
    actor = fighter.id
    for spell in fighter.sheet.spells:
        for target, on in _targets(state, fighter, spell):
            yield f"Cast {spell.name}{on}", m.Cast(actor=actor, spell=spell.name, target=target)
        yield f"Channel {spell.name}", m.Channel(actor=actor, spell=spell.name)
    for prayer in fighter.sheet.prayers:
        for target, on in _targets(state, fighter, prayer):
            yield (
                f"Pray for {prayer.name}{on}",
                m.Pray(actor=actor, prayer=prayer.name, target=target),
            )
    yield "Pray for forgiveness", m.Repent(actor=actor)


def _targets(state: State, fighter: Fighter, power: Power) -> Sequence[tuple[str | None, str]]:
    """Oneself is told by no target."""
    if power.affects == "self" or power.range == "self":
        return ((None, ""),)
    others = [c for c in state.combatants.values() if c.id != fighter.id]
    myself = () if power.affects == "foes" else ((None, " on oneself"),)
    return (*myself, *((c.id, f" on {c.name}") for c in others))
