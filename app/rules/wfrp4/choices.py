"""Everything a combatant may do now: of all it could want, what `decide` accepts."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import product
from typing import Any

from app.engine.dice import GivenDice
from app.engine.encounter import GAME_MASTER, Answer, Command, EndTurn, Pass
from app.engine.refusals import DieNeeded, Refused
from app.engine.ruleset import Choice
from app.rules.wfrp4 import commands as c
from app.rules.wfrp4.decide import decide
from app.rules.wfrp4.fate import may_act, replaces
from app.rules.wfrp4.grips import grips
from app.rules.wfrp4.magic_choices import magic_offers
from app.rules.wfrp4.state import Fighter, State
from app.rules.wfrp4.targets import foes

Offer = tuple[str, Command]


def choices(state: State, combatant: str) -> Sequence[Choice]:
    """Answers first; attacks, movement, other Actions, hands, and the end of the turn."""
    answers = tuple(_answers(state, combatant))
    if any(question.blocks for question in state.questions):
        return answers
    if combatant == GAME_MASTER:
        return (*answers, *_surprises(state))
    if state.status != "running":
        return answers
    fighter = state.combatants[combatant]
    wanted = (
        *(_in_turn(state, fighter) if state.acting == combatant else _out_of_turn(fighter)),
        *_points(state, fighter),
    )
    return (*answers, *(_choice(label, want) for label, want in wanted if accepted(state, want)))


def accepted(state: State, command: Command) -> bool:
    """Whether the rules take it: they do if they ask for a die."""
    try:
        may_act(state, command)
        if replaces(state, command):
            return True
        decide(state, command, GivenDice([]))
    except DieNeeded:
        return True
    except Refused:
        return False
    return True


def _choice(label: str, command: Command) -> Choice:
    """A body of what isn't as it would be anyway."""
    told = {f.name: getattr(command, f.name) for f in fields(command)}
    given = {f.name: told[f.name] for f in fields(command) if told[f.name] != f.default}
    body: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value for name, value in given.items()
    }
    return Choice({"type": command.type, **body}, label)


def _answers(state: State, combatant: str) -> Iterator[Choice]:
    """What the one who was asked may say."""
    for question in state.questions:
        if question.to == combatant:
            for choice in question.choices:
                actor = None if combatant == GAME_MASTER else combatant
                body = Answer(actor=actor, question=question.id, choice=choice)
                yield _choice(f"Answer {question.id}: {choice}", body)


def _surprises(state: State) -> Iterator[Choice]:
    """Before the fight: a side is surprised."""
    if state.status != "setup":
        return
    for side in dict.fromkeys(f.side for f in state.combatants.values()):
        named = tuple(f.id for f in state.combatants.values() if f.side == side)
        yield _choice(f"{side} are surprised", c.Surprise(combatants=named))


def _out_of_turn(fighter: Fighter) -> Iterator[Offer]:
    yield "Come in now, with a fast weapon", c.Interject(actor=fighter.id)


def _in_turn(state: State, fighter: Fighter) -> Iterator[Offer]:
    yield from _attacks(state, fighter)
    yield from magic_offers(state, fighter)
    yield from _movement(fighter)
    yield from _actions(state, fighter)
    yield from _hands(fighter)
    yield "Do nothing more", Pass(actor=fighter.id)
    yield "End the turn", EndTurn(actor=fighter.id)


def _points(state: State, fighter: Fighter) -> Iterator[Offer]:
    """What may be spent whoever's turn it is."""
    actor = fighter.id
    for one in (one for one in state.turnable if one.of == actor):
        yield (
            f"Fortune: roll again ({one.test})",
            c.Fortune(actor=actor, use="reroll", test=one.test),
        )
        yield (
            f"Dark deal: roll again ({one.test})",
            c.Fortune(actor=actor, use="dark_deal", test=one.test),
        )
        yield f"Fortune: 1 SL more ({one.test})", c.Fortune(actor=actor, use="sl", test=one.test)
        yield f"Resilience: win it ({one.test})", c.Resilience(actor=actor, test=one.test)
    yield "Fortune: come in now", c.Fortune(actor=actor, use="act")
    yield "Fate: come off unscathed", c.Fate(actor=actor, use="unscathed")
    yield "Fate: live", c.Fate(actor=actor, use="survive")
    yield "Resolve: be steel", c.Resolve(actor=actor, use="steel")
    yield "Resolve: ignore injuries", c.Resolve(actor=actor, use="ignore_injuries")
    for condition in fighter.conditions:
        told = c.Resolve(actor=actor, use="shake_off", condition=condition.name)
        yield f"Resolve: shake off {condition.name}", told


def _attacks(state: State, fighter: Fighter) -> Iterator[Offer]:
    targets = foes(state, fighter.id)
    for weapon, target in product(fighter.in_hand, targets):
        name = state.combatants[target].name
        verb = "Shoot at" if weapon.kind == "ranged" else "Attack"
        told: dict[str, Any] = {"actor": fighter.id, "target": target, "weapon": weapon.name}
        yield f"{verb} {name} with {weapon.name}", c.Attack(**told)
        yield f"Charge {name} with {weapon.name}", c.Charge(**told)


def _movement(fighter: Fighter) -> Iterator[Offer]:
    actor = fighter.id
    yield "Move", c.Move(actor=actor)
    yield "Stand up", c.StandUp(actor=actor)
    yield "Sprint", c.Sprint(actor=actor)
    yield "Disengage, by more Advantage", c.Disengage(actor=actor, by="advantage")
    yield "Disengage, by Dodge", c.Disengage(actor=actor, by="dodge")
    yield "Flee", c.Flee(actor=actor)


def _actions(state: State, fighter: Fighter) -> Iterator[Offer]:
    actor = fighter.id
    yield "Aim", c.Aim(actor=actor)
    yield "Fight defensively", c.Guard(actor=actor)
    yield "Assess the fight", c.Assess(actor=actor)
    yield "Hide", c.Hide(actor=actor)
    yield "Put out the flames", c.Recover(actor=actor, condition="ablaze")
    yield "Break free", c.Recover(actor=actor, condition="entangled")
    for patient in state.there:
        for condition in ("bleeding", "poisoned", "wounds"):
            want = c.Tend(actor=actor, target=patient.id, condition=condition)
            yield f"Tend {patient.name}: {condition}", want
        for injury in dict.fromkeys(i.name for i in patient.injuries):
            heal = c.Treat(actor=actor, target=patient.id, injury=injury)
            yield f"Treat {patient.name}: {injury}", heal
    yield "Do something else", c.Other(actor=actor, what="does something else")


def _hands(fighter: Fighter) -> Iterator[Offer]:
    actor = fighter.id
    for weapon in fighter.in_hand:
        yield f"Load {weapon.name}", c.Load(actor=actor, weapon=weapon.name)
    for name in fighter.dropped:
        yield f"Pick up {name}", c.PickUp(actor=actor, weapon=name)
    for main, off in grips(fighter):
        beside = "" if off is None else f" and {off}"
        yield f"Take {main}{beside} in hand", c.Ready(actor=actor, main=main, off=off)
