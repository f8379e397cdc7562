"""What odds are given of: what a blow may come to (docs/odds.md)."""

from collections.abc import Iterator, Sequence

from app.engine.encounter import Command, Event
from app.engine.ruleset import Outcome
from app.rules.wfrp4 import events as e
from app.rules.wfrp4 import magic_events as m
from app.rules.wfrp4.aiming import Spread, befallen
from app.rules.wfrp4.channelling import who_channels
from app.rules.wfrp4.dispelling import dispellers
from app.rules.wfrp4.magic_commands import Aimed, Cast, Pray
from app.rules.wfrp4.spells import Power
from app.rules.wfrp4.state import State
from app.rules.wfrp4.troubles import CRITICAL, FUMBLE

MOST_STEPS = 10  # of an overcast

OUTCOMES = {
    "success": "{of} passes the test, or wins it",
    "won": "the attack on {of} wins",
    "defended": "{of} wins the defence",
    "margin": "SL by which the attack on {of} wins",
    "wounds": "Wounds that {of} loses",
    "critical": "a critical on {of}",
    "fumble": "{of} fumbles",
    "cast": "{of} casts the spell",
    "channelled": "SL that {of} has channelled",
    "dispelled": "{of} dispels the spell",
    "miscast": "{of} miscasts",
    "granted": "the prayer of {of} is granted",
    "wrath": "the god of {of} is angry",
    "healed": "Wounds that {of} gets back",
    "down": "{of} falls unconscious",
    "dead": "{of} dies",
}


def outcomes(event: Event) -> Iterator[Outcome]:
    """What an event means to the one it befalls."""
    match event:
        case e.SkillTested() if event.test.passed:
            yield Outcome("success", event.combatant)
        case e.OpposedTested(winner=str(winner)):
            yield Outcome("success", winner)
        case e.AttackTested(winner="attacker"):
            yield Outcome("won", event.defender)
            yield Outcome("margin", event.defender, event.margin)
        case e.AttackTested(winner="defender"):
            yield Outcome("defended", event.defender)
        case e.WoundsLost():
            yield Outcome("wounds", event.combatant, event.wounds)
        case e.CriticalScored():
            yield Outcome("critical", event.of)
        case e.Fumbled():
            yield Outcome("fumble", event.of)
        case e.CombatantFell():
            yield Outcome("down", event.combatant)
        case e.CombatantDied():
            yield Outcome("dead", event.combatant)
        case _:
            yield from _of_magic(event)


def _of_magic(event: Event) -> Iterator[Outcome]:
    match event:
        case m.CastingTested(cast=True):
            yield Outcome("cast", event.caster)
        case m.ChannellingTested():
            yield Outcome("channelled", event.combatant, event.sl)
        case m.DispelTested(dispelled=True):
            yield Outcome("dispelled", event.combatant)
        case m.Miscast():
            yield Outcome("miscast", event.of)
        case m.PrayerTested(granted=True):
            yield Outcome("granted", event.combatant)
        case m.Wrath():
            yield Outcome("wrath", event.of)
        case e.WoundsRegained():
            yield Outcome("healed", event.combatant, event.wounds)
        case _:
            pass


def foreseen(state: State, steps: Sequence[Command]) -> object:
    """All of a state, unless only rolls on tables are left: their rows are entries of their own."""
    acting = state.acting
    goes_on = acting is not None and state.able(acting) and state.options.turns_end != "when_spent"
    on_tables = all(trouble.kind in (CRITICAL, FUMBLE) for trouble in state.troubles)
    return None if goes_on and on_tables and not who_channels(state) else state


def area(state: State, command: Command) -> Sequence[str]:
    """All whom a spell or a prayer befalls by dice of their own, where they are several.

    Nobody where one of them dispels it: then what befalls the others hangs on that one's die.
    """
    match command:
        case Cast(actor=str(actor)) if actor in state.combatants:
            powers: Sequence[Power] = state.combatants[actor].sheet.spells
            befallen_by_it = _befallen(state, actor, powers, command.spell, command)
            able = set(dispellers(state, actor))
            return () if able & set(befallen_by_it) else befallen_by_it
        case Pray(actor=str(actor)) if actor in state.combatants:
            powers = state.combatants[actor].sheet.prayers
            return _befallen(state, actor, powers, command.prayer, command)
        case _:
            return ()


def _befallen(
    state: State, actor: str, powers: Sequence[Power], name: str, command: Aimed
) -> Sequence[str]:
    power = next((p for p in powers if p.name == name), None)
    if power is None:
        return ()
    widest = Spread(further=len(command.also), area=MOST_STEPS)
    targets = befallen(state, actor, power, command, widest)
    return targets if len(targets) > 1 else ()
