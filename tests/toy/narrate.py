"""What happened in a toy fight, in words."""

from collections.abc import Sequence

from app.engine import encounter as common
from app.engine.encounter import GAME_MASTER, Event, Question
from app.engine.ruleset import Names
from tests.toy import events as e

PURPOSES = {
    "to-hit": "{subject} to hit {object}",
    "parry": "{subject} to parry {object}",
    "damage": "damage of {subject} to {object}",
    "blast": "blast of {subject} on {object}",
    "beast-target": "whom {subject} goes for",
    "foresight": "what {subject} foresees",
    "sneak": "how well {subject} sneaks",
    "wild": "what happens to {subject}",
}

SENTENCES = {
    "encounter_opened": "The encounter is open.",
    "combatant_left": "{combatant} leaves the fight.",
    "encounter_started": "The fight begins.",
    "encounter_resumed": "The fight goes on.",
    "encounter_paused": "The fight pauses: {reason}.",
    "encounter_finished": "The encounter ends.",
    "side_fell": "The side {side} can fight no more.",
    "round_started": "Round {round} begins.",
    "question_answered": "The answer is: {choice}.",
    "sneaked": "{combatant} sneaks.",
    "sneak_rolled": "It is worth {face}.",
    "foreseen": "{of} foresees {face}.",
    "whispered": "{of} whispers.",
    "damage_rolled": "{damage} damage.",
    "beast_chose": "{beast} goes for {target}.",
    "hp_lost": "{combatant} has {remaining} hp left.",
    "combatant_fell": "{combatant} is down.",
    "caught_fire": "{combatant} burns.",
    "burned": "The fire burns {combatant}.",
    "luck_spent": "{combatant} tries again by luck.",
    "thundered": "It thunders.",
    "went_wild": "{combatant} goes wild: {row} ({face}).",
}
WHO = ("of", "combatant", "attacker", "defender", "beast", "target")


def narrate(events: Sequence[Event], names: Names) -> str:
    """The story of an entry. Whose turn it is, and what it has left, needs no telling."""
    told = [sentence for event in events if (sentence := _sentence(event, names))]
    return " ".join(told) or "The fight goes on."


def _sentence(event: Event, names: Names) -> str:
    match event:
        case e.CombatantJoined():
            return f"{names[event.combatant.id]} joins {event.combatant.side}."
        case e.CombatantAdjusted():
            changed = ", ".join(event.changed) or "nothing"
            name = names[event.combatant.id]
            return f"The game master changes {name} ({changed}): {event.reason}."
        case common.PlacesTaken():
            return f"Order: {', '.join(names[place.id] for place in event.places)}."
        case common.QuestionAsked():
            return prompt(event.question, names)
        case e.StrikeRolled() | e.BlowRolled():
            outcome = "hits" if event.hit else "misses"
            return f"{names[event.attacker]} {outcome} {names[event.defender]} ({event.face})."
        case e.ParryRolled():
            return f"{names[event.defender]} {'parries' if event.parried else 'fails to parry'}."
        case _:
            return _plain(event, names)


def _plain(event: Event, names: Names) -> str:
    fields = {name: getattr(event, name) for name in event.__dataclass_fields__}
    said = {name: names[value] if name in WHO else value for name, value in fields.items()}
    return SENTENCES.get(event.type, "").format(**said)


def prompt(question: Question, names: Names) -> str:
    """The sentence of a question."""
    of = names[question.of] if question.of is not None else "nobody"
    if question.about == "omen":
        return f"Game master: is the omen of {of} good or bad?"
    who = "The game master" if question.to == GAME_MASTER else names[question.to]
    return f"{who}: take the strike of {of}, or parry?"
