"""An entry's events in a sentence or two; what each die is for."""

from collections.abc import Sequence

from app.engine.encounter import (
    Event,
    TurnEnded,
)
from app.engine.narration import course
from app.engine.notation import signed
from app.engine.notation import spelled as dice_spelled
from app.engine.ruleset import Names
from app.rules.desdaemona import events as e
from app.rules.desdaemona.rolls import WHOLE, Roll

PURPOSES = {
    "initiative": "initiative of {subject}",
    "initiative-again": "{subject} to break the tie",
    "attack": "attack of {subject}",
    "defence": "defence of {subject} against {object}",
    "damage": "damage of {subject} to {object}",
    "evade": "stamina that {subject} regains",
    "shake-off": "{subject} to shake it off",
    "combat-dice": "dice of {subject}",
    "free-defence": "defence of {subject}",
}


def narrate(events: Sequence[Event], names: Names) -> str:
    """The story of an entry: a sentence for each thing done, with what came of it after it."""
    sentences: list[str] = []
    for event in events:
        if said := _deed(event, names) or _passive(event, names) or _course(event, names):
            sentences.append(said[0].upper() + said[1:])
        elif (clause := _clause(event, names)) and sentences:
            sentences[-1] += clause
        elif isinstance(event, TurnEnded) and not sentences:
            sentences.append(f"{names[event.combatant]} passes")
    return " ".join(f"{sentence}." for sentence in sentences) or "Nothing happens."


def spelled(roll: Roll) -> str:
    """A roll with every die, as the bot writes it: `(d25)20 + (d32)21 = 41 @75% = 30 + 4 = 34`."""
    faces = iter(roll.faces)
    said = " + ".join(dice_spelled(part.dice, faces) for part in roll.parts)
    if said != str(roll.sum):
        said += f" = {roll.sum}"
    if roll.percent != WHOLE:
        said += f" @{roll.percent}% = {roll.reduced}"
    if roll.modifiers:
        by = roll.total - roll.reduced
        said += f" {signed(by)} = {roll.total}"
    return said


def _why(roll: Roll) -> str:
    """By what names a roll was changed: ` (blind -30%, sword +2, sword +2)`."""
    named = [f"{line.name} {line.value:+}%" for line in roll.penalties]
    named += [f"{line.name} {line.value:+}" for line in roll.modifiers]
    return f" ({', '.join(named)})" if named else ""


def _deed(event: Event, names: Names) -> str:
    """Attacks, what befalls fighters, and free rolls: each begins a sentence."""
    match event:
        case e.AttackMade():
            targets = ", ".join(names[target] for target in event.targets)
            means = ", ".join(filter(None, (event.kind.replace("_", " "), event.using)))
            roll = f"{spelled(event.roll)}{_why(event.roll)}"
            return f"{names[event.attacker]} attacks {targets} ({means}): {roll}"
        case e.DefenceMade(roll=None):
            outcome = "lands" if event.landed else "falls short"
            return f"{names[event.defender]} has yielded: it {outcome}"
        case e.DefenceMade(roll=Roll() as roll):
            outcome = "it lands" if event.landed else "the guard holds"
            return f"{names[event.defender]} defends: {spelled(roll)}{_why(roll)}, {outcome}"
        case e.HpLost(condition=str(condition)):
            who = names[event.combatant]
            return f"{condition} costs {who} {event.hp} HP, {event.remaining} left"
        case e.Yielded():
            return f"{names[event.combatant]} has no STA left and yields"
        case e.StaminaRegained(why="last_gasp"):
            who = names[event.combatant]
            return f"with the last opponent dead {who} regains {event.sta} STA, and has won"
        case e.StaminaRegained(why="contested"):
            return f"{names[event.combatant]} catches breath: {event.sta} STA"
        case e.ConditionTicked(left=0):
            return f"{names[event.combatant]} is no longer {event.condition.name}"
        case e.TurnLost():
            return f"{names[event.combatant]} is {event.condition} and loses the turn"
        case e.FreeRollMade():
            return _free_roll(event, names)
        case _:
            return ""


def _passive(event: Event, names: Names) -> str:
    """What fighters do in place of an attack."""
    match event:
        case e.Evaded():
            who = names[event.combatant]
            return f"{who} evades: (d{event.sides}){event.face}, {event.remaining} STA"
        case e.EffectContested(roll=None):
            return f"{names[event.combatant]} shakes off {event.condition}"
        case e.EffectContested():
            return _contest(event, names)
        case e.PotionDrunk():
            return f"{names[event.combatant]} drinks {event.potion} ({event.left} left)"
        case e.PowerCalled():
            return f"{names[event.combatant]} calls up {event.power}"
        case e.TookOff():
            return f"{names[event.combatant]} takes off"
        case e.Landed():
            return f"{names[event.combatant]} lands"
        case _:
            return ""


def _clause(event: Event, names: Names) -> str:
    """What goes on with the sentence before it."""
    match event:
        case e.DamageRolled():
            return f"; (d{event.sides}){event.face}{_changed(event)}, {event.damage} damage"
        case e.DamageWithheld():
            return ", the damage is held back"
        case e.HpLost():
            return f", {event.remaining} HP left"
        case e.HpRegained():
            return f", {event.hp} HP more by {event.by}"
        case e.StaminaRegained():
            return f", {event.sta} STA more"
        case e.CombatantDied():
            return f"; {names[event.combatant]} is dead"
        case e.ConditionGained():
            turns = event.condition.turns
            lasting = "" if turns is None else f" ({turns} turn{'s' * (turns != 1)})"
            return f"; {names[event.combatant]} is {event.condition.name}{lasting}"
        case _:
            return ""


def _course(event: Event, names: Names) -> str:
    """The course of the encounter: who comes and goes, order, rounds, pauses, the end."""
    match event:
        case e.InitiativeRolled():
            rolled = event.result if event.roll is None else spelled(event.roll)
            again = " again" if event.again else ""
            return f"Initiative of {names[event.combatant]}{again}: {rolled}"
        case _:
            return course(event, names)


def _contest(event: e.EffectContested, names: Names) -> str:
    who = names[event.combatant]
    said = "" if event.roll is None else spelled(event.roll)
    if event.shaken:
        return f"{who} shakes off {event.condition}: {said}, over {event.against}"
    return f"{who} can't shake off {event.condition}: {said}, not over {event.against}"


def _changed(event: e.DamageRolled) -> str:
    """What modifiers made of the damage roll: ` x 2 + 5 (fire bolt x2, ring +5)`."""
    named = [
        f"{modifier.name}{f' x{modifier.times}' * (modifier.times != 1)}"
        f"{f' {modifier.plus:+}' * (modifier.plus != 0)}"
        for modifier in event.modifiers
    ]
    return f" ({', '.join(named)})" if named else ""


def _free_roll(event: e.FreeRollMade, names: Names) -> str:
    who = names[event.combatant] if event.combatant else "somebody"
    roll = f"{spelled(event.roll)}{_why(event.roll)}"
    match event.about:
        case "dice":
            return f"{who} rolls {spelled(event.roll)}"
        case "defence":
            return f"{who} rolls a {str(event.kind).replace('_', ' ')} defence: {roll}"
        case "init":
            return f"{who} rolls initiative: {roll}"
