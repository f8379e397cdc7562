"""Spells and prayers in sentences; what each of their dice is for."""

from app.engine.encounter import Event
from app.engine.ruleset import Names
from app.rules.wfrp4 import magic_events as m
from app.rules.wfrp4.rolled import Rolled

MAGIC_PURPOSES = {
    "casting": "Language (Magick) of {subject}",
    "dispel": "{subject} to dispel the spell of {object}",
    "channelling": "Channelling of {subject}",
    "interrupted": "Cool of {subject}, to hold what was channelled",
    "resist": "{subject} to resist the spell of {object}",
    "terror": "Cool of {subject}, in terror of {object}",
    "ward": "ward of {subject}",
    "miscast": "what the miscast of {subject} comes to",
    "pray": "Pray of {subject}",
    "wrath": "what the wrath on {subject} comes to",
    "repent": "Pray of {subject}, to be forgiven",
}
USES = {"wound": "a critical wound", "power": "total power", "force": "not to be dispelled"}


def magic_sentence(event: Event, names: Names) -> str:
    """What wizards and priests do."""
    match event:
        case m.CastingTested():
            on = "" if event.target is None else f" on {names[event.target]}"
            told = f"{names[event.caster]} casts {event.spell}{on}: {rolled(event.test)}"
            use = "" if event.critical_use is None else f", {USES[event.critical_use]}"
            comes = "" if event.cast else ", and nothing comes of it"
            return f"{told} against CN {event.cn.total}{use}{comes}"
        case m.ChannellingTested():
            full = ", all it takes" if event.full else ""
            sl = f"{event.sl} of {event.goal} SL{full}"
            return f"{names[event.combatant]} channels {event.spell}: {rolled(event.test)}; {sl}"
        case m.PrayerTested():
            on = "" if event.target is None else f" on {names[event.target]}"
            heard = "it is granted" if event.granted else "it isn't heard"
            told = f"{names[event.combatant]} prays for {event.prayer}{on}"
            return f"{told}: {rolled(event.test)}; {heard}"
        case m.SpellReleased():
            return f"The spell of {names[event.caster]} goes on"
        case _:
            return ""


def magic_clause(event: Event, names: Names) -> str:
    """What comes of it."""
    match event:
        case m.SpellHeld():
            return f"{names[event.combatant]} may dispel it"
        case m.DispelTested():
            done = "dispels it" if event.dispelled else "can't dispel it"
            return f"{names[event.combatant]} {done}: {rolled(event.test)}"
        case m.TookEffect():
            whom = ", ".join(names[target] for target in event.targets) or "nobody"
            more = f", overcast by {event.steps}" if event.steps else ""
            return f"{event.power} takes effect on {whom}{more}"
        case m.FellShort():
            return f"{event.power} falls short"
        case m.ChannellingLost():
            return f"{names[event.combatant]} loses what was channelled of {event.spell}"
        case m.Miscast():
            return f"a {event.trouble.kind} of {names[event.of]}"
        case m.MiscastRolled():
            return f"{event.face} on the table"
        case m.Wrath():
            return f"the god of {names[event.of]} is angry"
        case m.WrathRolled():
            return f"{event.face} + {event.modifier} on the table of wrath"
        case _:
            return _clause_of_bodies(event, names)


def _clause_of_bodies(event: Event, names: Names) -> str:
    match event:
        case m.SinChanged():
            return f"Sin of {names[event.combatant]} {event.before} to {event.after}"
        case m.CorruptionGained():
            return f"{names[event.combatant]} gains {event.points} Corruption"
        case m.PointsGained():
            return f"{names[event.combatant]} has {event.left} {event.points.capitalize()}"
        case m.Warded():
            holds = "holds" if event.held else "doesn't hold"
            return f"{event.face} for the ward of {names[event.combatant]}, which {holds}"
        case _:
            return ""


def rolled(test: Rolled) -> str:
    """A roll against its number, and its SL."""
    face = "without a roll" if test.face is None else f"{test.face} for {test.number.total}"
    return f"{face}, SL {test.sl.total:+d}"
