"""An entry's events in a sentence or two; what each die is for."""

from collections.abc import Sequence

from app.engine.encounter import (
    Event,
    Question,
    QuestionAnswered,
    QuestionAsked,
    TurnEnded,
)
from app.engine.narration import course
from app.engine.ruleset import Names
from app.rules.quint import events as e
from app.rules.quint.morale import MORALE

PURPOSES = {
    "initiative": "initiative of {subject}",
    "roll-off": "{subject} to break the tie",
    "surprise": "{subject} to be ready in spite of surprise",
    "to-hit": "{subject} to hit {object}",
    "defend": "{subject} to defend against {object}",
    "damage": "damage of {subject} to {object}",
    "grievous": "{subject} for a grievous injury of {object}",
    "injury": "injury that {subject} does {object}",
    "eye": "{subject} to cost {object} an eye",
    "limb": "limb that {subject} takes off {object}",
    "knock-out": "quints that {subject} is knocked out for",
    "staunch": "{subject} to staunch the bleeding of {object}",
    "missile": "damage as {subject} pulls the missile out of {object}",
    "morale": "how the group of {subject} takes it",
}
DENIED = {
    "unconscious": "unconscious",
    "surprised": "surprised",
    "unaware": "unaware of it",
}
RULED = {
    "miss": "a miss",
    "hit": "a hit",
    "defended": "defended",
    "strike": "a strike",
}
TASKS = {
    "load": "loads {what}",
    "get": "gets {what} out of the pack",
    "prepare": "prepares {what}",
}
LEFT_OFF = {
    "load": "leaves off loading {what}",
    "get": "leaves off looking for {what}",
    "prepare": "leaves off the incantation of {what}",
}
MOODS = {
    "enraged": "is enraged",
    "steady": "stays steady",
    "shaken": "is shaken",
    "broken": "breaks and runs",
}


def prompt(question: Question, names: Names) -> str:
    """The sentence of a question."""
    who = names[str(question.of)]
    if question.about == MORALE:
        return f"{who} has fallen: how does the group take it?"
    return f"{who} is surprised: may it defend in quint 1, by its Perception and Reaction?"


def narrate(events: Sequence[Event], names: Names) -> str:
    """The story of an entry: a sentence for each thing done, with all its rolls and their effects.

    Who breaks and which side falls is told in between; what follows belongs to the deed again.
    """
    sentences: list[str] = []
    deed = 0
    for event in events:
        said = _deed(event, names) or _running(event, names)
        if said or (told := _course(event, names)):
            deed = len(sentences) if said else deed
            sentences.append(_capital(said or told))
        elif clause := _roll(event, names) or _effect(event, names):
            if sentences:
                sentences[deed] += clause
            else:
                sentences.append(_capital(clause.lstrip(":;, ")))
    ended = (said if said.endswith("?") else f"{said}." for said in sentences)
    return " ".join(ended) or _nothing_done(events, names)


def _capital(said: str) -> str:
    return said[0].upper() + said[1:]


def _nothing_done(events: Sequence[Event], names: Names) -> str:
    over = next((event for event in events if isinstance(event, TurnEnded)), None)
    return f"{names[over.combatant]} does nothing." if over else "Nothing happens."


def _deed(event: Event, names: Names) -> str:
    """What somebody does, or what befalls somebody by itself."""
    match event:
        case e.HitRolled(kind=str()):
            who, target = names[event.attacker], names[event.defender]
            return f"{who} attacks {target} with {event.using}: {_hit(event)}"
        case e.AttackRuled():
            return _ruled(event, names)
        case e.SpellCast():
            return f"{names[event.caster]} casts {event.spell} on {names[event.target]}"
        case e.PointsLost(harm="bleeding" | "condition"):
            return _suffered(event, names)
        case e.ConditionEnded():
            return _ended(event, names)
        case e.BleedingEased():
            who, wound = names[event.combatant], event.affliction.condition.cause
            return f"{who} presses on the wound ({wound}): it bleeds {event.left} now"
        case e.CombatantWoke():
            return f"{names[event.combatant]} comes to"
        case e.WeaponDrawn():
            how = "picks up" if event.picked_up else "draws"
            return f"{names[event.combatant]} {how} {event.weapon}"
        case e.TaskAdvanced():
            task = event.task
            does = TASKS[task.kind].format(what=task.what)
            return f"{names[event.combatant]} {does} (quint {task.done} of {task.of})"
        case e.TaskLost(why="left"):
            left_off = LEFT_OFF[event.task.kind].format(what=event.task.what)
            return f"{names[event.combatant]} {left_off}"
        case e.SpellReady():
            return f"{names[event.combatant]} has {event.spell} ready"
        case e.StaunchRolled():
            who, patient = names[event.combatant], names[event.patient]
            how = "at or under" if event.staunched else "over"
            return (
                f"{who} tries to staunch {patient}'s bleeding ({event.face} {how} {event.percent})"
            )
        case e.DidOther():
            return f"{names[event.combatant]}: {event.what.rstrip('.')}"
        case e.Spoke():
            return f'{names[event.combatant]} says: "{event.words.rstrip(".")}"'
        case e.TurnLost():
            return f"{names[event.combatant]} is {event.condition} and loses the turn"
        case _:
            return ""


def _running(event: Event, names: Names) -> str:
    """Flight and pursuit."""
    match event:
        case e.RetreatBegun():
            return _retreats(event, names)
        case e.Ran():
            return f"{names[event.combatant]} runs {event.speed}, {event.distance} in all"
        case e.FlightEnded():
            return f"{names[event.combatant]} runs no more"
        case e.Pursued():
            speeds = f"{event.fleer_speed} against {event.pursuer_speed}"
            gap = f"gap {event.before} to {event.gap} ({speeds})"
            return f"{names[event.pursuer]} pursues {names[event.fleer]}: {gap}"
        case e.PursuitEnded(outrun=True):
            return f"{names[event.fleer]} outruns {names[event.pursuer]}"
        case e.PursuitEnded():
            return f"{names[event.pursuer]} gives up the pursuit of {names[event.fleer]}"
        case e.Escaped(gap=None):
            return f"Nobody pursues {names[event.combatant]}, who escapes"
        case e.Escaped():
            return f"{names[event.combatant]} escapes"
        case _:
            return ""


def _roll(event: Event, names: Names) -> str:
    """A roll, or the lack of one, that goes on with the sentence before it."""
    match event:
        case e.HitRolled():
            return f": {_hit(event)}"
        case e.DefenseRolled(face=None):
            return ", no chance to defend"
        case e.DefenseRolled(defended=True):
            return f", defended ({event.face} for {event.number.total})"
        case e.DefenseRolled():
            return f", not defended ({event.face} for {event.number.total})"
        case e.DefenseDenied():
            return f", no Defense ({names[event.defender]} is {DENIED[event.because]})"
        case e.DamageRolled():
            sum_of_all = f"{event.rolled} + {event.base.total} - {event.protection}"
            return f", {event.actual} damage ({sum_of_all})"
        case e.GateRolled(grievous=True):
            return f"; grievous ({event.face} under {event.chance})"
        case e.GateRolled():
            return f"; not grievous ({event.face}, not under {event.chance})"
        case e.InjuryRolled():
            return f": {event.injury} ({event.number})"
        case _:
            return ""


def _effect(event: Event, names: Names) -> str:
    """What comes of it."""
    match event:
        case e.PointsLost():
            lost = "" if event.harm in ("blow", "spell") else f", {event.points} damage"
            return f"{lost}, {event.remaining} left"
        case e.ConditionGained():
            return f", {_said(event)}"
        case e.WeaponDropped():
            return f", drops {event.weapon}"
        case e.CombatantFell():
            return f"; {names[event.combatant]} falls unconscious"
        case e.CombatantDied():
            by = f" by {names[event.by]}" if event.by is not None else ""
            return f"; {names[event.combatant]} dies ({event.what}{by})"
        case e.TaskLost(why="struck"):
            return f"; the incantation of {event.task.what} is broken, and starts over"
        case _:
            return ""


def _course(event: Event, names: Names) -> str:
    """The course of the encounter: who comes and goes, surprise, order, quints, questions."""
    match event:
        case e.CombatantsSurprised():
            return f"Surprised: {_listed(event.combatants, names)}"
        case e.InitiativeRolled():
            who, rolled = names[event.combatant], f"{event.face} + {event.reaction}"
            return f"Initiative of {who}: {event.initiative} ({rolled})"
        case e.RollOffRolled():
            return f"To break a tie: {_listed(event.combatants, names)}, {event.face}"
        case e.SurpriseDefenseSettled():
            may = "may" if event.allowed else "may not"
            rolled = "" if event.face is None else f" ({event.face} for {event.number})"
            return f"{names[event.combatant]} {may} defend in quint 1{rolled}"
        case e.SurpriseEnded():
            return f"No longer surprised: {_listed(event.combatants, names)}"
        case e.GroupRuled():
            how = "by dice again" if event.ruling is None else f"{RULED[event.ruling]}, by ruling"
            return f"The attacks of {event.group}: {how}"
        case e.MoraleSettled():
            rolled = "" if event.face is None else f" ({event.face} for {event.nerve})"
            group = f"the group {event.group} {MOODS[event.mood]}"
            return f"{names[event.fallen]} has fallen: {group}{rolled}"
        case QuestionAsked():
            return prompt(event.question, names)
        case QuestionAnswered():
            return f"The answer is: {event.choice.replace('_', ' ')}"
        case e.QuintEnded():
            return f"Quint {event.quint} is over"
        case _:
            return course(event, names, round="Quint")


def _hit(event: e.HitRolled) -> str:
    number = event.number.total
    if event.face is None:
        return f"no chance to hit ({number})"
    return f"hit ({event.face} for {number})" if event.hit else f"miss ({event.face} for {number})"


def _ruled(event: e.AttackRuled, names: Names) -> str:
    whose = "the game master" if event.group is None else f"the ruling on {event.group}"
    who, target = names[event.attacker], names[event.defender]
    return f"{who} attacks {target} with {event.using}: {RULED[event.ruling]}, by {whose}"


def _suffered(event: e.PointsLost, names: Names) -> str:
    who, left = names[event.combatant], f"{event.remaining} left"
    by = f", by {names[event.by]}" if event.by is not None else ""
    if event.harm == "bleeding":
        return f"{who} bleeds {event.points} ({event.what}{by}), {left}"
    return f"{who} loses {event.points} to {event.what}{by}, {left}"


def _ended(event: e.ConditionEnded, names: Names) -> str:
    who, condition = names[event.combatant], event.affliction.condition
    by = names[event.by] if event.by is not None else "somebody"
    match event.why:
        case "over":
            return f"{who} is no longer {condition.name}"
        case "risen":
            return f"{who} rises"
        case "staunched":
            return f"{by} staunches {who}'s bleeding ({condition.cause})"
        case "treated":
            return f"{by} treats {who}: no longer {condition.name}"
        case "pulled_out":
            return f"{by} pulls the missile out of {who}"
        case "magic":
            return f"{who} bleeds no longer ({condition.cause})"


def _said(event: e.ConditionGained) -> str:
    """A condition, how much it bleeds, and how long it lasts."""
    condition, until = event.affliction.condition, event.affliction.until
    points = f" {condition.damage} a quint" if condition.damage else ""
    end = f" (to the end of quint {until})" if until is not None else ""
    return f"{condition.name}{points}{end}"


def _retreats(event: e.RetreatBegun, names: Names) -> str:
    who = names[event.combatant]
    if event.opponent is None:
        return f"{who} turns to run"
    waived = ", whose free strike is waived" if event.waived else ""
    return f"{who} turns to run from {names[event.opponent]}{waived}"


def _listed(combatants: Sequence[str], names: Names) -> str:
    return " and ".join(names[combatant] for combatant in combatants) or "nobody"
