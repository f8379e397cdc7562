"""An entry's events in a sentence or two; what each die and each question is for."""

from collections.abc import Sequence

from app.engine.encounter import (
    Event,
    Question,
    QuestionAnswered,
    TurnEnded,
)
from app.engine.narration import course
from app.engine.ruleset import Names
from app.engine.tally import Line, Tally
from app.rules.wfrp4 import events as e
from app.rules.wfrp4.magic_narrate import MAGIC_PURPOSES, magic_clause, magic_sentence, rolled

PURPOSES = {
    "initiative": "initiative of {subject}",
    "tie": "Agility of {subject}, to break the tie",
    "attack": "{subject} to attack {object}",
    "defence": "{subject} to defend against {object}",
    "critical": "critical of {subject} on {object}",
    "fumble": "what the fumble of {subject} comes to",
    "ablaze": "flames on {subject}",
    "bleed-to-death": "whether {subject} bleeds to death",
    "save-weapon": "{subject} to save the weapon",
    "surprise": "{subject} at the ambush",
    "combat-aware": "{subject} to be aware of the ambush",
    "blackpowder": "Cool of {subject} under fire",
    "trap-blade": "Strength of {subject}, blade against blade",
    "pummel": "{subject} as the head is struck",
    "load": "{subject} to load",
    "sprint": "Athletics of {subject}",
    "disengage": "{subject} as the melee parts",
    "fleeing": "Cool of {subject} in flight",
    "assess": "{subject} to find an opening",
    "hide": "Stealth of {subject}",
    "recover": "{subject} to put the flames out",
    "break-free": "Strength of {subject}",
    "tend": "Heal of {subject} on {object}",
    "treat": "Heal of {subject} on {object}",
    "row": "test of {subject}, by the row",
    "row-amount": "how much of it for {subject}",
    "lasting": "how long it lasts for {subject}",
    "limb": "which limb of {subject}",
    "ally": "which friend {subject} hits",
    "slips": "Dexterity of {subject}, with a bleeding hand",
    "other": "test of {subject}",
    "poisoned": "Endurance of {subject} against poison",
    "broken": "Cool of {subject}",
    "stunned": "Endurance of {subject}",
    **MAGIC_PURPOSES,
}

STANCES = {
    "aiming": "aims",
    "on_guard": "fights defensively",
    "hiding": "is out of sight",
    "two_weapons": "strikes with the off hand too",
}
MOVES = {
    "walk": "walks", "run": "runs", "crawl": "crawls", "sprint": "sprints", "charge": "charges",
    "disengage": "gets away", "flee": "flees",
}  # fmt: skip
RULING = "ruling: "  # what a row asks goes on in its own words
CAUSES = {"attack": "", "ruled": " by ruling"}


def narrate(events: Sequence[Event], names: Names) -> str:
    """The story of an entry: a sentence for each thing done, with what came of it after it."""
    sentences: list[str] = []
    for event in events:
        if said := _sentence(event, names) or _course(event, names):
            sentences.append(said[0].upper() + said[1:])
        elif clause := _clause(event, names):
            if sentences:
                sentences[-1] += f"; {clause}"
            else:
                sentences.append(clause[0].upper() + clause[1:])
    return " ".join(_closed(sentence) for sentence in sentences) or _nothing_done(events, names)


def _closed(sentence: str) -> str:
    """With a full stop, where its own words don't end it."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def prompt(question: Question, names: Names) -> str:
    """The sentence of a question."""
    of = names[question.of] if question.of is not None else "somebody"
    if question.about == "defence":
        return f"How does {of} defend?"
    if question.about == "dispel":
        return f"{of} casts a spell: is it dispelled?"
    return f"{question.about.removeprefix(RULING)} It is about {of}."


def _nothing_done(events: Sequence[Event], names: Names) -> str:
    over = next((event for event in events if isinstance(event, TurnEnded)), None)
    return f"{names[over.combatant]} ends the turn." if over else "Nothing happens."


def _sentence(event: Event, names: Names) -> str:
    """What fighters do."""
    match event:
        case e.AttackTested():
            return _attack(event, names)
        case e.PointSpent(points="corruption"):
            return f"{names[event.combatant]} makes a dark deal, Corruption {event.left}"
        case e.PointSpent():
            return f"{names[event.combatant]} spends {event.points.capitalize()}, {event.left} left"
        case e.DeathEscaped():
            return f"{names[event.combatant]} lives after all"
        case e.RowHappened():
            where = f", {event.location}" if event.location else ""
            return f"{names[event.combatant]}: {event.title}{where}"
        case e.SkillTested():
            return f"{names[event.combatant]} tests {event.skill}: {rolled(event.test)}"
        case e.OpposedTested():
            return _opposed(event, names)
        case e.DidOther():
            return f"{names[event.combatant]}: {event.what}"
        case e.Moved():
            far = "" if event.yards is None else f" {_many(event.yards, 'yard')}"
            where = "" if event.position is None else f", to {event.position}"
            return f"{names[event.combatant]} {MOVES[event.how]}{far}{where}"
        case e.StoodUp():
            return f"{names[event.combatant]} stands up"
        case e.StanceTaken():
            return f"{names[event.combatant]} {STANCES[event.stance]}"
        case e.WeaponsReadied():
            off = "" if event.off is None else f" and {event.off}"
            return f"{names[event.combatant]} takes {event.main}{off} in hand"
        case e.WeaponPickedUp():
            return f"{names[event.combatant]} picks up {event.weapon}"
        case e.TurnLost():
            return f"{names[event.combatant]} is {event.condition} and loses the turn"
        case e.Interjected():
            return f"{names[event.combatant]} comes in before {names[event.before]}"
        case e.DefenceAsked():
            who, whom = names[str(event.pending.actor)], names[event.pending.target]
            return f"{who} attacks {whom}, who chooses a defence"
        case QuestionAnswered():
            return f"The answer to {event.question} is {event.choice}"
        case _:
            return magic_sentence(event, names)


def _clause(event: Event, names: Names) -> str:
    """What goes on with the sentence before it."""
    match event:
        case e.ExtendedTestGoesOn():
            return f"{event.sl} of {event.goal} SL" + (", done" if event.done else "")
        case e.DamageDealt():
            return f"{_sum(event.damage)} to the {event.location}"
        case e.WoundsLost():
            cause = CAUSES.get(event.cause, f" to {event.cause}")
            lost = f"{names[event.combatant]} loses {_many(event.wounds, 'Wound')}{cause}"
            return f"{lost}, {event.remaining} left"
        case e.AdvantageChanged():
            whose = names[event.combatant] if event.side is None else event.side
            return f"Advantage of {whose} {event.before} to {event.after}"
        case e.CriticalScored():
            return f"a critical wound to the {event.trouble.location} of {names[event.of]}"
        case e.CriticalRolled():
            with_it = f" {event.modifier}" if event.modifier else ""
            return f"{event.face}{with_it} on the table of the {event.location}"
        case e.BladeCaught():
            return f"{event.trouble.weapon} of {names[event.of]} is caught"
        case e.Fumbled():
            return f"{names[event.of]} fumbles"
        case e.FumbleRolled():
            return f"{event.face} on the table of fumbles"
        case _:
            return (
                _clause_of_gear(event, names)
                or _clause_of_injuries(event, names)
                or _clause_of_bodies(event, names)
                or magic_clause(event, names)
            )


def _clause_of_injuries(event: Event, names: Names) -> str:
    match event:
        case e.LimbChosen():
            return f"it is the {event.location}"
        case e.AllyStruck():
            return f"{names[event.combatant]} hits {names[event.ally]} with {event.weapon} instead"
        case e.HitSpared():
            return f"{names[event.combatant]} comes off unscathed"
        case e.InjurySuffered():
            injury = event.injury
            many = f" ({injury.count})" if injury.count > 1 else ""
            time = "" if injury.left is None else f" for {injury.left} {injury.unit}"
            until = "" if injury.until is None else f" until {injury.until}"
            return f"{names[event.combatant]} has {injury.name}{many}{time}{until}"
        case e.InjuryEased():
            return f"{event.sl} of {event.goal} SL for the {event.name}"
        case e.InjuryEnded():
            return f"the {event.name} of {names[event.combatant]} is over"
        case e.RulingAsked():
            return f"the game master is asked: {event.words.removesuffix('.')}"
        case e.OutcomeTurned():
            return _turn(event)
        case e.WoundsRegained():
            back = _many(event.wounds, "Wound")
            return f"{names[event.combatant]} regains {back}, {event.remaining} left"
        case e.CriticalCounted():
            return "it counts as a critical wound"
        case _:
            return ""


def _turn(event: e.OutcomeTurned) -> str:
    favour = event.favour
    if favour.test == "damage":
        return "the hit does nothing"
    if favour.face is not None:
        return f"the roll for {favour.test} is {favour.face}"
    if favour.sl:
        return f"{favour.sl} SL more for {favour.test}"
    return f"the roll for {favour.test} falls anew"


def _clause_of_gear(event: Event, names: Names) -> str:
    match event:
        case e.ArmourDamaged():
            return f"{event.item} of {names[event.combatant]} loses {event.points} AP"
        case e.WeaponDamaged(misfire=True):
            return f"{event.weapon} bursts in the hands of {names[event.combatant]}"
        case e.WeaponDamaged(broken=True):
            return f"{event.weapon} of {names[event.combatant]} breaks"
        case e.WeaponDamaged():
            return f"{event.weapon} of {names[event.combatant]} is damaged"
        case e.Disarmed():
            return f"{names[event.combatant]} loses hold of {event.weapon}"
        case e.Pushed():
            return f"{names[event.combatant]} is pushed back {_many(event.yards, 'yard')}"
        case e.ShotsChanged(left=0):
            return f"{event.weapon} is to be loaded"
        case e.ShotsChanged():
            return f"{event.left} in {event.weapon}"
        case _:
            return ""


def _clause_of_bodies(event: Event, names: Names) -> str:
    match event:
        case e.ConditionGained():
            return f"{names[event.combatant]} is {event.condition.name} ({event.level})"
        case e.ConditionEased(left=0):
            then = f", and {' and '.join(event.then)}" if event.then else ""
            return f"{names[event.combatant]} is no longer {event.condition}{then}"
        case e.ConditionEased():
            return f"{names[event.combatant]} is less {event.condition} ({event.left})"
        case e.DeathTested():
            return f"{event.face} for death at {event.chance} or under"
        case e.CombatantFell():
            return f"{names[event.combatant]} falls unconscious"
        case e.CombatantDied():
            return f"{names[event.combatant]} dies ({event.cause})"
        case e.Lingered(rounds_at_0=rounds) if rounds:
            return f"{names[event.combatant]} lies at 0 Wounds (round {rounds})"
        case e.Tended():
            return f"{names[event.combatant]} is cared for"
        case _:
            return ""


def _course(event: Event, names: Names) -> str:
    """The course of the encounter: who comes and goes, order, rounds, pauses, the end."""
    match event:
        case e.InitiativeSettled():
            return f"Initiative of {names[event.combatant]}: {_sum(event.initiative)}"
        case e.TieTested():
            tied = " and ".join(names[c] for c in event.combatants)
            return f"To break a tie: {tied}, {rolled(event.test)}"
        case e.RoundEnded():
            return f"Round {event.round} is over"
        case _:
            return course(event, names)


def _attack(event: e.AttackTested, names: Names) -> str:
    """Both sides of an attack, and who has won."""
    verb = "shoots at" if event.kind == "ranged" else "attacks"
    told = f"{names[event.attacker]} {verb} {names[event.defender]} with {event.weapon}"
    told = f"{told}: {rolled(event.attack)}"
    if event.defence is not None:
        by = f" with {event.with_weapon}" if event.with_weapon else ""
        means = "parries" if event.means == "parry" else "dodges"
        told = f"{told}; {names[event.defender]} {means}{by}: {rolled(event.defence)}"
    match event.winner:
        case "attacker":
            return f"{told}; a hit by {event.margin}, {event.location}"
        case "defender":
            return f"{told}; held off by {event.margin}"
        case "nobody":
            return f"{told}; no hit"


def _opposed(event: e.OpposedTested, names: Names) -> str:
    """Both sides of another opposed test."""
    one, other = names[event.combatant], names[event.against]
    told = f"{one} tests {event.skill}: {rolled(event.ours)}; {other} {event.against_skill}: "
    won = "nobody wins" if event.winner is None else f"{names[event.winner]} wins"
    return f"{told}{rolled(event.theirs)}; {won} by {event.margin}"


def _sum(tally: Tally) -> str:
    lines = ", ".join(_line(line) for line in tally.lines)
    return f"{tally.total} ({lines})"


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _line(line: Line) -> str:
    return f"{line.name} {line.value}"
