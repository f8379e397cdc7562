"""State, commands and events survive JSON exactly, and each can be told."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from app.engine.encounter import COMMON_COMMANDS, COMMON_EVENTS, Command, Event
from app.engine.tally import Line, Tally
from app.rules.desdaemona import RULESET
from app.rules.desdaemona import commands as c
from app.rules.desdaemona import events as e
from app.rules.desdaemona.conditions import read_condition
from app.rules.desdaemona.narrate import narrate
from app.rules.desdaemona.rolls import Part, Roll
from app.rules.desdaemona.state import Options
from app.services.codec import Codec
from tests.rules.desdaemona.fights import adjusted, duel

CODEC = Codec(RULESET)
ASLEEP = read_condition(
    {"name": "asleep", "cause": "sleep", "turns": 3, "against": 31}, Options().condition_rows
)
STATE = adjusted(
    duel(
        {"spells": [{"name": "fireball"}], "flight": {"by": "spell"}},
        weapons=[{"name": "sword"}], skills=[{"name": "x", "second_weapon": True}],
        potions=[{"name": "beer"}], powers=[{"name": "ward"}],
    ),
    "hero", "asleep", "blind", sta=3, airborne=True,
).state  # fmt: skip
HERO = STATE.combatants["hero"]
ROLL = Roll(
    (Part("STR", "1d25"), Part("DEX", "0")), (20,), 20, (Line("blind", -30),), 70, 14,
    (Line("sword", 2),), 16,
)  # fmt: skip
COST = Tally((Line("close_physical", 1), Line("in the air", 1)), 2)

EVENTS: tuple[Event, ...] = (
    e.EncounterOpened(options=Options(stamina_costs="digest", order="init")),
    e.CombatantJoined(combatant=HERO),
    e.CombatantAdjusted(combatant=HERO, changed=("hp",), reason="a rock"),
    e.InitiativeRolled(combatant="hero", roll=ROLL, result=16),
    e.InitiativeRolled(combatant="hero", roll=None, result=16, again=True),
    e.StaminaSpent(combatant="hero", on="attack", cost=COST, remaining=1),
    e.StaminaRegained(combatant="hero", sta=2, remaining=3, why="contested"),
    e.AttackMade(attacker="hero", targets=("foe",), kind="x", using=None, roll=ROLL),
    e.DefenceMade(attacker="foe", defender="hero", attack=9, defence=0, roll=None, landed=True),
    e.DefenceMade(attacker="foe", defender="hero", attack=9, defence=16, roll=ROLL, landed=False),
    e.DamageRolled(
        attacker="hero", defender="foe", sides=31, face=9, damage=18,
        modifiers=(e.DamageChange(name="x", times=2, plus=0, respects_cap=True),),
    ),
    e.DamageWithheld(attacker="hero", defender="foe"),
    e.HpLost(combatant="hero", hp=7, remaining=-3),
    e.HpLost(combatant="hero", hp=7, remaining=-3, condition="poisoned"),
    e.HpRegained(combatant="hero", hp=7, remaining=9, by="beer"),
    e.CombatantDied(combatant="hero"),
    e.Yielded(combatant="hero", on="defence"),
    e.Evaded(combatant="hero", opponent=None, sides=20, face=9, regained=5, remaining=20),
    e.EffectContested(
        combatant="hero", opponent="foe", condition="asleep", roll=ROLL, against=9, shaken=True
    ),
    e.PotionDrunk(combatant="hero", opponent="foe", potion="beer", left=0),
    e.PowerCalled(combatant="hero", opponent=None, power="ward"),
    e.TookOff(combatant="hero", opponent=None),
    e.Landed(combatant="hero"),
    e.ConditionGained(combatant="hero", condition=ASLEEP),
    e.ConditionTicked(combatant="hero", condition=ASLEEP, left=0),
    e.TurnLost(combatant="hero", condition="stunned"),
    e.FreeRollMade(combatant=None, about="dice", kind=None, roll=ROLL),
)  # fmt: skip

COMMANDS: tuple[Command, ...] = (
    c.Attack(actor="a", targets=("b", "c"), kind="x", spell="y", modifiers=(1,), percent=0),
    c.Attack(actor="a", target="b", weapon="sword", withhold=True, press=True),
    c.Evade(actor="a", opponent="b"),
    c.ShakeOff(actor="a", effect="asleep"),
    c.Drink(actor="a", potion="beer"),
    c.CallPower(actor="a", power="ward"),
    c.TakeOff(actor="a"),
    c.Land(actor="a"),
    c.CombatDice(rolls=("1d25", "STR"), modifiers=(2, 2), percent=75),
    c.RollDefence(actor="a", kind="clophy"),
    c.RollInit(actor="a", modifiers=(-3,)),
    c.LoseTurn(actor="a"),
)


def test_no_event_and_no_command_is_forgotten_here():
    common = {e.type for e in COMMON_EVENTS} | {c.type for c in COMMON_COMMANDS}
    assert {e.type for e in EVENTS} == {
        *(RULESET.event_types.keys() - common),
        "encounter_opened", "combatant_joined", "combatant_adjusted",
    }  # fmt: skip
    assert {c.type for c in COMMANDS} == RULESET.command_types.keys() - common


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_events(event: Event):
    assert CODEC.load_event(json.loads(json.dumps(CODEC.dump_event(event)))) == event
    told = narrate([event], {"hero": "Hero", "foe": "Foe"})
    assert told
    assert told.endswith(".")
    RULESET.evolve(STATE, event)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.type)
def test_commands(command: Command):
    assert CODEC.load_command(json.loads(json.dumps(CODEC.dump_command(command)))) == command


def test_states():
    adapter: TypeAdapter[Any] = TypeAdapter(RULESET.state)
    text = adapter.dump_json(STATE)
    assert adapter.validate_json(text) == STATE
    assert adapter.dump_json(adapter.validate_json(text)) == text
