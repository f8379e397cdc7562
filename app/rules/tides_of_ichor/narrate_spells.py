"""Casting, and all that magic does, in sentences; what each of its dice is for."""

from app.engine.encounter import Event, QuestionAnswered, QuestionAsked
from app.engine.ruleset import Names
from app.rules.tides_of_ichor import spell_events as s
from app.rules.tides_of_ichor.lingering import Rot
from app.rules.tides_of_ichor.questions import prompt

SPELL_PURPOSES = {
    "casting": "{subject} to cast",
    "force": "irresistible force of {subject}",
    "miscast": "whether {subject} miscasts",
    "miscast-row": "miscast of {subject}",
    "spell-power": "spell power of {subject} against {object}",
    "spell-damage": "damage of {subject} to {object}",
    "healing": "healing of {subject} for {object}",
    "ward-magic": "ward of {subject} against magic",
    "astray": "whom the spell of {subject} finds",
    "rift": "daemons that {subject} lets in",
    "prey": "whom {subject} goes for",
    "shadow": "whether {subject} turns to shadow",
    "comet": "the comet of {subject} to wound {object}",
    "foot": "where the foot of {subject} treads next",
    "trodden": "whom the foot of {subject} finds",
    "burn-out": "whether {subject} dies of it",
}

ENDED_BECAUSE = {"used": "used", "faded": "faded", "struck": "here", "encounter": "over"}


def spell_sentence(event: Event, names: Names) -> str:
    """What begins a sentence of its own."""
    match event:
        case s.CastingRolled():
            return _casting(event, names)
        case s.MiscastSuffered(alive=False):
            return f"{event.title} finds {names[event.caster]} dead"
        case s.MiscastSuffered():
            return f"{event.title} (row {event.row}) befalls {names[event.caster]}"
        case s.SpellReleased():
            return f"{event.spell} goes off all the same, and {names[event.caster]} forgets it"
        case s.SpellAstray():
            where = f"goes off at {names[event.target]}" if event.lands else "comes to nothing"
            return f"{event.spell} of {names[event.caster]} {where}"
        case s.WindsFelt():
            how = "fails" if not event.passed else "casts"
            return (
                f"{names[event.combatant]} feels it in the winds that {names[event.caster]} {how}"
            )
        case _:
            return _by_itself(event, names) or _lasting(event, names)


def _by_itself(event: Event, names: Names) -> str:
    """What goes on without anybody's doing."""
    match event:
        case s.UpkeepBegun():
            return f"The turn of {names[event.combatant]} begins"
        case s.RiftOpened():
            return f"{event.daemons} daemons come through ({event.rolled} + {event.level})"
        case s.DaemonWaited():
            return f"{names[event.combatant]} acts from the next round on"
        case s.FootRolled():
            whom = {"enemy": "an enemy", "ally": "an ally", "nobody": "nobody"}[event.whom]
            return f"The foot goes on to {whom} ({event.face})"
        case QuestionAsked():
            return prompt(event.question, names).rstrip(".")
        case QuestionAnswered():
            return f"The game master has settled it: {event.choice}"
        case _:
            return ""


def _lasting(event: Event, names: Names) -> str:
    """Conditions that come, change and go."""
    match event:
        case s.ConditionGained():
            now = event.condition
            return f"{names[event.combatant]}: {now.name}, until {now.until}"
        case s.ConditionEnded() if event.why in ENDED_BECAUSE:
            why = ENDED_BECAUSE[event.why]
            return f"{event.condition.name} of {names[event.combatant]} is {why}"
        case s.Untouched():
            return (
                f"What {names[event.by]} does passes through {names[event.combatant]} "
                f"({event.condition})"
            )
        case s.CometRolled(wounded=False):
            who, roll = names[event.defender], f"{event.face}, not over {event.number}"
            return f"The comet misses {who} ({roll})"
        case s.CometRolled():
            return f"The comet finds {names[event.defender]} ({event.face} over {event.number})"
        case s.CometStruck() if event.combatant == event.caster:
            return f"The comet comes down on {names[event.combatant]}"
        case _:
            return ""


def _casting(event: s.CastingRolled, names: Names) -> str:
    result = "over" if event.passed else "not over"
    roll = f"({event.face} {result} {event.number}, by {event.margin})"
    caster = names[event.caster]
    if event.trial == "comet":
        return f"{caster} {'holds off' if event.passed else 'calls down'} the comet {roll}"
    if event.trial == "struggle":
        return f"{caster} {'keeps' if event.passed else 'loses'} control {roll}"
    on = f" on {names[event.target]}" if event.target and event.target != event.caster else ""
    on = f" on zone {event.zone}" if event.zone is not None else on
    return f"{caster} {'casts' if event.passed else 'fails to cast'} {event.spell}{on} {roll}"


def spell_clause(event: Event, names: Names) -> str:
    """What goes on with the sentence before it."""
    match event:
        case s.ForceRolled():
            return _chance("irresistible force", "no force", event.forced, event)
        case s.MiscastChecked():
            return _chance("a miscast", "no miscast", event.miscast, event)
        case s.MiscastRolled():
            again = ", rolled again" if event.again else ""
            return f", row {event.row} ({_added(event)}): {event.title}{again}"
        case s.SpellPowerRolled():
            if event.passed:
                return f"; {names[event.defender]} is overcome ({event.face} over {event.number})"
            return f"; {names[event.defender]} withstands ({event.face}, not over {event.number})"
        case s.SpellDrawn():
            return f"; {event.condition} of {names[event.bearer]} draws it in"
        case s.DamageTaken():
            return f"; {event.cause}: {event.damage} damage to {names[event.combatant]}"
        case s.ConditionChanged() if rot := event.condition.effect(Rot):
            return f"; {event.condition.name} takes {rot.loss} W"
        case s.Healed() if event.healed:
            who = names[event.combatant]
            return f"; {who} is healed by {event.healed} and has {event.wounds} W"
        case s.ChanceRolled():
            happened = "yes" if event.happened else "no"
            return f"; {event.cause}: {happened} ({event.face}, {event.percent}%)"
        case s.Chosen() if event.face is not None:
            return f"; chance picks {names[event.chosen]} ({event.face})"
        case _:
            return ""


def _chance(happened: str, failed: str, so: bool, event: s.ForceRolled | s.MiscastChecked) -> str:
    if event.because:
        return f", {happened if so else failed} ({event.because})"
    if event.face is None:
        return f", {failed}"
    if so:
        return f", {happened} ({event.face}, at or under {event.percent})"
    return f", {failed} ({event.face}, over {event.percent})"


def _added(event: s.MiscastRolled) -> str:
    rolled = event.total - event.level - event.bonus
    numbers = [str(rolled), *(str(n) for n in (event.level, event.bonus) if n)]
    return " + ".join(numbers).replace("+ -", "- ")
