"""What odds are given of: what an attack or a spell may come to, and whom one on a zone befalls."""

from collections.abc import Iterator, Sequence

from app.engine.encounter import Command, Event
from app.engine.ruleset import Outcome
from app.rules.tides_of_ichor import events as e
from app.rules.tides_of_ichor import spell_events as s
from app.rules.tides_of_ichor.aiming import aimed, known_spell
from app.rules.tides_of_ichor.attacks import affected
from app.rules.tides_of_ichor.commands import Cast, UseAbility
from app.rules.tides_of_ichor.state import State

OUTCOMES = {
    "hit": "{of} is hit",
    "dodged": "{of} dodges",
    "blocked": "{of} blocks",
    "wound": "{of} is wounded",
    "critical": "a critical on {of}",
    "warded": "the ward of {of} holds",
    "damage": "wounds that {of} loses",
    "cast": "{of} casts the spell",
    "force": "{of} casts with irresistible force",
    "miscast": "{of} miscasts",
    "overcome": "the spell overcomes {of}",
    "healed": "wounds that {of} gets back",
    "slain": "{of} is slain",
}


def outcomes(event: Event) -> Iterator[Outcome]:
    """What an event means to the one it befalls."""
    match event:
        case e.AttackRolled(hit=True):
            yield Outcome("hit", event.defender)
        case e.DodgeRolled(avoided=True):
            yield Outcome("dodged", event.defender)
        case e.BlockRolled(avoided=True):
            yield Outcome("blocked", event.defender)
        case e.WoundRolled(wounded=True):
            yield Outcome("wound", event.defender)
        case e.CriticalRolled(critical=True):
            yield Outcome("critical", event.defender)
        case e.WardRolled(warded=True):
            yield Outcome("warded", event.defender)
        case e.WoundsLost():
            yield Outcome("damage", event.combatant, event.wounds)
        case e.CombatantSlain():
            yield Outcome("slain", event.combatant)
        case _:
            yield from _of_spells(event)


def _of_spells(event: Event) -> Iterator[Outcome]:
    match event:
        case s.CastingRolled(passed=True):
            yield Outcome("cast", event.caster)
        case s.ForceRolled(forced=True):
            yield Outcome("force", event.caster)
        case s.MiscastChecked(miscast=True):
            yield Outcome("miscast", event.caster)
        case s.SpellPowerRolled(passed=True):
            yield Outcome("overcome", event.defender)
        case s.Healed():
            yield Outcome("healed", event.combatant, event.healed)
        case _:
            pass


def area(state: State, command: Command) -> Sequence[str]:
    """All in the zone that an ability or a spell goes for."""
    match command:
        case Cast(actor=str(actor), zone=int(zone)) if actor in state.combatants:
            spell = known_spell(state.combatants[actor], command.spell)
            return aimed(state, actor, spell, command.target, zone)
        case UseAbility(actor=str(actor), zone=int(zone)) if actor in state.combatants:
            abilities = state.combatants[actor].sheet.abilities
            for ability in abilities:
                if ability.name == command.ability:
                    return affected(state, actor, ability, zone)
    return ()
