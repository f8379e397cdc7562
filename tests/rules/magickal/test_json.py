"""State, commands and events survive JSON exactly, and each can be told."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from app.engine.encounter import COMMON_COMMANDS, COMMON_EVENTS, Adjust, Command, Event
from app.engine.tally import Line, Tally
from app.rules.magickal import RULESET
from app.rules.magickal import events as e
from app.rules.magickal.commands import (
    Attack,
    Cast,
    ChangeEquipment,
    Eat,
    LetTimePass,
    LoseTurn,
    Rest,
    Withdraw,
)
from app.rules.magickal.conditions import read_condition
from app.rules.magickal.narrate import narrate
from app.rules.magickal.state import Options
from app.services.codec import Codec
from tests.rules.magickal.fights import done, fight, recruit

CODEC = Codec(RULESET)
AFRAID = read_condition({"name": "afraid", "cause": "dread", "turns": 3})
STATE = done(
    fight(recruit("A", "x", armour="plate mail", withdraw_at="25%"), recruit("B", "y")),
    Adjust(combatant="a", reason="x", state={"fed": True}, add_conditions=("burning", "stunned")),
)
FIGHTER = STATE.combatants["a"]
TALLY = Tally((Line("evasion", 5), Line("crd: plate mail", -2), Line("d10", 7)), 10)

EVENTS: tuple[Event, ...] = (
    e.EncounterOpened(options=Options(death_at=-5, swoon_turns=3)),
    e.CombatantJoined(combatant=FIGHTER),
    e.CombatantAdjusted(combatant=FIGHTER, changed=("hp",), reason="a rock"),
    e.InitiativeRolled(combatant="a", face=7, initiative=TALLY),
    e.RollOffRolled(combatants=("a", "b"), face=3),
    e.FatigueTested(
        combatant="a", kind="spell", using="hail", attack=TALLY, fatigue=TALLY, difficulty=4,
        passed=False, failures=1,
    ),
    e.DefenceTested(
        attacker="a", defender="b", attack=TALLY, defend=TALLY, held=True, outcome="blocked"
    ),
    e.DamageDealt(attacker="b", defender="a", damage=TALLY),
    e.HpLost(combatant="a", hp=7, remaining=-3),
    e.HpLost(combatant="a", hp=7, remaining=-3, condition="burning"),
    e.CombatantFell(combatant="a", dead=True),
    e.ConditionGained(combatant="a", condition=AFRAID, by="b"),
    e.Swooned(combatant="a", condition=AFRAID),
    e.ConditionTicked(combatant="a", condition=AFRAID, left=0),
    e.TurnLost(combatant="a", condition="stunned"),
    e.Rested(combatant="a", reset=True),
    e.Ate(combatant="a", reset=False),
    e.TimePassed(hours=12),
    e.Withdrew(combatant="a", hp=3, limit=7),
    e.EquipmentChanged(combatant="a", weapon="fists", shield="none", armour="plate mail"),
)  # fmt: skip

COMMANDS: tuple[Command, ...] = (
    Attack(actor="a", target="b", weapon="sword"),
    Cast(actor="a", spell="hail", targets=("b", "c"), defence="willpower"),
    Rest(actor="a"),
    Eat(actor="a"),
    Withdraw(actor="a"),
    ChangeEquipment(actor="a", weapon="fists", shield="none", armour="none"),
    LetTimePass(hours=12),
    LoseTurn(actor="a"),
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
    told = narrate([event], {"a": "Anna", "b": "Bert"})
    assert told
    assert told.endswith(".")
    if not isinstance(event, e.ConditionTicked):
        RULESET.evolve(STATE, event)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.type)
def test_commands(command: Command):
    assert CODEC.load_command(json.loads(json.dumps(CODEC.dump_command(command)))) == command


def test_states():
    adapter: TypeAdapter[Any] = TypeAdapter(RULESET.state)
    text = adapter.dump_json(STATE)
    assert adapter.validate_json(text) == STATE
    assert adapter.dump_json(adapter.validate_json(text)) == text
